import { AppError, invalidBody } from '@patchbay/contracts';
import type { AttemptRow, ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { type Integration, openIntegrationById } from '../../platform/integrations/open-integration.ts';
import { attemptPlace, openParked, openSecrets } from './attempt-secrets.ts';
import { changeAttempt, findAttempt } from './attempts.sql.ts';
import { decideAccount, failed, integrationDisabled, type CheckedCandidate, type Outcome } from './decide-outcome.ts';
import { revokeParkedGrant } from './revoke-unused-grant.ts';
import { type LaunchOptions, mintLaunch } from './mint-launch.ts';
import { findReplaced, settleAttempt, settleUnexpected } from './settle-attempt.ts';
import { checkReturn, workLeaseMs } from './start-attempt.ts';

interface Current {
    row: AttemptRow;
    integration: Integration;
}

/**
 * The attempt as it is now. An expired one is ended here, and so is one whose server has stopped,
 * so that no attempt stays running for ever.
 * @throws {AppError} `unknown_attempt`
 */
export async function readAttempt(deps: Deps, session: ConnectSessionRow, attemptId: string): Promise<Current> {
    const row = await findAttempt(deps.db, session.environment_id, session.id, attemptId);
    const integration = row && (await openIntegrationById(deps, row.environment_id, row.integration_id));
    if (!row || !integration) throw new AppError('unknown_attempt');
    const now = deps.clock.now();
    const hasEnded = ['succeeded', 'failed', 'cancelled', 'expired'].includes(row.status);
    if (hasEnded) return { row, integration };
    const isAbandoned = row.working_until !== null && row.working_until <= now;
    // A callback that came in time is finished, even if the time runs out meanwhile.
    const isWorkedOn = row.working_until !== null && row.working_until > now;
    if (isWorkedOn || (!isAbandoned && row.expires_at > now)) return { row, integration };
    const ended = await settleAttempt(deps, { row, integration }, failed(isAbandoned ? 'unexpected' : 'timeout'));
    return { row: ended ?? (await findAttempt(deps.db, session.environment_id, session.id, attemptId)) ?? row, integration };
}

export async function cancelAttempt(deps: Deps, session: ConnectSessionRow, attemptId: string): Promise<Current> {
    const { row, integration } = await readAttempt(deps, session, attemptId);
    await settleAttempt(deps, { row, integration }, failed('cancelled'));
    return readAttempt(deps, session, attemptId);
}

/**
 * Makes the sign-in ready to be opened again. A grant parked by an account mismatch is revoked.
 * @param way.asAnother the provider is asked to offer a choice of accounts
 */
export async function relaunchAttempt(
    deps: Deps,
    session: ConnectSessionRow,
    attemptId: string,
    way: LaunchOptions & { asAnother: boolean }
): Promise<Current & { launchUrl: string | undefined }> {
    await checkReturn(deps, session, way.returnTo);
    const { row, integration } = await readAttempt(deps, session, attemptId);
    if (integration.provider.auth_mode !== 'OAUTH2') throw new AppError('conflict', { message: 'This attempt has no sign-in to open.' });
    const secrets = row.secrets.length === 0 ? undefined : openSecrets(deps, row);
    if (!secrets) throw new AppError('conflict', { message: 'This attempt has ended. Start a new one.' });
    const changed = await changeAttempt(deps.db, row, ['created', 'awaiting_user', 'account_mismatch'], {
        status: 'created',
        step: 'relaunched',
        parked: null,
        state_hash: null,
        was_label: null,
        now_label: null,
        secrets: deps.seal.seal(attemptPlace(row, 'secrets'), { ...secrets, selectAccount: way.asAnother || secrets.selectAccount }),
        updated_at: deps.clock.now()
    });
    if (!changed) throw new AppError('conflict', { message: 'The sign-in has come back already, or the attempt has ended.' });
    deps.background.run(revokeParkedGrant(deps, row, integration));
    return { row: changed, integration, launchUrl: await mintLaunch(deps, changed, way) };
}

/** Takes the account that the end user chose. */
export async function selectAccount(deps: Deps, session: ConnectSessionRow, attemptId: string, accountId: string): Promise<Current> {
    const { row, integration } = await readAttempt(deps, session, attemptId);
    if (row.status !== 'needs_choice') throw new AppError('conflict', { message: 'This attempt has no account to choose.' });
    if (!row.options?.some(({ id }) => id === accountId)) throw invalidBody(['account_id'], 'There is no such account to choose.');
    return resume(deps, session, { row, integration }, 'needs_choice', async (taken, parked) => {
        const accounts = parked.accounts.filter(({ id }) => id === accountId);
        return decideAccount(taken, { ...parked, accounts }, await findReplaced(deps, taken, integration, accounts));
    });
}

/** Moves the connection to the account that signed in. */
export async function acceptAccount(deps: Deps, session: ConnectSessionRow, attemptId: string): Promise<Current> {
    const { row, integration } = await readAttempt(deps, session, attemptId);
    if (row.status !== 'account_mismatch') throw new AppError('conflict', { message: 'This attempt has no other account to accept.' });
    return resume(deps, session, { row, integration }, 'account_mismatch', (_taken, checked) => ({
        kind: 'connected',
        checked,
        account: checked.accounts[0] ?? null
    }));
}

/** Goes on with the parked credentials. @param decide may throw: the attempt then fails */
async function resume(
    deps: Deps,
    session: ConnectSessionRow,
    { row, integration }: Current,
    from: 'needs_choice' | 'account_mismatch',
    decide: (taken: AttemptRow, checked: CheckedCandidate) => Outcome | Promise<Outcome>
): Promise<Current> {
    const now = deps.clock.now();
    const taken = await changeAttempt(deps.db, row, [from], {
        status: 'verifying',
        step: from === 'needs_choice' ? 'account_chosen' : 'account_switched',
        working_until: new Date(now.getTime() + workLeaseMs),
        updated_at: now
    });
    const { parked } = taken ?? {};
    if (!taken || !parked) throw new AppError('conflict');
    const attempt = { row: taken, integration };
    try {
        const outcome = integration.row.enabled
            ? await decide(taken, { integration, ...openParked(deps, { ...taken, parked }) })
            : integrationDisabled();
        await settleAttempt(deps, attempt, outcome);
    } catch (error) {
        await settleUnexpected(deps, attempt, error);
    }
    return readAttempt(deps, session, row.id);
}
