import { importConnection } from '@patchbay/contracts';
import { providers } from '@patchbay/providers';
import { OAUTH1_CLIENT, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendJson } from '../../../../api.fixtures.ts';
import { connectBySignIn, read, startSignIn } from '../../../connect/attempts/attempts.fixtures.ts';
import { startThirdParty } from '../../../traffic/proxy/proxy.fixtures.ts';
import { probeDue } from '../../credentials/probe-due.ts';

const provider = 'sandbox-oauth1';
const definition = providers.get(provider);
if (definition?.auth_mode !== 'OAUTH1') throw new Error('The sandbox has no provider of OAuth 1.0a.');
const plain = {
    ...definition,
    id: 'plaintext',
    signature_method: 'PLAINTEXT',
    request_http_method: 'GET',
    token_http_method: 'GET'
} as const;

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ providers: new Map([...providers, [plain.id, { ...plain, request_params: { app: 'a b&c' } }]]) });
    await app.integrate(provider);
    await app.integrate(plain.id);
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await vendor('clock', { now: app.clock.now().toISOString() });
});
afterAll(() => app[Symbol.asyncDispose]());

const vendor = (verb: string, body?: unknown) => app.sandbox.control(`oauth1/${verb}`, body);
const problems = async () => Object(await vendor('refused')).refused.map(({ problem }: { problem: string }) => problem);

function proxied(id: string, method: string, path: string, init: { body?: string; headers?: Record<string, string>; from?: TestApp } = {}) {
    const { body, headers = {}, from = app } = init;
    const sent = { 'connection-id': id, 'provider-config-key': provider, 'content-type': 'application/json', ...headers };
    return from.raw(`/proxy${path}`, { method, headers: sent, ...(body === undefined ? {} : { body }) });
}

/** The token that a sign-in gives, as another service has it stored. */
async function tokenOf(account: string) {
    const { credentials } = await app.connection(await connectBySignIn(app, provider, { account }), provider);
    return { oauth_token: String(credentials['oauth_token']), oauth_token_secret: String(credentials['oauth_token_secret']) };
}

test('the proxy signs each request: its query, its form, and not a body of another type', async () => {
    const id = await connectBySignIn(app, provider, { account: 'ada' });
    const list = await proxied(id, 'GET', '/tasks?a=2&a=1&b=%2B%20%26%C3%BC&c=!*()');
    expect([list.status, list.json]).toEqual([200, expect.objectContaining({ owner: 'ada' })]);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const made = await proxied(id, 'POST', '/tasks?a=1', { body: 'title=Tea+%26+cake&title=b%3D', headers: form });
    expect([made.status, made.json]).toEqual([201, expect.objectContaining({ tasks: ['Tea & cake', 'b='] })]);
    const json = await proxied(id, 'POST', '/tasks', { body: '{"title":"Tea"}' });
    expect([json.status, json.json]).toEqual([201, expect.objectContaining({ body: '{"title":"Tea"}' })]);
    expect(await problems()).toEqual([]);
});

test('a redirect is signed anew at its origin, and a signature goes to no other one; callers cannot set one', async () => {
    const id = await connectBySignIn(app, provider);
    const redirectTo = (location: string) => vendor('faults', [{ match: { path_regex: 'old$' }, action: { type: 'redirect', location } }]);
    await redirectTo(`${app.sandbox.url}/oauth1/api/tasks?moved=yes`);
    expect((await proxied(id, 'GET', '/old')).json).toMatchObject({ query: { moved: 'yes' } });
    await using elsewhere = await startThirdParty();
    const allowPrivateHosts = [new URL(app.sandbox.url).host, `*.localhost:${elsewhere.port}`];
    await using replica = await startTestApp({ replicaOf: app, config: { allowPrivateHosts } });
    await redirectTo(`${elsewhere.url}/tasks`);
    await proxied(id, 'GET', '/old', { from: replica });
    expect(elsewhere.arrived.map(({ path, headers }) => [path, headers.authorization])).toEqual([['/tasks', undefined]]);
    const own = await proxied(id, 'GET', '/tasks', { headers: { 'patchbay-proxy-authorization': 'OAuth oauth_token="other"' } });
    expect(own.status).toBe(200);
});

test('a request that is tried again, and two at once, have nonces of their own', async () => {
    const id = await connectBySignIn(app, provider);
    await vendor('faults', [{ match: { path_regex: 'tasks' }, action: { type: 'reset', after: true }, times: 1 }]);
    expect((await proxied(id, 'GET', '/tasks', { headers: { retries: '1' } })).status).toBe(200);
    const both = await Promise.all([1, 2, 3].map(() => proxied(id, 'GET', '/tasks')));
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await problems()).toEqual([]);
});

test('a provider that takes PLAINTEXT and GET is signed in to and called in that way', async () => {
    await vendor('settings', { signature_methods: ['PLAINTEXT'] });
    const id = await connectBySignIn(app, plain.id, { account: 'grace' });
    const called = await proxied(id, 'GET', '/me', { headers: { 'provider-config-key': plain.id } });
    expect([called.status, called.json]).toEqual([200, { id: 'grace', name: 'Grace Hopper' }]);
    const { requests } = Object(await vendor('journal'));
    const asked = requests.filter(({ path }: { path: string }) => path.includes('_token'));
    expect(asked).toEqual([
        expect.objectContaining({ method: 'GET', path: '/oauth1/request_token', query: { app: ['a b&c'] } }),
        expect.objectContaining({ method: 'GET', path: '/oauth1/access_token' })
    ]);
    expect(await problems()).toEqual([]);
});

