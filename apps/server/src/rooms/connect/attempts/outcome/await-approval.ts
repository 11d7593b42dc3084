import type { AttemptRow, Db } from '@patchbay/db';
import { z } from 'zod';
import type { Deps } from '../../../../deps.ts';
import { rememberSecrets } from '../../../../kernel/log/request-context.ts';
import { lockSessionOf } from '../../connect-sessions/connect-sessions.sql.ts';
import { cancelFormerWaits } from '../approval.sql.ts';
import { attemptPlace } from '../attempt-secrets.ts';
import { changeAttempt } from '../attempts.sql.ts';
import { statusOf } from '../describe-attempt.ts';

const approvalTimeMs = 14 * 24 * 60 * 60_000;

/**
 * Lets an attempt wait for an admin's approval; its session is kept for it. One that waited before
 * keeps its link and its deadline. What else of the session waits for the integration is cancelled.
 * @returns the row as it is now; undefined when the attempt, or its session, had ended before
 * @race two begin to wait at once, or the session ends meanwhile, which cancels the attempt: the
 * session's row is locked first; condition on the status
 */
export async function awaitApproval(
    trx: Db,
    deps: Pick<Deps, 'clock' | 'ids' | 'keyedHash' | 'seal'>,
    row: AttemptRow
): Promise<AttemptRow | undefined> {
    if (!(await lockSessionOf(trx, row))) return undefined;
    const now = deps.clock.now();
    const waiting = { status: 'awaiting_user', step: 'awaiting_approval', working_until: null, updated_at: now } as const;
    const changed =
        row.approval_since === null
            ? await changeAttempt(trx, row, ['created', 'exchanging'], { ...waiting, ...newWait(deps, row, now) })
            : await changeAttempt(trx, row, ['exchanging', 'verifying'], waiting);
    if (changed) await cancelFormerWaits(trx, changed, now);
    return changed;
}

function newWait({ ids, keyedHash, seal }: Pick<Deps, 'ids' | 'keyedHash' | 'seal'>, row: AttemptRow, now: Date) {
    const code = ids.secret();
    return {
        approval_since: now,
        approval_code: seal.seal(attemptPlace(row, 'approval_code'), code),
        approval_hash: keyedHash.hash(code),
        approval_browser_hash: row.approval_browser_hash,
        expires_at: new Date(now.getTime() + approvalTimeMs),
        // The link is the only way back in.
        state_hash: null,
        browser_hash: null,
        launch_hash: null,
        window_hash: null
    };
}

/** The link that continues an attempt that waits for approval; undefined for others. */
export function approvalAddress({ config, seal }: Pick<Deps, 'config' | 'seal'>, row: AttemptRow): string | undefined {
    if (statusOf(row) !== 'pending_approval' || row.approval_code === null) return undefined;
    const code = seal.open(attemptPlace(row, 'approval_code'), row.approval_code, z.string());
    rememberSecrets(code);
    return `${config.publicUrl}/connect/approval/${code}`;
}
