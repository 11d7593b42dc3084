import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { isOf, type LeasedReceiver } from './receivers.sql.ts';

export interface DueDelivery {
    id: string;
    event_id: string;
    attempts: number;
    failures: number;
    type: string;
    payload: Record<string, unknown>;
    webhook_url: string | null;
    webhook_headers: string[] | null;
    trace_context: string | null;
    /** Its last attempt has no result. */
    is_cut_short: boolean;
    /** Of the last attempt that has a result. */
    failure: string | null;
    request_id: string | null;
}

/** A server of the release before leaves `started_at`, and stores when its own attempt ended. */
const isCutShort = sql<boolean>`started_at is not null and (attempted_at is null or attempted_at <= started_at)`.as('is_cut_short');

/** The deliveries of a receiver that are due, the longest due first. */
export function findDue(db: Db, leased: LeasedReceiver, now: Date, limit: number): Promise<DueDelivery[]> {
    return db
        .selectFrom('webhook_deliveries')
        .innerJoin('events', (join) =>
            join
                .onRef('events.environment_id', '=', 'webhook_deliveries.environment_id')
                .onRef('events.id', '=', 'webhook_deliveries.event_id')
        )
        .select([
            'webhook_deliveries.id',
            'webhook_deliveries.event_id',
            'webhook_deliveries.attempts',
            'webhook_deliveries.failures',
            'webhook_deliveries.failure',
            isCutShort,
            'events.type',
            'events.payload',
            'events.webhook_url',
            'events.webhook_headers',
            'events.trace_context',
            'events.request_id'
        ])
        .where('webhook_deliveries.environment_id', '=', leased.environment_id)
        .where(isOf(leased))
        .where('webhook_deliveries.status', '=', sql.lit('pending'))
        .where('webhook_deliveries.due_at', '<=', now)
        .orderBy('webhook_deliveries.due_at')
        .limit(limit)
        .execute();
}

/**
 * Counts an attempt that begins.
 * @returns false where another server has begun one meanwhile, or there is nothing to deliver
 */
export async function beginAttempt(db: Db, environmentId: string, { id, attempts }: DueDelivery, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
        .updateTable('webhook_deliveries')
        .set({ attempts: attempts + 1, started_at: now })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .where('attempts', '=', attempts)
        .executeTakeFirst();
    return numUpdatedRows > 0n;
}

export interface AttemptResult {
    status: 'pending' | 'delivered' | 'exhausted';
    dueAt: Date | null;
    responseStatus: number | null;
    failure: string | null;
    /** A failure that is not counted. */
    isExcused: boolean;
    now: Date;
}

/**
 * @param delivery.attempts with the one that this is the result of
 * @returns false where another attempt has begun meanwhile
 */
export async function recordResult(
    db: Db,
    environmentId: string,
    delivery: Pick<DueDelivery, 'id' | 'attempts' | 'failures'>,
    result: AttemptResult
): Promise<boolean> {
    const { numUpdatedRows } = await db
        .updateTable('webhook_deliveries')
        .set({
            status: result.status,
            failures: delivery.failures + (result.status === 'delivered' || result.isExcused ? 0 : 1),
            due_at: result.dueAt,
            response_status: result.responseStatus,
            failure: result.failure,
            attempted_at: result.now,
            started_at: null
        })
        .where('environment_id', '=', environmentId)
        .where('id', '=', delivery.id)
        .where('status', '=', 'pending')
        .where('attempts', '=', delivery.attempts)
        .executeTakeFirst();
    return numUpdatedRows > 0n;
}

/** Whether the customer was told since then of a delivery to the same place that was given up. */
export async function wasTold(trx: Db, environmentId: string, endpointId: string, delivery: { id: string }, since: Date): Promise<boolean> {
    const { rows } = await sql`
        select from webhook_deliveries as given
        join webhook_deliveries as told on told.environment_id = given.environment_id and told.endpoint_id = given.endpoint_id
        where given.environment_id = ${environmentId} and given.id = ${delivery.id}
            and told.endpoint_id = ${endpointId} and told.told_at > ${since}
            and told.destination_id is not distinct from given.destination_id
        limit 1`.execute(trx);
    return rows.length > 0;
}

export async function setTold(trx: Db, environmentId: string, delivery: { id: string }, now: Date): Promise<void> {
    await trx
        .updateTable('webhook_deliveries')
        .set({ told_at: now })
        .where('environment_id', '=', environmentId)
        .where('id', '=', delivery.id)
        .execute();
}

/** Beyond it, more make no difference to who looks. */
export const mostCounted = 10_000;

/** Deliveries that are not made, each count at most {@link mostCounted}. */
interface Backlog extends Record<string, number> {
    /** To be made now. */
    due: number;
    /** To be tried again later. */
    retrying: number;
    /** Their endpoint is disabled. */
    held: number;
    /** Given up. */
    exhausted: number;
}

/** @param environmentId absent: of all environments */
export async function countBacklog(db: Db, now: Date, environmentId?: string): Promise<Backlog> {
    const here = environmentId === undefined ? sql`` : sql`and environment_id = ${environmentId}`;
    const most = sql.lit(mostCounted);
    // By endpoint, as the index of what is pending is; each limit ends the look-ups.
    const count = (endpoints: string, which = sql``) => sql<number>`(
        select count(*) from (
            select from ${sql.table(endpoints)} as endpoints
            cross join lateral (
                select from webhook_deliveries as deliveries
                where deliveries.environment_id = endpoints.environment_id and deliveries.endpoint_id = endpoints.id
                    and deliveries.status = 'pending' ${which}
                -- As the index is, which else might not be used.
                order by deliveries.due_at
                limit ${most}
            ) as found
            limit ${most}
        ) as counted)`;
    const { rows } = await sql<Backlog>`
        with enabled as (
            select environment_id, id from webhook_endpoints where disabled_at is null and due_at is not null ${here}
            union all
            -- What it signs is due by its own URL.
            select environment_id, id from webhook_endpoints where disabled_at is null and due_at is null and url is null ${here}
        ), disabled as (
            select environment_id, id from webhook_endpoints where disabled_at is not null and deleted_at is null ${here}
        )
        select ${count('enabled', sql`and deliveries.due_at <= ${now}`)} as due,
            ${count('enabled', sql`and deliveries.due_at > ${now}`)} as retrying,
            ${count('disabled')} as held,
            (select count(*) from (select from webhook_deliveries where status = 'exhausted' ${here} limit ${most}) as found) as exhausted`.execute(
        db
    );
    return rows[0] ?? { due: 0, retrying: 0, held: 0, exhausted: 0 };
}
