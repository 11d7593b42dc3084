import type { CallInput, ConnectionTrafficView, readConnectionTraffic } from '@patchbay/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addConnections, callProvider, hourMs } from '../../platform/integration-status/integration-status.fixtures.ts';
import { entriesOf } from '../../platform/request-log/request-log.fixtures.ts';
import { acme, type ProxyWorld, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { type DashboardBrowser, outcome, setUp } from '../members/members.fixtures.ts';

let world: ProxyWorld;
let owner: DashboardBrowser;
beforeAll(async () => {
    world = await startProxyWorld({ acme: acme() }, { now: '2026-01-20T08:12:30Z' });
    owner = await setUp(world.app);
    await addConnections(world.app, ['two']);
});
afterAll(() => world[Symbol.asyncDispose]());

type Query = Partial<Record<keyof CallInput<typeof readConnectionTraffic>['query'], string>>;
const ask = (query: Query = {}) =>
    owner.send(
        'GET',
        `/connection-traffic?${new URLSearchParams({ environment: 'dev', integration_id: 'acme', connection_id: 'one', range: '24h', ...query })}`
    );
const traffic = async (query?: Query) => ((await ask(query)).json as { data: ConnectionTrafficView }).data;
const filled = ({ buckets }: Pick<ConnectionTrafficView, 'buckets'>) =>
    buckets.filter(({ calls }) => calls > 0).map(({ at, calls, failed }) => [at, calls, failed]);

test('the requests of one connection are counted by time, with what failed and how long they took', async () => {
    await callProvider(world, 3);
    await callProvider(world, 2, { status: 404 });
    await callProvider(world, 4, { connections: ['two'] });
    world.app.clock.advance(2 * hourMs);
    await callProvider(world, 1, { status: 503 });
    await entriesOf(world.app, 10);

    const day = await traffic();
    expect([day.step_s, day.buckets.length, day.counted_since]).toEqual([3600, 24, null]);
    expect(filled(day)).toEqual([
        ['2026-01-20T08:00:00.000Z', 5, 2],
        ['2026-01-20T10:00:00.000Z', 1, 1]
    ]);
    expect(day.total).toMatchObject({ calls: 6, failed: 3 });
    const { p50_ms: p50, p99_ms: p99 } = day.total;
    expect(p50).toBeGreaterThanOrEqual(0);
    expect(p99).toBeGreaterThanOrEqual(p50 ?? 0);
    expect(day.buckets[0]).toMatchObject({ calls: 0, p50_ms: null });
    expect((await traffic({ connection_id: 'two' })).total).toMatchObject({ calls: 4, failed: 0 });

    const zoomed = await traffic({ since: '2026-01-20T10:00:00Z', until: '2026-01-20T12:00:00Z' });
    expect([zoomed.total.calls, zoomed.previous?.total.calls]).toEqual([1, 5]);
});

test('of more requests than are read the newest are counted, and since when is told', async () => {
    await sql`insert into request_log (environment_id, id, operation_id, attempt, request_id, kind, integration_key, connection_id, method, url,
            status, is_failed, started_at, queue_ms, first_byte_ms, total_ms, request_bytes, response_bytes, details, terms)
        select environment_id, (regexp_replace(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), '(.{8})', '\\1-')
                || '-7000-8000-' || left(md5(random()::text), 12))::uuid,
            gen_random_uuid(), 1, 'many', 'proxy', 'acme', 'one', 'GET', 'https://acme.example', 200, false, at, 0, 20, 20, 0, 0, '{}', ''
        from connections, generate_series(timestamptz '2026-01-20T09:00:00Z', '2026-01-20T10:00:00Z', '300 milliseconds') at
        where connection_id = 'one'`.execute(world.app.db);
    const day = await traffic();
    expect(day.total.calls).toBe(10_000);
    expect(day.counted_since).toMatch(/^2026-01-20T09:1\d:/);
    expect(day.previous).toBeNull();
    expect((await traffic({ since: '2026-01-20T08:00:00Z', until: '2026-01-20T09:00:00Z' })).total.calls).toBe(5);
});

test('a connection that is not there has no traffic', async () => {
    expect(outcome(await ask({ connection_id: 'none' }))).toBe('404 not_found');
    expect(outcome(await ask({ integration_id: 'none' }))).toBe('400 unknown_provider_config');
    expect(outcome(await ask({ environment: 'prod' }))).toBe('400 unknown_provider_config');
});
