import {
    acceptAccount,
    deleteConnection,
    getConnectSession,
    importConnection,
    listIntegrations,
    setMetadata,
    updateIntegration
} from '@patchbay/contracts';
import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { outcomeOf, sendJson } from '../../../api.fixtures.ts';
import {
    breakProvider,
    connectBySignIn,
    eventsAbout,
    read,
    requestsAt,
    restoreProvider,
    signIn,
    start,
    startSignIn,
    tokenPath,
    identityPath
} from '../../connect/attempts/attempts.fixtures.ts';
import { addressOf, openSocket, post } from '../../compat/compat.fixtures.ts';

const oauth = 'sandbox-oauth2';
const byKey = 'sandbox-api-key';
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const provider of [oauth, byKey, 'unauthenticated']) await app.integrate(provider);
    await app.call(importConnection, {
        body: { provider_config_key: byKey, connection_id: 'c', credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } }
    });
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    for (const id of [oauth, byKey]) await set(id, true);
});
afterAll(() => app[Symbol.asyncDispose]());

const set = (id: string, enabled: boolean) => app.call(updateIntegration, { params: { id }, body: { enabled } });
const proxied = () => app.raw('/proxy/v1/echo', { headers: { 'provider-config-key': byKey, 'connection-id': 'c' } });

test('an integration that is switched off is not offered in a session and cannot be connected there', async () => {
    await set(byKey, false);
    const endUser = await app.session({ allowed_integrations: [byKey, oauth] });
    expect((await endUser.call(getConnectSession, {})).data.integrations.map(({ id }) => id)).toEqual([oauth]);
    expect((await endUser.call(listIntegrations, {})).data.map(({ unique_key: key }) => key)).toEqual([oauth]);
    const body = { credentials: { apiKey: BEARER_API_KEYS.acme } };
    await expect(start(endUser, byKey, body)).rejects.toMatchObject({ code: 'integration_not_allowed' });
    expect(outcomeOf(await post(app, `/api-auth/api-key/${byKey}`, { token: endUser.token, body: body.credentials }))).toBe(
        '400 integration_not_allowed'
    );
    await set(byKey, true);
    expect((await start(endUser, byKey, body)).status).toBe('succeeded');
});

test('clients of the reference are told so, in the window and through the socket', async () => {
    await set(oauth, false);
    await using socket = await openSocket(app);
    const { token } = await app.session();
    const shown = await app.raw(addressOf(`/oauth/connect/${oauth}`, token, `ws_client_id=${socket.clientId}`), { token: null });
    expect(shown.status).toBe(400);
    expect(await socket.outcome).toMatchObject({ error_type: 'integration_not_allowed', error_desc: 'This integration is switched off.' });
});

test('a sign-in that is under way when it is switched off brings nothing, and the customer hears why', async () => {
    const atTheDoor = await startSignIn(await app.session(), oauth);
    const endUser = await app.session();
    const onTheWay = await startSignIn(endUser, oauth);
    const browser = app.browser();
    const callback = await browser.consent(onTheWay.launch_url);
    await set(oauth, false);

    expect((await app.browser().launch(atTheDoor.launch_url)).authorizationUrl).toBeUndefined();
    await browser.get(callback);
    const ended = await read(endUser, onTheWay.attempt_id);
    expect(ended).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
    expect(await requestsAt(app, tokenPath)).toBe(0);
    const events = await app.db.selectFrom('events').select('payload').execute();
    expect(events.map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ error: { type: 'integration_misconfigured', description: 'The integration is switched off.' } })
    );
});

test('one that is switched off while the provider is asked who signed in stores nothing, and takes the grant back', async () => {
    const endUser = await app.session();
    await breakProvider(app, identityPath, { type: 'hold' });
    const attempt = await startSignIn(endUser, oauth);
    const browsing = app.browser().signIn(attempt.launch_url);
    await vi.waitUntil(async () => (await requestsAt(app, identityPath)) === 1);
    await set(oauth, false);
    await restoreProvider(app);
    await browsing;
    expect(await read(endUser, attempt.attempt_id)).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
    await vi.waitUntil(async () => (await requestsAt(app, '^/oauth/token/revocation$')) === 1);
});

test('neither does a choice that was left open', async () => {
    const id = await connectBySignIn(app, oauth);
    const endUser = await app.reconnectSession(id, oauth);
    const { attempt } = await signIn(app, endUser, oauth, { account: 'grace' });
    expect(attempt.status).toBe('account_mismatch');
    await set(oauth, false);
    const { data } = await endUser.call(acceptAccount, { params: { attempt_id: attempt.attempt_id } });
    expect(data).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
    expect((await eventsAbout(app, id)).filter(({ success }) => success)).toHaveLength(1);
});

test('nothing goes out through it: no credentials, no requests, no imports', async () => {
    expect((await proxied()).status).toBe(200);
    await set(byKey, false);
    const sent = await requestsAt(app, '.');
    expect(outcomeOf(await app.raw(`/connections/c?provider_config_key=${byKey}`))).toBe('400 integration_disabled');
    expect(outcomeOf(await proxied())).toBe('400 integration_disabled');
    const body = { provider_config_key: byKey, credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } };
    expect(outcomeOf(await sendJson(app, 'POST', '/connections', body))).toBe('400 integration_disabled');
    expect(await requestsAt(app, '.')).toBe(sent);
});

test('what needs no provider goes on: the list, metadata, deletion', async () => {
    const id = await connectBySignIn(app, oauth);
    await set(oauth, false);
    expect((await app.connections()).map(({ connection_id }) => connection_id)).toContain(id);
    await app.call(setMetadata, { body: { connection_id: id, provider_config_key: oauth, metadata: { plan: 'gold' } } });
    const { revocation } = await app.call(deleteConnection, { params: { connection_id: id }, query: { provider_config_key: oauth } });
    expect(revocation).toEqual({ outcome: 'revoked' });
});

test('the end user’s browser does not learn how it is set up', async () => {
    await app.call(updateIntegration, { params: { id: oauth }, body: { allowed_base_urls: ['https://internal.example'] } });
    const { data } = await (await app.session()).call(listIntegrations, {});
    expect(data.length).toBeGreaterThan(0);
    for (const view of data) expect(Object.keys(view).filter((key) => key === 'enabled' || key === 'allowed_base_urls')).toEqual([]);
});
