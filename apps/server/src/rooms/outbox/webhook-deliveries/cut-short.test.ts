import type { ServerResponse } from 'node:http';
import { listEvents, listWebhookDeliveries, replayWebhookDeliveries } from '@patchbay/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhookApp, type WebhookApp } from './receiver.fixtures.ts';

const leaseMs = 30_000;
const patience = { timeout: 20_000 };
let app: WebhookApp;
/** Requests that the receiver has not responded to: the last one of each path, and all of them. */
let held: Map<string, ServerResponse>;
const begun: ServerResponse[] = [];
beforeAll(async () => {
    app = await startWebhookApp();
});
afterAll(async () => {
    for (const response of begun) response.destroy();
    await app[Symbol.asyncDispose]();
});

const deliveryTo = async (endpointId: string) => (await app.call(listWebhookDeliveries, { query: { endpoint_id: endpointId } })).data[0];
async function arrivals(path: string, count: number): Promise<void> {
    await expect.poll(() => app.receiver.at(path).length, patience).toBe(count);
}

function hold(): void {
    held = new Map();
    app.receiver.respond((response, { path }) => {
        if (path === '/told') return void response.end();
        held.set(path, response);
        begun.push(response);
    });
}

/** Its server is gone, as far as another one can tell: the lease ends, and no result is there. */
async function cutShort(endpointId: string, attempts: number) {
    app.clock.advance(leaseMs + 1);
    const now = app.clock.now().getTime();
    await expect.poll(async () => Date.parse((await deliveryTo(endpointId))?.attempted_at ?? ''), patience).toBeGreaterThanOrEqual(now);
    const delivery = await deliveryTo(endpointId);
    expect(delivery).toMatchObject({ status: 'pending', attempts, response_status: null, failure: expect.stringMatching(/interrupted/) });
    return delivery;
}

test('an attempt that a kill cuts short is counted, others follow by the schedule from the second on, and its late response changes nothing', async () => {
    hold();
    const { id } = await app.endpoint('/killed', { event_types: ['auth.creation'] });
    await app.connect('killed');
    await arrivals('/killed', 1);
    expect(await deliveryTo(id)).toMatchObject({ status: 'pending', attempts: 1, attempted_at: null });
    const first = await cutShort(id, 1);
    const waitMs = Date.parse(first?.next_attempt_at ?? '') - Date.parse(first?.attempted_at ?? '');
    expect(waitMs).toBeGreaterThanOrEqual(4000);
    expect(waitMs).toBeLessThanOrEqual(6000);
    const late = held.get('/killed');

    app.clock.advance(6001);
    await arrivals('/killed', 2);
    late?.writeHead(500).end();
    await cutShort(id, 2);
    app.clock.advance(6001);
    await arrivals('/killed', 3);
    const third = await cutShort(id, 3);
    const longerMs = Date.parse(third?.next_attempt_at ?? '') - Date.parse(third?.attempted_at ?? '');
    expect(longerMs).toBeGreaterThanOrEqual(240_000);
    app.receiver.respond((response) => response.end());
    app.clock.advance(361_000);
    await expect.poll(() => deliveryTo(id), patience).toMatchObject({ status: 'delivered', attempts: 4, failure: null });
    expect(new Set(app.receiver.at('/killed').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('a delivery whose every attempt is cut short is given up, the customer is told, and a replay sends it once', async () => {
    hold();
    const { id } = await app.endpoint('/crashes', { event_types: ['auth.creation'] });
    await app.endpoint('/told', { event_types: ['alert'] });
    await app.connect('crashes');
    await arrivals('/crashes', 1);
    await cutShort(id, 1);
    await sql`update webhook_deliveries set failures = 9 where endpoint_id = ${id}`.execute(app.db);
    app.clock.advance(6001);
    await arrivals('/crashes', 2);
    app.clock.advance(leaseMs + 1);
    await expect.poll(() => deliveryTo(id), patience).toMatchObject({ status: 'exhausted', attempts: 2, next_attempt_at: null });
    const { data: events } = await app.call(listEvents, { query: { limit: 1000 } });
    expect(events.map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ code: 'delivery_exhausted', message: expect.stringMatching(/\/crashes.*interrupted/) })
    );

    app.receiver.respond((response) => response.end());
    await app.call(replayWebhookDeliveries, { body: { endpoint_id: id } });
    await expect.poll(() => deliveryTo(id), patience).toMatchObject({ status: 'delivered', attempts: 3 });
    expect(app.receiver.at('/crashes')).toHaveLength(3);
});

test('a kill during a late attempt costs the receiver none of its own, and what a server of the release before has left is no attempt', async () => {
    hold();
    const { id } = await app.endpoint('/last', { event_types: ['auth.creation'] });
    await app.connect('last');
    await arrivals('/last', 1);
    await sql`update webhook_deliveries set failures = 9, attempts = 10 where endpoint_id = ${id}`.execute(app.db);
    await cutShort(id, 10);
    app.receiver.respond((response) => void response.writeHead(500).end());
    await sql`update webhook_deliveries set failures = 2, started_at = attempted_at - interval '1 minute' where endpoint_id = ${id}`.execute(
        app.db
    );
    app.clock.advance(6001);
    await expect.poll(() => deliveryTo(id), patience).toMatchObject({ status: 'pending', attempts: 11, response_status: 500 });
    expect(app.receiver.at('/last')).toHaveLength(2);
});

test('a response that arrives after the lease, before another attempt, still counts', async () => {
    hold();
    const { id } = await app.endpoint('/late', { event_types: ['auth.creation'] });
    await app.connect('late');
    await arrivals('/late', 1);
    await cutShort(id, 1);
    held.get('/late')?.end();
    await expect.poll(() => deliveryTo(id), patience).toMatchObject({ status: 'delivered', attempts: 1 });
    app.clock.advance(6001);
    await app.connect('after');
    await arrivals('/late', 2);
    expect(app.receiver.at('/late').map(({ json }) => json['connectionId'])).toEqual(['late', 'after']);
});
