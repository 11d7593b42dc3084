import { clientSteps, type AttemptStatus as ShownStatus } from '@patchbay/contracts';
import type { AttemptRow, AttemptStatus, Db, NewAttemptRow } from '@patchbay/db';
import { type RawBuilder, sql } from 'kysely';
import { batchSize } from '../../../kernel/sql/in-batches.ts';
import { waitsForApproval } from '../../connections/connection-store/health.sql.ts';
import { type Step, timelineLimit, toEntries, clientStepLimit } from './step.ts';

export const attemptLifetimeMs = 15 * 60_000;

/** Statuses that an attempt can still leave, as stored. */
const runningStatuses: AttemptStatus[] = ['created', 'awaiting_user', 'exchanging', 'verifying', 'needs_choice', 'account_mismatch'];
/** The same as they are shown. */
export const running: ShownStatus[] = [...runningStatuses, 'pending_approval'];

/** Columns that an attempt loses when it ends: secrets, and every way back in. */
const clearedColumns = {
    secrets: Buffer.alloc(0),
    options: null,
    state_hash: null,
    browser_hash: null,
    launch_hash: null,
    launch_expires_at: null,
    window_hash: null,
    working_until: null,
    approval_code: null,
    approval_hash: null
};

/** Columns of an ended attempt. One that waited for days is kept no longer than others. */
export function endedColumns(now: Date) {
    const usual = new Date(now.getTime() + attemptLifetimeMs);
    return { ...clearedColumns, expires_at: sql<Date>`least(expires_at, ${usual}::timestamptz)`, updated_at: now };
}

/** The same with the parked grant, which is absent or revoked by the caller. */
export function endedWithoutParked(now: Date) {
    return { ...endedColumns(now), parked: null };
}

/** Literals, because the partial index is not used with parameters. */
const isRunning = sql<boolean>`status in (${sql.join(runningStatuses.map((status) => sql.lit(status)))})`;

/** Appends to the timeline. A full one drops its second entry. */
export function withStep(step: Step, now: Date): RawBuilder<string> {
    const kept = sql`case when jsonb_array_length(timeline) >= ${sql.lit(timelineLimit)} then timeline - 1 else timeline end`;
    return sql`(${kept}) || ${toEntries([step], now)}::jsonb`;
}

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
    connection_id?: string;
    is_reconnect?: boolean;
    provider_text?: string | null;
    missing_scopes?: string[] | null;
    launch_hash?: Buffer | null;
    launch_expires_at?: Date | null;
    window_hash?: Buffer | null;
    return_to?: string | null;
    state_hash?: Buffer | null;
    state_expires_at?: Date;
    browser_hash?: Buffer | null;
    secrets?: Buffer;
    parked?: Buffer | null;
    options?: string | null;
    was_label?: string | null;
    now_label?: string | null;
    working_until?: Date | null;
    expires_at?: Date | RawBuilder<Date>;
    approval_since?: Date;
    approval_code?: Buffer | null;
    approval_hash?: Buffer | null;
    approval_browser_hash?: Buffer | null;
    updated_at: Date;
    /** For the timeline. */
    step?: Step;
}

/** Stored with a status that the release before knows, so that its servers can read the row. */
const shownStatus = sql<ShownStatus>`case when status = 'awaiting_user' and approval_since is not null then 'pending_approval' else status end`;

/**
 * Changes an attempt whose status is in `from`; undefined when it is not.
 * @race two outcomes: one statement with a condition on the status
 */
export function changeAttempt(db: Db, key: Key, from: ShownStatus[], changes: AttemptChanges): Promise<AttemptRow | undefined> {
    const { step, ...columns } = changes;
    return db
        .updateTable('attempts')
        .set({ ...columns, ...(step === undefined ? {} : { timeline: withStep(step, changes.updated_at) }) })
        .where('environment_id', '=', key.environment_id)
        .where('id', '=', key.id)
        .where(shownStatus, 'in', from)
        .returningAll()
        .executeTakeFirst();
}

/** Spends a launch code: of two requests with the same code, one gets the row. */
export function spendLaunchCode(db: Db, launchHash: Buffer, now: Date): Promise<AttemptRow | undefined> {
    return (
        db
            .updateTable('attempts')
            // A window that still waits for an address would end the sign-in that begins here.
            .set({ launch_hash: null, window_hash: null, updated_at: now })
            .where('launch_hash', '=', launchHash)
            .where('launch_expires_at', '>', now)
            .where('expires_at', '>', now)
            .where(shownStatus, 'in', ['created', 'awaiting_user'])
            .returningAll()
            .executeTakeFirst()
    );
}

