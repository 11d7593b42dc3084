import { checkConnection, getConnection, importConnection, updateIntegration } from '@patchbay/contracts';
import { type OAuth2Provider, providers } from '@patchbay/providers';
import { BASIC_USERS, BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
    breakProvider,
    connectBySignIn,
    identityPath,
    requestsAt,
    restoreProvider,
    start,
    tokenPath
} from '../../connect/attempts/attempts.fixtures.ts';
import { probeDue } from './probe-due.ts';
import { refreshDue } from './refresh-due.ts';
import { hourMs, minuteMs } from './refresh.fixtures.ts';

const { identity: _identity, ...others } = providers.get('sandbox-oauth2') as OAuth2Provider;
const unasked: OAuth2Provider = { ...others, id: 'unasked' };

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ providers: new Map([...providers, ['unasked', unasked]]) });
    for (const provider of ['sandbox-api-key', 'sandbox-oauth2', 'sandbox-two-step', 'unasked', 'unauthenticated'])
        await app.integrate(provider);
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.db.deleteFrom('connections').execute();
});
afterAll(() => app[Symbol.asyncDispose]());

const importKey = (connection_id: string) =>
    app.call(importConnection, {
        body: { provider_config_key: 'sandbox-api-key', connection_id, credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } }
    });
const check = async (id: string, integration = 'sandbox-api-key') =>
    (await app.call(checkConnection, { params: { connection_id: id }, query: { provider_config_key: integration } })).data;
const read = (id: string, integration = 'sandbox-api-key') =>
    app.call(getConnection, { params: { connection_id: id }, query: { provider_config_key: integration } });
const lastUsed = async () => (await app.db.selectFrom('connections').select('last_fetched_at').execute())[0]?.last_fetched_at;

test('a key that the provider accepts is accepted, is verified as of now, and is not used by that', async () => {
    await importKey('key');
    app.clock.advance(hourMs);
    const before = app.clock.now().toISOString();
    const result = await check('key');
    expect(result).toMatchObject({ outcome: 'accepted', message: null });
    expect(result.checked_at >= before).toBe(true);
    expect(await lastUsed()).toBeNull();
    expect(((await read('key')).verified_at ?? '') >= before).toBe(true);
});

test('a key that the provider refuses is checked again in ten minutes, however often one asks before', async () => {
    await importKey('key');
    await breakProvider(app, '^/bearer/', { type: 'status', code: 401 });
    const asked = await Promise.all([check('key'), check('key')]);
    expect(asked.map(({ outcome }) => outcome)).toEqual(['refused', 'refused']);
    expect(asked[0]?.message).toMatch(/refused these credentials/);
    expect(await check('key')).toMatchObject({ outcome: 'refused' });
    expect((await read('key')).health).toMatchObject({ status: 'degraded', cause: { code: 'refused_once' } });
    app.clock.advance(11 * minuteMs);
    await check('key');
    expect((await read('key')).health).toMatchObject({ status: 'needs_reconnect', cause: { code: 'credentials_refused' } });
});

test('a key that was refused works again once the provider accepts it', async () => {
    await importKey('key');
    await breakProvider(app, '^/bearer/', { type: 'status', code: 401 });
    await check('key');
    await restoreProvider(app);
    app.clock.advance(11 * minuteMs);
    expect(await check('key')).toMatchObject({ outcome: 'accepted' });
    expect((await read('key')).health.status).toBe('healthy');
});

test('a provider that is down leaves the connection as it was', async () => {
    await importKey('key');
    await breakProvider(app, '^/bearer/', { type: 'status', code: 503 });
    expect(await check('key')).toMatchObject({ outcome: 'unreachable', message: expect.any(String) });
    expect((await read('key')).health.status).toBe('healthy');
});

test('a token that the provider refuses is renewed, and the next one asked about', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await breakProvider(app, identityPath, { type: 'status', code: 401 }, 1);
    app.clock.advance(2 * minuteMs);
    const renewals = await requestsAt(app, tokenPath);
    expect(await check(id, 'sandbox-oauth2')).toMatchObject({ outcome: 'accepted' });
    expect(await requestsAt(app, tokenPath)).toBe(renewals + 1);
});

