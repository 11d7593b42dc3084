import { AppError } from '@patchbay/contracts';
import type { ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { credentialTraits } from '../../../connections/connection-store/credential-traits.ts';
import { attemptPlace, openSecrets } from '../attempt-secrets.ts';
import { changeAttempt } from '../attempts.sql.ts';
import { statusOf } from '../describe-attempt.ts';
import { type CurrentAttempt, readAttempt } from '../outcome/read-attempt.ts';
import { isFrozen, revokeParkedGrant } from '../outcome/revoke-unused-grant.ts';
import { type LaunchOptions, mintLaunch } from './mint-launch.ts';
import { checkReturn } from './start-attempt.ts';

/**
 * Makes the sign-in ready to be opened again. A grant parked by an account mismatch is revoked.
 * @param way.asAnother the provider is asked to offer a choice of accounts
 * @race a sign-in that has come back meanwhile is thrown away: condition on the status
 * @race a freeze begins meanwhile, and does not account for the parked grant: the integration's row
 * `for share`
 */
export async function relaunchAttempt(
    deps: Deps,
    session: ConnectSessionRow,
    attemptId: string,
    way: LaunchOptions & { asAnother: boolean }
): Promise<CurrentAttempt & { launchUrl: string | undefined }> {
    await checkReturn(deps, session, way.returnTo);
    const { row, integration } = await readAttempt(deps, session, attemptId);
    if (!credentialTraits(integration.provider).isSignIn)
        throw new AppError('conflict', { message: 'This attempt has no sign-in to open.' });
    if (statusOf(row) === 'pending_approval')
        throw new AppError('conflict', { message: 'This attempt waits for approval. Its approval_url continues it.' });
    const secrets = row.secrets.length === 0 ? undefined : openSecrets(deps, row);
    if (!secrets) throw new AppError('conflict', { message: 'This attempt has ended. Start a new one.' });
    const relaunched = {
        status: 'created',
        step: 'relaunched',
        parked: null,
        state_hash: null,
        was_label: null,
        now_label: null,
        secrets: deps.seal.seal(attemptPlace(row, 'secrets'), { ...secrets, selectAccount: way.asAnother || secrets.selectAccount }),
        updated_at: deps.clock.now()
    } as const;
    const changed = await deps.db.transaction().execute(async (trx) => {
        if (await isFrozen(trx, row)) throw new AppError('conflict', { message: 'This integration is frozen for now.' });
        return changeAttempt(trx, row, ['created', 'awaiting_user', 'account_mismatch'], relaunched);
    });
    if (!changed) throw new AppError('conflict', { message: 'The sign-in has come back already, or the attempt has ended.' });
    deps.background.run(revokeParkedGrant(deps, row, integration));
    return { row: changed, integration, launchUrl: await mintLaunch(deps, changed, way) };
}
