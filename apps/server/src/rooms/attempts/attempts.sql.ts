import type { AttemptRow, AttemptStatus, Db, NewAttemptRow } from '@patchbay/db';

/** Statuses that an attempt can still leave. */
export const runningStatuses: AttemptStatus[] = ['created', 'awaiting_user', 'exchanging', 'verifying', 'needs_choice', 'account_mismatch'];

/** What an attempt that has ended no longer needs: everything secret, and every way back in. */
export const emptied = {
    secrets: Buffer.alloc(0),
    parked: null,
    options: null,
    state_hash: null,
    browser_hash: null,
    launch_hash: null,
    launch_expires_at: null,
    working_until: null
};

type Key = Pick<AttemptRow, 'environment_id' | 'id'>;

/** Undefined when the session already made an attempt with this idempotency key. */
export function insertAttempt(db: Db, row: NewAttemptRow): Promise<AttemptRow | undefined> {
    return db
        .insertInto('attempts')
        .values(row)
        .onConflict((conflict) => conflict.columns(['environment_id', 'session_id', 'idempotency_hash']).doNothing())
        .returningAll()
        .executeTakeFirst();
}

export function findAttemptByKey(
    db: Db,
    environmentId: string,
    sessionId: string,
    idempotencyHash: Buffer
): Promise<AttemptRow | undefined> {
    return db
        .selectFrom('attempts')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('session_id', '=', sessionId)
        .where('idempotency_hash', '=', idempotencyHash)
        .executeTakeFirst();
}

/** A session sees its own attempts only. */
export function findAttempt(db: Db, environmentId: string, sessionId: string, id: string): Promise<AttemptRow | undefined> {
    return db
        .selectFrom('attempts')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('session_id', '=', sessionId)
        .where('id', '=', id)
        .executeTakeFirst();
}

export interface AttemptChanges {
    status?: AttemptStatus;
    code?: string | null;
    provider_text?: string | null;
    launch_hash?: Buffer | null;
    launch_expires_at?: Date | null;
    state_hash?: Buffer | null;
    browser_hash?: Buffer | null;
    secrets?: Buffer;
    parked?: Buffer | null;
    options?: string | null;
    was_label?: string | null;
    now_label?: string | null;
    working_until?: Date | null;
    updated_at: Date;
}

/** Changes an attempt that is in one of `from`. Undefined when it is not: somebody was faster, and their outcome stands. */
export function changeAttempt(db: Db, key: Key, from: AttemptStatus[], changes: AttemptChanges): Promise<AttemptRow | undefined> {
    return db
        .updateTable('attempts')
        .set(changes)
        .where('environment_id', '=', key.environment_id)
        .where('id', '=', key.id)
        .where('status', 'in', from)
        .returningAll()
        .executeTakeFirst();
}

/** Spends a launch code: of two requests with the same code, one gets the row. */
export function spendLaunchCode(db: Db, launchHash: Buffer, now: Date): Promise<AttemptRow | undefined> {
    return db
        .updateTable('attempts')
        .set({ launch_hash: null, updated_at: now })
        .where('launch_hash', '=', launchHash)
        .where('launch_expires_at', '>', now)
        .where('expires_at', '>', now)
        .where('status', 'in', ['created', 'awaiting_user'])
        .returningAll()
        .executeTakeFirst();
}

/** Spends a state, for the browser it was made in: of two callbacks with the same state, one gets the row. */
export function spendState(db: Db, stateHash: Buffer, browserHash: Buffer, now: Date, workingUntil: Date): Promise<AttemptRow | undefined> {
    return db
        .updateTable('attempts')
        .set({ state_hash: null, browser_hash: null, status: 'exchanging', working_until: workingUntil, updated_at: now })
        .where('state_hash', '=', stateHash)
        .where('browser_hash', '=', browserHash)
        .where('expires_at', '>', now)
        .where('status', '=', 'awaiting_user')
        .returningAll()
        .executeTakeFirst();
}

export function findAttemptByState(db: Db, stateHash: Buffer): Promise<AttemptRow | undefined> {
    return db.selectFrom('attempts').selectAll().where('state_hash', '=', stateHash).executeTakeFirst();
}

/** Ends what a deleted session had running. */
export async function cancelAttemptsOf(db: Db, environmentId: string, sessionId: string, now: Date): Promise<void> {
    await db
        .updateTable('attempts')
        .set({ ...emptied, status: 'cancelled', code: 'cancelled', updated_at: now })
        .where('environment_id', '=', environmentId)
        .where('session_id', '=', sessionId)
        .where('status', 'in', runningStatuses)
        .execute();
}

/** Ends, in batches, attempts whose time is up, so that what they keep sealed is gone even if nobody looks again. */
export async function expireAttempts(db: Db, now: Date): Promise<number> {
    const overdue = db
        .selectFrom('attempts')
        .select(['environment_id', 'id'])
        .where('expires_at', '<=', now)
        .where('status', 'in', runningStatuses)
        .where((where) => where.or([where('working_until', 'is', null), where('working_until', '<=', now)]))
        .limit(1000);
    const result = await db
        .updateTable('attempts')
        .set({ ...emptied, status: 'expired', code: 'timeout', updated_at: now })
        .where((where) => where(where.refTuple('environment_id', 'id'), 'in', overdue.$asTuple('environment_id', 'id')))
        .where('status', 'in', runningStatuses)
        .executeTakeFirst();
    return Number(result.numUpdatedRows);
}