test('a token that is requested with what was typed, and has ended early at the provider, is renewed as well', async () => {
    const [{ user: username, password } = { user: '', password: '' }] = BASIC_USERS;
    const { connection_id: id } = await start(await app.session(), 'sandbox-two-step', { credentials: { username, password } });
    app.clock.advance(2 * minuteMs);
    await breakProvider(app, '^/session/v1/account', { type: 'status', code: 401 }, 1);
    expect(await check(id ?? '', 'sandbox-two-step')).toMatchObject({ outcome: 'accepted' });
    expect(await requestsAt(app, '^/session/v1/renewal')).toBe(1);
});

test('of a token that nothing renews and nothing can be asked about, nothing is claimed', async () => {
    const expires_at = new Date(app.clock.now().getTime() + hourMs).toISOString();
    const body = {
        provider_config_key: 'unasked',
        connection_id: 'alone',
        credentials: { type: 'OAUTH2', access_token: 'a', expires_at }
    } as const;
    await app.call(importConnection, { body });
    expect(await check('alone', 'unasked')).toMatchObject({ outcome: 'not_checked' });
});

test('a token that has ended and that nothing renews stays so, although nothing tells of it', async () => {
    const expires_at = new Date(app.clock.now().getTime() + hourMs).toISOString();
    const body = {
        provider_config_key: 'sandbox-oauth2',
        connection_id: 'ended',
        credentials: { type: 'OAUTH2', access_token: 'a', expires_at }
    } as const;
    await app.call(importConnection, { body });
    app.clock.advance(2 * hourMs);
    await Promise.all(await refreshDue(app.server.deps, 10));
    const status = async () => (await app.connections())[0]?.health.status;
    expect(await status()).toBe('needs_reconnect');
    expect(await check('ended', 'sandbox-oauth2')).toMatchObject({ outcome: 'refused' });
    app.clock.advance(48 * hourMs);
    await Promise.all(await probeDue(app.server.deps, 10));
    expect(await status()).toBe('needs_reconnect');
});

test('access that was taken back is refused, in the words that the connection has for it', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await app.sandbox.control('revoke', { account: 'ada' });
    app.clock.advance(2 * minuteMs);
    const { outcome, message } = await check(id, 'sandbox-oauth2');
    const { health, auth } = await read(id, 'sandbox-oauth2');
    expect(outcome).toBe('refused');
    expect(health.status).toBe('needs_reconnect');
    expect(auth.failure?.message).toBe(message);
    expect(await check(id, 'sandbox-oauth2')).toMatchObject({ outcome: 'refused', message });
});

test('a token that was issued a moment ago is not renewed for each check', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await breakProvider(app, identityPath, { type: 'status', code: 403 });
    const renewals = await requestsAt(app, tokenPath);
    for (let round = 0; round < 3; round += 1)
        expect(await check(id, 'sandbox-oauth2')).toMatchObject({ outcome: 'accepted', message: expect.stringContaining('a moment ago') });
    expect(await requestsAt(app, tokenPath)).toBe(renewals);
});

test('where there is no request to ask with, nothing is claimed', async () => {
    await app.call(importConnection, {
        body: { provider_config_key: 'unauthenticated', connection_id: 'open', credentials: { type: 'NONE' } }
    });
    expect(await check('open', 'unauthenticated')).toMatchObject({
        outcome: 'not_checked',
        message: expect.stringContaining('no request')
    });
});

test('an integration that is switched off is not asked about', async () => {
    await importKey('key');
    await app.call(updateIntegration, { params: { id: 'sandbox-api-key' }, body: { enabled: false } });
    await expect(check('key')).rejects.toMatchObject({ code: 'integration_disabled' });
    await app.call(updateIntegration, { params: { id: 'sandbox-api-key' }, body: { enabled: true } });
});
