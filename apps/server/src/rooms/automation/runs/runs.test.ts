import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { HostRequest } from '@patchbay/functions';
import type { TestApp } from '@patchbay/test-kit';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEgress } from '../../../kernel/egress/egress.ts';
import { startThirdParty, type ThirdParty } from '../../traffic/proxy/proxy.fixtures.ts';
import { connectGem, control, gemKey, journal, startGemApp, unknownId } from '../syncs/syncs.fixtures.ts';
import { ConnectionHost, type HostDeps } from './connection-host.ts';

let app: TestApp;
let elsewhere: ThirdParty;
beforeAll(async () => {
    elsewhere = await startThirdParty();
    const besides = `b.localhost:${elsewhere.port}`;
    app = await startGemApp({
        runsJobs: false,
        createEgress: (allowPrivateHosts) => createEgress({ allowPrivateHosts: [...allowPrivateHosts, besides] })
    });
    await control(app, 'size', { candidates: 5 });
    await connectGem(app);
    await connectGem(app, 'c2');
});
beforeEach(async () => {
    await control(app, 'faults', []);
    await control(app, 'journal', undefined, 'DELETE');
});
afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await elsewhere[Symbol.asyncDispose]();
});

/** What a function of this connection reaches. */
async function hostOf(signal = new AbortController().signal, on = app): Promise<ConnectionHost> {
    const row = await on.db
        .selectFrom('connections')
        .select(['id', 'environment_id'])
        .where('connection_id', '=', 'c1')
        .executeTakeFirstOrThrow();
    const target = { environmentId: row.environment_id, integrationKey: 'gem', connectionId: 'c1' };
    // The server has all of it.
    const deps = on.server.deps as HostDeps;
    const scope = { runId: crypto.randomUUID(), functionName: 'tried', target, signal };
    return new ConnectionHost(deps, scope, { callAction: async () => null, waitsForRateLimit: false });
}

const requestTo = (more: Partial<HostRequest> = {}): HostRequest => ({
    method: 'GET',
    endpoint: '/ats/v0/users/',
    query: '',
    headers: {},
    body: null,
    readOnly: false,
    responseType: 'text',
    withCredentials: true,
    baseUrlOverride: null,
    retries: 0,
    retryOn: [],
    retryHeader: null,
    decompress: true,
    forwardHeadersOnRedirect: false,
    connectionId: null,
    providerConfigKey: null,
    ...more
});
const send = async (more: Partial<HostRequest> = {}) => (await hostOf()).request(requestTo(more));
const publicly = (endpoint: string, more: Partial<HostRequest> = {}) => send({ endpoint, withCredentials: false, ...more });

test('a response of any status is the function’s to judge', async () => {
    expect(await send()).toMatchObject({ status: 200, body: expect.stringContaining('user1@customer.example') });
    expect(await send({ endpoint: '/ats/v0/candidates/none' })).toMatchObject({ status: 404 });
    expect((await send({ responseType: 'bytes' })).body).toBeInstanceOf(Uint8Array);
    const host = await hostOf();
    await host.request(requestTo());
    await host.request(requestTo());
    expect(host.calls).toBe(2);
});

test.each([
    ['GET', 'reset', 'network_error'],
    ['GET', 'truncate', 'network_error'],
    ['DELETE', 'reset', 'network_error'],
    ['POST', 'reset', 'outcome_unknown'],
    ['PATCH', 'reset', 'outcome_unknown'],
    ['POST', 'truncate', 'outcome_unknown']
] as const)('a %s that ends with a %s of the connection is %s', async (method, action, code) => {
    await control(app, 'faults', [{ action }]);
    await expect(send({ method, body: method === 'POST' || method === 'PATCH' ? '{}' : null })).rejects.toMatchObject({ code });
});

test.each(['reset', 'truncate'])(
    'a POST that only reads is a network_error where it ends with a %s, and is repeated like a GET',
    async (action) => {
        const read = { method: 'POST', body: '{}', readOnly: true } as const;
        await control(app, 'faults', [{ action }]);
        await expect(send(read)).rejects.toMatchObject({ code: 'network_error' });
        await control(app, 'faults', [{ action: { type: 'status', code: 503, headers: { 'retry-after': '0' } }, times: 1 }]);
        await control(app, 'journal', undefined, 'DELETE');
        await send({ ...read, retries: 1 });
        expect(await journal(app)).toHaveLength(2);
        await control(app, 'faults', [{ action: { type: 'status', code: 503, headers: { 'retry-after': '0' } }, times: 1 }]);
        expect(await send({ ...read, readOnly: false, retries: 1 })).toMatchObject({ status: 503 });
        expect(await journal(app)).toHaveLength(3);
    }
);

