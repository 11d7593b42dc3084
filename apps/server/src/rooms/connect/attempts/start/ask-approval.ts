import { AppError, invalidBody } from '@patchbay/contracts';
import type { AttemptRow, ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import { changeAttempt, findAttempt } from '../attempts.sql.ts';
import { failed } from '../outcome/decide-outcome.ts';
import { settleAttempt, type SettleDeps } from '../outcome/settle-attempt.ts';

/**
 * The attempt whose sign-in the end user has opened and cannot finish; undefined without an id.
 * @throws {AppError} `invalid_body` unless the session has it, for this integration, and a browser
 * was sent to the provider
 */
export async function findOpened(
    { db }: Pick<Deps, 'db'>,
    session: ConnectSessionRow,
    integration: Integration,
    id: string | undefined
): Promise<AttemptRow | undefined> {
    if (id === undefined) return undefined;
    const row = await findAttempt(db, session.environment_id, session.id, id);
    if (row?.integration_id !== integration.row.id || row.approval_browser_hash === null)
        throw invalidBody(['approval_of'], 'This session has no such sign-in that was opened.');
    return row;
}

/**
 * Lets a new attempt wait for approval, in the browser of an earlier one, which is given up: its
 * secrets may be gone already.
 * @race a repeated request: the first one has made it wait; condition on the status
 */
export async function awaitApprovalLike(
    deps: SettleDeps,
    attempt: { row: AttemptRow; integration: Integration },
    earlier: AttemptRow
): Promise<AttemptRow> {
    const { row, integration } = attempt;
    const bound = await changeAttempt(deps.db, row, ['created'], {
        approval_browser_hash: earlier.approval_browser_hash,
        updated_at: deps.clock.now()
    });
    if (!bound) return row;
    const waiting = await settleAttempt(deps, { row: bound, integration }, { kind: 'pending_approval' });
    if (!waiting) throw new AppError('conflict');
    await settleAttempt(deps, { row: earlier, integration }, failed('cancelled'));
    return waiting;
}
