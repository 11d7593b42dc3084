import { finishAttempt } from '../callback/finish-attempt.ts';
import { launchAttempt } from './launch-attempt.ts';
import { consentAt, startTestApp, type TestApp } from '@patchbay/test-kit';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { z } from 'zod';
import { sealedClients } from '../../../connections/provider-calls/mcp/register-client.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventsAbout, read, startSignIn, storedConnection } from '../attempts.fixtures.ts';
import {
    addressOf,
    genericKey,
    mcpKey,
    mcpModes,
    passMcpTime,
    refusedLaunch,
    registeredClients,
    requestsOf,
    signInToMcp
} from '../mcp.fixtures.ts';

const staticKey = 'sandbox-mcp-static';
const hourMs = 3_600_000;

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ config: { appName: 'Acme' } });
    await app.integrate(mcpKey);
    await app.integrate(staticKey);
    await app.integrate(genericKey);
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.sandbox.control('mcp/clock', { now: app.clock.now().toISOString() });
    await app.db.deleteFrom('registered_clients').execute();
});
afterAll(() => app[Symbol.asyncDispose]());

async function connect(integrationId = mcpKey, typed = {}): Promise<string> {
    const { attempt } = await signInToMcp(app, await app.session(), { integrationId, typed });
    expect(attempt).toMatchObject({ status: 'succeeded', code: null });
    return attempt.connection_id ?? '';
}

const call = (id: string, key: string, body: unknown, headers: Record<string, string> = {}) =>
    app.raw('/proxy/', {
        method: 'POST',
        headers: {
            'provider-config-key': key,
            'connection-id': id,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...headers
        },
        body: JSON.stringify(body)
    });
const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} };

test('a sign-in finds the server, registers, and connects, in the form of the wire', async () => {
    const id = await connect();
    const connection = await app.connection(id, mcpKey);
    expect(connection.credentials).toEqual({
        type: 'OAUTH2',
        access_token: expect.stringMatching(/^mcp-/),
        expires_at: expect.any(String),
        raw: expect.objectContaining({ scope: 'notes:read' })
    });
    expect(connection).toMatchObject({ verified_at: expect.any(String), auth: { asked_scopes: ['notes:read'] } });
    expect(await registeredClients(app)).toMatchObject([
        { name: 'Acme', redirectUris: [expect.stringMatching(/\/oauth\/callback\/[0-9a-f]{32}$/)], authMethod: 'client_secret_post' }
    ]);
    expect(await eventsAbout(app, id)).toMatchObject([{ operation: 'creation', authMode: 'MCP_OAUTH2', success: true }]);
    const reply = await call(id, mcpKey, initialize);
    expect([reply.status, reply.json]).toMatchObject([200, { result: { serverInfo: { name: 'Sandbox notes' } } }]);
    const session = reply.headers.get('mcp-session-id') ?? '';
    const tools = await call(id, mcpKey, { jsonrpc: '2.0', id: 2, method: 'tools/list' }, { 'mcp-session-id': session });
    expect(tools.json).toMatchObject({ result: { tools: [{ name: 'list_notes', description: 'Lists the notes of ada' }] } });
});

test('the proxy passes events on as they come', async () => {
    const id = await connect();
    const session = (await call(id, mcpKey, initialize)).headers.get('mcp-session-id') ?? '';
    const response = await fetch(`${app.url}/proxy/`, {
        method: 'POST',
        headers: {
            authorization: `Bearer ${app.keys.dev}`,
            'provider-config-key': mcpKey,
            'connection-id': id,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-session-id': session
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'list_notes' } })
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('notifications/progress');
    await app.sandbox.control('mcp/release', {});
    expect((await reader?.read())?.value).toContain('A note of ada');
    expect((await reader?.read())?.done).toBe(true);
});

test('tokens are renewed at the server that was found, with the client that was registered, once for many', async () => {
    const id = await connect();
    const tokenOf = async () => String((await app.connection(id, mcpKey)).credentials['access_token']);
    const first = await tokenOf();
    // By now the server names another place, and clients that register get another id.
    await mcpModes(app, { metadata: { token_endpoint: 'https://evil.example/token' }, client_id: 'other' });
    await passMcpTime(app, hourMs);
    const renewed = new Set(await Promise.all(Array.from({ length: 4 }, tokenOf)));
    expect([renewed.size, renewed.has(first)]).toEqual([1, false]);
    const tokenRequests = await requestsOf(app, '/as/token$');
    expect(tokenRequests).toHaveLength(2);
    expect(tokenRequests.at(-1)?.form).toMatchObject({ resource: [`${app.sandbox.url}/mcp/server`], grant_type: ['refresh_token'] });
    await app.sandbox.control('mcp/end-tokens', {});
    await passMcpTime(app, 120_000);
    expect((await call(id, mcpKey, initialize)).status).toBe(200);
    expect(renewed.has(await tokenOf())).toBe(false);
});