test('an import is checked, has its account, and calls in; what the provider refuses is not stored', async () => {
    const token = await tokenOf('linus');
    const body = { provider_config_key: provider, connection_id: 'imported', credentials: { type: 'OAUTH1' as const, ...token } };
    const refused = await sendJson(app, 'POST', '/connections', {
        ...body,
        credentials: { ...body.credentials, oauth_token_secret: 'tea' }
    });
    expect([refused.status, refused.json]).toEqual([400, { error: expect.objectContaining({ code: 'connection_test_failed' }) }]);
    const imported = await sendJson(app, 'POST', '/connections', body);
    expect([imported.status, imported.json]).toMatchObject([201, { credentials: { ...body.credentials, raw: body.credentials } }]);
    expect((await proxied('imported', 'GET', '/tasks')).json).toMatchObject({ owner: 'linus' });
    const incomplete = await sendJson(app, 'POST', '/connections', { ...body, credentials: { type: 'OAUTH1', oauth_token: 'a' } });
    expect([incomplete.status, incomplete.text]).toEqual([400, expect.stringContaining('oauth_token_secret')]);

    await vendor('faults', [{ action: { type: 'status', code: 503 } }]);
    expect((await app.call(importConnection, { body: { ...body, connection_id: 'unchecked' } })).verified_at).toBeNull();
    await vendor('clock', { advance_ms: 900_000 });
    await vendor('faults', []);
    const late = await sendJson(app, 'POST', '/connections', body);
    expect([late.status, late.text]).toEqual([
        400,
        expect.stringMatching(/The clock of the Patchbay server is (?:899|9\d\d) seconds .* behind/)
    ]);
});

test('an imported token signs with the app that it was given to', async () => {
    const token = await tokenOf('ada');
    const other = { type: 'OAUTH1' as const, client_id: 'other', client_secret: 'other' };
    await app.integrate(provider, { unique_key: 'other-app', credentials: other });
    const override = { client_id: OAUTH1_CLIENT.key, client_secret: OAUTH1_CLIENT.secret };
    const body = { provider_config_key: 'other-app', connection_id: 'own', credentials: { type: 'OAUTH1' as const, ...token } };
    expect((await sendJson(app, 'POST', '/connections', body)).status).toBe(400);
    const own = { ...body, credentials: { ...body.credentials, config_override: override } };
    expect((await sendJson(app, 'POST', '/connections', own)).status).toBe(201);
    expect((await proxied('own', 'GET', '/tasks', { headers: { 'provider-config-key': 'other-app' } })).status).toBe(200);
});

test('a session can bring the app, and its connection keeps it', async () => {
    await app.integrate(provider, { unique_key: 'session-app', credentials: { type: 'OAUTH1', client_id: 'x', client_secret: 'y' } });
    const config = { oauth_client_id_override: OAUTH1_CLIENT.key, oauth_client_secret_override: OAUTH1_CLIENT.secret };
    const session = { integrations_config_defaults: { 'session-app': { connection_config: config } } };
    const endUser = await app.session(session);
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, 'session-app');
    await app.browser().signIn(launchUrl);
    const attempt = await read(endUser, id);
    expect(attempt.status).toBe('succeeded');
    expect((await app.connection(attempt.connection_id ?? '', 'session-app')).credentials).toMatchObject({
        config_override: { client_id: OAUTH1_CLIENT.key, client_secret: OAUTH1_CLIENT.secret }
    });
});

test('a token that was taken back is found out by the daily check, and is not renewed', async () => {
    await app.db.deleteFrom('connections').execute();
    const id = await connectBySignIn(app, provider, { account: 'ada' });
    await vendor('revoke', { person: 'ada' });
    for (let round = 0; round < 2; round += 1) {
        app.clock.advance(48 * 3_600_000);
        await vendor('clock', { now: app.clock.now().toISOString() });
        await Promise.all(await probeDue(app.server.deps, 50));
    }
    const { health, auth } = await app.connection(id, provider);
    expect([health.status, auth.state]).toEqual(['needs_reconnect', 'broken']);
    expect(auth.failure?.message).toContain('refused these credentials');
    const { credentials } = await app.connection(id, provider);
    expect(credentials['type']).toBe('OAUTH1');
    expect((await app.raw(`/connections/${id}?provider_config_key=${provider}&force_refresh=true`)).status).toBe(200);
});

test('an integration needs an app of this type, and shows its redirect URI', async () => {
    const create = (credentials: unknown) => sendJson(app, 'POST', '/integrations', { provider, unique_key: 'new', credentials });
    const absent = await create(undefined);
    expect([absent.status, absent.text]).toEqual([400, expect.stringContaining('Missing credentials')]);
    const wrong = await create({ type: 'OAUTH2', client_id: 'a', client_secret: 'b' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('incompatible credentials auth type')]);
    const right = await create({ type: 'OAUTH1', client_id: 'a', client_secret: 'b' });
    expect(right.json).toMatchObject({ data: { oauth_app: { client_id: 'a' }, redirect_uri: `${app.url}/oauth/callback` } });
    expect((await app.raw('/integrations/new?include=credentials')).json).toMatchObject({
        data: { credentials: { type: 'OAUTH1', client_id: 'a', client_secret: 'b' } }
    });
});
