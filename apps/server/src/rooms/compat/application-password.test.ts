import { consentAt, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addressOf, openSocket } from './compat.fixtures.ts';

const key = 'wordpress-site';
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate(key);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

/** Opens the window of a client of the reference. */
async function open() {
    const socket = await openSocket(app);
    const { token } = await app.session();
    const browser = app.browser();
    const site = encodeURIComponent(`${app.sandbox.url}/wordpress`);
    const opened = await browser.get(
        app.url + addressOf(`/oauth/connect/${key}`, token, `ws_client_id=${socket.clientId}&params[siteURL]=${site}`)
    );
    return { socket, browser, opened, page: opened.headers.get('location') };
}

test('a popup goes to the page of the site, and the socket hears of the connection', async () => {
    const { socket, browser, opened, page } = await open();
    await using _ = socket;
    expect([opened.status, new URL(page ?? '').pathname]).toEqual([302, '/wordpress/wp-admin/authorize-application.php']);
    expect((await browser.get(await consentAt(page ?? ''))).status).toBe(200);
    const outcome = await socket.outcome;
    expect(outcome).toMatchObject({ message_type: 'success', provider_config_key: key });
    const { credentials } = await app.connection(outcome.connection_id ?? '', key);
    expect(credentials).toEqual({ type: 'BASIC', username: 'ada', password: expect.stringMatching(/^\w{24}$/) });
});

test('a refusal by the end user, and a site without application passwords, are told by the codes of the reference', async () => {
    const denied = await open();
    await using _ = denied.socket;
    await denied.browser.get(await consentAt(denied.page ?? '', { decision: 'deny' }));
    expect(await denied.socket.outcome).toMatchObject({ message_type: 'error', error_type: 'callback_err' });

    await app.sandbox.control('wordpress/settings', { application_passwords: 'off' });
    const off = await open();
    await using __ = off.socket;
    expect([off.opened.status, off.page]).toEqual([400, null]);
    expect(await off.socket.outcome).toMatchObject({ message_type: 'error' });
});
