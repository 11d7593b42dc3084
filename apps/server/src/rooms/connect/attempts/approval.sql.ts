import type { AttemptRow, Db } from '@patchbay/db';
import { sql } from 'kysely';
import { clearedColumns, withStep } from './attempts.sql.ts';

/** The attempt that waits for approval and has this link, if it still does. */
export function findAttemptByApproval(db: Db, approvalHash: Buffer, now: Date): Promise<AttemptRow | undefined> {
    return db
        .selectFrom('attempts')
        .selectAll()
        .where('approval_hash', '=', approvalHash)
        .where('expires_at', '>', now)
        .where('status', '=', 'awaiting_user')
        .executeTakeFirst();
}

/** Cancels what else waits for approval of this integration by this end user. */
export async function cancelAwaitingApproval(
    db: Db,
    { environment_id: environmentId, id, integration_id: integrationId }: AttemptRow,
    endUserId: string,
    now: Date
): Promise<void> {
    await db
        .updateTable('attempts')
        .set({ ...clearedColumns, status: 'cancelled', code: 'cancelled', updated_at: now, timeline: withStep('cancelled', now) })
        .where('environment_id', '=', environmentId)
        .where('end_user_id', '=', endUserId)
        .where('integration_id', '=', integrationId)
        .where('approval_session_id', 'is not', null)
        .where('status', '=', sql.lit('awaiting_user'))
        .where('id', '!=', id)
        .execute();
}
