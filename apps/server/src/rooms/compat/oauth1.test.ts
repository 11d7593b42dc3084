import { consentAt, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addressOf, openSocket } from './compat.fixtures.ts';

const key = 'sandbox-oauth1';
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate(key);
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.sandbox.control('oauth1/clock', { now: app.clock.now().toISOString() });
});
afterAll(() => app[Symbol.asyncDispose]());

/** Opens the window of a client of the reference. */
async function open(query = '') {
    const socket = await openSocket(app);
    const { token } = await app.session();
    const browser = app.browser();
    const opened = await browser.get(app.url + addressOf(`/oauth/connect/${key}`, token, `ws_client_id=${socket.clientId}${query}`));
    return { socket, browser, opened, page: opened.headers.get('location') };
}

test('a popup goes to the provider with temporary credentials, and the socket hears of the connection', async () => {
    const { socket, browser, opened, page } = await open('&authorization_params[name]=Acme');
    await using _ = socket;
    expect([opened.status, [...new URL(page ?? '').searchParams.keys()].toSorted()]).toEqual([302, ['name', 'oauth_token']]);
    expect((await browser.get(await consentAt(page ?? ''))).status).toBe(200);
    const outcome = await socket.outcome;
    expect(outcome).toMatchObject({ message_type: 'success', provider_config_key: key });
    expect((await app.connection(outcome.connection_id ?? '', key)).credentials).toMatchObject({
        type: 'OAUTH1',
        oauth_token: expect.any(String)
    });
});

test('a refusal by the end user, and a provider that is down, are told by the codes of the reference', async () => {
    const denied = await open();
    await using _ = denied.socket;
    await denied.browser.get(await consentAt(denied.page ?? '', { decision: 'deny' }));
    expect(await denied.socket.outcome).toMatchObject({ message_type: 'error', error_type: 'callback_err' });

    await app.sandbox.control('oauth1/faults', [{ action: { type: 'status', code: 503 } }]);
    const down = await open();
    await using __ = down.socket;
    expect([down.opened.status, down.page]).toEqual([400, null]);
    expect(await down.socket.outcome).toMatchObject({ message_type: 'error', error_type: 'token_err' });
});
