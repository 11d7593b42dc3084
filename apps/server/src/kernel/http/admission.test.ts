import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EndpointShape, listIntegrations, proxy } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAdmission } from './admission.ts';
import { outcomeOf } from '../../api.fixtures.ts';
import { createLog } from '../log/log.ts';
import { connectBySignIn } from '../../rooms/connect/attempts/attempts.fixtures.ts';

let app: TestApp;
let connectionId: string;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
    connectionId = await connectBySignIn(app, 'sandbox-oauth2');
});
afterAll(() => app[Symbol.asyncDispose]());

/** While `work` runs, nothing that reads connections gets on. */
async function whileStuck(work: () => Promise<void>): Promise<void> {
    const [isLocked, isFree] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lock = app.db.transaction().execute(async (trx) => {
        await sql`lock table connections in access exclusive mode`.execute(trx);
        isLocked.resolve();
        await isFree.promise;
    });
    await isLocked.promise;
    await work().finally(isFree.resolve);
    await lock;
}

const stuck = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(app.db);
    return rows[0]?.count ?? 0;
};

test('R-16: a server that has more to do than it can refuses at once, says when to come again, and serves on when there is room', async () => {
    // One runs, two wait.
    const small = await startTestApp({ replicaOf: app, admission: { slots: 1, burstMs: 2, standingMs: 2 } });
    // Whose key it is must be known, or the first requests would count as those of another.
    expect((await small.raw('/integrations')).status).toBe(200);
    let responses: ReturnType<typeof small.raw>[] = [];
    await whileStuck(async () => {
        responses = Array.from({ length: 4 }, () => small.raw('/connections'));
        await vi.waitFor(async () => expect(await stuck()).toBeGreaterThan(0));
        // Whichever of them came last: the others have no response yet.
        const refused = await Promise.race(responses);
        expect(outcomeOf(refused)).toBe('503 overloaded');
        expect(Object.fromEntries(refused.headers)).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
        // What must work when all else waits.
        const urgent = await Promise.all([
            small.raw('/health', { token: null }),
            small.raw('/livez', { token: null }),
            small.raw('/oauth/callback?state=unknown', { token: null }),
            small.raw('/connect/session', { method: 'OPTIONS', token: null })
        ]);
        expect(urgent.map(({ status }) => status)).toEqual([200, 200, 400, 204]);
    });
    const statuses = (await Promise.all(responses)).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 200, 503]);
    expect((await small.raw('/connections')).status).toBe(200);
    expect(small.logLines.filter((line) => line.includes('"message":"requests_refused'))).toHaveLength(1);
    await small[Symbol.asyncDispose]();
});

/** A server with one slot. What it was asked waits in `running`, by its order. */
async function startOneSlot(admission: ReturnType<typeof createAdmission>, onRequest: (asked: IncomingMessage) => void = () => {}) {
    const running: { url: string; response: ServerResponse }[] = [];
    const admitted = admission.admit((asked, response) => {
        onRequest(asked);
        running.push({ url: asked.url ?? '', response });
    });
    let received = 0;
    const server = createServer((asked, response) => {
        received += 1;
        admitted(asked, response);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    // Listening on a port of TCP, it has an address with one.
    const { port } = server.address() as AddressInfo;
    return {
        running,
        ask: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init),
        arrived: (count: number) => vi.waitFor(() => expect(received).toBe(count)),
        /** Ends the response to the one that ran at this place, once it runs. */
        end: (at: number) => vi.waitFor(() => expect(running[at]?.response.end()).toBeDefined()),
        began: (count: number) => vi.waitFor(() => expect(running).toHaveLength(count)),
        [Symbol.asyncDispose]: () =>
            new Promise<void>((closed) => {
                server.close(() => closed());
                server.closeAllConnections();
            })
    };
}

const oneSlot = (endpoints: readonly EndpointShape[] = []) =>
    createAdmission({ endpoints, poolSize: 1, log: createLog('error', () => {}), limits: { slots: 1, runMs: 60_000 } });

test('a request that has waited knows nothing of the one that made room for it', async () => {
    const storage = new AsyncLocalStorage<string>();
    const known: (string | undefined)[] = [];
    await using server = await startOneSlot(oneSlot(), () => known.push(storage.getStore()));
    const [first, second] = [server.ask('/first'), server.ask('/second')];
    await server.began(1);
    storage.run('of the first', () => void server.running[0]?.response.end());
    await first;
    await server.began(2);
    server.running[1]?.response.end();
    await second;
    expect(known).toEqual([undefined, undefined]);
});

test('a preflight goes past requests that wait, a call of the proxy by OPTIONS does not', async () => {
    await using server = await startOneSlot(oneSlot([proxy, listIntegrations]));
    const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } };
    const asked = [server.ask('/integrations')];
    await server.began(1);
    asked.push(server.ask('/proxy/items', preflight), server.ask('/v1/Proxy/items', preflight));
    await server.arrived(3);
    asked.push(server.ask('/integrations?of=preflight', preflight));
    await server.began(2);
    for (let at = 0; at < asked.length; at += 1) await server.end(at);
    await Promise.all(asked);
    expect(server.running[1]?.url).toBe('/integrations?of=preflight');
});