test('a client that its server has forgotten ends the access, and a reconnect registers anew and keeps the id', async () => {
    const id = await connect();
    const [client] = await registeredClients(app);
    await app.sandbox.control('mcp/forget', { client_id: client?.id });
    await passMcpTime(app, 25 * hourMs);
    expect((await app.raw(`/connections/${id}?provider_config_key=${mcpKey}`)).status).toBe(400);
    const { connections } = Object((await app.raw(`/connections?connectionId=${id}`)).json);
    expect(connections[0].health).toMatchObject({ status: 'needs_reconnect', cause: { code: 'access_revoked' } });
    const { attempt } = await signInToMcp(app, await app.reconnectSession(id, mcpKey));
    expect(attempt).toMatchObject({ status: 'succeeded', connection_id: id });
    expect((await app.connection(id, mcpKey)).health.status).toBe('healthy');
    expect((await registeredClients(app)).map((one) => one.id)).not.toContain(client?.id);
});

test('a client that is refused while signing in is registered anew by the next sign-in', async () => {
    await connect();
    const endUser = await app.session();
    const { attempt_id: attemptId, launch_url: launchUrl } = await startSignIn(endUser, mcpKey);
    const browser = app.browser();
    const callback = await browser.consent(launchUrl, { account: 'ada' });
    const [client] = await registeredClients(app);
    await app.sandbox.control('mcp/forget', { client_id: client?.id });
    await browser.get(callback);
    expect(await read(endUser, attemptId)).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
    await connect();
    expect(await registeredClients(app)).toHaveLength(1);
});

test('of two sign-ins at once one registers, and later ones use the same client for a day', async () => {
    const sessions = await Promise.all([app.session(), app.session(), app.session()]);
    const launches = await Promise.all(sessions.map((endUser) => startSignIn(endUser, mcpKey)));
    await Promise.all(launches.map(({ launch_url: launchUrl }) => app.browser().launch(launchUrl)));
    expect(await registeredClients(app)).toHaveLength(1);
    await connect();
    expect(await registeredClients(app)).toHaveLength(1);
    await passMcpTime(app, 25 * hourMs);
    await connect();
    expect(await registeredClients(app)).toHaveLength(2);
});

test('two servers that register at once use the client that was stored first', async () => {
    await using replica = await startTestApp({ replicaOf: app, config: { publicUrl: app.url, connectUrl: app.connectUrl } });
    const attempts = await Promise.all([app, app].map(async (one) => startSignIn(await one.session(), mcpKey)));
    // So that both have asked before either is answered.
    await app.sandbox.control('mcp/faults', [{ match: { path_regex: '/register$' }, action: { type: 'delay', ms: 2000 } }]);
    const launches = await Promise.all(
        attempts.map(({ launch_url: launchUrl }, index) =>
            launchAttempt((index === 0 ? app : replica).server.deps, launchUrl.split('/').at(-1) ?? '', undefined)
        )
    );
    const ids = launches.map((one) => one.outcome === 'ready' && new URL(one.authorizationUrl).searchParams.get('client_id'));
    expect(await registeredClients(app)).toHaveLength(2);
    expect(ids).toEqual([expect.stringMatching(/^dcr-/), ids[0]]);
    expect(await app.db.selectFrom('registered_clients').selectAll().execute()).toHaveLength(1);
});

test('secrets of a client and tokens are in no row, no log line and no response without the scope', async () => {
    const id = await connect();
    const credentials = (await app.raw(`/connections/${id}?provider_config_key=${mcpKey}&refresh_token=true`)).json;
    const { access_token: access, refresh_token: refresh } = Object(credentials).credentials;
    const stored = await app.db.selectFrom('registered_clients').selectAll().executeTakeFirstOrThrow();
    const opened = app.server.deps.seal.open(sealedClients.place(stored, 'client'), stored.client, z.object({ clientSecret: z.string() }));
    const secret = opened.clientSecret;
    const row = await storedConnection(app, id);
    expect([access, refresh, secret].every((text) => String(text).length > 20)).toBe(true);
    for (const text of [access, refresh, secret]) {
        expect(app.logLines.join('\n')).not.toContain(text);
        for (const sealed of [stored.client, row?.credentials]) expect(sealed?.includes(text)).toBe(false);
        expect((await app.raw('/connections')).text).not.toContain(text);
    }
    expect(JSON.stringify(credentials)).not.toContain(secret);
    expect(JSON.stringify(credentials)).not.toContain('authorization_server');
});

