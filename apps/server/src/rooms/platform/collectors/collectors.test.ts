import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getCollector, testCollector, updateCollector } from '@patchbay/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp } from '@patchbay/test-kit';
import { outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { attributesOf, type OtlpReceiver, startOtlpReceiver } from '../../../kernel/telemetry/otlp-receiver.fixtures.ts';
import { connectBySignIn } from '../../connect/attempts/attempts.fixtures.ts';
import { startWebhookApp } from '../../outbox/webhook-deliveries/receiver.fixtures.ts';
import { apiKey, type ProxyWorld, send, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';

let world: ProxyWorld;
let mine: OtlpReceiver;
let theirs: OtlpReceiver;
let hostile: { host: string; handle: RequestListener; requests: number } & AsyncDisposable;
beforeAll(async () => {
    [mine, theirs, hostile] = await Promise.all([startOtlpReceiver(), startOtlpReceiver(), startHostile()]);
    const allowPrivateHosts = [new URL(mine.url).host, new URL(theirs.url).host, hostile.host];
    world = await startProxyWorld(undefined, { config: { allowPrivateHosts } });
});
beforeEach(async () => {
    await stopExports();
    for (const receiver of [mine, theirs]) {
        receiver.exports.length = 0;
        receiver.respond(200);
    }
});
afterAll(async () => {
    await world[Symbol.asyncDispose]();
    for (const receiver of [mine, theirs, hostile]) await receiver[Symbol.asyncDispose]();
});

async function startHostile() {
    const server = createServer((request, response) => {
        own.requests += 1;
        own.handle(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const own = {
        host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
        handle: ((_request, response) => void response.end()) as RequestListener,
        requests: 0,
        async [Symbol.asyncDispose]() {
            server.closeAllConnections();
            await new Promise((resolve) => server.close(resolve));
        }
    };
    return own;
}

const headers = { 'X-Collector-Key': 'canary-of-a-customer' };
const exportTo = (url: string, key = world.app.keys.dev) =>
    world.app.callAs(key)(updateCollector, { body: { url, headers, encoding: 'http/json', signals: ['traces', 'metrics', 'logs'] } });
/** Ends the exports, which sends all that is left, also after the responses. */
const stopExports = async () => {
    for (const key of [world.app.keys.dev, world.app.keys.prod]) await world.app.callAs(key)(updateCollector, { body: { url: null } });
};
const spansAt = (receiver: OtlpReceiver) => receiver.items('traces').map(({ name }) => name);
const sentTo = ({ exports }: OtlpReceiver) => exports.map(({ body }) => body.toString()).join('\n');

test('a customer sees in a collector of their own what happened in their environment as one trace, and nothing of others', async () => {
    await exportTo(mine.url);
    await exportTo(theirs.url, world.app.keys.prod);
    const response = await send(world, '/items?canary-in-a-query=1', { headers: { 'patchbay-proxy-x-own': 'canary-in-a-header' } });
    expect(response.status).toBe(200);
    await world.app.raw('/connections?search=canary', { token: world.app.keys.prod });
    await stopExports();
    await expect.poll(() => spansAt(mine)).toEqual(expect.arrayContaining(['GET /proxy/*path', 'GET proxy']));
    const spans = mine.items('traces');
    const served = spans.find(({ name }) => name === 'GET /proxy/*path');
    const called = spans.find(({ name }) => name === 'GET proxy');
    expect(called).toMatchObject({ kind: 3, traceId: served?.traceId, parentSpanId: served?.spanId });
    expect(attributesOf(called!)).toEqual({
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'server.address': 'a.localhost',
        'server.port': world.thirdParty.port,
        'patchbay.operation': 'proxy',
        'patchbay.environment': expect.any(String),
        'patchbay.integration.id': 'acme',
        'patchbay.connection.id': 'one'
    });
    await expect.poll(() => new Set(spansAt(theirs))).toEqual(new Set(['GET /connections', 'PATCH /environment/collector']));
    expect(spans.map(({ name }) => name)).not.toContain('GET /connections');
    expect(mine.exports[0]?.headers).toMatchObject({ 'x-collector-key': 'canary-of-a-customer', 'content-type': 'application/json' });
    for (const exported of [sentTo(mine), sentTo(theirs)]) expect(exported).not.toMatch(/canary|host\.name/);
    expect(sentTo(mine)).not.toContain(apiKey);
});

test('a customer sees the durations of requests, and the log lines about their environment without errors of the server', async () => {
    await exportTo(mine.url);
    await send(world, '/items');
    world.app.server.deps.log.warn('tested_line', {
        environment: await environmentId(),
        connection_id: 'one',
        host: 'private.internal',
        error: new Error('x')
    });
    world.app.server.deps.log.warn('line_of_others', { environment: 'another', connection_id: 'one' });
    world.app.server.deps.log.warn('line_of_the_server');
    await stopExports();
    const points = (name: string) => mine.items('metrics').find((metric) => metric.name === name)?.histogram?.dataPoints ?? [];
    await expect
        .poll(() => points('http.client.request.duration').map(attributesOf))
        .toEqual([{ 'http.request.method': 'GET', 'http.response.status_code': 200, 'patchbay.operation': 'proxy' }]);
    expect(points('http.server.request.duration').map((point) => attributesOf(point)['http.route'])).toContain('/proxy/*path');
    await expect
        .poll(() => mine.items('logs').map((line) => [line.body.stringValue, attributesOf(line)]))
        .toEqual([['tested_line', { connection_id: 'one' }]]);
});

test('a customer sees as metrics what became of attempts, renewals and deliveries, and what is wrong, of their environment alone', async () => {
    await using app = await startWebhookApp({ otherHosts: [mine, theirs].map(({ url }) => new URL(url).host) });
    await app.integrate('sandbox-oauth2');
    for (const [key, { url }] of [
        [app.keys.dev, mine],
        [app.keys.prod, theirs]
    ] as const)
        await app.callAs(key)(updateCollector, { body: { url, encoding: 'http/json' } });
    app.receiver.respond((response) => response.writeHead(500).end());
    await app.endpoint('/down');
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    app.clock.advance(2 * 3_600_000);
    await app.raw(`/connections/${id}?provider_config_key=sandbox-oauth2`);
    await app.sandbox.control('faults', [
        { match: { path_regex: '/token' }, action: { type: 'status', code: 400, body: '{"error":"invalid_grant"}' } }
    ]);
    await app.raw(`/connections/${id}?provider_config_key=sandbox-oauth2&force_refresh=true`);
    // Its duration is counted when its result is stored.
    await expect.poll(() => app.logLines.join(''), { timeout: 20_000 }).toContain('webhook_delivery_failed');
    for (const key of [app.keys.dev, app.keys.prod]) await app.callAs(key)(updateCollector, { body: { url: null } });
    for (const receiver of [mine, theirs])
        await expect.poll(() => receiver.items('metrics').map(({ name }) => name)).toContain('patchbay.connections.unhealthy');

    const values = (receiver: OtlpReceiver, name: string) => {
        const metric = receiver.items('metrics').findLast((item) => item.name === name);
        const points = metric?.sum?.dataPoints ?? metric?.gauge?.dataPoints ?? metric?.histogram?.dataPoints ?? [];
        return points.map((point) => {
            const {
                'patchbay.outcome': outcome,
                'patchbay.connection.state': state = outcome,
                'patchbay.delivery.state': of = state
            } = attributesOf(point);
            return [of, 'count' in point ? point.count : (point.asInt ?? point.asDouble)];
        });
    };
    expect(values(mine, 'patchbay.attempts')).toEqual([['connected', 1]]);
    expect(Object.fromEntries(values(mine, 'patchbay.refreshes'))).toEqual({ refreshed: 1, failed: 1 });
    expect(values(mine, 'patchbay.webhook.delivery.duration')).toEqual([['failed', expect.any(Number)]]);
    expect(Object.fromEntries(values(mine, 'patchbay.connections.unhealthy'))).toEqual({ failing: 0, broken: 1 });
    const backlog = Object.fromEntries(values(mine, 'patchbay.webhook.deliveries.backlog'));
    expect(Number(backlog['due']) + Number(backlog['retrying'])).toBeGreaterThan(0);
    expect(values(mine, 'http.client.request.duration').length).toBeGreaterThan(0);

    expect(Object.fromEntries(values(theirs, 'patchbay.connections.unhealthy'))).toEqual({ failing: 0, broken: 0 });
    expect(Object.fromEntries(values(theirs, 'patchbay.webhook.deliveries.backlog'))).toEqual({
        due: 0,
        retrying: 0,
        held: 0,
        exhausted: 0
    });
    for (const name of ['patchbay.attempts', 'patchbay.refreshes', 'patchbay.webhook.delivery.duration', 'http.client.request.duration'])
        expect(values(theirs, name)).toEqual([]);
    for (const name of ['db.client.connection.count', 'process.cpu.time', 'patchbay.webhook.dispatch.lag'])
        expect(values(mine, name)).toEqual([]);

    const lines = () => mine.items('logs').map((line) => [line.body.stringValue?.split(':')[0], attributesOf(line)['connection_id']]);
    for (const line of ['token_refreshed', 'token_request_failed']) await expect.poll(lines).toContainEqual([line, id]);
    expect(theirs.items('logs')).toEqual([]);
});

test('what the server failed at for a customer is a line in their collector, without the error', async () => {
    await exportTo(mine.url);
    await world.app.db
        .updateTable('connections')
        .set({ credentials: Buffer.alloc(80) })
        .where('connection_id', '=', 'one')
        .execute();
    const { headers: received } = await send(world, '/items');
    await stopExports();
    const lines = () => mine.items('logs').filter(({ body }) => body.stringValue?.startsWith('secrets_unreadable'));
    await expect.poll(() => lines().map(attributesOf)[0]).toEqual({ request_id: received['patchbay-request-id'] });
});

test("the operator's sampler decides nothing about a customer's collector, nor the other way round", async () => {
    await using operators = await startOtlpReceiver();
    const telemetry = { ...operators.telemetry(), sampler: { name: 'parentbased_always_off' as const, ratio: 1 } };
    const replica = await startTestApp({
        replicaOf: world.app,
        config: { telemetry, allowPrivateHosts: [new URL(mine.url).host] }
    });
    await replica.call(updateCollector, { body: { url: mine.url, headers, encoding: 'http/json' } });
    await replica.raw('/connections');
    await replica[Symbol.asyncDispose]();
    expect(mine.items('traces').map(({ name }) => name)).toContain('GET /connections');
    expect(operators.items('traces')).toEqual([]);
});

test('another server follows the settings, and a request finds its trace there', async () => {
    const replica = await startTestApp({ replicaOf: world.app, config: { allowPrivateHosts: [new URL(mine.url).host] } });
    await exportTo(mine.url);
    await replica.server.deps.collectors.follow();
    const response = await replica.raw('/connections');
    await replica[Symbol.asyncDispose]();
    const ids = mine.items('traces').map((span) => attributesOf(span)['patchbay.request.id']);
    expect(ids).toContain(response.headers.get('x-request-id'));
});

describe('the headers', () => {
    test('are sealed, and never shown', async () => {
        await exportTo(mine.url);
        const { data } = await world.app.call(getCollector, {});
        expect(data).toMatchObject({ url: mine.url, header_names: ['X-Collector-Key'], signals: ['traces', 'metrics', 'logs'] });
        const rows = await world.app.db.selectFrom('collectors').selectAll().execute();
        expect(JSON.stringify(rows.map((row) => ({ ...row, headers: row.headers?.toString('latin1') })))).not.toContain('canary');
        expect(world.app.logLines.join()).not.toContain('canary-of-a-customer');
    });

    test('are not sent to another host than that which they were given for', async () => {
        await exportTo(mine.url);
        const { data } = await world.app.call(updateCollector, { body: { url: theirs.url } });
        expect(data.header_names).toEqual([]);
        await stopExports();
        await expect.poll(() => theirs.exports.length).toBeGreaterThan(0);
        for (const { headers: sent } of theirs.exports) expect(sent).not.toHaveProperty('x-collector-key');
    });
});

test.each([
    [{ url: 'ftp://example.com' }, 'url'],
    [{ url: 'https://user:secret@example.com' }, 'url'],
    [{ url: 'https://example.com?key=secret' }, 'url'],
    [{ url: 'https://example.com/v1/traces' }, 'url'],
    [{ url: 'https://example.com', headers: { host: 'other.example.com' } }, 'headers'],
    [{ url: 'https://example.com', headers: { 'transfer-encoding': 'chunked' } }, 'headers'],
    [{ url: 'https://example.com', headers: { 'x-key': 'a\r\nx-more: b' } }, 'headers'],
    [{ url: 'https://example.com', headers: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, ''])) }, 'headers'],
    [{ url: 'https://example.com', signals: [] }, 'signals'],
    [{ url: 'https://example.com', signals: ['profiles'] }, 'signals'],
    [{ url: 'https://example.com', encoding: 'grpc' }, 'encoding']
])('settings that make no sense, %j, are refused with what to do', async (body, field) => {
    const response = await sendJson(world.app, 'PATCH', '/environment/collector', body);
    expect(outcomeOf(response)).toBe('400 invalid_body');
    expect(response.json).toMatchObject({ error: { errors: [{ path: expect.arrayContaining([field]), message: expect.any(String) }] } });
});

test('a collector without an address is neither changed nor tested', async () => {
    expect(outcomeOf(await sendJson(world.app, 'PATCH', '/environment/collector', { signals: ['logs'] }))).toBe('409 conflict');
    expect(outcomeOf(await sendJson(world.app, 'POST', '/environment/collector/test', undefined))).toBe('409 conflict');
});

describe('a test', () => {
    test('sends one item of each signal, and says that they were taken', async () => {
        await world.app.call(updateCollector, { body: { url: mine.url, headers, encoding: 'http/json', signals: ['traces', 'logs'] } });
        expect((await world.app.call(testCollector, {})).data).toEqual({ delivered: true, failures: [] });
        expect(mine.items('traces').map(({ name }) => name)).toContain('patchbay.test');
        expect(mine.items('logs').map(({ body }) => body.stringValue)).toContain('patchbay.test');
        expect(mine.items('metrics')).toEqual([]);
    });

    test('names what was not taken', async () => {
        await exportTo(mine.url);
        mine.respond(401);
        const { data } = await world.app.call(testCollector, {});
        expect(data.delivered).toBe(false);
        expect(data.failures).toHaveLength(3);
        for (const { message } of data.failures) expect(message).toBe('the collector responds with 401');
    });

    test('goes to no private address that the operator has not listed', async () => {
        await using server = await startHostile();
        for (const url of [
            `http://${server.host}`,
            `https://${server.host}`,
            'http://169.254.169.254',
            'http://[::1]:4318',
            'http://localhost:4318'
        ]) {
            await exportTo(url);
            const { data } = await world.app.call(testCollector, {});
            expect(data.failures.map(({ signal }) => signal)).toEqual(['traces', 'metrics', 'logs']);
            expect(data.failures[0]?.message).toMatch(/plain http is only|not public/);
        }
        expect(server.requests).toBe(0);
    });

    test.each<[string, RequestListener]>([
        ['redirects', (_request, response) => void response.writeHead(307, { location: `${mine.url}/v1/traces` }).end()],
        ['answers without an end', (_request, response) => void response.writeHead(200).write('x')],
        ['answers with a megabyte', (_request, response) => void response.writeHead(200).end('x'.repeat(1_000_000))],
        ['closes the connection', (request) => void request.socket.destroy()],
        ['wants to be asked again in a year', (_request, response) => void response.writeHead(429, { 'retry-after': '31536000' }).end()]
    ])('of a collector that %s ends with what went wrong', async (_how, handle) => {
        hostile.handle = handle;
        await exportTo(`http://${hostile.host}`);
        mine.exports.length = 0;
        const { data } = await world.app.call(testCollector, {});
        expect(data.failures).toHaveLength(3);
        expect(mine.exports).toEqual([]);
    });
});

test('a collector that hangs slows no request, no other collector and no stop, and its failure is seen', async () => {
    hostile.handle = () => {};
    await exportTo(`http://${hostile.host}`);
    await exportTo(theirs.url, world.app.keys.prod);
    hostile.requests = 0;
    // More than wait in its queue.
    for (let count = 0; count < 30; count += 1)
        await Promise.all(
            Array.from({ length: 50 }, async () =>
                expect((await world.app.raw('/connections', { token: world.app.keys.dev })).status).toBe(200)
            )
        );
    expect((await world.app.raw('/connections', { token: world.app.keys.prod })).status).toBe(200);
    await world.app.callAs(world.app.keys.prod)(updateCollector, { body: { url: null } });
    await expect.poll(() => theirs.items('traces').map(({ name }) => name), { timeout: 10_000 }).toContain('GET /connections');
    await stopExports();
    // At most four exports of each signal run at once.
    expect(hostile.requests).toBeLessThanOrEqual(12);
});

test('a collector that wants a batch again at once gets it after growing pauses, and then no more', async () => {
    hostile.handle = (_request, response) => void response.writeHead(429, { 'retry-after': '0' }).end();
    hostile.requests = 0;
    await exportTo(`http://${hostile.host}`);
    await world.app.raw('/connections', { token: world.app.keys.dev });
    const error = async () => (await world.app.call(getCollector, {})).data.last_error?.message;
    await expect.poll(error, { timeout: 30_000 }).toMatch(/responds with 429/);
    // Three signals, a few batches of each.
    expect(hostile.requests).toBeLessThan(60);
});

test('the settings say when the collector took an export last, and why it did not', async () => {
    await exportTo(mine.url);
    mine.respond(403);
    await world.app.raw('/connections', { token: world.app.keys.dev });
    const state = async () => (await world.app.call(getCollector, {})).data;
    await expect.poll(async () => (await state()).last_error?.message, { timeout: 15_000 }).toBe('traces: the collector responds with 403');
    expect((await state()).last_success_at).toBeNull();
    mine.respond(200);
    await expect.poll(async () => (await state()).last_success_at, { timeout: 15_000 }).toEqual(expect.any(String));
    await world.app.call(updateCollector, { body: { signals: ['traces'] } });
    expect(await state()).toMatchObject({ last_error: null, header_names: ['X-Collector-Key'], signals: ['traces'] });
});

test('the settings say what the collector rejected of a batch that it took', async () => {
    mine.respond({ rejected: 1, message: 'no such tenant' });
    await exportTo(mine.url);
    await world.app.raw('/connections', { token: world.app.keys.dev });
    const state = async () => (await world.app.call(getCollector, {})).data;
    await expect
        .poll(async () => (await state()).last_error?.message, { timeout: 15_000 })
        .toMatch(/^(traces|logs|metrics): the collector rejected 1 of \d+: no such tenant$/);
    for (let count = 0; count < 2; count += 1) await world.app.raw('/connections', { token: world.app.keys.dev });
    await expect.poll(async () => (await state()).last_success_at, { timeout: 15_000 }).toEqual(expect.any(String));
    const { data } = await world.app.call(testCollector, {});
    expect(data.failures).toContainEqual({ signal: 'traces', message: 'the collector rejected 1 of 1: no such tenant' });
});

async function environmentId(): Promise<string> {
    const { id } = await world.app.db.selectFrom('environments').select('id').where('name', '=', 'dev').executeTakeFirstOrThrow();
    return id;
}