test('environments with long names that begin alike take turns', async () => {
    const keyOf = (name: string) => ({ authorization: `Bearer pb_sk_${name}_${'a'.repeat(12)}_${'b'.repeat(43)}_00000000` });
    const names = ['customerproductionone', 'customerproductiontwo'] as const;
    const admission = oneSlot();
    await using server = await startOneSlot(admission, (asked) => admission.learn(asked, asked.url?.slice(1, 4) ?? ''));
    const ask = (path: string, name: string) => server.ask(path, { headers: keyOf(name) });
    const asked: Promise<Response>[] = [];
    asked.push(ask('/one', names[0]));
    await server.end(0);
    asked.push(ask('/two', names[1]));
    await server.end(1);
    asked.push(ask('/one/running', names[0]));
    await server.began(3);
    for (const path of ['/one/a', '/one/b', '/one/c']) asked.push(ask(path, names[0]));
    asked.push(ask('/two/a', names[1]));
    await server.arrived(7);
    for (let at = 2; at < 7; at += 1) await server.end(at);
    await Promise.all(asked);
    expect([3, 4, 5].map((at) => server.running[at]?.url)).toContain('/two/a');
});

test('R-16: a provider’s webhook does not go before requests that wait', async () => {
    const small = await startTestApp({ replicaOf: app, admission: { slots: 1, burstMs: 0, standingMs: 0 } });
    let running: ReturnType<typeof small.raw> | undefined;
    await whileStuck(async () => {
        running = small.raw('/connections');
        await vi.waitFor(async () => expect(await stuck()).toBeGreaterThan(0));
        const webhook = small.raw(`/webhook/${crypto.randomUUID()}/github`, { method: 'POST', token: null });
        expect(outcomeOf(await webhook)).toBe('503 overloaded');
        expect((await small.raw('/oauth/callback?state=unknown', { token: null })).status).toBe(400);
    });
    expect((await running)?.status).toBe(200);
    await small[Symbol.asyncDispose]();
});

test('R-16: a webhook whose body does not come keeps no other request from running', async () => {
    await app.integrate('github', { webhook_secret: 'secret' });
    const { rows } = await sql<{ id: string }>`select environment_id as id from integrations where unique_key = 'github'`.execute(app.db);
    const small = await startTestApp({ replicaOf: app, admission: { slots: 1, burstMs: 0, standingMs: 0 } });
    const webhook = request(`${small.url}/webhook/${rows[0]?.id}/github`, { method: 'POST', headers: { 'content-length': 1000 } });
    const ended = new Promise((resolve) => webhook.once('close', resolve));
    webhook.on('error', () => {}).write('{');
    await vi.waitFor(async () => expect(outcomeOf(await small.raw('/connections'))).toBe('200'), { timeout: 10_000 });
    webhook.destroy();
    await ended;
    await small[Symbol.asyncDispose]();
});

test('R-16: an open tail of the log keeps no other request from running', async () => {
    const small = await startTestApp({ replicaOf: app, admission: { slots: 1, burstMs: 0, standingMs: 0 } });
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${app.keys.dev}` };
    const tail = await fetch(`${small.url}/logs/tail`, { headers, signal: leaving.signal });
    expect([tail.status, (await small.raw('/integrations')).status]).toEqual([200, 200]);
    leaving.abort();
    await small[Symbol.asyncDispose]();
});

test('R-16: one environment that fills the queue takes no turns of another', async () => {
    const small = await startTestApp({ replicaOf: app, admission: { slots: 1, burstMs: 4, standingMs: 4 } });
    for (const token of [app.keys.dev, app.keys.prod]) expect((await small.raw('/integrations', { token })).status).toBe(200);
    const ended: string[] = [];
    const ask = (name: 'dev' | 'prod') =>
        small.raw('/connections', { token: app.keys[name] }).then(({ status }) => void ended.push(`${name} ${status}`));
    const asked: Promise<void>[] = [];
    await whileStuck(async () => {
        for (let n = 0; n < 5; n += 1) asked.push(ask('dev'));
        await vi.waitFor(async () => expect(await stuck()).toBeGreaterThan(0));
        asked.push(ask('dev'));
        await vi.waitFor(() => expect(ended).toEqual(['dev 503']));
        asked.push(ask('prod'));
        await vi.waitFor(() => expect(ended).toEqual(['dev 503', 'dev 503']));
    });
    await Promise.all(asked);
    expect(ended.toSorted()).toEqual(['dev 200', 'dev 200', 'dev 200', 'dev 200', 'dev 503', 'dev 503', 'prod 200']);
    expect(ended.indexOf('prod 200')).toBeLessThan(5);
    await small[Symbol.asyncDispose]();
});

test('R-16: a call that waits for its provider, and one that waits for its client, take no turn of others', async () => {
    const small = await startTestApp({ replicaOf: app, admission: { slots: 1, burstMs: 10 } });
    await app.sandbox.control('faults', [{ match: { path_regex: '^/(api/me|oauth/token)$' }, action: 'hold' }]);
    const headers = { 'connection-id': connectionId, 'provider-config-key': 'sandbox-oauth2' };
    const proxied = small.raw('/proxy/api/me', { headers });
    const refreshed = small.raw(`/connections/${connectionId}?provider_config_key=sandbox-oauth2&force_refresh=true`);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const body = writable.getWriter();
    void body.write(new TextEncoder().encode('{"end_user":'));
    const init = { method: 'POST', body: readable, duplex: 'half', headers: { 'content-type': 'application/json' } } as const;
    const minted = small.raw('/connect/sessions', init);
    // Each of them had the only slot; it would wait for it in vain.
    expect((await small.raw('/connections')).status).toBe(200);
    void body.write(new TextEncoder().encode('{"id":"u"}}'));
    void body.close();
    await app.sandbox.control('faults', []);
    expect((await Promise.all([proxied, refreshed, minted])).map(({ status }) => status)).toEqual([200, 200, 201]);
    await small[Symbol.asyncDispose]();
});
