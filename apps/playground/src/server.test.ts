import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { vendors } from './fake-patchbay.fixtures.ts';
import { startWithFake } from './playground.fixtures.ts';

async function setUp() {
    const app = await startWithFake(vendors);
    const own = {
        connection_id: 'c1',
        provider_config_key: 'harbor-crm',
        provider: 'sandbox-oauth2',
        endUserId: 'user_1',
        credentials: { access_token: 'good' }
    };
    return { ...app, own, foreign: { ...own, connection_id: 'c2', endUserId: 'somebody_else' } };
}

test('the page gets a token for the signed-in user, good for this page only, and nothing else of the session', async () => {
    await using app = await setUp();
    expect(await app.ask('POST', '/api/connect-session', {})).toEqual({ status: 200, body: { token: 'pb_cs_fresh' } });
    await app.ask('POST', '/api/connect-session', { integration: 'shelfmark' });
    const end_user = { id: 'user_1', email: 'noor@juniper.example', display_name: 'Noor Haddad' };
    const common = { end_user, allowed_origins: [app.url], manage_connections: true };
    expect(app.world.minted).toEqual([
        { path: '/connect/sessions', body: { ...common, allowed_integrations: vendors.map(({ id }) => id) } },
        { path: '/connect/sessions', body: { ...common, allowed_integrations: ['shelfmark'] } }
    ]);
});

test('a user may reconnect their own connection alone', async () => {
    await using app = await setUp();
    app.world.connections = [app.own, app.foreign];
    expect(await app.ask('POST', '/api/connect-session', { connection: 'c2', integration: 'harbor-crm' })).toMatchObject({
        status: 404
    });
    expect(app.world.minted).toEqual([]);
    expect(await app.ask('POST', '/api/connect-session', { connection: 'c1', integration: 'harbor-crm' })).toMatchObject({
        status: 200
    });
    expect(app.world.minted).toMatchObject([
        { path: '/connect/sessions/reconnect', body: { connection_id: 'c1', integration_id: 'harbor-crm' } }
    ]);
});

test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['of another port', { origin: 'http://localhost:1' }],
    ['without a name', { origin: 'null' }],
    ['that does not say where it is from', {}]
])('a page %s mints nothing', async (_, headers) => {
    await using app = await setUp();
    expect(await app.ask('POST', '/api/connect-session', {}, headers)).toMatchObject({ status: 403 });
    expect(await app.ask('POST', '/api/minimal-session', {}, headers)).toMatchObject({ status: 403 });
    expect(app.world.minted).toEqual([]);
});

test('a foreign name that leads to this machine gets no response, though its page and its request agree', async () => {
    await using app = await setUp();
    const status = await new Promise((resolve, reject) => {
        const headers = { host: 'evil.example', origin: 'http://evil.example' };
        httpRequest(`${app.url}/api/connections`, { headers }, (response) => resolve(response.resume().statusCode))
            .on('error', reject)
            .end();
    });
    expect(status).toBe(403);
});

test('the list names each account and its contacts as the third party does, and tells in words what is wrong with a connection', async () => {
    await using app = await setUp();
    const tenant = {
        provider_config_key: 'ledgerly',
        provider: 'sandbox-oauth2-tenants',
        connection_config: { tenant_id: 't2' }
    };
    app.world.connections = [
        app.own,
        { ...app.own, connection_id: 'revoked', credentials: { access_token: 'bad' } },
        { ...app.own, connection_id: 'broken', auth: { state: 'broken', failure: { message: 'It is over.' } } },
        { ...app.own, connection_id: 'failing', auth: { state: 'failing', failure: { message: 'It is down.' } } },
        { ...app.own, ...tenant, connection_id: 'tenant' },
        { ...app.own, connection_id: 'key', provider_config_key: 'talentry', provider: 'sandbox-api-key', credentials: { apiKey: 'good' } },
        { ...app.own, connection_id: 'none', provider_config_key: 'elsewhere', provider: 'unauthenticated', credentials: {} },
        app.foreign
    ];
    const { body } = await app.ask('GET', '/api/connections');
    expect(body.connections).toMatchObject([
        {
            connection: 'c1',
            name: 'Harbor CRM',
            state: 'works',
            reason: null,
            account: { name: 'Ada Lovelace' },
            list: { title: 'Customers', items: [{ name: 'Mary Somerville', detail: 'mary@sandbox.example' }] },
            created: '2026-11-20T10:00:00.000Z'
        },
        {
            connection: 'revoked',
            state: 'refused',
            reason: 'The sandbox has ended the access. Ask the end user to connect again.'
        },
        { connection: 'broken', state: 'refused', reason: 'It is over.' },
        { connection: 'failing', state: 'works', reason: 'It is down.' },
        { connection: 'tenant', state: 'works', account: { name: 'Kernel Works' } },
        { connection: 'key', state: 'works', account: { name: 'Acme Ltd' }, list: { items: [{ name: 'Amara Okafor' }] } },
        { connection: 'none', state: 'unknown', reason: null }
    ]);
    expect(JSON.stringify(body)).not.toContain('good');
});

