import { consentAt, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, outcomeOf } from '../../api.fixtures.ts';
import { registerApp } from '../connect/attempts/installed-app.fixtures.ts';
import { addressOf, openSocket } from './compat.fixtures.ts';

const key = 'sandbox-app';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-app', { credentials: await registerApp(app) });
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await registerApp(app);
});
afterAll(() => app[Symbol.asyncDispose]());

/** Opens the window of a client of the reference, and installs the app there. */
async function installBy(account: string) {
    await using socket = await openSocket(app);
    const { token } = await app.session({ end_user: { id: 'popup' } });
    const browser = app.browser();
    const opened = await browser.get(app.url + addressOf(`/oauth/connect/${key}`, token, `ws_client_id=${socket.clientId}`));
    const page = new URL(opened.headers.get('location') ?? '');
    const { status, html } = await browser.get(await consentAt(page, { account }));
    return { page, status, html, outcome: await socket.outcome };
}

test('a popup goes to the page of the app with a state, and the socket hears of the connection', async () => {
    const { page, status, outcome } = await installBy('ada/analytical-engines');
    expect([page.pathname, [...page.searchParams.keys()]]).toEqual(['/github/apps/patchbay-sandbox/installations/new', ['state']]);
    expect(status).toBe(200);
    expect(outcome).toEqual({
        message_type: 'success',
        provider_config_key: key,
        connection_id: expect.any(String),
        is_pending: false
    });
    expect((await app.connection(outcome.connection_id ?? '', key)).credentials['type']).toBe('APP');
});

test('an installation that waits for an owner is told to the client as such', async () => {
    const { html, outcome } = await installBy('grace/analytical-engines');
    const words = 'An owner of the organization has to approve the app. Connect again once that is done.';
    expect(html).toContain(words);
    expect(outcome).toMatchObject({ message_type: 'error', error_type: 'callback_err', error_desc: expect.stringContaining(words) });
});

test('its integration takes no typed credentials', async () => {
    const { token } = await app.session();
    const body = JSON.stringify({ apiKey: 'a' });
    const headers = { 'content-type': 'application/json' };
    const response = await app.raw(addressOf(`/api-auth/api-key/${key}`, token), { method: 'POST', token: null, headers, body });
    expect([outcomeOf(response), errorOf(response).message]).toEqual([
        '400 invalid_auth_mode',
        'This integration connects by APP, not by API_KEY.'
    ]);
});