test('a deletion takes the tokens back where the server can', async () => {
    const revoking = await connect();
    await app.raw(`/connections/${revoking}?provider_config_key=${mcpKey}`, { method: 'DELETE' });
    expect(await requestsOf(app, '/as/revoke$')).toHaveLength(1);
    await mcpModes(app, { metadata: { revocation_endpoint: null } });
    const keeping = await connect();
    const deleted = await app.raw(`/connections/${keeping}?provider_config_key=${mcpKey}`, { method: 'DELETE' });
    expect(deleted.json).toMatchObject({ success: true });
    expect(await requestsOf(app, '/as/revoke$')).toHaveLength(1);
});

test('an import is refused, since it does not say where its tokens are from', async () => {
    const post = (credentials: unknown) =>
        app.raw('/connections', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ provider_config_key: mcpKey, credentials })
        });
    for (const type of ['MCP_OAUTH2', 'MCP_OAUTH2_GENERIC']) {
        const refused = await post({ type, access_token: 'x' });
        expect([refused.status, refused.json]).toMatchObject([
            400,
            { error: { code: 'invalid_body', errors: [{ code: 'invalid_union', path: ['credentials', 'type'] }] } }
        ]);
    }
    expect((await post({ type: 'OAUTH2', access_token: 'x' })).status).toBe(400);
});

test('an operator registers an app: its id and secret are used, at the issuer of the definition alone', async () => {
    const id = await connect(staticKey);
    expect(await registeredClients(app)).toEqual([]);
    await passMcpTime(app, 2 * hourMs);
    expect((await call(id, staticKey, initialize)).status).toBe(200);
    const { data } = Object((await app.raw(`/integrations/${staticKey}`)).json);
    expect(data).toMatchObject({ redirect_uri: `${app.url}/oauth/callback`, oauth_app: { client_id: 'sandbox-notes-app', state: 'ok' } });
    await mcpModes(app, { resource_metadata: { authorization_servers: [`${app.sandbox.url}/mcp/other-as`] } });
    const { attempt } = await refusedLaunch(app, { integrationId: staticKey });
    expect(attempt).toMatchObject({ code: 'provider_error', provider_text: expect.stringContaining('not the one that is expected') });
});

test('an end user names any server, and connects to that one', async () => {
    const id = await connect(genericKey, addressOf(app));
    expect(await app.connection(id, genericKey)).toMatchObject({
        connection_config: { mcp_server_url: `${app.sandbox.url}/mcp/server` },
        credentials: { type: 'OAUTH2' }
    });
    expect((await call(id, genericKey, initialize)).status).toBe(200);
    const other = await connect(genericKey, addressOf(app, 'other-server'));
    expect((await call(other, genericKey, initialize)).status).toBe(200);
    expect(new Set((await registeredClients(app)).map(({ issuer }) => issuer)).size).toBe(2);
});

test('a metadata document identifies this server where it has an https address', async () => {
    await mcpModes(app, { takes_documents: true, registers: false });
    const refused = await refusedLaunch(app);
    expect(refused.attempt.provider_text).toContain('which has no https address');

    const publicUrl = 'https://patchbay.example';
    const [port = 0] = await freePorts(1);
    await using other = await startTestApp({ replicaOf: app, config: { publicUrl, port, appName: 'Acme' } });
    const endUser = await app.session();
    const { attempt_id: attemptId, launch_url: launchUrl } = await startSignIn(endUser, mcpKey);
    const launched = await launchAttempt(other.server.deps, launchUrl.split('/').at(-1) ?? '', undefined);
    if (launched.outcome !== 'ready') throw new Error(launched.outcome);
    const asked = new URL(launched.authorizationUrl).searchParams;
    const clientId = asked.get('client_id') ?? '';
    expect(clientId).toMatch(/^https:\/\/patchbay\.example\/oauth\/client-metadata\/[0-9a-f]{32}\.json$/);
    const document = await (await fetch(clientId.replace(publicUrl, `http://127.0.0.1:${port}`))).json();
    expect(document).toMatchObject({
        client_id: clientId,
        client_name: 'Acme',
        redirect_uris: [asked.get('redirect_uri')],
        token_endpoint_auth_method: 'none',
        application_type: 'web'
    });
    await app.sandbox.control('mcp/documents', { url: clientId, document });
    const callback = await consentAt(launched.authorizationUrl);
    const finished = await finishAttempt(other.server.deps, {
        query: Object.fromEntries(callback.searchParams),
        browserSecret: launched.browserSecret,
        issuer: callback.pathname.split('/').at(-1)
    });
    if ('code' in finished) throw new Error(finished.code);
    expect(await finished.settled).toMatchObject({ status: 'succeeded' });
    expect((await read(endUser, attemptId)).status).toBe('succeeded');
});
