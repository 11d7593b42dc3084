import { consentAt, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { genericKey, mcpKey, mcpModes } from '../connect/attempts/mcp.fixtures.ts';
import { addressOf, openSocket } from './compat.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate(mcpKey);
    await app.integrate(genericKey);
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.sandbox.control('mcp/clock', { now: app.clock.now().toISOString() });
});
afterAll(() => app[Symbol.asyncDispose]());

/** Opens the window of a client of the reference. */
async function open(key: string, query = '') {
    await using socket = await openSocket(app);
    const { token } = await app.session();
    const browser = app.browser();
    const address = addressOf(`/oauth/connect/${key}`, token, `ws_client_id=${socket.clientId}${query}`);
    const opened = await browser.get(app.url + address);
    const location = opened.headers.get('location');
    const page = location === null ? opened : await browser.get(await consentAt(location));
    return { status: page.status, html: page.html, outcome: await socket.outcome };
}

test('a popup signs in to an MCP server, and the socket hears of the connection', async () => {
    const { status, outcome } = await open(mcpKey);
    expect(status).toBe(200);
    expect(outcome).toMatchObject({ message_type: 'success', provider_config_key: mcpKey });
    expect((await app.connection(outcome.connection_id ?? '', mcpKey)).credentials['type']).toBe('OAUTH2');
});

test('the address of a server is given in `params`', async () => {
    const server = `${app.sandbox.url}/mcp/server`;
    const { outcome } = await open(genericKey, `&params[mcp_server_url]=${encodeURIComponent(server)}`);
    expect(outcome).toMatchObject({ message_type: 'success', provider_config_key: genericKey });
    expect((await app.connection(outcome.connection_id ?? '', genericKey)).connection_config).toEqual({ mcp_server_url: server });
});

test('what is wrong with a server is told to the socket in words', async () => {
    await mcpModes(app, { metadata: { registration_endpoint: null } });
    const { outcome } = await open(mcpKey);
    expect(outcome).toMatchObject({
        message_type: 'error',
        error_type: 'token_err',
        error_desc: expect.stringContaining('does not allow apps to register themselves')
    });
});
