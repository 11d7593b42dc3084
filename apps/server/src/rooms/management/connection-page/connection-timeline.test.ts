import type { listConnectionTimeline, SuccessOut } from '@patchbay/contracts';
import { updateConnection, updateMetadata } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectBySignIn } from '../../connect/attempts/attempts.fixtures.ts';
import { hourMs, tryRead } from '../../connections/credentials/refresh.fixtures.ts';
import { startWebhookApp, triedTimes } from '../../outbox/webhook-deliveries/receiver.fixtures.ts';
import { apiKey, type ProxyWorld, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { type DashboardBrowser, dashboardBrowser, join, outcome, setUp } from '../members/members.fixtures.ts';

type Page = SuccessOut<typeof listConnectionTimeline>;

const path = (integration: string, connection: string, more = '', environment = 'dev') =>
    `/connection-timeline?environment=${environment}&integration_id=${integration}&connection_id=${connection}${more}`;
const read = async (browser: DashboardBrowser, integration: string, connection: string, more = '') =>
    (await browser.send('GET', path(integration, connection, more))).json as Page;
const textsOf = ({ data }: Page) => data.map(({ text }) => text);

let world: ProxyWorld;
let owner: DashboardBrowser;
beforeAll(async () => {
    world = await startProxyWorld();
    owner = await setUp(world.app);
    world.thirdParty.handle = (request, response) => response.writeHead(request.url?.endsWith('/wrong') ? 404 : 200).end();
    for (const asked of ['contacts', 'contacts', 'wrong']) await world.app.raw(`/proxy/${asked}`, { headers: ofOne });
    const metadata = { provider_config_key: 'acme', connection_id: 'one', metadata: { plan: 'canary-of-metadata' } };
    await owner.send('PATCH', '/environments/dev/connections/metadata', metadata);
    await owner.send('PATCH', '/environments/dev/connections/one?provider_config_key=acme', { tags: { plan: 'canary-of-tags' } });
    await owner.send('PATCH', '/environments/dev/connections/other?provider_config_key=acme', { tags: { plan: 'pro' } });
    await vi.waitUntil(async () => textsOf(await read(owner, 'acme', 'one')).includes('3 requests, 1 failed.'), { timeout: 5000 });
});
afterAll(() => world[Symbol.asyncDispose]());

const ofOne = { 'provider-config-key': 'acme', 'connection-id': 'one' };

test('what was done with a connection is told newest first: by whom it was changed, its requests by the hour', async () => {
    const { data, next_cursor: cursor } = await read(owner, 'acme', 'one');
    expect(cursor).toBeNull();
    expect(data.map(({ kind, text, by, detail, outcome: how }) => [kind, how, text, by, detail])).toEqual([
        ['changes', 'neutral', 'Changed.', 'Olive', 'tags'],
        ['changes', 'neutral', 'The metadata was changed.', 'Olive', 'metadata'],
        ['sign_ins', 'good', 'Imported.', null, null],
        ['credentials', 'neutral', 'Credentials were saved.', null, null],
        ['requests', 'bad', '3 requests, 1 failed.', null, null]
    ]);
    expect(data.at(-1)).toMatchObject({ at: expect.stringMatching(/T\d\d:00:00\.000Z$/), until: expect.stringMatching(/:00:00\.000Z$/) });
});

test('nothing in it is secret: neither a key, nor what metadata and tags hold', async () => {
    const { text } = await owner.send('GET', path('acme', 'one'));
    for (const secret of [apiKey, 'canary-of-metadata', 'canary-of-tags', 'authorization']) expect(text).not.toContain(secret);
});

test('page by page it is the same as at once, and each kind can be asked for alone', async () => {
    const { data: all } = await read(owner, 'acme', 'one');
    const paged: Page['data'] = [];
    let cursor = '';
    do {
        const page = await read(owner, 'acme', 'one', `&limit=1${cursor && `&cursor=${cursor}`}`);
        paged.push(...page.data);
        cursor = page.next_cursor ?? '';
    } while (cursor !== '');
    expect(paged).toEqual(all);
    for (const kind of new Set(all.map((entry) => entry.kind)))
        expect((await read(owner, 'acme', 'one', `&kind=${kind}`)).data).toEqual(all.filter((entry) => entry.kind === kind));
});

test.each([
    [path('acme', 'unknown'), '404 not_found'],
    [path('unknown', 'one'), '400 unknown_provider_config'],
    [path('acme', 'one', '', 'nowhere'), '404 unknown_environment'],
    [path('acme', 'one', '', 'prod'), '400 unknown_provider_config'],
    [path('acme', 'one', '&cursor=none'), '400 invalid_cursor'],
    [path('acme', 'one', '&kind=none'), '400 invalid_query_params']
])('%s is %s', async (address, expected) => {
    expect(outcome(await owner.send('GET', address))).toBe(expected);
});

test('each role may read it, and a visitor without a session may not', async () => {
    for (const role of ['support', 'read_only'] as const)
        expect(outcome(await (await join(world.app, owner, role)).send('GET', path('acme', 'one')))).toBe('200');
    expect(outcome(await dashboardBrowser(world.app).send('GET', path('acme', 'one')))).toBe('401 sign_in_required');
});

test('who has changed it is named to owners and admins alone', async () => {
    const changers = async (browser: DashboardBrowser) =>
        new Set((await read(browser, 'acme', 'one', '&kind=changes')).data.map(({ by }) => by));
    expect(await changers(owner)).toEqual(new Set(['Olive']));
    expect(await changers(await join(world.app, owner, 'admin', 'named@acme.example'))).toEqual(new Set(['Olive']));
    for (const role of ['support', 'read_only'] as const)
        expect(await changers(await join(world.app, owner, role, `${role}-sees@acme.example`))).toEqual(new Set(['A member of the team']));
});

test('a key that changes a product’s data is not in it, as it is not in the audit log', async () => {
    const before = await read(owner, 'acme', 'one');
    await world.app.call(updateMetadata, { body: { provider_config_key: 'acme', connection_id: 'one', metadata: { a: 1 } } });
    await world.app.call(updateConnection, {
        params: { connection_id: 'one' },
        query: { provider_config_key: 'acme' },
        body: { tags: { b: '2' } }
    });
    expect(await read(owner, 'acme', 'one')).toEqual(before);
});

test('the timeline lists how a connection was made, renewed, revoked and broken, and its requests', async () => {
    await using app: TestApp = await startTestApp();
    const member = await setUp(app);
    await app.integrate('sandbox-oauth2');
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    app.clock.advance(hourMs + 1);
    await tryRead(app, id);
    app.clock.advance(hourMs + 1);
    await app.sandbox.control('revoke', { account: 'ada' });
    expect((await tryRead(app, id)).status).not.toBe(200);
    const shown = async () =>
        (await read(member, 'sandbox-oauth2', id)).data.map(({ kind, outcome: how, text, log_id: log }) => [kind, how, text, log !== null]);
    await expect
        .poll(shown, { timeout: 5000 })
        .toEqual(expect.arrayContaining([['credentials', 'bad', 'A renewal of the credentials failed.', true]]));
    const entries = await shown();
    expect(entries).toEqual(
        expect.arrayContaining([
            ['credentials', 'bad', 'It needs reconnecting.', false],
            ['credentials', 'good', 'The credentials were renewed.', true]
        ])
    );
    expect(entries.filter(([, how]) => how === 'bad')).toHaveLength(2);
    expect(entries).toContainEqual(['sign_ins', 'good', 'Connected.', false]);
    const { data } = await read(member, 'sandbox-oauth2', id, '&kind=credentials');
    expect(data.find(({ text }) => text === 'Credentials were saved.')?.detail).toMatch(
        /^Account Ada Lovelace; permissions .*contacts\.read/
    );
});

test('webhooks about a connection are counted by the hour, with those that no endpoint has taken yet', async () => {
    await using app = await startWebhookApp();
    const member = await setUp(app);
    const { id } = await app.endpoint('/taken');
    await app.connect('one');
    await triedTimes(app, id, 1);
    const shown = async () =>
        (await read(member, 'unauthenticated', 'one', '&kind=webhooks')).data.map(({ text, outcome: how }) => [how, text]);
    await expect.poll(shown).toEqual([['good', '1 webhook.']]);
    app.receiver.respond((response) => response.writeHead(500).end());
    await app.connect('one');
    await expect.poll(shown).toEqual([['bad', '2 webhooks, 1 could not be delivered.']]);
    expect((await read(member, 'unauthenticated', 'one', '&kind=sign_ins')).data).not.toEqual([]);
});