test('disconnecting deletes one of the own connections', async () => {
    await using app = await setUp();
    app.world.connections = [app.own, app.foreign];
    expect(await app.ask('DELETE', '/api/connections?connection=c2&integration=harbor-crm')).toMatchObject({ status: 404 });
    expect(await app.ask('DELETE', '/api/connections?connection=c1&integration=harbor-crm')).toMatchObject({ status: 200 });
    expect(app.world.connections).toEqual([app.foreign]);
});

test('a connection that is broken keeps the name of its account', async () => {
    await using app = await setUp();
    app.world.connections = [app.own];
    await app.ask('GET', '/api/connections');
    app.world.goodTokens = [];
    const { body } = await app.ask('GET', '/api/connections');
    expect(body.connections).toMatchObject([{ state: 'refused', knownAs: 'Ada Lovelace' }]);
});

test('breaking a sign-in takes back what the person gave to Juniper there, once', async () => {
    await using app = await setUp();
    app.world.connections = [app.own];
    const pair = { connection: 'c1', integration: 'harbor-crm' };
    expect(await app.ask('POST', '/api/sandbox/break', pair)).toEqual({ status: 200, body: { result: 'revoked' } });
    app.world.goodTokens = [];
    expect(await app.ask('POST', '/api/sandbox/break', pair)).toEqual({ status: 200, body: { result: 'already_refused' } });
    expect(app.world.revoked).toEqual([{ account: 'ada', client_id: 'juniper-at-harbor-crm' }]);
});

test.each([
    ['talentry', { apiKey: 'good' }, 'key_replaced', { key: 'good' }],
    ['shelfmark', { username: 'ada', password: 'good' }, 'password_changed', { user: 'ada' }]
])('breaking %s has what was typed replaced there', async (integration, credentials, result, rotated) => {
    await using app = await setUp();
    app.world.connections = [{ ...app.own, provider_config_key: integration, credentials }];
    expect(await app.ask('POST', '/api/sandbox/break', { connection: 'c1', integration })).toEqual({ status: 200, body: { result } });
    expect(app.world.rotated).toEqual([rotated]);
});

test('a share link leads back to this page, which confirms for the signed-in user', async () => {
    await using app = await setUp();
    const looks = { locale: 'ar', appearance: { variables: { borderRadius: 4 } } };
    expect(await app.ask('POST', '/api/share-link', looks)).toEqual({
        status: 200,
        body: { url: 'http://widget.localhost:4009/l/x', qrCode: 'data:image/svg+xml;base64,PHN2Zy8+' }
    });
    expect(app.world.minted).toMatchObject([
        { path: '/connect/links', body: { end_user: { id: 'user_1' }, return_to: `${app.url}/`, allowed_origins: [app.url], ...looks } }
    ]);
    expect(await app.ask('POST', '/api/confirm', { connection: 'c9', integration: 'talentry' })).toMatchObject({ status: 200 });
    expect(app.world.confirmed).toEqual([{ provider_config_key: 'talentry', end_user_id: 'user_1' }]);
});

test.each([
    ['not JSON', 'hello', 'The body is not JSON.'],
    ['no object', '[]', 'The body must be a JSON object.'],
    ['an unexpected type', { integration: 7 }, '"integration" must be a text.'],
    ['a connection without its integration', { connection: 'c1' }, 'Name a connection and its integration.'],
    ['too large', { integration: 'x'.repeat(20_000) }, 'The body is larger than 16384 bytes.']
])('a body that is %s gets 400 and a sentence', async (_, body, error) => {
    await using app = await setUp();
    expect(await app.ask('POST', '/api/connect-session', body)).toEqual({ status: 400, body: { error } });
});

test('a Patchbay server that is down is a sentence too', async () => {
    await using app = await setUp();
    app.world.isDown = true;
    expect(await app.ask('POST', '/api/connect-session', {})).toEqual({
        status: 503,
        body: { error: 'The Patchbay server does not respond.' }
    });
});

test.each(['/', '/minimal.html', '/hiring.html', '/accounting.html'])(
    '%s loads the widget from where it is now, and no other foreign script',
    async (path) => {
        await using app = await setUp();
        const response = await fetch(app.url + path);
        expect(response.headers.get('content-security-policy')).toMatch(
            /script-src 'self' ('unsafe-inline' )?http:\/\/widget\.localhost:4009; frame-src http:\/\/widget\.localhost:4009;/
        );
        const html = await response.text();
        expect(html).toContain('src="http://widget.localhost:4009/v1/connect.js"');
        expect(html).not.toMatch(/localhost:30\d\d/);
    }
);

test.each([
    '/..%2fpackage.json',
    '/../package.json',
    '/nothing.html',
    '/api/nothing',
    '/stories/..%2fpackage.json',
    '/stories/assets/..%2f..%2f..%2fpackage.json',
    '/stories/.vite'
])('there is nothing at %s', async (path) => {
    await using app = await setUp();
    expect(await app.ask('GET', path)).toMatchObject({ status: 404 });
});

test.each([
    ['public/minimal.html', 8],
    ['src/minimal-backend.ts', 7]
])("the README's part of %s has at most %d lines", async (file, most) => {
    const text = await readFile(new URL(`../${file}`, import.meta.url), 'utf8');
    const part = /README: begin.*\n([\s\S]*?)\n.*README: end/.exec(text)?.[1] ?? '';
    expect(part.split('\n').length).toBeGreaterThan(3);
    expect(part.split('\n').length).toBeLessThanOrEqual(most);
});
