import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { hostOf } from './receivers.sql.ts';

/** By which a URL of connections is known. */
export const destinationOf = sql`md5(events.webhook_url)::uuid`;

/** Makes what takes turns for the URLs of these events, each due now. */
export async function insertDestinations(trx: Db, environmentId: string, eventIds: readonly string[], now: Date): Promise<void> {
    await sql`
        insert into webhook_destinations (environment_id, id, endpoint_id, host, used_at, due_at)
        select distinct events.environment_id, ${destinationOf}, endpoints.id, ${hostOf(sql`events.webhook_url`)},
            ${now}::timestamptz, ${now}::timestamptz
        from events
        join webhook_endpoints as endpoints on endpoints.environment_id = events.environment_id and endpoints.url is null
        where events.environment_id = ${environmentId} and events.id = any(${[...eventIds]}::uuid[]) and events.webhook_url is not null
        order by 2
        on conflict (environment_id, id) do update
            set endpoint_id = excluded.endpoint_id, host = excluded.host, used_at = excluded.used_at,
                due_at = least(webhook_destinations.due_at, excluded.due_at)`.execute(trx);
}

/** Gives deliveries that have none the destination of their event's URL. */
export async function setDestinations(trx: Db, environmentId: string, deliveryIds: readonly string[]): Promise<void> {
    await sql`
        update webhook_deliveries set destination_id = ${destinationOf}
        from events
        where webhook_deliveries.environment_id = ${environmentId} and webhook_deliveries.id = any(${[...deliveryIds]}::uuid[])
            and events.environment_id = webhook_deliveries.environment_id and events.id = webhook_deliveries.event_id`.execute(trx);
}

/** All that one endpoint signs for: it may send again. */
export async function markDestinationsDue(db: Db, environmentId: string, endpointId: string, now: Date): Promise<void> {
    await sql`
        with locked as (
            select id from webhook_destinations
            where environment_id = ${environmentId} and endpoint_id = ${endpointId}
            order by id for no key update
        )
        update webhook_destinations set due_at = least(due_at, ${now}::timestamptz)
        from locked
        where webhook_destinations.environment_id = ${environmentId} and webhook_destinations.id = locked.id`.execute(db);
}
