import { deleteConnection } from '@patchbay/contracts';
import { NETSUITE_CONSUMER, NETSUITE_TOKENS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keyWith, sendJson, spellingsOf } from '../../../../api.fixtures.ts';
import { post } from '../../../compat/compat.fixtures.ts';
import { start, storedAttempt, storedConnection } from '../../../connect/attempts/attempts.fixtures.ts';
import { startThirdParty } from '../../../traffic/proxy/proxy.fixtures.ts';

const provider = 'sandbox-netsuite';
const { sandbox: token, production } = NETSUITE_TOKENS;
const typed = {
    credentials: { token_id: token.id, token_secret: token.secret },
    connection_config: { accountId: '1234567_SB1' }
};
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate(provider);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const vendor = (verb: string, body?: unknown) => app.sandbox.control(`netsuite/${verb}`, body);

async function connect(input: Parameters<typeof start>[2] = typed): Promise<string> {
    const attempt = await start(await app.session(), provider, input);
    expect(attempt).toMatchObject({ status: 'succeeded' });
    return attempt.connection_id ?? '';
}

function proxied(connectionId: string, method: string, path: string, body?: string, headers: Record<string, string> = {}, server = app) {
    return server.raw(`/proxy${path}`, {
        method,
        headers: { 'connection-id': connectionId, 'provider-config-key': provider, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body })
    });
}

test('a token is checked, stored sealed, and returned in the form of the wire to keys that may read it', async () => {
    const id = await connect();
    const connection = await app.connection(id, provider);
    expect(connection).toMatchObject({
        credentials: { type: 'TBA', token_id: token.id, token_secret: token.secret },
        connection_config: { accountId: '1234567-sb1' },
        auth: { state: 'ok' },
        verified_at: expect.any(String)
    });
    const key = await keyWith(app, ['environment:connections:read']);
    const withheld = await app.raw(`/connections/${id}?provider_config_key=${provider}`, { token: key });
    expect(withheld.json).toMatchObject({ credentials: {} });
    expect(withheld.text).not.toContain(token.secret);
    const row = await storedConnection(app, id);
    expect(JSON.stringify(row)).not.toContain(token.secret);
});

