import type { Db, NewWebhookEndpointRow, WebhookEndpointRow } from '@patchbay/db';
import { sql } from 'kysely';

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
        .executeTakeFirstOrThrow();
    return count;
}

export function findEndpoints(db: Db, environmentId: string): Promise<WebhookEndpointRow[]> {
    return db
        .selectFrom('webhook_endpoints')
        .selectAll()
        .where('environment_id', '=', environmentId)
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
        .executeTakeFirst();
}

/** Locked until the transaction ends. @param id undefined: the one for the URLs of connections */
export function lockEndpoint(trx: Db, environmentId: string, id: string | undefined): Promise<WebhookEndpointRow | undefined> {
    const ofEnvironment = trx.selectFrom('webhook_endpoints').selectAll().where('environment_id', '=', environmentId);
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

export function updateEndpoint(
    db: Db,
    { environment_id: environmentId, id }: Pick<WebhookEndpointRow, 'environment_id' | 'id'>,
    changes: EndpointChanges
): Promise<WebhookEndpointRow | undefined> {
    return db
        .updateTable('webhook_endpoints')
        .set(changes)
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
}

/** Not the one for the URLs of connections, which is made anew with another key. */
export async function deleteEndpoint(db: Db, environmentId: string, id: string): Promise<boolean> {
    const result = await db
        .deleteFrom('webhook_endpoints')
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('url', 'is not', null)
        .executeTakeFirst();
    return result.numDeletedRows > 0n;
}

/** These have something to send now. They are locked in one order, so that two calls can wait. */
export async function markDue(trx: Db, environmentId: string, endpointIds: readonly string[], now: Date): Promise<void> {
    if (endpointIds.length === 0) return;
    await sql`
        with locked as (
            select id from webhook_endpoints
            where environment_id = ${environmentId} and id = any(${[...endpointIds]}::uuid[])
            order by id for no key update
        )
        update webhook_endpoints set due_at = least(due_at, ${now}::timestamptz)
        from locked
        where webhook_endpoints.environment_id = ${environmentId} and webhook_endpoints.id = locked.id`.execute(trx);
}
