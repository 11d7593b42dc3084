import { setTimeout as sleep } from 'node:timers/promises';
import { type AttemptRow, isDatabaseUnavailable } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { changeAttempt, findAttempt } from '../attempts.sql.ts';
import { failed } from '../outcome/decide-outcome.ts';
import { revokeUnusedGrant, endedWithoutConnection } from '../outcome/revoke-unused-grant.ts';
import { type Attempt, checkAndSettle, settleAttempt, settleUnexpected } from '../outcome/settle-attempt.ts';
import type { Granted } from './decide-callback.ts';

const maxSettleWaitMs = 1000;

/**
 * Settles an attempt with its grant. While the database is unavailable, the grant is kept in memory
 * and the attempt counts as being verified.
 */
export async function settleGrant(deps: Deps, attempt: Attempt, granted: Granted): Promise<AttemptRow> {
    try {
        return await trySettle(deps, attempt, granted);
    } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        deps.background.run(retrySettle(deps, attempt, granted, error));
        return { ...attempt.row, status: 'verifying' };
    }
}

/**
 * Settles an attempt with its grant, which is revoked when no connection uses it. May be repeated.
 * @returns the attempt as it is then
 * @throws only when the database is unavailable: then the grant is neither stored nor revoked
 */
async function trySettle(deps: Deps, attempt: Attempt, granted: Granted): Promise<AttemptRow> {
    let settled: AttemptRow | undefined;
    try {
        settled = await checkGrant(deps, attempt, granted);
    } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        settled = await settleUnexpected(deps, attempt, error);
    }
    const ended = settled ?? (await findAttempt(deps.db, attempt.row.environment_id, attempt.row.session_id, attempt.row.id));
    if (!ended || endedWithoutConnection(ended)) revokeUnusedGrant(deps, granted.candidate);
    return ended ?? attempt.row;
}

async function checkGrant(deps: Deps, attempt: Attempt, { candidate, missing }: Granted): Promise<AttemptRow | undefined> {
    const { row } = attempt;
    if (missing.length > 0) return settleAttempt(deps, attempt, failed('missing_permissions', { missingScopes: missing }));
    const now = deps.clock.now();
    await changeAttempt(deps.db, row, ['exchanging'], { status: 'verifying', step: 'token_received', updated_at: now });
    return checkAndSettle(deps, row, candidate);
}

/** Keeps a grant in memory until the database is back; revokes it when the server stops first. */
async function retrySettle(deps: Deps, attempt: Attempt, granted: Granted, error: unknown): Promise<void> {
    const about = {
        attempt_id: attempt.row.id,
        ref: attempt.row.ref,
        integration_id: granted.candidate.integration.row.unique_key
    };
    deps.log.warn('grant_held: the database is unavailable, so the grant of a sign-in is kept in memory', { ...about, error });
    for (let waitMs = 50; !deps.background.isFinishing; waitMs = Math.min(waitMs * 2, maxSettleWaitMs)) {
        await sleep(waitMs, undefined, { ref: false });
        try {
            await trySettle(deps, attempt, granted);
            return;
        } catch (failure) {
            if (isDatabaseUnavailable(failure)) continue;
            deps.log.error('grant_lost: the attempt could not be settled', { ...about, error: failure });
            break;
        }
    }
    revokeUnusedGrant(deps, granted.candidate);
}
