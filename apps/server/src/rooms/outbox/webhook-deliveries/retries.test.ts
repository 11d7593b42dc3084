import {
    getWebhookEndpoint,
    listEvents,
    listWebhookDeliveries,
    replayWebhookDeliveries,
    rotateWebhookEndpointKey,
    testWebhookEndpoint,
    updateWebhookEndpoint
} from '@patchbay/contracts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { entriesOf } from '../../platform/request-log/request-log.fixtures.ts';
import { type Received, startWebhookApp, triedTimes, type WebhookApp } from './receiver.fixtures.ts';

const hourMs = 3_600_000;
let app: WebhookApp;
beforeAll(async () => {
    app = await startWebhookApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.receiver.respond((response) => response.end()));

/** Two seconds are many rounds of the deliverer; a busy machine takes longer for one. */
const patience = { timeout: 20_000 };
const received = (path: string, count: number): Promise<Received[]> =>
    vi.waitFor(() => {
        const found = app.receiver.at(path);
        expect(found.length).toBeGreaterThanOrEqual(count);
        return found;
    }, patience);
const tried = (endpointId: string, attempts: number) => triedTimes(app, endpointId, attempts);
const endpointNow = async (id: string) => (await app.call(getWebhookEndpoint, { params: { endpoint_id: id } })).data;

test('a delivery that fails is retried over 75 hours with the same id, then given up, and a replay delivers it', async () => {
    app.receiver.respond((response, { path }) => response.writeHead(path === '/down' ? 500 : 200).end());
    const { id } = await app.endpoint('/down', { event_types: ['auth.creation'] });
    await app.connect('retried');
    const begun = app.clock.now().getTime();
    for (let attempt = 1; attempt < 10; attempt += 1) {
        const delivery = await tried(id, attempt);
        expect(delivery).toMatchObject({ status: 'pending', response_status: 500, failure: expect.stringContaining('200 to 299') });
        app.clock.advance(Date.parse(delivery?.next_attempt_at ?? '') - app.clock.now().getTime());
    }
    const last = await tried(id, 10);
    expect(last).toMatchObject({ status: 'exhausted', next_attempt_at: null });
    const hours = (app.clock.now().getTime() - begun) / hourMs;
    expect(hours).toBeGreaterThan(75.6 * 0.8);
    expect(hours).toBeLessThan(75.6 * 1.2 + 1);
    expect(app.logLines.join('')).toContain('webhook_delivery_exhausted');
    const { data: given } = await app.call(listWebhookDeliveries, { query: { status: 'exhausted' } });
    expect(given.map((each) => each.id)).toEqual([last?.id]);

    app.receiver.respond((response) => response.end());
    const { data } = await app.call(replayWebhookDeliveries, { body: { endpoint_id: id } });
    expect(data).toEqual({ replayed: 1, next_cursor: null });
    expect(await tried(id, 11)).toMatchObject({ status: 'delivered', response_status: 200, failure: null });
    const sent = await received('/down', 11);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    // Written after the result of the delivery.
    await expect.poll(() => endpointNow(id), patience).toMatchObject({ failing_since: null, disabled_at: null });
    const logged = await entriesOf(app, 11, { operation_id: last?.id ?? '' });
    expect(logged.map(({ kind, attempt, status }) => [kind, attempt, status])).toEqual(
        Array.from({ length: 11 }, (_, index) => ['webhook_delivery', index + 1, index < 10 ? 500 : 200])
    );
});

test.each([
    ['redirects', { location: 'https://example.com/' }, 302, 'redirects'],
    ['is busy and says for how long', { 'retry-after': '7200' }, 503, '503'],
    ['takes too many requests', { 'retry-after': '7200' }, 429, '429']
])('a receiver that %s has failed', async (name, headers, status, told) => {
    const path = `/${status}`;
    app.receiver.respond((response) => response.writeHead(status, headers as Record<string, string>).end());
    const { id } = await app.endpoint(path, { event_types: ['auth.creation'] });
    await app.connect(`failed-${status}`);
    const delivery = await tried(id, 1);
    expect(delivery).toMatchObject({ status: 'pending', response_status: status, failure: expect.stringContaining(told) });
    const waitsMs = Date.parse(delivery?.next_attempt_at ?? '') - Date.parse(delivery?.attempted_at ?? '');
    if (status === 302) expect(waitsMs).toBeLessThan(10_000);
    else expect(waitsMs).toBe(7_200_000);
});

test.each([
    // Without the fraction of its second, and the response takes its time.
    ['a date in HTTP', (now: Date) => new Date(now.getTime() + 2 * hourMs).toUTCString(), 2 * hourMs - 10_000, 2 * hourMs],
    ['three days', () => String(3 * 24 * 3600), 24 * hourMs, 24 * hourMs],
    ['less than the schedule', () => '1', 4000, 6000],
    ['a date that is over', (now: Date) => new Date(now.getTime() - hourMs).toUTCString(), 4000, 6000],
    ['no time', () => 'soon; 3 or -5', 4000, 6000]
])(
    'a receiver that says in Retry-After %s is sent to again after it, as far as the schedule allows',
    async (_, retryAfter, least, most) => {
        app.receiver.respond((response) => response.writeHead(503, { 'retry-after': retryAfter(app.clock.now()) }).end());
        const name = crypto.randomUUID();
        const { id } = await app.endpoint(`/${name}`, { event_types: ['auth.creation'] });
        await app.connect(name);
        const delivery = await tried(id, 1);
        const waitsMs = Date.parse(delivery?.next_attempt_at ?? '') - Date.parse(delivery?.attempted_at ?? '');
        expect(waitsMs).toBeGreaterThanOrEqual(least);
        expect(waitsMs).toBeLessThanOrEqual(most);
    }
);

test('deliveries that fail at the same time are sent again at different times', async () => {
    app.receiver.respond((response, { path }) => response.writeHead(path.startsWith('/spread') ? 500 : 200).end());
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await app.endpoint(`/spread-${n}`, { event_types: ['auth.creation'] })).id);
    await app.connect('spread');
    const waits = await Promise.all(
        ids.map(async (id) => {
            const { next_attempt_at: next, attempted_at: last } = (await tried(id, 1)) ?? {};
            return Date.parse(next ?? '') - Date.parse(last ?? '');
        })
    );
    // Spread over two seconds; without jitter they differ by what an attempt takes.
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(100);
});

