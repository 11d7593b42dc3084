import type { AttemptRow, Db } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import { findSessionOf } from '../../connect-sessions/connect-sessions.sql.ts';
import { keepSession } from '../../connect-sessions/keep-session.ts';
import { attemptPlace, openSecrets } from '../attempt-secrets.ts';
import { changeAttempt } from '../attempts.sql.ts';

const approvalTimeMs = 14 * 24 * 60 * 60_000;

/**
 * Lets an attempt wait for an admin's approval. One that waited before keeps its link and its
 * deadline.
 * @returns the row as it is now; undefined when the attempt, or its session, had ended before
 * @race the session is deleted meanwhile, which cancels the attempt: condition on the status
 */
export async function awaitApproval(
    trx: Db,
    deps: Pick<Deps, 'clock' | 'ids' | 'keyedHash' | 'seal'>,
    row: AttemptRow,
    integration: Integration
): Promise<AttemptRow | undefined> {
    const now = deps.clock.now();
    const waiting = { status: 'awaiting_user', step: 'awaiting_approval', working_until: null, updated_at: now } as const;
    const from: AttemptRow['status'][] = ['created', 'exchanging'];
    if (row.approval_session_id !== null) return changeAttempt(trx, row, from, waiting);
    const session = await findSessionOf(trx, row);
    if (!session) return undefined;
    const until = new Date(now.getTime() + approvalTimeMs);
    const approvalCode = deps.ids.secret();
    return changeAttempt(trx, row, from, {
        ...waiting,
        expires_at: until,
        approval_session_id: await keepSession(trx, deps, session, integration.row.unique_key, until),
        approval_hash: deps.keyedHash.hash(approvalCode),
        secrets: deps.seal.seal(attemptPlace(row, 'secrets'), { ...openSecrets(deps, row), approvalCode })
    });
}

/** The link that continues an attempt that waits for approval; undefined for others. */
export function approvalAddress({ config, seal }: Pick<Deps, 'config' | 'seal'>, row: AttemptRow): string | undefined {
    if (row.status !== 'awaiting_user' || row.approval_session_id === null) return undefined;
    const { approvalCode } = openSecrets({ seal }, row);
    return approvalCode === undefined ? undefined : `${config.publicUrl}/connect/approval/${approvalCode}`;
}