/** The attempt that a launch code would open, without spending it. */
export function findAttemptByLaunchCode(db: Db, launchHash: Buffer, now: Date): Promise<AttemptRow | undefined> {
    return db
        .selectFrom('attempts')
        .selectAll()
        .where('launch_hash', '=', launchHash)
        .where('launch_expires_at', '>', now)
        .where('expires_at', '>', now)
        .where('status', 'in', ['created', 'awaiting_user'])
        .executeTakeFirst();
}

/** Exchanges a window's key for a new launch code. Of two claims, one gets the row. */
export function claimWindow(
    db: Db,
    windowHash: Buffer,
    now: Date,
    code: { launch_hash: Buffer; launch_expires_at: Date }
): Promise<AttemptRow | undefined> {
    return db
        .updateTable('attempts')
        .set({ ...code, window_hash: null, updated_at: now })
        .where('window_hash', '=', windowHash)
        .where('launch_expires_at', '>', now)
        .where('expires_at', '>', now)
        .where('status', 'in', ['created', 'awaiting_user'])
        .returningAll()
        .executeTakeFirst();
}

/** Adds a client's step to the timeline; false when the attempt has ended long ago or has many. */
export async function insertClientStep(db: Db, key: Key, sessionId: string, step: Step, now: Date, endedAfter: Date): Promise<boolean> {
    const clientStepCount = sql<number>`(select count(*) from jsonb_array_elements(timeline) as entry where entry ->> 'step' = any(${sql.val(
        [...clientSteps]
    )}::text[]))`;
    const result = await db
        .updateTable('attempts')
        .set({ timeline: withStep(step, now) })
        .where('environment_id', '=', key.environment_id)
        .where('session_id', '=', sessionId)
        .where('id', '=', key.id)
        .where((where) => where.or([isRunning, where('updated_at', '>', endedAfter)]))
        .where(clientStepCount, '<', clientStepLimit)
        .executeTakeFirst();
    return result.numUpdatedRows > 0n;
}

/** Spends a state in the browser it was made for. Of two callbacks, one gets the row. */
export function spendState(db: Db, stateHash: Buffer, browserHash: Buffer, now: Date, workingUntil: Date): Promise<AttemptRow | undefined> {
    return db
        .updateTable('attempts')
        .set({
            state_hash: null,
            browser_hash: null,
            status: 'exchanging',
            working_until: workingUntil,
            updated_at: now,
            timeline: withStep('came_back', now)
        })
        .where('state_hash', '=', stateHash)
        .where('browser_hash', '=', browserHash)
        .where('expires_at', '>', now)
        .where((where) => where.or([where('state_expires_at', 'is', null), where('state_expires_at', '>', now)]))
        .where('status', '=', 'awaiting_user')
        .returningAll()
        .executeTakeFirst();
}

export function findAttemptByState(db: Db, stateHash: Buffer): Promise<AttemptRow | undefined> {
    return db.selectFrom('attempts').selectAll().where('state_hash', '=', stateHash).executeTakeFirst();
}

/** Replaces the secrets of an attempt whose state came back to its browser, and is not spent. */
export async function keepWithState(db: Db, stateHash: Buffer, browserHash: Buffer, secrets: AttemptRow['secrets']): Promise<void> {
    await db
        .updateTable('attempts')
        .set({ secrets })
        .where('state_hash', '=', stateHash)
        .where('browser_hash', '=', browserHash)
        .where('status', '=', 'awaiting_user')
        .execute();
}

/** Records, once, that a state came back without its cookie. The attempt goes on. */
export async function recordBrowserMismatch(db: Db, stateHash: Buffer, now: Date): Promise<void> {
    const step = 'came_back_elsewhere';
    await db
        .updateTable('attempts')
        .set({ timeline: withStep(step, now) })
        .where('state_hash', '=', stateHash)
        .where(sql<boolean>`not timeline @> ${JSON.stringify([{ step }])}::jsonb`)
        .execute();
}

/** Cancels the attempts of deleted sessions; parked grants are left to `claimParked`. */
export async function cancelAttemptsOf(db: Db, environmentId: string, sessionIds: string[], now: Date): Promise<void> {
    await db
        .updateTable('attempts')
        .set({ ...endedColumns(now), status: 'cancelled', code: 'cancelled', timeline: withStep('cancelled', now) })
        .where('environment_id', '=', environmentId)
        // One parameter however many there are, so that it stays one prepared statement.
        .where('session_id', '=', sql<string>`any(${sessionIds}::uuid[])`)
        .where('status', 'in', runningStatuses)
        .execute();
}

