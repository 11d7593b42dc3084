import type { Db, WebhookDeliveryRow } from '@patchbay/db';
import { sql } from 'kysely';
import type { Place } from './cursor.ts';
import { isFor } from './dispatch.sql.ts';

export interface DeliveryFilter {
    endpointId?: string | undefined;
    deliveryIds?: readonly string[] | undefined;
    eventIds?: readonly string[] | undefined;
    status?: WebhookDeliveryRow['status'] | undefined;
    from?: Date | undefined;
    to?: Date | undefined;
}

export type ListedDelivery = WebhookDeliveryRow & { type: string };

/** Those of a deleted endpoint are about to be removed. */
const isOfEndpoint = sql<boolean>`not exists (
    select from webhook_endpoints as deleted
    where deleted.environment_id = webhook_deliveries.environment_id and deleted.id = webhook_deliveries.endpoint_id
        and deleted.deleted_at is not null)`;

/** Newest first. */
export function findDeliveries(
    db: Db,
    environmentId: string,
    { endpointId, eventIds, status, from, to }: DeliveryFilter,
    { before, limit }: { before: Place | undefined; limit: number }
): Promise<ListedDelivery[]> {
    return (
        db
            .selectFrom('webhook_deliveries')
            .selectAll('webhook_deliveries')
            // A join could be planned as a scan of all events.
            .select(
                sql<string>`(select type from events
                where events.environment_id = webhook_deliveries.environment_id and events.id = webhook_deliveries.event_id)`.as('type')
            )
            .where('webhook_deliveries.environment_id', '=', environmentId)
            .where(isOfEndpoint)
            .$if(endpointId !== undefined, (query) => query.where('endpoint_id', '=', endpointId ?? ''))
            .$if(eventIds !== undefined, (query) => query.where('event_id', 'in', [...(eventIds ?? [])]))
            .$if(status !== undefined, (query) => query.where('status', '=', sql.lit(status ?? 'pending')))
            .$if(from !== undefined, (query) => query.where('webhook_deliveries.created_at', '>=', from ?? new Date(0)))
            .$if(to !== undefined, (query) => query.where('webhook_deliveries.created_at', '<', to ?? new Date(0)))
            .$if(before !== undefined, (query) =>
                query.where((where) =>
                    where(
                        where.refTuple('webhook_deliveries.created_at', 'webhook_deliveries.id'),
                        '<',
                        where.tuple(before?.at ?? new Date(0), before?.id ?? '')
                    )
                )
            )
            .orderBy('webhook_deliveries.created_at', 'desc')
            .orderBy('webhook_deliveries.id', 'desc')
            .limit(limit)
            .execute()
    );
}

export interface Replayed {
    id: string;
    endpoint_id: string;
    destination_id: string | null;
    created_at: Date;
}

/**
 * Makes deliveries pending again, the oldest first. Those that are pending are left as they are.
 * @param options.until when the replay began: what it made itself is left out
 * @param options.now when they are due
 */
export async function replayDeliveries(
    trx: Db,
    environmentId: string,
    { endpointId, deliveryIds, eventIds, status, from, to }: DeliveryFilter,
    { after, until, limit, now }: { after: Place; until: Date; limit: number; now: Date }
): Promise<Replayed[]> {
    const chosen = trx
        .selectFrom('webhook_deliveries')
        .select(['webhook_deliveries.id'])
        .where('webhook_deliveries.environment_id', '=', environmentId)
        .where('webhook_deliveries.status', '<>', 'pending')
        .where((where) =>
            where(where.refTuple('webhook_deliveries.created_at', 'webhook_deliveries.id'), '>', where.tuple(after.at, after.id))
        )
        .where('webhook_deliveries.created_at', '<=', until)
        .where(isOfEndpoint)
        .$if(endpointId !== undefined, (query) => query.where('endpoint_id', '=', endpointId ?? ''))
        .$if(deliveryIds !== undefined, (query) => query.where('webhook_deliveries.id', 'in', [...(deliveryIds ?? [])]))
        .$if(eventIds !== undefined, (query) => query.where('event_id', 'in', [...(eventIds ?? [])]))
        .$if(status !== undefined, (query) => query.where('status', '=', sql.lit(status ?? 'pending')))
        .$if(from !== undefined, (query) => query.where('created_at', '>=', from ?? new Date(0)))
        .$if(to !== undefined, (query) => query.where('created_at', '<', to ?? new Date(0)))
        .orderBy('webhook_deliveries.created_at')
        .orderBy('webhook_deliveries.id')
        .limit(sql.lit(limit))
        .forUpdate();
    return trx
        .with('chosen', () => chosen)
        .updateTable('webhook_deliveries')
        .from('chosen')
        .set({ status: 'pending', failures: 0, due_at: now, failure: null, started_at: null })
        .where('webhook_deliveries.environment_id', '=', environmentId)
        .whereRef('webhook_deliveries.id', '=', 'chosen.id')
        .returning([
            'webhook_deliveries.id',
            'webhook_deliveries.endpoint_id',
            'webhook_deliveries.destination_id',
            'webhook_deliveries.created_at'
        ])
        .execute();
}

/** Deliveries of the events that an endpoint would get now and never got. @returns how many */
export async function insertMissedDeliveries(
    trx: Db,
    { environmentId, endpointId }: { environmentId: string; endpointId: string },
    { eventIds, from, to }: DeliveryFilter,
    { limit, now, createdAt }: { limit: number; now: Date; createdAt: Date }
): Promise<number> {
    const { numAffectedRows } = await sql`
        insert into webhook_deliveries (environment_id, endpoint_id, id, event_id, status, due_at, created_at)
        select events.environment_id, endpoints.id, gen_random_uuid(), events.id, 'pending', ${now}, ${createdAt}
        from events
        join webhook_endpoints as endpoints on endpoints.environment_id = events.environment_id and endpoints.id = ${endpointId}
        where events.environment_id = ${environmentId} and events.position is not null and ${isFor}
            ${eventIds ? sql`and events.id = any(${[...eventIds]}::uuid[])` : sql``}
            ${from ? sql`and events.created_at >= ${from}` : sql``}
            ${to ? sql`and events.created_at < ${to}` : sql``}
            and not exists (
                select from webhook_deliveries as made
                where made.environment_id = events.environment_id and made.event_id = events.id and made.endpoint_id = endpoints.id)
        order by events.position
        limit ${limit}
        on conflict do nothing`.execute(trx);
    return Number(numAffectedRows ?? 0n);
}

export interface ListedEvent {
    id: string;
    position: number;
    payload: Record<string, unknown>;
    created_at: Date;
}

/** Those that have a place, in their order. */
export async function findEventsAfter(db: Db, environmentId: string, position: number, limit: number): Promise<ListedEvent[]> {
    const rows = await db
        .selectFrom('events')
        .select(['id', 'position', 'payload', 'created_at'])
        .where('environment_id', '=', environmentId)
        .where('position', '>', position)
        .orderBy('position')
        .limit(limit)
        .execute();
    return rows.map((row) => ({ ...row, position: row.position ?? 0 }));
}