test('a receiver whose response has no end has got the event', async () => {
    app.receiver.respond((response) => {
        response.writeHead(200);
        response.on('error', () => {});
        const write = () => {
            while (!response.destroyed && response.write(Buffer.alloc(65_536))) continue;
        };
        response.on('drain', write);
        write();
    });
    const { id } = await app.endpoint('/endless', { event_types: ['auth.creation'] });
    await app.connect('endless');
    expect(await tried(id, 1)).toMatchObject({ status: 'delivered' });
});

test('an address that is private, or gives no HTTP, is not sent to, and the list says why', async () => {
    const { id } = await app.endpoint('/x', { url: 'http://127.0.0.1:1/', event_types: ['auth.creation'] });
    await app.connect('private');
    const delivery = await tried(id, 1);
    expect(delivery).toMatchObject({ status: 'pending', response_status: null });
    expect(delivery?.failure).toMatch(/127\.0\.0\.1/);
});

test('an endpoint that says it is gone is disabled, the customer is told, and what it missed waits until it is enabled', async () => {
    app.receiver.respond((response, { path }) => response.writeHead(path === '/gone' ? 410 : 200).end());
    const { id } = await app.endpoint('/gone', { event_types: ['auth.creation'] });
    await app.endpoint('/told', { event_types: ['alert'] });
    await app.connect('gone');
    const [alert] = await received('/told', 1);
    expect(alert?.json).toMatchObject({ type: 'alert', code: 'webhook_endpoint_disabled', subject: { type: 'webhook_endpoint', id } });
    expect(await endpointNow(id)).toMatchObject({ disabled_at: expect.any(String), disabled_reason: expect.stringContaining('410') });
    await app.connect('meanwhile');
    // Its deliveries are made by a job, which must not run after the endpoint is enabled.
    await expect.poll(async () => (await allEvents()).names, patience).toContain('meanwhile');
    app.clock.advance(hourMs);

    app.receiver.respond((response) => response.end());
    await app.call(updateWebhookEndpoint, { params: { endpoint_id: id }, body: { disabled: false } });
    const [, second] = await received('/gone', 2);
    expect(second?.json).toMatchObject({ connectionId: 'gone' });
    const { data } = await app.call(replayWebhookDeliveries, {
        body: { endpoint_id: id, from: new Date(app.clock.now().getTime() - 2 * hourMs).toISOString(), only_failed: false }
    });
    expect(data.replayed).toBeGreaterThanOrEqual(2);
    const connections = () => app.receiver.at('/gone').map(({ json }) => json['connectionId']);
    await vi.waitFor(() => expect(connections()).toContain('meanwhile'), patience);
});

test('an endpoint with nothing but failures is disabled after 5 days, and the customer is told twice before', async () => {
    app.receiver.respond((response, { path }) => response.writeHead(path === '/dead' ? 500 : 200).end());
    const { id } = await app.endpoint('/dead', { event_types: ['auth.creation'] });
    await app.endpoint('/alerts', { event_types: ['alert'] });
    const codes = () => app.receiver.at('/alerts').flatMap(({ json }) => (Object(json['subject']).id === id ? [json['code']] : []));
    await app.connect('day-0');
    await expect.poll(async () => (await endpointNow(id)).failing_since, patience).not.toBeNull();
    for (const [hours, told] of [
        [25, 1],
        [72, 2],
        [24, 3]
    ] as const) {
        // One under way would be judged by the later time, and by another turn beside its own.
        await tried(id, 1);
        app.clock.advance(hours * hourMs);
        await app.connect(`after-${hours}`);
        await vi.waitFor(() => expect(codes()).toHaveLength(told), patience);
    }
    expect(codes()).toEqual(['webhook_endpoint_failing', 'webhook_endpoint_failing', 'webhook_endpoint_disabled']);
    expect(await endpointNow(id)).toMatchObject({ disabled_reason: expect.stringContaining('5 days') });
});

