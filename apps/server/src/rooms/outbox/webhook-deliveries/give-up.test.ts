import { listEvents, listWebhookDeliveries, patchbayEvent } from '@patchbay/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWebhookApp, type WebhookApp } from './receiver.fixtures.ts';

const hourMs = 3_600_000;
const patience = { timeout: 20_000 };
let app: WebhookApp;
beforeAll(async () => {
    app = await startWebhookApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.receiver.respond((response, { path }) => response.writeHead(path.startsWith('/broken') ? 500 : 200).end()));

const given = async () => (await app.call(listWebhookDeliveries, { query: { status: 'exhausted', limit: 100 } })).data;
const failedOnce = async () =>
    (await app.call(listWebhookDeliveries, { query: { status: 'pending', limit: 100 } })).data.filter(
        ({ attempts, failure }) => attempts === 1 && failure !== null
    );
const alertsAbout = async (text: string) => {
    const { data } = await app.call(listEvents, { query: { limit: 1000 } });
    return data
        .map(({ payload }) => payload)
        .filter(({ code, message }) => code === 'delivery_exhausted' && String(message).includes(text));
};

/** Once that many deliveries have failed for the first time, the next failure is their last. */
async function giveUp(count: number): Promise<void> {
    const before = (await given()).length;
    await expect.poll(async () => (await failedOnce()).length, patience).toBe(count);
    await sql`update webhook_deliveries set failures = 9 where status = 'pending'`.execute(app.db);
    app.clock.advance(10_000);
    await expect.poll(async () => (await given()).length, patience).toBe(before + count);
}

test('a customer is told once of an endpoint whose deliveries are given up, and again when that still happens after three days', async () => {
    const { id } = await app.endpoint('/broken', { event_types: ['auth'] });
    await app.endpoint('/told', { event_types: ['alert'] });
    for (const name of ['one', 'two', 'three']) await app.connect(name);
    await giveUp(3);
    await expect.poll(() => app.receiver.at('/told').map(({ json }) => json), patience).toHaveLength(1);
    const [told] = app.receiver.at('/told');
    expect(patchbayEvent.parse(told?.json)).toMatchObject({
        type: 'alert',
        code: 'delivery_exhausted',
        message: expect.stringMatching(/\/broken.*It responded with 500.*status=exhausted.*replay/),
        subject: { type: 'webhook_endpoint', id }
    });
    app.clock.advance(71 * hourMs);
    await app.connect('four');
    await giveUp(1);
    expect(await alertsAbout('/broken,')).toHaveLength(1);
    app.clock.advance(2 * hourMs);
    await app.connect('five');
    await giveUp(1);
    await expect.poll(() => alertsAbout('/broken,'), patience).toHaveLength(2);
});

test('of a URL of a connection that is given up the customer is told, and once of each', async () => {
    for (const name of ['a', 'a', 'b']) await app.connect(`own-${name}`, { webhook_url_override: app.receiver.url(`/broken-${name}`) });
    await giveUp(3);
    for (const path of ['/broken-b,', '/broken-a,']) await expect.poll(() => alertsAbout(path), patience).toHaveLength(1);
});

test('that an alert could not be delivered causes no other alert', async () => {
    await app.endpoint('/broken-alerts', { event_types: ['alert'] });
    await app.connect('own-c', { webhook_url_override: app.receiver.url('/broken-c') });
    await giveUp(1);
    await expect.poll(() => alertsAbout('/broken-c,'), patience).toHaveLength(1);
    await giveUp(1);
    expect((await given()).filter(({ event_type: type }) => type === 'alert')).toHaveLength(1);
    expect(await alertsAbout('/broken-alerts')).toEqual([]);
});
