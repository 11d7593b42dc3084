import type { EventName } from '@patchbay/contracts';
import type { Db, NewWebhookEndpointRow, WebhookEndpointRow } from '@patchbay/db';
import { sql } from 'kysely';
import { batchSize } from '../../../kernel/sql/in-batches.ts';

/** Why an endpoint is disabled that Patchbay would still send to. */
export const disabledByRequest = 'It was disabled by request.';

/** Nothing, where there is one for the URLs of connections already. */
export async function insertEndpoint(db: Db, row: NewWebhookEndpointRow): Promise<WebhookEndpointRow | undefined> {
    return db
        .insertInto('webhook_endpoints')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
}

export async function countEndpoints(db: Db, environmentId: string): Promise<number> {
    const { count } = await db
        .selectFrom('webhook_endpoints')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('environment_id', '=', environmentId)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
    return count;
}

/** Those in use that name an event. */
export async function countEndpointsThatName(db: Db, environmentId: string, name: EventName): Promise<number> {
    const { count } = await db
        .selectFrom('webhook_endpoints')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('environment_id', '=', environmentId)
        .where('url', 'is not', null)
        .where('disabled_at', 'is', null)
        .where(sql<boolean>`${name} = any(event_types)`)
        .executeTakeFirstOrThrow();
    return count;
}

export function findEndpoints(db: Db, environmentId: string): Promise<WebhookEndpointRow[]> {
    return db
        .selectFrom('webhook_endpoints')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('deleted_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
}

export function findEndpoint(db: Db, environmentId: string, id: string): Promise<WebhookEndpointRow | undefined> {
    return db
        .selectFrom('webhook_endpoints')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
}

/** Locked until the transaction ends. @param id undefined: the one for the URLs of connections */
export function lockEndpoint(trx: Db, environmentId: string, id: string | undefined): Promise<WebhookEndpointRow | undefined> {
    const ofEnvironment = trx
        .selectFrom('webhook_endpoints')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('deleted_at', 'is', null);
    return (id === undefined ? ofEnvironment.where('url', 'is', null) : ofEnvironment.where('id', '=', id))
        .forNoKeyUpdate()
        .executeTakeFirst();
}

interface EndpointChanges {
    url?: string | undefined;
    description?: string | null | undefined;
    event_types?: string[] | undefined;
    signing_keys?: Buffer;
    disabled_at?: Date | null;
    disabled_reason?: string | null;
    failing_since?: Date | null;
    warnings?: number;
    due_at?: Date;
    updated_at?: Date;
}

/** @param expectedAt only where it was last changed then, in ms */
export function updateEndpoint(
    db: Db,
    { environment_id: environmentId, id }: Pick<WebhookEndpointRow, 'environment_id' | 'id'>,
    changes: EndpointChanges,
    expectedAt?: Date
): Promise<WebhookEndpointRow | undefined> {
    return db
        .updateTable('webhook_endpoints')
        .set(changes)
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .$if(expectedAt !== undefined, (query) => query.where(sql`date_trunc('milliseconds', updated_at)`, '=', expectedAt ?? null))
        .returningAll()
        .executeTakeFirst();
}

/**
 * Hides an endpoint; the clean-up removes its deliveries and then it. Not the one for the URLs of
 * connections, which is made anew with another key.
 */
export async function hideEndpoint(db: Db, environmentId: string, id: string, now: Date): Promise<boolean> {
    const result = await db
        .updateTable('webhook_endpoints')
        // A server of the release before sees it as disabled.
        .set({ deleted_at: now, disabled_at: now, disabled_reason: 'It was deleted.', due_at: null, updated_at: now })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('url', 'is not', null)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
    return result.numUpdatedRows > 0n;
}

/** Deletes one batch of the deliveries of deleted endpoints. @returns how many */
export async function deleteDeliveriesOfDeleted(db: Db): Promise<number> {
    const { numAffectedRows } = await sql`
        delete from webhook_deliveries
        where (environment_id, id) in (
            select deliveries.environment_id, deliveries.id
            from webhook_endpoints as endpoints
            cross join lateral (
                select environment_id, id from webhook_deliveries
                where environment_id = endpoints.environment_id and endpoint_id = endpoints.id
                limit ${sql.lit(batchSize)}
            ) as deliveries
            where endpoints.deleted_at is not null
            limit ${sql.lit(batchSize)}
        )`.execute(db);
    return Number(numAffectedRows ?? 0n);
}

/** Deletes those that have no deliveries any more. @returns how many */
export async function deleteEmptyEndpoints(db: Db): Promise<number> {
    const { numAffectedRows } = await sql`
        delete from webhook_endpoints
        where (environment_id, id) in (
            select environment_id, id from webhook_endpoints as endpoints
            where deleted_at is not null and not exists (
                select from webhook_deliveries
                where environment_id = endpoints.environment_id and endpoint_id = endpoints.id)
            limit ${sql.lit(batchSize)}
        )`.execute(db);
    return Number(numAffectedRows ?? 0n);
}
