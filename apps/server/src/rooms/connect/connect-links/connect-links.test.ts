import { createConnectLink, getConnectSession, listConnectLinks, updateConnectSettings } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, outcomeOf, sendJson, spellingsOf, storedText } from '../../../api.fixtures.ts';
import { codeOf, makeLink, openLink } from './connect-links.fixtures.ts';
import { cleanUp } from '../../../clean-up.ts';
import { linkPlace } from './create-link.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('unauthenticated');
    await app.integrate('gem');
    await app.integrate('sandbox-oauth2');
});
afterAll(() => app[Symbol.asyncDispose]());

const make = (body: unknown) => sendJson(app, 'POST', '/connect/links', body);
const exchange = (url: string) => sendJson(app, 'POST', '/connect/links/exchange', { code: codeOf(url) }, 'nobody');
const list = async (key = app.keys.dev) => (await app.callAs(key)(listConnectLinks, {})).data;

test('a link is made for 7 days, is to be confirmed, and has not been opened', async () => {
    const link = await makeLink(app);
    expect(link).toEqual({
        id: expect.any(String),
        url: expect.stringMatching(new RegExp(`^${app.connectUrl}/l/[\\w-]{43}$`)),
        qr_code: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
        end_user_id: 'ada',
        expires_at: expect.any(String),
        requires_confirmation: true,
        single_use: false,
        opened_count: 0,
        reconnects: null,
        created_at: expect.any(String),
        warning: expect.stringContaining('unconfirmed=true')
    });
    expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBe(7 * dayMs);
});

/** What a camera sees of the QR code: black runs on a white square. */
function scan(dataUrl: string) {
    const svg = Buffer.from(dataUrl.split(',')[1] ?? '', 'base64').toString();
    const [, side = '', background, path = ''] =
        /^<svg [^>]*viewBox="0 0 (\d+) \d+"[^>]*><path fill="#fff" d="([^"]+)"\/><path d="([^"]+)"\/><\/svg>$/.exec(svg) ?? [];
    expect(background).toBe(`M0 0h${side}v${side}H0z`);
    const [modules, pixels] = [Number(side), 4];
    const size = modules * pixels;
    const data = new Uint8ClampedArray(size * size * 4).fill(255);
    const dark = Array.from(path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g), (run) => run.slice(1).map(Number));
    for (const [x = 0, y = 0, length = 0] of dark)
        for (let row = y * pixels; row < (y + 1) * pixels; row += 1)
            for (let column = x * pixels; column < (x + length) * pixels; column += 1)
                data.fill(0, (row * size + column) * 4, (row * size + column) * 4 + 3);
    const edges = dark.flatMap(([x = 0, y = 0, length = 0]) => [x, y, modules - x - length, modules - y - 1]);
    return { text: decodeQR({ width: size, height: size, data }), quietZone: Math.min(...edges) };
}

test('a camera that reads the QR code of a link gets its address, and only who made it has the code', async () => {
    const link = await makeLink(app);
    expect(scan(link.qr_code)).toEqual({ text: link.url, quietZone: 4 });
    expect((await list()).filter((listed) => 'qr_code' in listed)).toEqual([]);
});

test('each opening gets a session of its own, with all that the link was given', async () => {
    const link = await makeLink(app, {
        end_user: { id: 'ada', email: 'ada@example.com' },
        organization: { id: 'acme' },
        allowed_integrations: ['gem'],
        integrations_config_defaults: { gem: { connection_config: { appSecret: 'their-secret' } } },
        appearance: { variables: { borderRadius: 2 } },
        locale: 'fr'
    });
    const [one, other] = [await openLink(app, link.url), await openLink(app, link.url)];
    expect(one.token).not.toBe(other.token);
    const view = (await other.call(getConnectSession, {})).data;
    expect(view).toMatchObject({
        endUser: { id: 'ada', email: 'ada@example.com', organization: { id: 'acme' } },
        allowed_integrations: ['gem'],
        integrations: [{ id: 'gem', fields: [{ name: 'apiKey' }] }],
        appearance: { variables: { borderRadius: 2 } },
        locale: 'fr',
        return_to: null
    });
    expect(Math.round((Date.parse(view.expires_at) - app.clock.now().getTime()) / minuteMs)).toBe(30);
    expect((await list()).find(({ id }) => id === link.id)).toMatchObject({ opened_count: 2 });
});

test('whether what a session connects must be confirmed is known to its Connect UI, and a link without a way back warns', async () => {
    const viewOf = async (body: Parameters<typeof makeLink>[1]) =>
        (await (await openLink(app, (await makeLink(app, body)).url)).call(getConnectSession, {})).data;
    expect((await viewOf({})).requires_confirmation).toBe(true);
    expect((await viewOf({ require_confirmation: false })).requires_confirmation).toBe(false);
    expect((await (await app.session()).call(getConnectSession, {})).data.requires_confirmation).toBe(false);
    const back = { return_to: 'https://app.example.com/', allowed_origins: ['https://app.example.com'] };
    expect(await makeLink(app, back)).not.toHaveProperty('warning');
    expect(await makeLink(app, { require_confirmation: false })).not.toHaveProperty('warning');
});

