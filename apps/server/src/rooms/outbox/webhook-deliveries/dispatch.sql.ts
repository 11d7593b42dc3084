import { eventsToName } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { destinationOf } from './destinations.sql.ts';

/**
 * One at a time gives places to an environment's events, so that they are seen in order.
 * @returns false while another does
 */
export async function lockOrderOfEvents(trx: Db, environmentId: string): Promise<boolean> {
    const { rows } = await sql<{ is_mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('events/' || ${environmentId}, 0)) as is_mine`.execute(trx);
    return rows[0]?.is_mine ?? false;
}

export interface PlacedEvent {
    id: string;
    /** It goes to the connection's own URL. */
    has_url: boolean;
}

/** Gives places to the oldest events without one. @param limit few values: a plan for each */
export async function placeEvents(trx: Db, environmentId: string, limit: number): Promise<PlacedEvent[]> {
    const { rows } = await sql<PlacedEvent>`
        with unplaced as (
            select id from events
            where environment_id = ${environmentId} and position is null
            order by created_at, id
            limit ${sql.lit(limit)}
        ), placed as (
            select id, nextval('event_positions') as position from unplaced
        )
        update events set position = placed.position from placed
        where events.environment_id = ${environmentId} and events.id = placed.id
        returning events.id, events.webhook_url is not null as has_url`.execute(trx);
    return rows;
}

/** Some environments with events that have waited longer than their job takes. */
export async function findEnvironmentsBehind(db: Db, before: Date, limit: number): Promise<string[]> {
    // Skips from one environment to the next, however many events each has.
    const { rows } = await sql<{ environment_id: string }>`
        with recursive behind as (
            (select environment_id from events where position is null order by environment_id limit 1)
            union all
            select (select events.environment_id from events
                where events.position is null and events.environment_id > behind.environment_id
                order by events.environment_id limit 1)
            from behind where behind.environment_id is not null
        )
        select environment_id from behind
        where environment_id is not null and exists (
            select from events where events.environment_id = behind.environment_id and position is null and created_at < ${before})
        limit ${limit}`.execute(db);
    return rows.map(({ environment_id: id }) => id);
}

/** When the oldest event without a place was recorded; undefined: all have one. */
export async function findOldestUnplaced(db: Db): Promise<Date | undefined> {
    // As above: one index entry of each environment, however many events wait.
    const { rows } = await sql<{ oldest: Date | null }>`
        with recursive behind as (
            (select environment_id, created_at from events where position is null order by environment_id, created_at limit 1)
            union all
            select next.environment_id, next.created_at
            from behind, lateral (select events.environment_id, events.created_at from events
                where events.position is null and events.environment_id > behind.environment_id
                order by events.environment_id, events.created_at limit 1) as next
        )
        select min(created_at) as oldest from behind`.execute(db);
    return rows[0]?.oldest ?? undefined;
}

/**
 * Makes the deliveries of events: to the connection's own URL where it has one, else to every
 * endpoint that asked for them and was there before.
 * @returns the endpoints that got some for their own URL
 */
export async function insertDeliveries(trx: Db, environmentId: string, eventIds: readonly string[], now: Date): Promise<string[]> {
    const { rows } = await sql<{ endpoint_id: string }>`
        with made as (
            insert into webhook_deliveries (environment_id, endpoint_id, id, event_id, status, due_at, created_at, destination_id)
            select events.environment_id, endpoints.id, gen_random_uuid(), events.id, 'pending', ${now}, ${now},
                case when endpoints.url is null then ${destinationOf} end
            from events
            join webhook_endpoints as endpoints on endpoints.environment_id = events.environment_id
            where events.environment_id = ${environmentId} and events.id = any(${[...eventIds]}::uuid[])
                and endpoints.disabled_at is null
                and ${isFor}
                -- Those that the previous version made have no number, and were there before the others.
                and (endpoints.url is null or coalesce(endpoints.recording, 0) <= coalesce(events.recording, 0))
            on conflict do nothing
            returning endpoint_id, destination_id
        )
        select distinct endpoint_id from made where destination_id is null`.execute(trx);
    return rows.map(({ endpoint_id: id }) => id);
}

/**
 * Whether an endpoint gets an event, as far as URL and filter decide. A link to reconnect also goes
 * to the URL of its own of a connection, for which events cannot be named.
 */
export const isFor = sql`(endpoints.url is null) = (events.webhook_url is not null)
    and ((endpoints.event_types = '{}' and (events.type not in (${sql.join(eventsToName.map((name) => sql.lit(name)))})
            or (endpoints.url is null and events.type = 'connection.reconnect_link')))
        or endpoints.event_types && array[events.type, events.type || '.' || (events.payload ->> 'operation')])`;
