import { AppError } from '@patchbay/contracts';
import type { AttemptRow, ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { type Integration, openIntegrationById } from '../../../platform/integrations/open-integration.ts';
import { findAttempt } from '../attempts.sql.ts';
import { failed } from './decide-outcome.ts';
import { settleAttempt, type SettleDeps } from './settle-attempt.ts';

/** Reading an attempt may end it. */
export type ReadDeps = SettleDeps & Pick<Deps, 'providers'>;

export interface CurrentAttempt {
    row: AttemptRow;
    integration: Integration;
}

/**
 * The attempt as it is now. An expired one is ended here, and so is one whose server has stopped,
 * so that no attempt stays running for ever.
 * @throws {AppError} `unknown_attempt`
 */
export async function readAttempt(deps: ReadDeps, session: ConnectSessionRow, attemptId: string): Promise<CurrentAttempt> {
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
    // What waits for approval can be continued again.
    const isResumed = isAbandoned && row.approval_since !== null && row.expires_at > now;
    const outcome = isResumed ? ({ kind: 'pending_approval' } as const) : failed(isAbandoned ? 'unexpected' : 'timeout');
    const ended = await settleAttempt(deps, { row, integration }, outcome);
    return { row: ended ?? (await findAttempt(deps.db, session.environment_id, session.id, attemptId)) ?? row, integration };
}