test('a write that has never arrived is a network_error, which can be repeated', async () => {
    const [port] = await freePorts(1);
    const host = `127.0.0.1:${port}`;
    await using other = await startGemApp({ runsJobs: false, config: { sandboxUrl: `http://${host}`, allowPrivateHosts: [host] } });
    await connectGem(other);
    await expect((await hostOf(undefined, other)).request(requestTo({ method: 'POST', body: '{}' }))).rejects.toMatchObject({
        code: 'network_error'
    });
});

test('a response of more than 64 MiB is refused, however it is sent', async () => {
    await control(app, 'faults', [{ action: { type: 'huge', bytes: 64 * 1024 * 1024 + 1 } }]);
    await expect(send()).rejects.toMatchObject({ code: 'response_too_large', message: expect.stringContaining('64 MiB') });
});

const MiB = 1024 * 1024;

test('T-78: of responses that functions behind the wall have not taken yet an environment has 32 MiB here, and the rest comes afterwards', async () => {
    await control(app, 'faults', [{ action: { type: 'huge', bytes: 8 * MiB } }]);
    const { promise: delivered, resolve } = Promise.withResolvers<void>();
    const reader = { mostBytes: 24 * MiB, delivered };
    const host = await hostOf();
    // And one more than there is room for.
    for (let at = 0; at < 5; at += 1) await host.request(requestTo(), reader);
    let hasCome = false;
    const next = host.request(requestTo(), reader).then(() => (hasCome = true));
    await expect.poll(async () => (await journal(app)).length).toBe(6);
    await (await hostOf()).getMetadata();
    const cameBefore = hasCome;
    resolve();
    await next;
    expect(cameBefore).toBe(false);
});

test('a response that is larger than its function can be sent is refused, of any URL too', async () => {
    const reader = { mostBytes: 2 * MiB, delivered: Promise.resolve() };
    const host = await hostOf();
    await control(app, 'faults', [{ action: { type: 'huge', bytes: 2 * MiB + 1 } }]);
    elsewhere.handle = (_request, response) => void response.end(Buffer.alloc(2 * MiB + 1));
    const tooLarge = { code: 'response_too_large', message: expect.stringContaining('2 MiB') };
    await expect(host.request(requestTo(), reader)).rejects.toMatchObject(tooLarge);
    const anywhere = requestTo({ endpoint: `http://b.localhost:${elsewhere.port}/`, withCredentials: false });
    await expect(host.request(anywhere, reader)).rejects.toMatchObject(tooLarge);
});

test('a run that has ended sends nothing more, and what it waits for is cut off', async () => {
    const ended = new AbortController();
    const host = await hostOf(ended.signal);
    await control(app, 'faults', [{ action: 'hang' }]);
    const waiting = host.request(requestTo());
    await expect.poll(async () => (await journal(app)).length).toBe(1);
    ended.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'run_aborted' });
    await expect(host.request(requestTo())).rejects.toMatchObject({ code: 'run_aborted' });
    await expect(host.getMetadata()).rejects.toMatchObject({ code: 'run_aborted' });
    expect(await journal(app)).toHaveLength(1);
});

/** As the emulator's journal has it. */
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test.each([
    ["'O''Brien'", 'quotes'],
    ['%27%22%25', 'encoded quotes and a percent sign'],
    ['a+b%2Bc%20d', 'plus signs and a space'],
    ['%C3%A4%e2%82%ac%F0%9F%98%80', 'letters beyond ASCII, in either case'],
    ['%E4', 'a byte that is no UTF-8'],
    ['a=b&=&c&&q', 'names without values, and none']
])('the query %s, with %s, arrives byte for byte', async (query) => {
    await send({ endpoint: '/ats/v0/users/', query: `q=${query}` });
    await send({ endpoint: `/ats/v0/users/?q=${query}`, query: '' });
    const target = sha256(`/gem/ats/v0/users/?q=${query}`);
    expect(await journal(app)).toMatchObject([{ target_sha256: target }, { target_sha256: target }]);
    const proxied = await rawRequest(`/proxy/ats/v0/users/?q=${query}`);
    expect([proxied, (await journal(app)).at(-1)]).toMatchObject([200, { target_sha256: target }]);
});

