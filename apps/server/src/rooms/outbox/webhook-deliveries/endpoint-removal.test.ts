import {
    createWebhookEndpoint,
    deleteWebhookEndpoint,
    getWebhookEndpoint,
    listWebhookDeliveries,
    listWebhookEndpoints,
    replayWebhookDeliveries
} from '@patchbay/contracts';
import { startTestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cleanUp } from '../../../clean-up.ts';

const many = 2500;

test('an endpoint with many deliveries is gone at once, with what it was to get, and no statement deletes more than a thousand rows', async () => {
    await using app = await startTestApp();
    const make = async () => (await app.call(createWebhookEndpoint, { body: { url: 'https://example.com/' } })).data.id;
    const [gone, kept] = [await make(), await make()];
    await sql`with made as (
            insert into events (environment_id, id, type, payload, created_at)
            select environment_id, gen_random_uuid(), 'auth', '{}', ${app.clock.now()} from webhook_endpoints, generate_series(1, ${sql.lit(many)})
            where id = ${gone} returning environment_id, id
        )
        insert into webhook_deliveries (environment_id, endpoint_id, id, event_id, status, created_at)
        select made.environment_id, endpoints.id, gen_random_uuid(), made.id, 'exhausted', ${app.clock.now()}
        from made join webhook_endpoints as endpoints on endpoints.id = ${gone} or (endpoints.id = ${kept} and made.id < '08000000-0000-0000-0000-000000000000')`.execute(
        app.db
    );
    const left = async () =>
        (
            await sql<{
                count: number;
            }>`select count(*)::int as count from webhook_deliveries group by endpoint_id = ${kept} order by 1`.execute(app.db)
        ).rows;
    const [ofKept] = await left();
    // Counts what single statements delete.
    await sql`create table deleted (count int)`.execute(app.db);
    await sql`create function note() returns trigger language plpgsql as $$ begin insert into deleted select count(*) from gone; return null; end $$`.execute(
        app.db
    );
    await sql`create trigger note after delete on webhook_deliveries referencing old table as gone execute function note()`.execute(app.db);

    await app.call(deleteWebhookEndpoint, { params: { endpoint_id: gone } });
    expect((await app.call(listWebhookEndpoints, {})).data.map(({ id }) => id)).toEqual([kept]);
    for (const call of [
        () => app.call(getWebhookEndpoint, { params: { endpoint_id: gone } }),
        () => app.call(deleteWebhookEndpoint, { params: { endpoint_id: gone } }),
        () => app.call(replayWebhookDeliveries, { body: { endpoint_id: gone } })
    ])
        await expect(call()).rejects.toMatchObject({ code: 'not_found' });
    const { data } = await app.call(listWebhookDeliveries, { query: { limit: 100 } });
    expect(new Set(data.map(({ endpoint_id: id }) => id))).toEqual(new Set([kept]));
    const from = new Date(app.clock.now().getTime() - 3_600_000).toISOString();
    expect((await app.call(replayWebhookDeliveries, { body: { from } })).data.replayed).toBe(ofKept?.count);

    await cleanUp(app.server.deps);
    expect(await left()).toEqual([ofKept]);
    expect((await sql`select from webhook_endpoints`.execute(app.db)).rows).toHaveLength(1);
    const { rows } = await sql<{ most: number }>`select max(count) as most from deleted`.execute(app.db);
    expect(rows[0]?.most).toBe(1000);
});
