import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { read, startSignIn } from '../attempts.fixtures.ts';
import { addressOf, genericKey, mcpKey, mcpModes, refusedLaunch, registeredClients, requestsOf, signInToMcp } from '../mcp.fixtures.ts';

let app: TestApp;
/** A server that is no sandbox, and what has been asked of it. */
let stranger: Server;
let strangerUrl: string;
let asked: string[];
let answers: Map<string, { status: number; headers?: Record<string, string>; body: string }>;

beforeAll(async () => {
    stranger = createServer(({ url = '' }, response) => {
        asked.push(url);
        const { status, headers = {}, body } = answers.get(url) ?? { status: 404, body: '' };
        response.writeHead(status, headers).end(body);
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    // A server's address, as it listens on a port.
    strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    app = await startTestApp();
    await app.integrate(mcpKey);
    await app.integrate(genericKey);
});
beforeEach(async () => {
    asked = [];
    answers = new Map();
    await app.sandbox.control('reset', {});
    await app.sandbox.control('mcp/clock', { now: app.clock.now().toISOString() });
    await app.db.deleteFrom('registered_clients').execute();
});
afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await new Promise((resolve) => stranger.close(resolve));
});

const other = () => `${app.sandbox.url}/mcp/other-as`;

test.each([
    ['is of another issuer', () => ({ issuer: other() }), 'does not say how'],
    ['does not promise S256', () => ({ code_challenge_methods_supported: ['plain'] }), 'PKCE with S256'],
    ['sends the browser to plain http', () => ({ authorization_endpoint: 'http://evil.example/authorize' }), 'not https'],
    ['sends the code to plain http', () => ({ token_endpoint: 'http://evil.example/token' }), 'not https'],
    ['sends the browser to a script', () => ({ authorization_endpoint: 'javascript:alert(1)' }), 'does not say how'],
    ['names no place to register', () => ({ registration_endpoint: null }), 'does not allow apps to register themselves']
])('an authorization server is not used whose metadata %s', async (_, metadata, words) => {
    await mcpModes(app, { metadata: metadata() });
    const { attempt, html } = await refusedLaunch(app);
    expect(attempt).toMatchObject({ status: 'failed', code: 'provider_error', provider_text: expect.stringContaining(words) });
    expect(html).toContain(words);
    expect(await requestsOf(app, '/as/(?:authorize|token)')).toEqual([]);
});

test.each([
    ['names another server as its resource', () => ({ resource: `${app.sandbox.url}/mcp/other-server` })],
    ['names another host as its resource', () => ({ resource: 'https://evil.example/mcp' })],
    ['names no authorization server', () => ({ authorization_servers: [] })]
])('a server is not used whose metadata %s', async (_, metadata) => {
    await mcpModes(app, { resource_metadata: metadata() });
    const { attempt } = await refusedLaunch(app);
    expect(attempt).toMatchObject({ code: 'provider_error', provider_text: expect.stringContaining('does not say where to sign in') });
    expect(await registeredClients(app)).toEqual([]);
});

test('an end user is told of a server that asks for no authorization, and of one that does not register this app', async () => {
    await mcpModes(app, { is_open: true, resource_metadata: { resource: 'x' } });
    const typed = addressOf(app);
    expect((await refusedLaunch(app, { integrationId: genericKey, typed })).attempt.provider_text).toContain('asks for no authorization');
    await mcpModes(app, { is_open: false, resource_metadata: {}, metadata: { token_endpoint_auth_methods_supported: ['none'] } });
    await mcpModes(app, { auth_methods: ['client_secret_basic'] });
    const { attempt } = await refusedLaunch(app, { integrationId: genericKey, typed });
    expect(attempt.provider_text).toContain('did not register this app: This token_endpoint_auth_method is not supported.');
});

test.each([
    ['an unnamed issuer', 'absent'],
    ['another issuer', 'https://evil.example']
])('T-09: a callback from %s is refused, and its code is sent nowhere', async (_, iss) => {
    await mcpModes(app, { iss });
    const { attempt } = await signInToMcp(app, await app.session());
    expect(attempt).toMatchObject({ status: 'failed', code: 'state_mismatch' });
    expect(await requestsOf(app, '/as/token$')).toEqual([]);
});