/** Expires a batch of overdue attempts; parked grants are left to `claimParked`. */
export async function expireAttempts(db: Db, now: Date): Promise<number> {
    const overdue = db
        .selectFrom('attempts')
        .where('expires_at', '<=', now)
        .where(isRunning)
        .where((where) => where.or([where('working_until', 'is', null), where('working_until', '<=', now)]))
        .select(['environment_id', 'id'])
        .limit(sql.lit(batchSize));
    const result = await db
        .updateTable('attempts')
        .set({ ...endedColumns(now), status: 'expired', code: 'timeout', timeline: withStep('expired', now) })
        .where((where) => where(where.refTuple('environment_id', 'id'), 'in', overdue.$asTuple('environment_id', 'id')))
        .where('status', 'in', runningStatuses)
        .executeTakeFirst();
    return Number(result.numUpdatedRows);
}

export interface AttemptFilter {
    ref?: string | undefined;
    integrationKey?: string | undefined;
    endUserId?: string | undefined;
    /** Those that wait for approval, and can be continued, at this time. */
    waitingAt?: Date | undefined;
    isReconnect?: boolean | undefined;
    limit: number;
    page: number;
}

export type ListedAttempt = AttemptRow & { unique_key: string; provider: string; provider_name: string | null };

/** An environment's attempts, newest first. */
export function listAttempts(db: Db, environmentId: string, filter: AttemptFilter): Promise<ListedAttempt[]> {
    const { ref, integrationKey, endUserId, waitingAt, isReconnect } = filter;
    return (
        db
            .selectFrom('attempts')
            .innerJoin('integrations', (join) =>
                join
                    .onRef('integrations.environment_id', '=', 'attempts.environment_id')
                    .onRef('integrations.id', '=', 'attempts.integration_id')
                    .on('integrations.deleted_at', 'is', null)
            )
            .selectAll('attempts')
            .select(['integrations.unique_key', 'integrations.provider', 'integrations.display_name as provider_name'])
            .where('attempts.environment_id', '=', environmentId)
            .$if(ref !== undefined, (query) => query.where('attempts.ref', '=', ref ?? ''))
            // By id, so that the index on integration and age is used.
            .$if(integrationKey !== undefined, (query) =>
                query.where('attempts.integration_id', '=', ({ selectFrom }) =>
                    selectFrom('integrations as wanted')
                        .select('wanted.id')
                        .where('wanted.environment_id', '=', environmentId)
                        .where('wanted.unique_key', '=', integrationKey ?? '')
                )
            )
            .$if(endUserId !== undefined, (query) => query.where('attempts.end_user_id', '=', endUserId ?? ''))
            .$if(waitingAt !== undefined, (query) => query.where(waitsForApproval(waitingAt ?? new Date(0))))
            .$if(isReconnect !== undefined, (query) => query.where('attempts.is_reconnect', '=', isReconnect ?? false))
            .orderBy('attempts.created_at', 'desc')
            .orderBy('attempts.id', 'desc')
            .limit(filter.limit)
            .offset(filter.page * filter.limit)
            .execute()
    );
}

/** Some of an integration's attempts, in the order of an index: the table may hold many others. */
export function findAttemptsOf(db: Db, environmentId: string, integrationId: string, limit: number): Promise<AttemptRow[]> {
    return db
        .selectFrom('attempts')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('integration_id', '=', integrationId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
}

/** @returns the ids of those that were still there */
export async function deleteAttempts(db: Db, environmentId: string, ids: string[]): Promise<string[]> {
    const rows = await db
        .deleteFrom('attempts')
        .where('environment_id', '=', environmentId)
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .returning('id')
        .execute();
    return rows.map(({ id }) => id);
}

/** Removes personal data from a batch: account labels, the provider's text, and the return page. */
export async function clearPersonalData(db: Db, before: Date): Promise<number> {
    const old = db
        .selectFrom('attempts')
        .select(['environment_id', 'id'])
        .where('expires_at', '<', before)
        // As in the partial index.
        .where(sql<boolean>`(was_label is not null or now_label is not null or provider_text is not null or return_to is not null)`)
        .limit(sql.lit(batchSize));
    const result = await db
        .updateTable('attempts')
        .set({ was_label: null, now_label: null, provider_text: null, return_to: null })
        .where((where) => where(where.refTuple('environment_id', 'id'), 'in', old.$asTuple('environment_id', 'id')))
        .executeTakeFirst();
    return Number(result.numUpdatedRows);
}
