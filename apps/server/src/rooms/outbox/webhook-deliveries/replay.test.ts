import { createWebhookEndpoint, listWebhookDeliveries, replayWebhookDeliveries } from '@patchbay/contracts';
import { startTestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhookApp, type WebhookApp } from './receiver.fixtures.ts';

const patience = { timeout: 30_000 };
let app: WebhookApp;
beforeAll(async () => {
    app = await startWebhookApp();
});
afterAll(() => app[Symbol.asyncDispose]());

async function received(path: string, count: number): Promise<void> {
    await expect.poll(() => app.receiver.at(path).length, patience).toBe(count);
}
const idsAt = (path: string) => app.receiver.at(path).map(({ headers }) => headers['webhook-id']);

test('a backend replays single deliveries and single events by their ids, and those alone are sent again', async () => {
    const { id } = await app.endpoint('/by-id', { event_types: ['auth'] });
    const { id: other } = await app.endpoint('/other', { event_types: ['auth'] });
    for (const name of ['one', 'two', 'three']) await app.connect(name);
    await received('/by-id', 3);
    await received('/other', 3);
    const read = async (at: string) => (await app.call(listWebhookDeliveries, { query: { endpoint_id: at, status: 'delivered' } })).data;
    // What is pending is not replayed.
    for (const each of [id, other]) await expect.poll(async () => (await read(each)).length, patience).toBe(3);
    const [first, second] = await read(id);
    const byDelivery = await app.call(replayWebhookDeliveries, { body: { delivery_ids: [first?.id ?? ''] } });
    expect(byDelivery.data).toEqual({ replayed: 1, next_cursor: null });
    await received('/by-id', 4);
    const byEvent = await app.call(replayWebhookDeliveries, { body: { event_ids: [second?.event_id ?? ''] } });
    expect(byEvent.data).toEqual({ replayed: 2, next_cursor: null });
    await received('/by-id', 5);
    await received('/other', 4);
    expect(idsAt('/by-id').slice(3)).toEqual([first?.event_id, second?.event_id]);
    const unknown = await app.call(replayWebhookDeliveries, { body: { delivery_ids: [second?.event_id ?? ''] } });
    expect(unknown.data).toEqual({ replayed: 0, next_cursor: null });
});

test('a backend replays what happened between two times, and nothing before or after', async () => {
    const { id } = await app.endpoint('/between', { event_types: ['auth'] });
    const at = () => app.clock.now().toISOString();
    const times: string[] = [];
    for (const [index, name] of ['before', 'first', 'second', 'after'].entries()) {
        times.push(at());
        await app.connect(`between-${name}`);
        await received('/between', index + 1);
        app.clock.advance(60_000);
    }
    // What is pending is not replayed.
    const delivered = () => app.call(listWebhookDeliveries, { query: { endpoint_id: id, status: 'delivered' } });
    await expect.poll(async () => (await delivered()).data.length, patience).toBe(4);
    const [, from, , to] = times;
    const { data } = await app.call(replayWebhookDeliveries, {
        body: { endpoint_id: id, from: from ?? '', to: to ?? '', only_failed: false }
    });
    expect(data).toEqual({ replayed: 2, next_cursor: null });
    await received('/between', 6);
    const again = app.receiver.at('/between').slice(4);
    expect(again.map(({ json }) => String(json['connectionId'])).toSorted()).toEqual(['between-first', 'between-second']);
});

test('a replay of all that an endpoint missed makes one delivery of each event, in however many pages', async () => {
    await using idle = await startTestApp();
    // One more than a page holds.
    const count = 5001;
    await sql`insert into events (environment_id, id, type, payload, created_at, position)
        select id, gen_random_uuid(), 'sync', '{"type":"sync"}', ${idle.clock.now()}, nextval('event_positions')
        from environments, generate_series(1, ${sql.lit(count)}) where name = 'dev'`.execute(idle.db);
    const { data: endpoint } = await idle.call(createWebhookEndpoint, { body: { url: 'https://example.com/' } });
    const from = new Date(idle.clock.now().getTime() - 3_600_000).toISOString();
    const pages: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
        const body = { endpoint_id: endpoint.id, from, only_failed: false, ...(cursor === undefined ? {} : { cursor }) };
        const { data } = await idle.call(replayWebhookDeliveries, { body });
        pages.push(data.replayed);
        cursor = data.next_cursor;
        // As fast as a worker can be: all are delivered before the next page is asked for.
        await sql`update webhook_deliveries set status = 'delivered', due_at = null, attempts = 1`.execute(idle.db);
        await sql`analyze webhook_deliveries, events`.execute(idle.db);
        idle.clock.advance(1000);
    }
    expect(pages).toEqual([5000, 1]);
});
