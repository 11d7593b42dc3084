import { invalidBody } from '@patchbay/contracts';
import type { AttemptRow, ConnectSessionRow } from '@patchbay/db';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import { findAttempt } from '../attempts.sql.ts';
import { failed } from '../outcome/decide-outcome.ts';
import { endedWithoutConnection } from '../outcome/revoke-unused-grant.ts';
import { settleAttempt, type SettleDeps } from '../outcome/settle-attempt.ts';

/**
 * Gives up the sign-in that the end user has opened and cannot finish. One that waits for approval
 * by itself is left to it.
 * @returns the attempt as it is now; `succeeded` when it has come back meanwhile
 * @throws {AppError} `invalid_body` unless the session has it, for this integration, and a browser
 * was sent to the provider
 * @race it succeeds meanwhile: it is ended, or has ended, before another attempt is made for it
 */
export async function giveUpOpened(
    deps: SettleDeps,
    session: ConnectSessionRow,
    integration: Integration,
    id: string
): Promise<AttemptRow> {
    const row = await findAttempt(deps.db, session.environment_id, session.id, id);
    if (row?.integration_id !== integration.row.id || row.approval_browser_hash === null)
        throw invalidBody(['approval_of'], 'This session has no such sign-in that was opened.');
    if (row.approval_since !== null && !endedWithoutConnection(row)) return row;
    const ended = await settleAttempt(deps, { row, integration }, failed('cancelled'));
    return ended ?? (await findAttempt(deps.db, session.environment_id, session.id, id)) ?? row;
}

/**
 * Lets a new attempt wait for approval, in the browser of the one that was given up.
 * @race a repeated request: it has the same attempt by its idempotency key, and the first one has
 * made it wait; condition on the status
 */
export async function awaitApprovalLike(
    deps: SettleDeps,
    { row, integration }: { row: AttemptRow; integration: Integration },
    { approval_browser_hash }: AttemptRow
): Promise<AttemptRow> {
    if (row.status !== 'created') return row;
    const waiting = await settleAttempt(deps, { row: { ...row, approval_browser_hash }, integration }, { kind: 'pending_approval' });
    return waiting ?? (await findAttempt(deps.db, row.environment_id, row.session_id, row.id)) ?? row;
}