test('while a signing key is rotated both sign, and afterwards only the new one', async () => {
    const { id, signing_key: old } = await app.endpoint('/rotated', { event_types: ['auth.creation'] });
    const { data } = await app.call(rotateWebhookEndpointKey, { params: { endpoint_id: id }, body: { old_key_valid_for: 3600 } });
    expect(data.signing_key).not.toBe(old);
    const signedWith = async (key: string, index: number) => {
        const delivered = (await received('/rotated', index + 1))[index];
        const headers = delivered?.headers ?? {};
        const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
        const signature = new Webhook(key).sign(String(headers['webhook-id']), sentAt, delivered?.body ?? '');
        return String(headers['webhook-signature']).split(' ').includes(signature);
    };
    await app.connect('both');
    expect(await signedWith(old, 0)).toBe(true);
    expect(await signedWith(data.signing_key, 0)).toBe(true);
    app.clock.advance(hourMs + 1);
    await app.connect('new');
    expect(await signedWith(old, 1)).toBe(false);
    expect(await signedWith(data.signing_key, 1)).toBe(true);
});

test('a backend tests an endpoint, and reads what it responded', async () => {
    const { id, signing_key: key } = await app.endpoint('/tested', { event_types: ['sync'] });
    const { data: well } = await app.call(testWebhookEndpoint, { params: { endpoint_id: id }, body: { type: 'connection.broken' } });
    expect(well).toEqual({ delivered: true, response_status: 200, failure: null });
    const [sent] = await received('/tested', 1);
    expect(sent?.json).toMatchObject({ type: 'connection.broken', from: 'patchbay' });
    expect(String(sent?.headers['webhook-signature'])).toBe(
        new Webhook(key).sign(
            String(sent?.headers['webhook-id']),
            new Date(Number(sent?.headers['webhook-timestamp']) * 1000),
            sent?.body ?? ''
        )
    );
    app.receiver.respond((response) => response.writeHead(404).end());
    const { data: ill } = await app.call(testWebhookEndpoint, { params: { endpoint_id: id }, body: {} });
    expect(ill).toMatchObject({ delivered: false, response_status: 404 });
});

test('a backend reads all events in order by cursor, each once, whether they were delivered or not', async () => {
    const { next_cursor: start } = await allEvents();
    await Promise.all(Array.from({ length: 25 }, (_, index) => app.connect(`listed-${index}`)));
    const { ids, names } = await allEvents(start);
    expect(names.toSorted()).toEqual(Array.from({ length: 25 }, (_, index) => `listed-${index}`).toSorted());
    expect(new Set(ids).size).toBe(25);
});

/** From a cursor on, ten at a time. */
async function allEvents(cursor?: string) {
    const ids: string[] = [];
    const names: string[] = [];
    for (let next = cursor; ;) {
        const { data, next_cursor } = await app.call(listEvents, { query: { limit: 10, ...(next === undefined ? {} : { cursor: next }) } });
        ids.push(...data.map(({ id }) => id));
        names.push(...data.map(({ payload }) => String(payload['connectionId'])));
        if (data.length === 0) return { ids, names, next_cursor };
        next = next_cursor;
    }
}

test.each(['', 'x', '-1', '1e3', '9'.repeat(40)])('a backend that lists events from %j is told that it is no cursor', async (cursor) => {
    const { status, json } = await app.raw(`/events?cursor=${cursor}`);
    expect([status, Object(json).error.code]).toEqual([400, cursor === '' ? 'invalid_query_params' : 'invalid_cursor']);
});

test('a cursor of another list is refused for deliveries and replays', async () => {
    const { json } = await app.raw('/webhook-deliveries?cursor=42');
    expect(Object(json).error.code).toBe('invalid_cursor');
    const body = { from: '2026-01-01T00:00:00Z', cursor: 'e30' };
    await expect(app.call(replayWebhookDeliveries, { body })).rejects.toMatchObject({ code: 'invalid_cursor' });
});

test.each([
    [{ url: 'https://example.com/', event_types: ['auth.unheard'] }, 'Not an event'],
    [{ url: 'https://example.com/', event_types: 'auth' }, 'array'],
    [{ url: 'ftp://example.com/' }, 'full address'],
    [{ url: 'https://user:password@example.com/' }, 'user name'],
    [{ url: 'https://example.com/hook#part' }, 'after #'],
    [{ url: 'https://example.com/hook#' }, 'after #']
])('an endpoint that makes no sense is refused with the reason: %j', async (body, reason) => {
    const { status, text } = await app.raw('/webhook-endpoints', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body)
    });
    expect(status).toBe(400);
    expect(text).toContain(reason);
});

test.each([{}, { to: '2026-01-01T00:00:00Z' }, { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, { delivery_ids: [] }])(
    'a replay of nothing in particular is refused: %j',
    async (body) => {
        const { status } = await app.raw('/webhook-deliveries/replay', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body)
        });
        expect(status).toBe(400);
    }
);
