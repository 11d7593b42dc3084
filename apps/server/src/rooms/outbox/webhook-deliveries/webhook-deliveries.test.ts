import { createHash, createHmac } from 'node:crypto';
import { deleteWebhookEndpoint, listLogs, listWebhookEndpoints, patchbayEvent, updateWebhookEndpoint } from '@patchbay/contracts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startWebhookApp, type WebhookApp } from './receiver.fixtures.ts';

let app: WebhookApp;
beforeAll(async () => {
    app = await startWebhookApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const receivedAt = (path: string, count = 1) =>
    vi.waitFor(
        () => {
            const found = app.receiver.at(path);
            if (found.length < count) throw new Error(`${path} has got ${found.length} of ${count}.`);
            return found;
        },
        { timeout: 20_000 }
    );

test('a customer gets the event of a new connection, and verifies it with the library of Standard Webhooks', async () => {
    const { signing_key: key } = await app.endpoint('/new');
    await app.connect('c1');
    const [first] = await receivedAt('/new');
    expect(new Webhook(key).verify(first?.body ?? '', first?.headers as Record<string, string>)).toEqual({
        from: 'patchbay',
        type: 'auth',
        operation: 'creation',
        success: true,
        connectionId: 'c1',
        providerConfigKey: 'unauthenticated',
        provider: 'unauthenticated',
        authMode: 'NONE',
        environment: 'dev',
        tags: {}
    });
    expect(patchbayEvent.parse(first?.json)).toEqual(first?.json);
    expect(Object.keys(first?.json ?? {})).toEqual(Object.keys(first?.json ?? {}).toSorted());
    const { 'x-nango-hmac-sha256': hmac, 'x-nango-signature': signature, 'content-type': type } = first?.headers ?? {};
    expect(hmac).toBe(
        createHmac('sha256', key)
            .update(first?.body ?? '')
            .digest('hex')
    );
    expect(signature).toBe(createHash('sha256').update(`${key}${first?.body}`).digest('hex'));
    expect(type).toBe('application/json');
});

test('a backend finds the attempts to deliver what its call caused by the id that it gave', async () => {
    let count = 0;
    app.receiver.respond((response, { path }) => {
        if (path === '/caused') count += 1;
        response.writeHead(path === '/caused' && count === 1 ? 500 : 200).end();
    });
    await app.endpoint('/caused');
    const body = { connection_id: 'caused', provider_config_key: 'unauthenticated', credentials: { type: 'NONE' } };
    await app.raw('/connections', {
        method: 'POST',
        headers: { 'patchbay-request-id': 'import-17', 'content-type': 'application/json' },
        body: JSON.stringify(body)
    });
    await receivedAt('/caused');
    app.clock.advance(60_000);
    await receivedAt('/caused', 2);
    const found = async () =>
        (await app.call(listLogs, { query: { request_id: 'import-17' } })).data.filter(({ url }) => url.endsWith('/caused'));
    await expect.poll(async () => (await found()).length, { timeout: 10_000 }).toBe(2);
    expect((await found()).map(({ kind, attempt, status }) => [kind, attempt, status])).toEqual([
        ['webhook_delivery', 2, 200],
        ['webhook_delivery', 1, 500]
    ]);
    app.receiver.respond((response) => response.end('ok'));
});

test('of two endpoints, each gets the events that it asked for', async () => {
    await app.endpoint('/creations', { event_types: ['auth.creation'] });
    await app.endpoint('/overrides', { event_types: ['auth.override', 'alert'] });
    await app.endpoint('/everything');
    await app.connect('c2');
    await app.connect('c2');
    const everything = await receivedAt('/everything', 2);
    const [override] = await receivedAt('/overrides');
    expect(override?.json).toMatchObject({ operation: 'override', connectionId: 'c2' });
    expect((await receivedAt('/creations')).map(({ json }) => json['operation'])).toEqual(['creation']);
    expect(new Set(everything.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    expect(everything.map(({ headers }) => headers['webhook-id'])).toContain(override?.headers['webhook-id']);
});

test('an endpoint that is deleted gets nothing, and one made later gets nothing from before', async () => {
    const { id } = await app.endpoint('/deleted');
    await app.call(deleteWebhookEndpoint, { params: { endpoint_id: id } });
    await app.connect('before');
    await app.endpoint('/later');
    await app.connect('after');
    const later = await receivedAt('/later');
    expect(later.map(({ json }) => json['connectionId'])).toEqual(['after']);
    expect(app.receiver.at('/deleted')).toEqual([]);
    const { data } = await app.call(listWebhookEndpoints, {});
    expect(data.map(({ url }) => url)).not.toContain(app.receiver.url('/deleted'));
    expect(JSON.stringify(data)).not.toContain('whsec_');
});

test('of two who change an endpoint, the second is told, and nothing of what they wanted is saved', async () => {
    const { id } = await app.endpoint('/both');
    const read = async () => (await app.call(listWebhookEndpoints, {})).data.find((endpoint) => endpoint.id === id);
    const first = (await read()) ?? expect.fail('There is no endpoint.');
    const change = (description: string, expected_updated_at = first.updated_at) =>
        app.call(updateWebhookEndpoint, { params: { endpoint_id: id }, body: { description, expected_updated_at } });
    app.clock.advance(1000);
    await change('by the first');
    await expect(change('by the second')).rejects.toMatchObject({
        code: 'conflict',
        message: 'Someone else has changed this endpoint, or deleted it.'
    });
    const now = await read();
    expect(now?.description).toBe('by the first');
    app.clock.advance(1000);
    const results = await Promise.allSettled(['a', 'b', 'c'].map((description) => change(description, now?.updated_at)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await app.call(deleteWebhookEndpoint, { params: { endpoint_id: id } });
    await expect(change('too late')).rejects.toMatchObject({ code: 'not_found' });
});