test('an `iss` is compared also where it was not promised, and may then be absent', async () => {
    const metadata = { authorization_response_iss_parameter_supported: false };
    await mcpModes(app, { iss: 'https://evil.example', metadata });
    expect((await signInToMcp(app, await app.session())).attempt.code).toBe('state_mismatch');
    await mcpModes(app, { iss: 'absent', metadata });
    expect((await signInToMcp(app, await app.session())).attempt.status).toBe('succeeded');
});

test('T-09: a code comes back to the address of its issuer alone', async () => {
    const endUser = await app.session();
    for (const change of [(path: string) => path.replace(/.$/, (last) => (last === '0' ? '1' : '0')), () => '/oauth/callback']) {
        const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, mcpKey);
        const browser = app.browser();
        const callback = await browser.consent(launchUrl, { account: 'ada' });
        callback.pathname = change(callback.pathname);
        await browser.get(callback);
        expect(await read(endUser, id)).toMatchObject({ status: 'failed', code: 'state_mismatch' });
    }
    expect(await requestsOf(app, '/as/token$')).toEqual([]);
});

test('T-09: a server cannot send the browser to another one for a code: that one knows the client by another address', async () => {
    await signInToMcp(app, await app.session(), { integrationId: genericKey, typed: addressOf(app, 'other-server') });
    const [honest] = await registeredClients(app);
    await mcpModes(app, { metadata: { authorization_endpoint: `${other()}/authorize` }, client_id: honest?.id });
    const { launch_url: launchUrl } = await startSignIn(await app.session(), genericKey, addressOf(app));
    await expect(app.browser().consent(launchUrl)).rejects.toThrow('The provider did not send the browser back: 400');
});

test.each([
    ['https://127.0.0.1:1/mcp', 'are not allowed'],
    ['https://169.254.169.254/latest', 'are not allowed'],
    ['https://[::1]/mcp', 'are not allowed'],
    ['https://u:p@example.com/mcp', ''],
    ['https://example.com/mcp?a=b', 'no query']
])('an end user cannot have this server call %s', async (mcp_server_url, words) => {
    const started = await app.session().then((endUser) =>
        startSignIn(endUser, genericKey, { connection_config: { mcp_server_url } }).then(
            ({ attempt_id: id, launch_url: launchUrl }) =>
                app
                    .browser()
                    .launch(launchUrl)
                    .then(() => read(endUser, id)),
            (error: unknown) => ({ code: 'refused by the form', provider_text: String(error) })
        )
    );
    expect(started.code).toBe(words === '' ? 'refused by the form' : 'provider_error');
    expect(started.provider_text).toContain(words);
});

test('plain http, and addresses of the machine that only metadata names, are left alone', async () => {
    const endUser = await app.session();
    await expect(startSignIn(endUser, genericKey, { connection_config: { mcp_server_url: `${strangerUrl}/mcp` } })).rejects.toThrow(
        'The body does not match'
    );
    await mcpModes(app, { resource_metadata: { authorization_servers: [strangerUrl] } });
    expect((await refusedLaunch(app)).attempt.provider_text).toContain('does not say how');
    await mcpModes(app, { resource_metadata: {}, metadata: { registration_endpoint: `${strangerUrl}/register` } });
    expect((await refusedLaunch(app)).attempt.provider_text).toContain('are not allowed');
    await mcpModes(app, { metadata: { token_endpoint: 'https://127.0.0.1:1/token' } });
    expect((await signInToMcp(app, await app.session())).attempt).toMatchObject({ status: 'failed' });
    expect(asked).toEqual([]);
});

