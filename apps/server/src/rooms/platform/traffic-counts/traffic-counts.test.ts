import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { importConnection, updateRequestLogSettings } from '@patchbay/contracts';
import type { RetryDefinition } from '@patchbay/providers';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { acme, open, type ProxyWorld, send, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { entriesOf } from '../request-log/request-log.fixtures.ts';
import { readRecentTraffic, type Traffic } from './traffic-counts.sql.ts';

const minuteMs = 60_000;

async function environmentIdOf(app: TestApp): Promise<string> {
    const { environment_id: id } = await app.db.selectFrom('integrations').select('environment_id').executeTakeFirstOrThrow();
    return id;
}

/** Of the last five minutes, once this server has stored what it counted. */
async function traffic(app: TestApp): Promise<Traffic | undefined> {
    await app.server.deps.trafficCounter.flush();
    const since = new Date(app.clock.now().getTime() - 5 * minuteMs);
    const [row] = await readRecentTraffic(app.db, { environmentId: await environmentIdOf(app), since });
    return row;
}

const noFailures = { provider: 0, credentials: 0, rate_limit: 0, platform: 0 };

async function answerWith(world: ProxyWorld, status: number, count = 1): Promise<void> {
    world.thirdParty.handle = (_request, response) => void response.writeHead(status).end();
    for (let call = 0; call < count; call += 1) await send(world, '/things', { method: 'POST' });
}

async function storedFailures(app: TestApp): Promise<unknown> {
    const rows = await app.db.selectFrom('traffic_minutes').select('failed_with').execute();
    return rows.map((row) => row.failed_with);
}

test('requests are counted by who has to act so that they succeed; mistakes of the caller are no failures', async () => {
    await using world = await startProxyWorld(undefined, { now: '2026-01-20T14:00:10Z' });
    const { app } = world;
    for (const status of [200, 301, 400, 404, 422, 500, 503, 503, 429, 403]) await answerWith(world, status);
    expect(await traffic(app)).toMatchObject({ calls: 10, failures: { provider: 3, credentials: 1, rate_limit: 1, platform: 0 } });
    expect(await storedFailures(app)).toEqual([{ 403: 1, 429: 1, 500: 1, 503: 2 }]);
});

const told: [by: string, retry: RetryDefinition, limited: RequestListener, other: RequestListener][] = [
    [
        'no calls left with 403',
        { remaining: 'x-left', rate_limited: { status: 403 } },
        (_request, response) => void response.writeHead(403, { 'x-left': '0' }).end(),
        (_request, response) => void response.writeHead(403, { 'x-left': '7' }).end()
    ],
    [
        'a wait with 403',
        { remaining: 'x-left', rate_limited: { status: 403 } },
        (_request, response) => void response.writeHead(403, { 'retry-after': '60' }).end(),
        (_request, response) => void response.writeHead(403).end()
    ],
    [
        'a code in a compressed body',
        { rate_limited: { status: 403, path: 'code', value: 'SLOW' } },
        (_request, response) => void response.writeHead(403, { 'content-encoding': 'gzip' }).end(gzipSync('{"code":"SLOW"}')),
        (_request, response) => void response.writeHead(403).end('{"code":"NO"}')
    ]
];

test.each(told)('a provider that tells a rate limit by %s is limited, and with another 403 refuses', async (_by, retry, limited, other) => {
    await using world = await startProxyWorld({ acme: acme({ retry }) }, { now: '2026-01-20T14:00:10Z' });
    for (const handle of [limited, limited, other]) {
        world.thirdParty.handle = handle;
        await send(world, '/things', { method: 'POST' });
    }
    expect(await traffic(world.app)).toMatchObject({ calls: 3, failures: { ...noFailures, rate_limit: 2, credentials: 1 } });
});

test('a rate limit that only a body tells is seen where the log keeps no bodies too', async () => {
    const [, retry, limited] = told[2] ?? [];
    if (!retry || !limited) throw new Error('The list has it.');
    await using world = await startProxyWorld({ acme: acme({ retry }) }, { now: '2026-01-20T14:00:10Z' });
    await world.app.call(updateRequestLogSettings, { body: { bodies: 'none' } });
    world.thirdParty.handle = limited;
    for (const count of [1, 2]) {
        await send(world, '/things', { method: 'POST' });
        // The settings are read when the first one is stored.
        await entriesOf(world.app, count);
    }
    expect(await traffic(world.app)).toMatchObject({ calls: 2, failures: { ...noFailures, rate_limit: 2 } });
});

test('a provider that does not respond, or breaks off, failed; a caller that goes away says nothing', async () => {
    await using world = await startProxyWorld(undefined, { now: '2026-01-20T14:00:10Z' });
    const { app, thirdParty } = world;
    thirdParty.handle = (request) => void request.socket.destroy();
    await send(world, '/things', { method: 'POST' });
    thirdParty.handle = (_request, response) => void response.writeHead(200).write('half', () => response.destroy());
    await send(world, '/things', { method: 'POST' });
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    thirdParty.handle = (request) => {
        request.socket.on('close', () => end());
        arrive();
    };
    const leaving = new AbortController();
    const left = open(world, '/things', { method: 'POST', signal: leaving.signal }).catch(() => 'left');
    await arrived;
    leaving.abort();
    expect(await left).toBe('left');
    await ended;
    expect(await traffic(app)).toMatchObject({ calls: 2, failures: { ...noFailures, provider: 2 } });
});

test('requests that are not sent because a provider fails count as failed, so that an outage does not look like silence', async () => {
    await using world = await startProxyWorld(undefined, { now: '2026-01-20T14:00:10Z' });
    await answerWith(world, 503, 25);
    expect(world.thirdParty.arrived).toHaveLength(20);
    expect(await traffic(world.app)).toMatchObject({ calls: 25, failures: { ...noFailures, provider: 25 } });
    expect(await storedFailures(world.app)).toEqual([{ 503: 20, provider_unavailable: 5 }]);
});

test('a redirect to a destination that is not allowed is a failure of ours', async () => {
    await using world = await startProxyWorld({ acme: acme() });
    world.thirdParty.handle = (_request, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    await send(world, '/things');
    expect(await traffic(world.app)).toMatchObject({ calls: 2, failures: { ...noFailures, platform: 1 } });
});

test('the connections that calls fail for are counted apart from all', async () => {
    await using world = await startProxyWorld(undefined, { now: '2026-01-20T14:00:10Z' });
    for (const id of ['two', 'three'])
        await world.app.call(importConnection, {
            body: { provider_config_key: 'acme', connection_id: id, credentials: { type: 'API_KEY', apiKey: 'k' } }
        });
    world.thirdParty.handle = ({ url }, response) => void response.writeHead(url?.endsWith('bad') ? 500 : 200).end();
    for (const connection of ['one', 'two', 'three', 'three']) await send(world, '/good', { connection, method: 'POST' });
    await world.app.server.deps.trafficCounter.flush();
    for (const connection of ['one', 'two', 'two']) await send(world, '/bad', { connection, method: 'POST' });
    await world.app.server.deps.trafficCounter.flush();
    await send(world, '/good', { connection: 'three', method: 'POST' });
    expect(await traffic(world.app)).toMatchObject({ calls: 8, connections: 3, failedConnections: 2 });
});

test('two servers count into the same rows, by minute, by hour and by day', async () => {
    await using world = await startProxyWorld(undefined, { now: '2026-01-20T14:00:10Z' });
    const { app } = world;
    await using other = await startTestApp({
        replicaOf: app,
        config: { sandboxUrl: app.server.config.sandboxUrl, allowPrivateHosts: [...app.server.config.allowPrivateHosts] },
        providers: app.server.deps.providers
    });
    for (let round = 0; round < 5; round += 1) {
        await answerWith(world, 200, 2);
        await answerWith({ ...world, app: other }, 503);
        await Promise.all([app, other].map(({ server }) => server.deps.trafficCounter.flush()));
    }
    const counted = await traffic(app);
    expect(counted).toMatchObject({ calls: 15, failures: { ...noFailures, provider: 5 }, connections: 1, failedConnections: 1 });
    expect(counted?.latency.reduce((sum, count) => sum + count, 0)).toBe(15);
    for (const table of ['traffic_hours', 'traffic_days'] as const) {
        const rows = await app.db.selectFrom(table).select(['calls', 'failed_with']).execute();
        expect(rows).toEqual([{ calls: 15, failed_with: { 503: 5 } }]);
    }
});

test('what is counted while the database is away is stored when it is back', async () => {
    await using world = await startProxyWorld(undefined, { now: '2026-01-20T14:00:10Z' });
    const { app } = world;
    await sql`create function refuse_writes() returns trigger language plpgsql as
        $$ begin raise exception 'the database goes away' using errcode = '57P01'; end $$`.execute(app.db);
    await sql`create trigger goes_away before insert on traffic_hours for each row execute function refuse_writes()`.execute(app.db);
    await answerWith(world, 503, 3);
    expect(await traffic(app)).toBeUndefined();
    await answerWith(world, 200, 2);
    expect(await traffic(app)).toBeUndefined();
    await sql`drop trigger goes_away on traffic_hours`.execute(app.db);
    expect(await traffic(app)).toMatchObject({ calls: 5, failures: { ...noFailures, provider: 3 } });
});

test('counts that the database refuses are told, and do not stop those after them', async () => {
    await using world = await startProxyWorld(undefined, { now: '2026-01-20T14:00:10Z' });
    const { app } = world;
    await sql`alter table traffic_hours rename to traffic_hours_away`.execute(app.db);
    await answerWith(world, 200, 3);
    await app.server.deps.trafficCounter.flush();
    expect(app.logLines.filter((line) => line.includes('traffic_counts_not_written'))).toHaveLength(1);
    expect(app.server.deps.trafficCounter.dropped).toBe(3);
    await sql`alter table traffic_hours_away rename to traffic_hours`.execute(app.db);
    await answerWith(world, 200);
    expect(await traffic(app)).toMatchObject({ calls: 1 });
});

test('a server that stops stores what it has counted', async () => {
    await using world = await startProxyWorld(undefined, { now: '2026-01-20T14:00:10Z' });
    const { app } = world;
    const other = await startTestApp({
        replicaOf: app,
        config: { sandboxUrl: app.server.config.sandboxUrl, allowPrivateHosts: [...app.server.config.allowPrivateHosts] },
        providers: app.server.deps.providers
    });
    await answerWith({ ...world, app: other }, 200, 4);
    await other[Symbol.asyncDispose]();
    expect(await traffic(app)).toMatchObject({ calls: 4 });
});
