import { type CallInput, type readTraffic, memberRoles, type TrafficView } from '@patchbay/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callProvider, hourMs, minuteMs } from '../../platform/integration-status/integration-status.fixtures.ts';
import { acme, type ProxyWorld, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { type DashboardBrowser, dashboardBrowser, join, outcome, setUp } from '../members/members.fixtures.ts';

let world: ProxyWorld;
let owner: DashboardBrowser;
beforeAll(async () => {
    world = await startProxyWorld({ acme: acme(), quiet: acme() }, { now: '2026-01-20T10:12:30Z' });
    owner = await setUp(world.app);
});
afterAll(() => world[Symbol.asyncDispose]());

type Query = Partial<Record<keyof CallInput<typeof readTraffic>['query'], string>>;

const ask = (browser: DashboardBrowser, query: Query = {}) =>
    browser.send('GET', `/traffic?${new URLSearchParams({ environment: 'dev', range: '24h', ...query })}`);

async function traffic(query: Query = {}): Promise<TrafficView> {
    await world.app.server.deps.trafficCounter.flush();
    const { status, json, text } = await ask(owner, query);
    if (status !== 200) throw new Error(text);
    return (json as { data: TrafficView }).data;
}

const filled = ({ buckets }: TrafficView) => buckets.filter(({ calls }) => calls > 0).map(({ at, calls }) => [at, calls]);

test('requests are counted in buckets without gaps, with what failed and why, and in minutes for the last hour', async () => {
    await callProvider(world, 4);
    await callProvider(world, 2, { status: 503 });
    world.app.clock.advance(3 * hourMs);
    await callProvider(world, 5, { status: 429 });
    world.app.clock.advance(20 * minuteMs);
    await callProvider(world, 1);

    const day = await traffic();
    expect([day.step_s, day.until, day.buckets.length]).toEqual([3600, '2026-01-20T14:00:00.000Z', 24]);
    expect(day.buckets[0]?.at).toBe('2026-01-19T14:00:00.000Z');
    expect(filled(day)).toEqual([
        ['2026-01-20T10:00:00.000Z', 6],
        ['2026-01-20T13:00:00.000Z', 6]
    ]);
    expect(day.total).toMatchObject({ calls: 12, failures: { provider: 2, credentials: 0, rate_limit: 5, platform: 0 } });
    const { p50_ms: p50, p95_ms: p95, p99_ms: p99 } = day.total;
    expect(p50).toBeGreaterThan(0);
    expect(p95).toBeGreaterThanOrEqual(p50 ?? 0);
    expect(p99).toBeGreaterThanOrEqual(p95 ?? 0);
    expect(day.buckets[0]).toMatchObject({ calls: 0, p50_ms: null, p95_ms: null, p99_ms: null });

    const hour = await traffic({ range: '1h' });
    expect([hour.step_s, hour.buckets.length]).toEqual([60, 60]);
    expect(filled(hour)).toEqual([
        ['2026-01-20T13:12:00.000Z', 5],
        ['2026-01-20T13:32:00.000Z', 1]
    ]);
});

test('days of one integration, and quarters of days, begin by local time; days of all together by UTC', async () => {
    const days = await traffic({ range: '30d', offset: '-300', integration_id: 'acme' });
    expect([days.step_s, days.buckets.length, days.buckets.at(-1)?.at]).toEqual([86_400, 30, '2026-01-20T05:00:00.000Z']);
    expect(filled(days)).toEqual([['2026-01-20T05:00:00.000Z', 12]]);
    const ofAll = await traffic({ range: '30d', offset: '-300' });
    expect(filled(ofAll)).toEqual([['2026-01-20T00:00:00.000Z', 12]]);
    const quarters = await traffic({ range: '7d', offset: '330' });
    expect([quarters.step_s, quarters.buckets.length, quarters.until]).toEqual([21_600, 28, '2026-01-20T19:00:00.000Z']);
    // Of five and a half hours the whole ones: counts are by the hour of UTC.
    expect(filled(quarters)).toEqual([
        ['2026-01-20T07:00:00.000Z', 6],
        ['2026-01-20T13:00:00.000Z', 6]
    ]);
});

test('of one integration there is its own traffic alone, and of an unknown one none', async () => {
    expect((await traffic({ integration_id: 'acme' })).total.calls).toBe(12);
    expect((await traffic({ integration_id: 'quiet' })).total.calls).toBe(0);
    expect(outcome(await ask(owner, { integration_id: 'unknown' }))).toBe('404 not_found');
});

test('every role sees the traffic of each environment by itself, and a visitor sees none', async () => {
    for (const role of memberRoles.filter((each) => each !== 'owner')) {
        const browser = await join(world.app, owner, role);
        expect([role, outcome(await ask(browser)), outcome(await ask(browser, { environment: 'nowhere' }))]).toEqual([
            role,
            '200',
            '404 not_found'
        ]);
    }
    expect((await traffic({ environment: 'prod' })).total.calls).toBe(0);
    expect(outcome(await ask(owner, { environment: 'prod', integration_id: 'acme' }))).toBe('404 not_found');
    expect(outcome(await ask(dashboardBrowser(world.app)))).toBe('401 sign_in_required');
});

test.each([{ range: '2h' }, { offset: '900' }, { offset: '1.5' }])('%j is refused', async (query) => {
    expect(outcome(await ask(owner, query))).toBe('400 invalid_query_params');
});
