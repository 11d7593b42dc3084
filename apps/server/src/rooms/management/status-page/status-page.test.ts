import { createEnvironment, deleteEnvironment, memberRoles, type StatusPageView } from '@patchbay/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callProvider, hourMs } from '../../platform/integration-status/integration-status.fixtures.ts';
import { acme, type ProxyWorld, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { type DashboardBrowser, dashboardBrowser, join, outcome, setUp } from '../members/members.fixtures.ts';

let world: ProxyWorld;
let owner: DashboardBrowser;
beforeAll(async () => {
    world = await startProxyWorld({ acme: acme(), quiet: acme() }, { now: '2026-01-20T10:02:30Z' });
    owner = await setUp(world.app);
});
afterAll(() => world[Symbol.asyncDispose]());

const save = (browser: DashboardBrowser, body: Record<string, unknown>) =>
    browser.send('PUT', '/status-page', { environment: 'dev', enabled: true, title: 'Acme', slug: null, ...body });
const dataOf = ({ json, text }: Awaited<ReturnType<typeof save>>): StatusPageView => {
    if (json === undefined || !('data' in (json as object))) throw new Error(text);
    return (json as { data: StatusPageView }).data;
};
const read = async (environment = 'dev') => dataOf(await owner.send('GET', `/status-page?environment=${environment}`));
const get = (path: string) => fetch(`${world.app.url}/public-status/${path}`);
const pageOf = async (slug: string) => (await get(slug)).text();

test('it is off until it is switched on, then visitors see names and states, and nothing else', async () => {
    expect(await read()).toEqual({ enabled: false, title: null, slug: null, url: null });
    const made = dataOf(await save(owner, { title: 'Acme <Integrations>' }));
    expect(made).toEqual({
        enabled: true,
        title: 'Acme <Integrations>',
        slug: expect.stringMatching(/^[0-9a-f]{30}$/),
        url: expect.any(String)
    });
    expect(made.url).toBe(`${world.app.url}/public-status/${made.slug}`);
    expect(await read()).toEqual(made);
    await callProvider(world, 30, { status: 503 });
    await world.app.server.deps.trafficCounter.flush();

    const response = await get(made.slug ?? '');
    const html = await response.text();
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
        200,
        'text/html; charset=utf-8',
        'public, max-age=30'
    ]);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/);
    expect(response.headers.get('set-cookie')).toBe(null);
    expect(html).toContain('<h1>Acme &lt;Integrations&gt;</h1>');
    expect(html).toContain('Something is down');
    expect(html).not.toMatch(/<script|503|calls|connection/i);
    const { rows } = await sql<{ id: string }>`
        select id::text from environments union select id::text from integrations union select unique_key from integrations
        union select connection_id from connections`.execute(world.app.db);
    expect(rows.length).toBeGreaterThan(5);
    for (const { id } of rows) expect(html).not.toMatch(new RegExp(`\\b${id}\\b`));
});

test('the strip has 90 days, of which it says how many are known', async () => {
    const { slug } = dataOf(await save(owner, { slug: 'days' }));
    expect(slug).toBe('days');
    world.app.clock.advance(15 * hourMs);
    await callProvider(world, 40);
    await world.app.server.deps.trafficCounter.flush();
    const html = await pageOf('days');
    expect(html).toContain('Last 90 days: 1 operational, 0 degraded, 1 down, 88 with too few requests');
    expect(html).toContain('90 days ago; the history begins on 2026-01-20');
    expect(html).toContain('<title>2026-01-20: Down</title>');
    expect(html).toContain('There is no history yet.');
});

test('the badge is one word in an image that other pages may show', async () => {
    const badge = await get('days/badge.svg');
    expect([badge.status, badge.headers.get('content-type'), badge.headers.get('cross-origin-resource-policy')]).toEqual([
        200,
        'image/svg+xml; charset=utf-8',
        'cross-origin'
    ]);
    expect(await badge.text()).toContain('<title>integrations: operational</title>');
});

test('the feed has an entry for each time that an integration was not operational, which keeps its id', async () => {
    const feed = await get('days/feed.atom');
    expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const text = await feed.text();
    const idOf = (xml: string) => /<entry>\n<id>([^<]+)<\/id>/.exec(xml)?.[1];
    expect(text.match(/<entry>/g)).toHaveLength(1);
    expect(text).toContain(': down, over</title>');
    expect(idOf(text)).toMatch(/^urn:patchbay:incident:[0-9a-f]{32}$/);
    world.app.clock.advance(hourMs);
    expect(idOf(await (await get('days/feed.atom')).text())).toBe(idOf(text));
});

