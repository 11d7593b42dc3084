import type { AttemptRow, Db } from '@patchbay/db';
import { sql } from 'kysely';
import { batchSize } from '../../../kernel/sql/in-batches.ts';
import { type Subject, waitsOf } from '../connect-sessions/waits.sql.ts';
import { endedColumns, withStep } from './attempts.sql.ts';

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

/**
 * Cancels what else waits for what this attempt has connected.
 * @param isNew whether that may be a new connection
 */
export async function cancelAwaitingApproval(trx: Db, subject: Subject, row: AttemptRow, isNew: boolean, now: Date): Promise<void> {
    const alike = sql<boolean>`attempts.integration_id = ${row.integration_id} and attempts.id <> ${row.id}
        and (attempts.connection_id = ${row.connection_id} or (${isNew} and not attempts.is_reconnect))`;
    await trx.updateTable('attempts').set(cancelled(now)).where(waitsOf(subject, alike)).execute();
}

/** Cancels what else of this session waits for approval of the same integration. */
export async function cancelFormerWaits(trx: Db, row: AttemptRow, now: Date): Promise<void> {
    await trx
        .updateTable('attempts')
        .set(cancelled(now))
        .where('environment_id', '=', row.environment_id)
        .where('session_id', '=', row.session_id)
        .where('integration_id', '=', row.integration_id)
        .where('approval_since', 'is not', null)
        .where('status', '=', sql.lit('awaiting_user'))
        .where('id', '!=', row.id)
        .execute();
}

function cancelled(now: Date) {
    return { ...endedColumns(now), status: 'cancelled', code: 'cancelled', timeline: withStep('cancelled', now) } as const;
}

/** Returns a batch of attempts to their wait whose server stopped while they were continued. */
export async function resumeInterrupted(db: Db, now: Date): Promise<number> {
    const isInterrupted = sql<boolean>`approval_since is not null and working_until <= ${now}
        and status in ('exchanging', 'verifying') and expires_at > ${now}`;
    const interrupted = db.selectFrom('attempts').select(['environment_id', 'id']).where(isInterrupted).limit(sql.lit(batchSize));
    const result = await db
        .updateTable('attempts')
        .set({ status: 'awaiting_user', working_until: null, updated_at: now, timeline: withStep('awaiting_approval', now) })
        .where((where) => where(where.refTuple('environment_id', 'id'), 'in', interrupted.$asTuple('environment_id', 'id')))
        .where(isInterrupted)
        .executeTakeFirst();
    return Number(result.numUpdatedRows);
}
