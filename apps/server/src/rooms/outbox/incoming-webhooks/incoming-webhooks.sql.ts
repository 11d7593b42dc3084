import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { batchSize } from '../../../kernel/sql/in-batches.ts';

interface Owner {
    environmentId: string;
    integrationId: string;
}

/**
 * @param args.hashes in order, so that two webhooks never wait for each other
 * @returns the new ones
 */
export async function insertWebhookEvents(
    trx: Db,
    { environmentId, integrationId, webhookId, hashes, now }: Owner & { webhookId: string; hashes: readonly string[]; now: Date }
): Promise<string[]> {
    const { rows } = await sql<{ hash: string }>`
        insert into incoming_webhook_events (environment_id, integration_id, event_hash, webhook_id, received_at)
        select ${environmentId}::uuid, ${integrationId}::uuid, decode(hash, 'hex'), ${webhookId}::uuid, ${now}::timestamptz
        from unnest(${hashes}::text[]) as given (hash)
        on conflict (environment_id, integration_id, event_hash) do nothing
        returning encode(event_hash, 'hex') as hash`.execute(trx);
    return rows.map(({ hash }) => hash);
}

export async function insertIncomingWebhook(
    trx: Db,
    {
        environmentId,
        integrationId,
        id,
        headers,
        body,
        now
    }: Owner & { id: string; headers: Record<string, string>; body: Buffer; now: Date }
): Promise<void> {
    await trx
        .insertInto('incoming_webhooks')
        .values({
            environment_id: environmentId,
            integration_id: integrationId,
            id,
            headers: JSON.stringify(headers),
            body,
            received_at: now
        })
        .execute();
}

/** Adds to the day's counts; one statement, so that two servers add both. */
export async function addWebhookCounts(
    db: Db,
    counts: readonly { environmentId: string; integrationId: string; outcome: string; count: number; day: string }[]
): Promise<void> {
    await sql`
        insert into webhook_counts (environment_id, integration_id, day, outcome, count)
        select given.environment_id, given.integration_id, given.day, given.outcome, given.count
        from unnest(${counts.map((each) => each.environmentId)}::uuid[], ${counts.map((each) => each.integrationId)}::uuid[],
            ${counts.map((each) => each.day)}::date[], ${counts.map((each) => each.outcome)}::text[], ${counts.map((each) => each.count)}::bigint[])
            as given (environment_id, integration_id, day, outcome, count)
        where exists (select from integrations
            where integrations.environment_id = given.environment_id and integrations.id = given.integration_id)
        order by 1, 2, 3, 4
        on conflict (environment_id, integration_id, day, outcome) do update set count = webhook_counts.count + excluded.count`.execute(db);
}

/** Since that day. */
export async function readWebhookCounts(
    db: Db,
    { environmentId, integrationId }: Owner,
    since: Date
): Promise<{ outcome: string; count: number }[]> {
    const rows = await db
        .selectFrom('webhook_counts')
        .select(['outcome', sql<string>`sum(count)`.as('count')])
        .where('environment_id', '=', environmentId)
        .where('integration_id', '=', integrationId)
        .where('day', '>=', since)
        .groupBy('outcome')
        .execute();
    return rows.map(({ outcome, count }) => ({ outcome, count: Number(count) }));
}

/** Deletes a batch of what an integration has received. @returns how many rows */
export async function deleteWebhooksOf(db: Db, { environmentId, integrationId }: Owner): Promise<number> {
    const counts = await Promise.all(
        (['incoming_webhooks', 'incoming_webhook_events'] as const).map(async (table) => {
            const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
                select ctid from ${sql.table(table)}
                where environment_id = ${environmentId} and integration_id = ${integrationId} limit ${sql.lit(batchSize)}))`.execute(db);
            return Number(numAffectedRows ?? 0n);
        })
    );
    return Math.max(...counts);
}

export interface NewWebhookRun {
    id: string;
    connectionRowId: number;
    /** JSON. */
    input: string;
}

/** Of one sync. */
export async function insertWebhookRuns(
    trx: Db,
    { environmentId, name, now }: { environmentId: string; name: string; now: Date },
    runs: readonly NewWebhookRun[]
): Promise<void> {
    // The same for all connections of an account.
    const inputs = [...new Set(runs.map(({ input }) => input))];
    const places = new Map(inputs.map((input, place) => [input, place + 1]));
    await sql`
        insert into function_runs (environment_id, id, integration_id, connection_row_id, kind, name, variant, status, most_attempts,
            input, created_at)
        select ${environmentId}::uuid, given.id, connections.integration_id, given.connection, 'webhook', ${name}, 'base', 'queued', 3,
            (${inputs}::text[])[given.place], ${now}::timestamptz
        from unnest(${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ connectionRowId }) => connectionRowId)}::bigint[],
            ${runs.map(({ input }) => places.get(input))}::int[]) as given (id, connection, place)
        join connections on connections.environment_id = ${environmentId} and connections.id = given.connection`.execute(trx);
}