test('an address that was changed, or a page that was switched off, is as one that there never was', async () => {
    const unknown = await get('nowhere');
    expect(unknown.status).toBe(404);
    dataOf(await save(owner, { slug: 'moved' }));
    expect([(await get('days')).status, (await get('moved')).status]).toEqual([404, 200]);
    expect(dataOf(await save(owner, { slug: 'moved', enabled: false })).enabled).toBe(false);
    const off = await get('moved');
    const body = async (response: Response) => (await response.text()).replaceAll(/[0-9a-f-]{36}/g, '');
    expect([off.status, await body(off)]).toEqual([404, await body(unknown)]);
    expect([(await get('moved/badge.svg')).status, (await get('moved/feed.atom')).status]).toEqual([404, 404]);
});

test('of one address there is one page, of its own environment alone', async () => {
    dataOf(await save(owner, { slug: 'taken' }));
    expect(outcome(await save(owner, { environment: 'prod', slug: 'taken' }))).toBe('409 conflict');
    dataOf(await save(owner, { environment: 'prod', slug: 'theirs', title: 'Theirs' }));
    expect(await pageOf('theirs')).toContain('There are no integrations yet.');
    const { data: made } = await world.app.callAs(world.app.keys.account)(createEnvironment, { body: { name: 'brief' } });
    dataOf(await save(owner, { environment: 'brief', slug: 'brief' }));
    expect((await get('brief')).status).toBe(200);
    await world.app.callAs(world.app.keys.account)(deleteEnvironment, { params: { environment_id: made.id } });
    expect((await get('brief')).status).toBe(404);
});

test.each([{ slug: 'Acme' }, { slug: '-a-' }, { slug: 'a' }, { slug: 'a/b' }, { title: '' }, { title: 'x'.repeat(101) }])(
    '%j is refused',
    async (body) => {
        expect(outcome(await save(owner, body))).toBe('400 invalid_body');
    }
);

test('of two who change what they have read, the second is refused, and nothing of theirs is saved', async () => {
    const expected = { enabled: true, title: 'Acme', slug: 'two-admins' };
    await save(owner, { slug: 'two-admins' });
    expect(outcome(await save(owner, { slug: 'two-admins', title: 'First', expected }))).toBe('200');
    const late = await save(owner, { slug: 'two-admins', title: 'Second', expected });
    expect(outcome(late)).toBe('409 conflict');
    expect(late.text).toContain('was changed after you read it');
    expect(await read()).toMatchObject({ title: 'First' });
    // Who has read that there is none.
    expect(outcome(await save(owner, { expected: { enabled: false, title: null, slug: null } }))).toBe('409 conflict');
    const now = { ...expected, title: 'First' };
    const both = await Promise.all(['One', 'Other'].map((title) => save(owner, { slug: 'two-admins', title, expected: now })));
    expect(both.map(outcome).toSorted()).toEqual(['200', '409 conflict']);
});

test('owners and admins alone change it, all may read it, and each change is in the audit log', async () => {
    for (const role of memberRoles.filter((each) => each !== 'owner')) {
        const browser = await join(world.app, owner, role);
        const outcomes = [
            await browser.send('GET', '/status-page?environment=dev'),
            await save(browser, { slug: 'taken', title: `By ${role}` }),
            await save(browser, { environment: 'nowhere', slug: 'x-x' })
        ].map(outcome);
        expect([role, ...outcomes]).toEqual([
            role,
            '200',
            ...(role === 'admin' ? ['200', '404 unknown_environment'] : ['403 forbidden', '403 forbidden'])
        ]);
    }
    expect((await read()).title).toBe('By admin');
    expect(outcome(await save(dashboardBrowser(world.app), {}))).toBe('401 sign_in_required');
    const { json } = await owner.send('GET', '/audit?action=updateStatusPage&environment=dev');
    const { data } = json as { data: { actor: { name: string }; environment: string; fields: string[]; status: number }[] };
    expect(data[0]).toMatchObject({ environment: 'dev', fields: ['environment', 'enabled', 'title', 'slug'] });
    expect(data.some(({ actor, status }) => actor.name === 'Member admin' && status === 200)).toBe(true);
});
