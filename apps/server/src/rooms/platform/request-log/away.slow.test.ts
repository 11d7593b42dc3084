import { connect } from 'node:net';
import { getRequestLogSettings, listLogs, updateRequestLogSettings } from '@patchbay/contracts';
import { TestNetwork } from '@patchbay/db/testing';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProxyWorld, send, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { beginOperation } from './operation.ts';

let world: ProxyWorld;
beforeAll(async () => {
    // Far from the end of a day, where another partition begins.
    world = await startProxyWorld(undefined, { now: '2026-03-01T12:00:00Z' });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Another server, with a network of its own to the database. */
async function serverBehind(network: TestNetwork): Promise<TestApp> {
    const { config, deps } = world.app.server;
    const { sandboxUrl, allowPrivateHosts } = config;
    return startTestApp({
        replicaOf: world.app,
        databaseUrl: network.url,
        config: { sandboxUrl, allowPrivateHosts },
        providers: deps.providers
    });
}

const countOf = async (path: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from request_log where position(${path} in url) > 0`.execute(world.app.db);
    return rows[0]?.count ?? 0;
};

test('while the database is away calls get their responses, entries wait up to a limit, and what exceeds it is counted and told', async () => {
    const network = await TestNetwork.to(world.app.databaseUrl);
    const served = await serverBehind(network);
    await served.call(updateRequestLogSettings, { body: { bodies: 'all' } });
    const { id: environmentId } = await world.app.db
        .selectFrom('environments')
        .select('id')
        .where('name', '=', 'dev')
        .executeTakeFirstOrThrow();

    // Under way when the database goes: they have their credentials already.
    const waiting: (() => void)[] = [];
    world.thirdParty.handle = (_request, response) => void waiting.push(() => response.end('done'));
    const underWay = Array.from({ length: 20 }, (_, n) => send({ app: served }, `/under-way/${n}`));
    await expect.poll(() => waiting.length).toBe(20);
    network.die();
    for (const respond of waiting) respond();
    expect((await Promise.all(underWay)).map(({ status, text }) => [status, text])).toEqual(underWay.map(() => [200, 'done']));

    // Each keeps 48 KiB, so that 32 MiB are full soon.
    const body = Buffer.alloc(24 * 1024, 'some words ');
    world.thirdParty.handle = (request, response) =>
        void request.resume().on('end', () => response.writeHead(200, { 'content-type': 'text/plain' }).end(body));
    const total = 1200;
    const call = async (n: number) => {
        const purpose = beginOperation({ kind: 'proxy', environmentId });
        const headers = { 'content-type': 'text/plain' };
        const url = `${world.thirdParty.url}/away/${n}`;
        return (await served.server.deps.egress.request({ url, method: 'POST', headers, body, purpose })).status;
    };
    for (let n = 0; n < total; n += 20)
        expect(await Promise.all(Array.from({ length: 20 }, (_, more) => call(n + more)))).toEqual(Array.from({ length: 20 }, () => 200));
    const { dropped } = served.server.deps.requestLog;
    expect(dropped).toBeGreaterThan(200);
    expect(dropped).toBeLessThan(900);

    network.revive();
    await expect.poll(() => countOf('/away/'), { timeout: 60_000 }).toBe(total - dropped);
    expect(await countOf('/under-way/')).toBe(20);
    expect((await served.call(getRequestLogSettings, {})).data.dropped_entries).toBe(dropped);
    const told = served.logLines
        .filter((line) => line.includes('request_log_dropped'))
        .map((line): { entries: number } => JSON.parse(line));
    expect(told.reduce((sum, { entries }) => sum + entries, 0)).toBe(dropped);

    // And it goes on.
    world.thirdParty.handle = (_request, response) => void response.end();
    const headers = { 'patchbay-request-id': 'after-the-outage' };
    await send({ app: served }, '/after', { headers });
    const found = async () => (await world.app.call(listLogs, { query: { request_id: 'after-the-outage' } })).data.length;
    await expect.poll(found, { timeout: 20_000 }).toBe(1);
    expect(served.server.deps.requestLog.dropped).toBe(dropped);
    await served[Symbol.asyncDispose]();
    await network.close();
}, 180_000);

test('a tail whose client never reads keeps little in memory, and is ended after a minute', async () => {
    const { server, clock, db } = world.app;
    await send(world, '/first', { headers: { 'patchbay-request-id': 'before-the-tail' } });
    await expect.poll(() => countOf('/first')).toBe(1);
    const { hostname, port } = new URL(world.app.url);
    const client = connect(Number(port), hostname);
    client.on('error', () => {});
    // Its beginning alone.
    client.on('data', () => client.pause());
    client.write(`GET /logs/tail HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${world.app.keys.dev}\r\n\r\n`);
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
    /** As many as one poll takes, each as long as an address can be. */
    const addEntries = async () => {
        const ids = Array.from({ length: 200 }, () => server.deps.ids.timeOrdered(clock.now()));
        await sql`
            insert into request_log (environment_id, id, operation_id, attempt, request_id, kind, method, url, is_failed, started_at,
                queue_ms, total_ms, request_bytes, response_bytes, details, terms)
            select environments.id, entry, entry, 1, 'unread', 'proxy', 'GET', 'https://unread.example/' || repeat('u', 2000), false,
                now(), 0, 0, 0, 0, '{"request":{"headers":{}},"response":{"headers":{}}}', ''
            from environments, unnest(${ids}::uuid[]) as entry where name = 'dev'`.execute(db);
    };
    // Until it stops being read, which the buffers of the system put off for some megabytes.
    let added = 0;
    await expect
        .poll(
            async () => {
                await addEntries();
                added += 1;
                clock.advance(61_000);
                // Said when the handler has ended; a client that does not read sees no end.
                return world.app.logLines.some((line) => line.includes('"route":"/logs/tail"'));
            },
            { timeout: 120_000, interval: 1000 }
        )
        .toBe(true);
    expect(added).toBeLessThan(60);
    const grown = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed - before;
    expect(grown).toBeLessThan(64 * 1024 * 1024);
    expect((await send(world, '/first')).status).toBe(200);
    client.destroy();
}, 180_000);