test('a session of a link says until when the link works, and no other session does', async () => {
    const link = await makeLink(app, { expires_in: 3600 });
    expect((await (await openLink(app, link.url)).call(getConnectSession, {})).data.link_expires_at).toBe(link.expires_at);
    expect((await (await app.session()).call(getConnectSession, {})).data.link_expires_at).toBeNull();
});

test('looking at a link, as mail scanners do, opens nothing', async () => {
    const link = await makeLink(app);
    for (let look = 0; look < 3; look++) await fetch(link.url);
    expect((await list()).find(({ id }) => id === link.id)).toMatchObject({ opened_count: 0 });
});

test('what a link is made of is checked when it is made, as for a session', async () => {
    const cases = [
        [{}, ['end_user'], 'Invalid input: expected object, received undefined'],
        [{ end_user: { id: 'ada' }, allowed_integrations: ['nope'] }, ['allowed_integrations', '0'], 'Integration does not exist'],
        [{ end_user: { id: 'ada' }, expires_in: 7 * 24 * 3600 + 1 }, ['expires_in'], expect.any(String)],
        [{ end_user: { id: 'ada' }, expires_in: 59 }, ['expires_in'], expect.any(String)],
        [{ end_user: { id: 'ada' }, connection_id: 'c' }, [], 'Unrecognized key: "connection_id"'],
        [{ end_user: { id: 'ada' }, return_to: 'javascript:alert(1)' }, ['return_to'], expect.any(String)]
    ] as const;
    for (const [body, path, message] of cases) {
        const response = await make(body);
        expect([outcomeOf(response), errorOf(response).errors?.[0]]).toEqual([
            '400 invalid_body',
            expect.objectContaining({ path, message })
        ]);
    }
    expect((await make({ tags: { team: 'a' } })).json).toMatchObject({ data: { end_user_id: null } });
});

test('T-11: a link leads on only to allowed origins, and only as long as they are', async () => {
    const return_to = 'https://app.example.com/done?from=patchbay';
    const refused = await make({ end_user: { id: 'ada' }, return_to });
    expect(errorOf(refused).errors).toEqual([
        { code: 'custom', path: ['return_to'], message: expect.stringContaining('PATCH /environment/connect-ui') }
    ]);
    const viewOf = async (url: string) => (await (await openLink(app, url)).call(getConnectSession, {})).data;
    const own = await makeLink(app, { return_to, allowed_origins: ['https://app.example.com'] });
    expect((await viewOf(own.url)).return_to).toBe(return_to);
    await app.call(updateConnectSettings, { body: { allowed_return_origins: ['https://app.example.com'] } });
    const link = await makeLink(app, { return_to });
    expect((await viewOf(link.url)).return_to).toBe(return_to);
    await app.call(updateConnectSettings, { body: { allowed_return_origins: [] } });
    expect((await viewOf(link.url)).return_to).toBe(null);
});

test('a link stops at its time; sessions that it opened before go on to theirs', async () => {
    const link = await makeLink(app, { expires_in: 60 });
    const before = await openLink(app, link.url);
    app.clock.advance(61_000);
    const late = await exchange(link.url);
    expect([outcomeOf(late), errorOf(late).message]).toEqual(['404 not_found', 'This link has expired or was deleted. Ask for a new one.']);
    expect((await list()).map(({ id }) => id)).not.toContain(link.id);
    expect((await before.call(getConnectSession, {})).data.endUser?.id).toBe('ada');
});

test('a link that is opened a hundred times in half an hour opens no further session until some have ended', async () => {
    const link = await makeLink(app);
    await openLink(app, link.url);
    await sql`insert into connect_sessions (environment_id, id, token_hash, link_hash, link_token, config_defaults, link_id, expires_at)
        select environment_id, gen_random_uuid(), decode(md5(n::text), 'hex'), decode(md5('l' || n), 'hex'), '', '', link_id, expires_at
        from generate_series(1, 99) n, (select * from connect_sessions where link_id = ${link.id}) template`.execute(app.db);
    expect(outcomeOf(await exchange(link.url))).toBe('429 too_many_request');
    expect((await list()).find(({ id }) => id === link.id)).toMatchObject({ opened_count: 1 });
    app.clock.advance(31 * minuteMs);
    expect((await exchange(link.url)).status).toBe(200);
});

/** Makes the link's request one that another release stored. */
async function restore(linkId: string, request: unknown): Promise<void> {
    const row = await app.db.selectFrom('connect_links').selectAll().where('id', '=', linkId).executeTakeFirstOrThrow();
    const sealed = app.server.deps.seal.seal(linkPlace(row), request);
    await app.db.updateTable('connect_links').set({ request: sealed }).where('id', '=', linkId).execute();
}

