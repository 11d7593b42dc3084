import { type CallInput, type readTraffic, memberRoles, revokeSecretKeyById, createSecretKey, type TrafficView } from '@patchbay/contracts';
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

test('the period before is counted in as many buckets, and only where it is kept', async () => {
    const day = await traffic();
    expect(day.previous?.buckets).toHaveLength(24);
    expect([day.previous?.buckets[0]?.at, day.previous?.buckets.at(-1)?.at]).toEqual([
        '2026-01-18T14:00:00.000Z',
        '2026-01-19T13:00:00.000Z'
    ]);
    expect(day.previous?.total.calls).toBe(0);
    const later = await traffic({ since: '2026-01-20T12:00:00Z', until: '2026-01-20T14:00:00Z' });
    expect([later.total.calls, later.previous?.total.calls]).toEqual([6, 6]);
    expect(filled({ ...later, ...later.previous })).toEqual([['2026-01-20T10:10:00.000Z', 6]]);
    // Minutes are kept for a day.
    const early = await traffic({ since: '2026-01-19T13:40:00Z', until: '2026-01-19T14:10:00Z' });
    expect([early.step_s, early.buckets.length, early.previous]).toEqual([60, 30, null]);
});

test.each([
    ['an hour of today in minutes', '2026-01-20T13:05:20Z', '2026-01-20T14:00:00Z', 60, 55, 6],
    ['some hours of today in five minutes', '2026-01-20T09:58:00Z', '2026-01-20T13:14:00Z', 300, 40, 11],
    ['three days in hours', '2026-01-18T00:00:00Z', '2026-01-21T00:00:00Z', 3600, 72, 12],
    ['a time before yesterday in hours, however short', '2026-01-17T10:20:00Z', '2026-01-17T10:40:00Z', 3600, 1, 0],
    ['a week in quarters of days', '2026-01-14T00:00:00Z', '2026-01-21T00:00:00Z', 21_600, 28, 12],
    ['more than that in days', '2026-01-01T00:00:00Z', '2026-01-31T00:00:00Z', 86_400, 30, 12]
])('a period is shown as finely as it is kept: %s', async (_what, since, until, step, count, calls) => {
    const shown = await traffic({ since, until });
    expect([shown.step_s, shown.buckets.length, shown.total.calls]).toEqual([step, count, calls]);
    expect(Date.parse(shown.buckets[0]?.at ?? '')).toBeLessThanOrEqual(Date.parse(since));
    expect(Date.parse(shown.until)).toBeGreaterThanOrEqual(Date.parse(until));
});

test('changes of settings are told with what they were of, without who made them and without what was refused', async () => {
    const change = (path: string, body: unknown) => owner.send('PATCH', `/environments/dev${path}`, body);
    expect(outcome(await change('/integrations/acme', { display_name: 'Acme Ltd' }))).toBe('200');
    expect(outcome(await change('/integrations/unknown', { display_name: 'Nothing' }))).toMatch(/^4/);
    const { data } = await world.app.call(createSecretKey, { body: { display_name: 'Backend' } });
    const since = world.app.clock.now().getTime();
    await world.app.call(revokeSecretKeyById, { params: { key_id: data.id }, query: {} });
    const changes = async (integration: string) =>
        (await traffic({ integration_id: integration })).changes.map(({ change: what, target }) => [what, target]);
    // How a change ended is added when its response is on its way.
    await expect
        .poll(() => changes('acme'))
        .toEqual([
            ['integration_added', 'acme'],
            ['integration_changed', 'acme'],
            ['key_revoked', null]
        ]);
    expect(await changes('quiet')).toEqual([
        ['integration_added', 'quiet'],
        ['key_revoked', null]
    ]);
    const ofAll = (await traffic()).changes;
    const revokedAt = Date.parse(ofAll.at(-1)?.at ?? '');
    expect([revokedAt >= since, revokedAt <= world.app.clock.now().getTime()]).toEqual([true, true]);
    expect(ofAll.map(({ target }) => target)).toEqual(['acme', 'quiet', 'acme', null]);
    expect((await traffic({ since: '2026-01-20T00:00:00Z', until: '2026-01-20T01:00:00Z' })).changes).toEqual([]);
    expect((await traffic({ environment: 'prod' })).changes).toEqual([]);
});

test('every role sees the traffic of each environment by itself, and a visitor sees none', async () => {
    for (const role of memberRoles.filter((each) => each !== 'owner')) {
        const browser = await join(world.app, owner, role);
        expect([role, outcome(await ask(browser)), outcome(await ask(browser, { environment: 'nowhere' }))]).toEqual([
            role,
            '200',
            '404 unknown_environment'
        ]);
    }
    expect((await traffic({ environment: 'prod' })).total.calls).toBe(0);
    expect(outcome(await ask(owner, { environment: 'prod', integration_id: 'acme' }))).toBe('404 not_found');
    expect(outcome(await ask(dashboardBrowser(world.app)))).toBe('401 sign_in_required');
});

test.each([
    { range: '2h' },
    { offset: '900' },
    { offset: '1.5' },
    { since: '2026-01-20T00:00:00Z' },
    { until: '2026-01-20T00:00:00Z' },
    { since: '2026-01-20T00:00:00Z', until: '2026-01-20T00:00:00Z' },
    { since: '2026-01-01T00:00:00Z', until: '2026-02-02T00:00:00Z' }
])('%j is refused', async (query) => {
    expect(outcome(await ask(owner, query))).toBe('400 invalid_query_params');
});
