import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { openIntegrationById } from '../../../platform/integrations/open-integration.ts';
import { type AttemptSecrets, openSecrets } from '../attempt-secrets.ts';
import { findAttempt, findAttemptByState, recordBrowserMismatch, spendState } from '../attempts.sql.ts';
import { workLeaseMs } from '../outcome/read-attempt.ts';
import { type Attempt, settleAttempt, settleUnexpected } from '../outcome/settle-attempt.ts';
import { exchangeCode } from './exchange-code.ts';
import { settleGrant } from './settle-grant.ts';

export interface Callback {
    /** As received; an array where a parameter was repeated. */
    query: Readonly<Record<string, string | string[]>>;
    /** The cookie that the launch page set for this state, if this browser has it. */
    browserSecret: string | undefined;
}

/** What the sign-in window shows. The attempt's row is authoritative. */
export type Finished =
    | { row: AttemptRow; secrets: AttemptSecrets; providerName: string }
    | { code: 'state_mismatch' | 'browser_mismatch' | 'timeout' };

/**
 * Handles the OAuth callback: find the attempt, exchange the code, check the credentials, settle.
 * Any server can take it; of two callbacks with one state, one is served.
 */
export async function finishAttempt(deps: Deps, callback: Callback): Promise<Finished> {
    const found = await findByCallback(deps, callback);
    if ('code' in found) return found;
    const { attempt, secrets } = found;
    const { row, integration } = attempt;
    const finished = (settled: AttemptRow): Finished => ({
        row: settled,
        secrets,
        providerName: integration?.row.display_name ?? integration?.provider.display_name ?? ''
    });

    const granted = await exchangeCode(deps, attempt, secrets, callback.query).catch((error: unknown) => ({
        kind: 'error' as const,
        error
    }));
    if (granted.kind === 'error') return finished(await current(deps, row, await settleUnexpected(deps, attempt, granted.error)));
    if (granted.kind === 'failed') return finished(await current(deps, row, await settleAttempt(deps, attempt, granted)));
    return finished(await settleGrant(deps, attempt, granted));
}

/** Spends the state and opens the attempt that it belongs to. */
async function findByCallback(
    deps: Deps,
    { query: { state }, browserSecret }: Callback
): Promise<{ attempt: Attempt; secrets: AttemptSecrets } | Extract<Finished, { code: string }>> {
    if (typeof state !== 'string') return { code: 'state_mismatch' };
    const stateHash = deps.keyedHash.hash(state);
    const now = deps.clock.now();
    const workingUntil = new Date(now.getTime() + workLeaseMs);
    const row =
        browserSecret === undefined
            ? undefined
            : await spendState(deps.db, stateHash, deps.keyedHash.hash(browserSecret), now, workingUntil);
    if (!row) return { code: await stateError(deps, stateHash) };
    const integration = await openIntegrationById(deps, row.environment_id, row.integration_id);
    return { attempt: { row, integration }, secrets: openSecrets(deps, row) };
}

/** Why a state could not be spent. The attempt continues: the right browser may still come. */
async function stateError({ db, clock }: Deps, stateHash: Buffer): Promise<'state_mismatch' | 'browser_mismatch' | 'timeout'> {
    const row = await findAttemptByState(db, stateHash);
    if (!row) return 'state_mismatch';
    const now = clock.now();
    if (row.expires_at <= now) return 'timeout';
    await recordBrowserMismatch(db, stateHash, now);
    return 'browser_mismatch';
}

/** @param settled undefined when the attempt had ended before */
async function current(deps: Deps, row: AttemptRow, settled: AttemptRow | undefined): Promise<AttemptRow> {
    return settled ?? (await findAttempt(deps.db, row.environment_id, row.session_id, row.id)) ?? row;
}