test('a link of a release that had fewer session options opens, and sessions have their defaults', async () => {
    const link = await makeLink(app, { locale: 'fr', allowed_integrations: ['gem'] });
    await restore(link.id, { endUser: null, tags: {}, allowedIntegrations: ['gem'], defaults: {}, addedLater: true });
    const view = (await (await openLink(app, link.url)).call(getConnectSession, {})).data;
    expect(view).toMatchObject({ allowed_integrations: ['gem'], appearance: {}, locale: null });
});

test('a link of a release that knows more looks opens, with those that this one knows', async () => {
    const link = await makeLink(app);
    const appearance = {
        variables: { borderRadius: 2, colorOfNextRelease: '#123', density: 'airy' },
        logo: { src: 'data:image/png;base64,AAAA', alt: 'Acme', href: 'https://acme.example' },
        animation: 'none'
    };
    await restore(link.id, { endUser: null, tags: {}, allowedIntegrations: ['gem'], defaults: {}, appearance });
    const view = (await (await openLink(app, link.url)).call(getConnectSession, {})).data;
    expect(view.appearance).toMatchObject({ variables: { borderRadius: 2 }, logo: { src: 'data:image/png;base64,AAAA', alt: 'Acme' } });
});

test.each([
    ['allowedIntegrations', { allowedIntegrations: 'gem' }],
    ['overrides.gem', { overrides: { gem: 'https://example.com' } }]
])('a link whose request has an unknown form of %s is reported, and opens no session', async (field, request) => {
    const link = await makeLink(app);
    await restore(link.id, { endUser: null, tags: {}, allowedIntegrations: ['gem'], defaults: {}, ...request });
    expect(outcomeOf(await exchange(link.url))).toBe('503 credential_unreadable');
    const reported = app.logLines.filter((line) => line.includes('secrets_unreadable') && line.includes(`unknown form: ${field}`));
    expect(reported).toHaveLength(1);
    expect((await list()).find(({ id }) => id === link.id)).toMatchObject({ opened_count: 0 });
});

test('an integration that was deleted since is left out of what the link offers', async () => {
    await app.integrate('unauthenticated', { unique_key: 'short-lived' });
    const link = await makeLink(app, { allowed_integrations: ['short-lived', 'gem'] });
    await app.raw('/integrations/short-lived', { method: 'DELETE' });
    const view = (await (await openLink(app, link.url)).call(getConnectSession, {})).data;
    expect(view.integrations.map(({ id }) => id)).toEqual(['gem']);
});

test('links are listed newest first, without their address, to their own environment alone', async () => {
    const [older, newer] = [await makeLink(app), await makeLink(app)];
    app.clock.advance(1000);
    const newest = await makeLink(app);
    const ids = (await list()).map(({ id }) => id);
    expect(ids[0]).toBe(newest.id);
    expect(ids).toEqual(expect.arrayContaining([older.id, newer.id]));
    expect((await list()).filter((link) => 'url' in link)).toEqual([]);
    expect(await list(app.keys.prod)).toEqual([]);
    const { json } = await app.raw('/connect/links?limit=1');
    expect(json).toEqual({ data: [expect.objectContaining({ id: newest.id })] });
});

test('neither a link’s code nor the secrets that it was given stand in the database', async () => {
    const canary = 'canary-0123456789-canary';
    const body = { integrations_config_defaults: { gem: { connection_config: { appSecret: canary } } } };
    const link = await makeLink(app, body);
    await openLink(app, link.url);
    const stored = await storedText(app.db);
    for (const secret of [codeOf(link.url), canary]) expect(spellingsOf(secret).filter((text) => stored.includes(text))).toEqual([]);
});

test('T-23: links of the day before yesterday are all forgotten, however many they are', async () => {
    const kept = await makeLink(app);
    await sql`insert into connect_links (environment_id, id, code_hash, request, requires_confirmation, expires_at)
        select environment_id, gen_random_uuid(), decode(md5(n::text), 'hex'), '', true, expires_at - interval '9 days'
        from generate_series(1, 2500) n, (select * from connect_links where id = ${kept.id}) template`.execute(app.db);
    await cleanUp(app.server.deps);
    const { count } = await app.db
        .selectFrom('connect_links')
        .select((select) => select.fn.countAll<string>().as('count'))
        .where('expires_at', '<', new Date(app.clock.now().getTime() - dayMs))
        .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(0);
    expect((await exchange(kept.url)).status).toBe(200);
});

test('links are made by backends, at the API’s address alone', async () => {
    const elsewhere = await app.raw('/connect/links', { at: 'connect', method: 'POST' });
    expect(elsewhere.status).toBe(404);
    await expect(app.callAs('')(createConnectLink, { body: { end_user: { id: 'ada' } } })).rejects.toMatchObject({ status: 401 });
});