test('the proxy signs each request for its address, query and time, and another one for each redirect', async () => {
    const id = await connect();
    const list = await proxied(id, 'GET', '/customer?limit=2&offset=2&q=name%20IS%20%22a%2Bb%22');
    expect([list.status, list.json]).toEqual([200, expect.objectContaining({ count: 2 })]);
    const made = await proxied(id, 'POST', '/customer', '{"companyName":"Tea & Co"}');
    expect([made.status, made.headers.get('location')]).toEqual([204, expect.stringMatching(/\/customer\/6$/)]);
    const form = await proxied(id, 'POST', '/customer', 'companyName=Tea&b=%3D', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([form.status, form.json]).toEqual([400, expect.objectContaining({ title: 'Bad Request' })]);
    await vendor('faults', [
        {
            match: { path_regex: 'customer/1$' },
            action: { type: 'redirect', location: `${app.sandbox.url}/netsuite/1234567-sb1/services/rest/record/v1/customer/2` }
        }
    ]);
    expect((await proxied(id, 'GET', '/customer/1')).json).toMatchObject({ id: '2' });
    expect(await vendor('audit')).toEqual({ logins: [] });
});

test('a signature is not sent to another origin, and callers cannot set one', async () => {
    const id = await connect();
    await using elsewhere = await startThirdParty();
    const allowPrivateHosts = [new URL(app.sandbox.url).host, `*.localhost:${elsewhere.port}`];
    await using replica = await startTestApp({ replicaOf: app, config: { allowPrivateHosts } });
    const away = { type: 'redirect', location: `${elsewhere.url}/customer` };
    await vendor('faults', [{ match: { path_regex: 'customer/1$' }, action: away }]);
    await proxied(id, 'GET', '/customer/1', undefined, {}, replica);
    expect(elsewhere.arrived.map(({ path, headers }) => [path, headers.authorization])).toEqual([['/customer', undefined]]);
    await vendor('faults', []);
    const own = await proxied(id, 'GET', '/customer/1', undefined, { 'patchbay-proxy-authorization': 'OAuth realm="other"' });
    expect(own.status).toBe(200);
});

test('a request that is tried again has another nonce and another time', async () => {
    const id = await connect();
    await vendor('faults', [{ match: { nth: 1 }, action: { type: 'status', code: 503 } }]);
    expect((await proxied(id, 'GET', '/customer/1', undefined, { retries: '1' })).status).toBe(200);
    await vendor('faults', [{ action: { type: 'reset', after: true }, times: 1 }]);
    expect((await proxied(id, 'GET', '/customer/2', undefined, { retries: '1' })).status).toBe(200);
    expect(await vendor('audit')).toEqual({ logins: [] });
    const both = await Promise.all([proxied(id, 'GET', '/customer/1'), proxied(id, 'GET', '/customer/1')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
});

test.each([
    ['another secret', { credentials: { ...typed.credentials, token_secret: 'tea' } }],
    ['a token of another account', { credentials: { token_id: production.id, token_secret: production.secret } }],
    ['an unknown account', { connection_config: { accountId: '7654321' } }]
])('%s is refused before anything is stored, in words', async (_, change) => {
    const before = (await app.connections()).length;
    const attempt = await start(await app.session(), provider, { ...typed, ...change });
    expect(attempt).toMatchObject({
        status: 'failed',
        code: 'credentials_rejected',
        provider_text: expect.stringMatching(/^Invalid login attempt/)
    });
    expect(await app.connections()).toHaveLength(before);
});

test('a clock that is ten minutes behind is said to be, and neither refuses credentials nor breaks connections', async () => {
    const id = await connect();
    await vendor('clock', { advance_ms: 600_000 });
    const attempt = await start(await app.session(), provider, typed);
    expect(attempt).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
    const said = /The clock of the Patchbay server is \d{3} seconds \(10 minutes\) behind that of Sandbox \(NetSuite\)/;
    expect(JSON.stringify(await storedAttempt(app, attempt.attempt_id))).toMatch(said);
    expect(app.logLines.filter((line) => line.includes('clock_wrong'))).not.toEqual([]);
    const imported = await sendJson(app, 'POST', '/connections', {
        provider_config_key: provider,
        credentials: { type: 'TBA', token_id: token.id, token_secret: token.secret },
        connection_config: typed.connection_config
    });
    expect([imported.status, imported.json]).toEqual([
        400,
        { error: expect.objectContaining({ code: 'connection_test_failed', message: expect.stringMatching(said) }) }
    ]);
    expect((await proxied(id, 'GET', '/customer/1')).status).toBe(401);
    await vendor('clock', { now: new Date().toISOString() });
    expect((await proxied(id, 'GET', '/customer/1')).status).toBe(200);
    expect((await app.connection(id, provider)).auth).toMatchObject({ state: 'ok', failure: null });
});

test('an import is checked, takes the account as the vendor shows it, and its own app', async () => {
    const body = {
        provider_config_key: provider,
        connection_id: 'imported',
        credentials: { type: 'TBA', token_id: token.id, token_secret: token.secret },
        connection_config: { accountId: '1234567_SB1' }
    };
    const refused = await sendJson(app, 'POST', '/connections', { ...body, credentials: { ...body.credentials, token_secret: 'tea' } });
    expect([refused.status, refused.json]).toEqual([400, { error: expect.objectContaining({ code: 'connection_test_failed' }) }]);
    const missing = await sendJson(app, 'POST', '/connections', { ...body, connection_config: {} });
    expect([missing.status, missing.json]).toEqual([
        400,
        {
            error: expect.objectContaining({
                code: 'invalid_body',
                errors: [expect.objectContaining({ path: ['connection_config', 'accountId'] })]
            })
        }
    ]);
    expect((await sendJson(app, 'POST', '/connections', body)).status).toBe(201);
    expect((await proxied('imported', 'GET', '/customer/1')).status).toBe(200);

    await app.integrate(provider, { unique_key: 'other-app', credentials: { type: 'TBA', client_id: 'other', client_secret: 'other' } });
    const override = { client_id: NETSUITE_CONSUMER.key, client_secret: NETSUITE_CONSUMER.secret };
    const own = { ...body, provider_config_key: 'other-app', credentials: { ...body.credentials, config_override: override } };
    expect((await sendJson(app, 'POST', '/connections', own)).json).toMatchObject({ credentials: { config_override: override } });
});

test('a session can bring the app that the token was made for', async () => {
    await app.integrate(provider, { unique_key: 'session-app', credentials: { type: 'TBA', client_id: 'other', client_secret: 'other' } });
    const { key, secret } = NETSUITE_CONSUMER;
    const config = { oauth_client_id_override: key, oauth_client_secret_override: secret };
    const endUser = await app.session({ integrations_config_defaults: { 'session-app': { connection_config: config } } });
    const attempt = await start(endUser, 'session-app', typed);
    expect(attempt.status).toBe('succeeded');
    expect((await app.connection(attempt.connection_id ?? '', 'session-app')).credentials).toMatchObject({
        config_override: { client_id: key, client_secret: secret }
    });
});

test('a reconnect keeps the id with a new token, and takes none of another account', async () => {
    const id = await connect();
    const again = await start(await app.reconnectSession(id, provider), provider, { credentials: typed.credentials });
    expect(again).toMatchObject({ status: 'succeeded', connection_id: id });
    const other = await start(await app.reconnectSession(id, provider), provider, {
        credentials: { token_id: production.id, token_secret: production.secret }
    });
    expect(other).toMatchObject({ status: 'failed', code: 'credentials_rejected' });
    expect((await app.connection(id, provider)).connection_config).toEqual({ accountId: '1234567-sb1' });
});

test("the reference's clients connect, and are told of a refusal by its code", async () => {
    const { token: session } = await app.session();
    const path = `/auth/tba/${provider}`;
    const query = 'params[accountId]=1234567_SB1';
    const connected = await post(app, path, { token: session, query, body: typed.credentials });
    expect([connected.status, connected.json]).toEqual([200, { connectionId: expect.any(String), providerConfigKey: provider }]);
    const refused = await post(app, path, { token: session, query, body: { ...typed.credentials, token_secret: 'tea' } });
    expect([refused.status, refused.json]).toEqual([400, { error: expect.objectContaining({ code: 'invalid_credentials' }) }]);
    const missing = await post(app, path, { token: session, body: typed.credentials });
    expect([missing.status, missing.json]).toEqual([400, { error: expect.objectContaining({ code: 'invalid_query_params' }) }]);
    const app2 = { ...typed.credentials, oauth_client_id_override: 'other' };
    expect((await post(app, path, { token: session, query, body: app2 })).status).toBe(400);
});

test('an integration needs the app of its type, shows it, and takes another one', async () => {
    const create = (credentials: unknown) => sendJson(app, 'POST', '/integrations', { provider, unique_key: 'new', credentials });
    const absent = await create(undefined);
    expect([absent.status, absent.text]).toEqual([400, expect.stringContaining('Missing credentials')]);
    const wrong = await create({ type: 'OAUTH2', client_id: 'a', client_secret: 'b' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('incompatible credentials auth type')]);
    const right = await create({ type: 'TBA', client_id: 'a', client_secret: 'b' });
    expect(right.json).toMatchObject({ data: { oauth_app: { state: 'ok', client_id: 'a' } } });
    expect(right.json).not.toHaveProperty('data.redirect_uri');
    const changed = { credentials: { type: 'TBA', client_id: 'c', client_secret: 'd' } };
    await sendJson(app, 'PATCH', '/integrations/new', changed);
    expect((await app.raw('/integrations/new?include=credentials')).json).toMatchObject({
        data: { credentials: { type: 'TBA', client_id: 'c', client_secret: 'd' } }
    });
});

test('a revoked token is found out by a proxied call, and a deletion says that the token stays valid', async () => {
    const id = await connect();
    await vendor('tokens', { id: token.id, enabled: false });
    expect((await proxied(id, 'GET', '/customer/1')).status).toBe(401);
    const deleted = await app.call(deleteConnection, { params: { connection_id: id }, query: { provider_config_key: provider } });
    expect(deleted).toMatchObject({ revocation: { outcome: 'unsupported', reason: expect.stringContaining('stay valid') } });
});

test('no secret is in a log line, whatever the vendor responds', async () => {
    const id = await connect();
    await vendor('faults', [
        { action: { type: 'status', code: 400, body: { message: `Refused: ${token.secret} ${NETSUITE_CONSUMER.secret}` } } }
    ]);
    await proxied(id, 'GET', '/customer/1');
    await start(await app.session(), provider, typed);
    const secrets = [token.secret, NETSUITE_CONSUMER.secret].flatMap(spellingsOf);
    expect(app.logLines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
});