/** As it is: `fetch` would encode some of it. */
async function rawRequest(path: string): Promise<number | undefined> {
    const { hostname, port } = new URL(app.url);
    const headers = { authorization: `Bearer ${app.keys.dev}`, 'connection-id': 'c1', 'provider-config-key': 'gem' };
    const [response] = (await once(request({ hostname, port, path, headers }).end(), 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
}

test.each([
    ['GET', 302, false],
    ['GET', 307, true],
    ['DELETE', 308, true],
    ['POST', 303, true],
    ['POST', 307, false]
] as const)('a %s that is led to another host by %i brings no credentials there', async (method, status, forwardHeadersOnRedirect) => {
    elsewhere.arrived.length = 0;
    const location = `http://b.localhost:${elsewhere.port}/taken`;
    await control(app, 'faults', [{ action: { type: 'redirect', status, location } }]);
    const body = method === 'POST' ? '{"first_name":"Ottoline"}' : null;
    const led = await send({ method, body, forwardHeadersOnRedirect, headers: { 'x-mine': 'sent' } });
    const isFollowed = status !== 307 || method === 'GET';
    expect([led.status, elsewhere.arrived.length]).toEqual(isFollowed ? [200, 1] : [307, 0]);
    const arrived = JSON.stringify(elsewhere.arrived);
    for (const secret of [gemKey, 'gem-application-secret', 'x-api-key', 'x-application-secret', 'authorization', 'Ottoline'])
        expect(arrived).not.toContain(secret);
});

test('another connection is asked with its own credentials, where it is of this environment', async () => {
    expect((await send({ connectionId: 'c2' })).status).toBe(200);
    await expect(send({ connectionId: unknownId })).rejects.toMatchObject({
        name: 'HostError',
        code: expect.stringMatching(/unknown|found/)
    });
    await expect(send({ providerConfigKey: 'none' })).rejects.toMatchObject({ name: 'HostError' });
});

test.each([
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'http://localhost:1/',
    'file:///etc/passwd'
])('T-81: an uncontrolled request to %s is refused', async (url) => {
    await expect(publicly(url)).rejects.toMatchObject({ code: 'destination_not_allowed' });
    await expect(publicly(url, { method: 'POST', body: '{}' })).rejects.toMatchObject({ code: 'destination_not_allowed' });
});

test('T-81: an uncontrolled request carries no credentials, and is not led to a private address', async () => {
    expect((await publicly(`${app.sandbox.url}/gem/ats/v0/users/`)).status).toBe(403);
    expect(await journal(app)).toMatchObject([{ secret_headers: {} }]);
    await control(app, 'faults', [{ action: { type: 'redirect', location: 'http://127.0.0.1:1/' } }]);
    const led = await publicly(`${app.sandbox.url}/gem/ats/v0/users/`).catch((error: unknown) => error);
    expect(led).toSatisfy((end: { status?: number; code?: string }) => end.status === 302 || end.code === 'destination_not_allowed');
});

test.each([
    ['GET', 'network_error'],
    ['POST', 'outcome_unknown']
] as const)('an uncontrolled %s whose connection ends is %s', async (method, code) => {
    await control(app, 'faults', [{ action: 'reset' }]);
    const body = method === 'POST' ? '{}' : null;
    await expect(publicly(`${app.sandbox.url}/gem/ats/v0/users/`, { method, body })).rejects.toMatchObject({ code });
});

test('a lock is one run’s until it gives it back, or its time is over', async () => {
    const [first, second] = [await hostOf(), await hostOf()];
    expect(await first.acquireLock({ key: 'ledger', ttlMs: 60_000 })).toEqual({ acquired: true });
    expect(await first.acquireLock({ key: 'ledger', ttlMs: 60_000 })).toEqual({ acquired: true });
    expect(await second.acquireLock({ key: 'ledger', ttlMs: 60_000 })).toEqual({ acquired: false });
    expect(await second.releaseLock({ key: 'ledger' })).toEqual({ released: false });
    app.clock.advance(61_000);
    expect(await second.acquireLock({ key: 'ledger', ttlMs: 60_000 })).toEqual({ acquired: true });
    expect(await first.releaseLock({ key: null })).toEqual({ released: false });
    expect(await second.releaseLock({ key: null })).toEqual({ released: true });
    expect(await first.acquireLock({ key: 'ledger', ttlMs: 60_000 })).toEqual({ acquired: true });
});