test('metadata is read from no redirect, and not where it is large', async () => {
    await using trusting = await startTestApp({
        config: { allowPrivateHosts: [new URL(app.sandbox.url).host, new URL(strangerUrl).host], sandboxUrl: app.sandbox.url }
    });
    await trusting.integrate(genericKey);
    const typed = { connection_config: { mcp_server_url: `${strangerUrl}/mcp` } };
    const place = '/.well-known/oauth-protected-resource/mcp';
    const metadata = { resource: `${strangerUrl}/mcp`, authorization_servers: [`${app.sandbox.url}/mcp/as`] };
    answers.set('/mcp', { status: 401, body: '' });
    answers.set(place, { status: 302, headers: { location: `${strangerUrl}/elsewhere` }, body: '' });
    answers.set('/elsewhere', { status: 200, body: JSON.stringify(metadata) });
    expect((await refusedLaunch(trusting, { integrationId: genericKey, typed })).attempt.code).toBe('provider_error');
    expect(asked).not.toContain('/elsewhere');
    answers.set(place, { status: 200, body: JSON.stringify({ ...metadata, padding: 'x'.repeat(200_000) }) });
    expect((await refusedLaunch(trusting, { integrationId: genericKey, typed })).attempt.code).toBe('provider_error');
    answers.set(place, { status: 200, body: JSON.stringify(metadata) });
    // It is read now, and what follows is the sandbox's refusal of another resource.
    const { attempt } = await signInToMcp(trusting, await trusting.session(), { integrationId: genericKey, typed });
    expect(attempt).toMatchObject({ code: 'provider_error', provider_text: 'The resource is missing or is another server.' });
});

test('a session cannot bring an OAuth app for a server that an end user names', async () => {
    const endUser = await app.session({
        integrations_config_defaults: {
            [genericKey]: { connection_config: { oauth_client_id_override: 'mine', oauth_client_secret_override: 'my-secret-of-an-app' } }
        }
    });
    const { attempt_id: id, launch_url: launchUrl } = await startSignIn(endUser, genericKey, addressOf(app));
    await app.browser().launch(launchUrl);
    expect(await read(endUser, id)).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
});

test('metadata is found in each of its places, and scopes are those that are asked for', async () => {
    for (const metadata_at of ['oauth', 'openid', 'appended']) {
        await mcpModes(app, { metadata_at });
        expect((await signInToMcp(app, await app.session())).attempt.status).toBe('succeeded');
    }
    await mcpModes(app, { tells_metadata: false, resource_metadata_at: 'path', asked_scope: 'notes:write' });
    const { attempt } = await signInToMcp(app, await app.session());
    const auth = async (id: string | null) => (await app.connection(id ?? '', mcpKey)).auth;
    expect(await auth(attempt.connection_id)).toMatchObject({ asked_scopes: ['notes:write'], granted_scopes: ['notes:write'] });
    await mcpModes(app, { metadata: { scopes_supported: ['offline_access'] } });
    const offline = await signInToMcp(app, await app.session());
    expect(await auth(offline.attempt.connection_id)).toMatchObject({ asked_scopes: ['notes:write', 'offline_access'] });
    await app.raw(`/integrations/${mcpKey}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ scopes: ['notes:read'] })
    });
    const narrowed = await signInToMcp(app, await app.session());
    expect(await auth(narrowed.attempt.connection_id)).toMatchObject({ asked_scopes: ['notes:read'] });
});

test('a sign-in ends with the reason when the end user refuses, and when the server is down', async () => {
    expect((await signInToMcp(app, await app.session(), { decision: 'deny' })).attempt).toMatchObject({ code: 'consent_denied' });
    await app.db.deleteFrom('registered_clients').execute();
    const troubles: [path: string, action: unknown][] = [
        ['/server$', 'reset'],
        ['oauth-authorization-server', { type: 'status', code: 503 }],
        ['/register$', 'reset'],
        ['/register$', { type: 'status', code: 503 }]
    ];
    for (const [path, action] of troubles) {
        await app.sandbox.control('mcp/faults', [{ match: { path_regex: path }, action }]);
        const { attempt } = await refusedLaunch(app);
        expect(attempt).toMatchObject({ code: 'provider_down', provider_text: expect.stringContaining('could not be reached') });
    }
});
