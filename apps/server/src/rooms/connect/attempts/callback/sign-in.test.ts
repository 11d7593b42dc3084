import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { brokenResponses } from '../broken-responses.fixtures.ts';
import {
    breakProvider,
    connectBySignIn,
    eventsAbout,
    restoreProvider,
    read,
    requestsAt,
    signIn,
    startSignIn,
    storedAttempt,
    storedConnection,
    tokenPath,
    identityPath
} from '../attempts.fixtures.ts';

let app: TestApp;
/** Another server of the same, which does not wait long for providers. */
let impatient: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    impatient = await startTestApp({ replicaOf: app, providerTimeouts: { tokenMs: 700, checkMs: 1000 } });
    for (const provider of ['sandbox-oauth2', 'sandbox-oauth2-subdomain', 'sandbox-oauth2-tenants']) await app.integrate(provider);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(async () => {
    await impatient[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
});

/** A busy machine needs the usual time for what does respond. */
const serverFor = ({ type }: Record<string, unknown>) => (type === 'hang' || type === 'slow_drip' ? impatient : app);

test('a sign-in ends in a stored connection of the account that consented, and one event', async () => {
    const endUser = await app.session({ end_user: { id: 'oauth_user' } });
    const { attempt, page } = await signIn(app, endUser, 'sandbox-oauth2', { account: 'grace' });
    expect(page.status).toBe(200);
    expect(attempt).toMatchObject({ status: 'succeeded', account_label: 'Grace Hopper', is_new: true });
    const connection = await app.connection(attempt.connection_id ?? '', 'sandbox-oauth2');
    expect(connection).toMatchObject({ end_user: { id: 'oauth_user' }, credentials: { type: 'OAUTH2', access_token: expect.any(String) } });
    expect(await eventsAbout(app, attempt.connection_id ?? '')).toMatchObject([
        { operation: 'creation', success: true, authMode: 'OAUTH2', endUser: { endUserId: 'oauth_user' } }
    ]);
    expect((await storedAttempt(app, attempt.attempt_id)).secrets.length).toBe(0);
});

test('what is typed before a sign-in goes into the provider’s address and stays with the connection', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2-subdomain', { connection_config: { workspace: 'acme' } });
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    expect(await requestsAt(app, '^/oauth/auth$')).toBeGreaterThan(0);
    await browser.get(callback);
    const { connection_id: connectionId } = await read(endUser, attempt.attempt_id);
    expect((await app.connection(connectionId ?? '', 'sandbox-oauth2-subdomain')).connection_config).toEqual({ workspace: 'acme' });
});

test('a callback that has a password too, which OAuth 2.0 does not know, goes on without it and keeps its code', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    callback.searchParams.set('password', 'not asked for');
    await browser.get(callback);
    expect(await read(endUser, attempt.attempt_id)).toMatchObject({ status: 'succeeded' });
});

test('consent that was denied is consent_denied with the provider’s words; no token is asked for', async () => {
    const { attempt, page } = await signIn(app, await app.session(), 'sandbox-oauth2', { decision: 'deny' });
    expect(attempt).toMatchObject({ status: 'failed', code: 'consent_denied', provider_text: 'The person said no', connection_id: null });
    expect(page.html).toContain('Nothing was connected');
    expect(await requestsAt(app, tokenPath)).toBe(0);
});

const brokenTokens: [name: string, action: Record<string, unknown>, code: string][] = [
    ...brokenResponses.map(([name, action]): [string, Record<string, unknown>, string] => [name, action, 'provider_down']),
    ['no response at all', { type: 'hang' }, 'provider_down'],
    ['one byte at a time', { type: 'slow_drip', ms: 50 }, 'provider_down'],
    ['an object without a token', json({ token_type: 'Bearer' }), 'provider_down'],
    ['a token that is a number', json({ access_token: 42 }), 'provider_down'],
    ['an empty token', json({ access_token: '' }), 'provider_down'],
    ['a token with a line break in it', json({ access_token: 'a\r\nx-evil: 1' }), 'provider_down'],
    ['a token that is an object', json({ access_token: { value: 'a' } }), 'provider_down'],
    ['a success that says ok: false', json({ ok: false, error: 'ratelimited' }), 'provider_down'],
    ['a refusal with status 200', { type: 'token_error_200' }, 'provider_error'],
    [
        'a refusal with status 400',
        { type: 'status', code: 400, body: { error: 'invalid_grant', error_description: 'The code was used' } },
        'provider_error'
    ],
    ['an unknown client', { type: 'status', code: 401, body: { error: 'invalid_client' } }, 'integration_misconfigured']
];

test.each(brokenTokens)(
    'T-21: a token response of %s stores nothing, and leaves a reconnected connection as it is',
    async (_name, action, code) => {
        const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
        const before = await storedConnection(app, connectionId);
        const countBefore = (await app.connections()).length;
        await breakProvider(app, tokenPath, action);
        const on = serverFor(action);
        for (const endUser of [await on.session(), await on.reconnectSession(connectionId, 'sandbox-oauth2')]) {
            const { attempt, page } = await signIn(on, endUser, 'sandbox-oauth2');
            expect(attempt).toMatchObject({ status: 'failed', code, connection_id: null });
            expect(page.status).toBe(400);
            expect(page.html).toContain(attempt.ref);
            expect(page.headers.get('location')).toBeNull();
        }
        expect(await storedConnection(app, connectionId)).toEqual(before);
        expect((await app.connections()).length).toBe(countBefore);
    }
);

test.each(['form_encoded_token', 'expires_in_string', 'no_refresh_token', 'wrong_content_type'])(
    'T-21: a response that is odd and sound (%s) is taken',
    async (type) => {
        await breakProvider(app, tokenPath, { type });
        const { attempt } = await signIn(app, await app.session(), 'sandbox-oauth2');
        expect(attempt.status).toBe('succeeded');
    }
);

test('T-22: an ID token that names another user is not read; the account is the one of the provider’s API', async () => {
    const known = await connectBySignIn(app, 'sandbox-oauth2', { account: 'grace' });
    const { raw } = Object((await app.connection(known, 'sandbox-oauth2')).credentials);
    const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
    const claims = { iss: `${app.sandbox.url}/oauth`, aud: 'patchbay-sandbox', sub: 'ada', name: 'Ada Lovelace' };
    const idToken = `${part({ alg: 'none' })}.${part(claims)}.`;
    await breakProvider(app, tokenPath, json({ ...raw, id_token: idToken }));
    const { attempt } = await signIn(app, await app.session(), 'sandbox-oauth2', { account: 'ada' });
    expect(attempt).toMatchObject({ status: 'succeeded', account_label: 'Grace Hopper' });
    const before = await storedConnection(app, known);
    const after = await storedConnection(app, attempt.connection_id ?? '');
    expect(after?.identity_hash).toEqual(before?.identity_hash);
});

test.each([...brokenResponses, ['no response at all', { type: 'hang' }] as const])(
    'a provider that answers the question who signed in with %s is provider_down, and nothing is stored',
    async (_name, action) => {
        const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
        const before = await storedConnection(app, connectionId);
        const countBefore = (await app.connections()).length;
        await breakProvider(app, identityPath, action);
        const on = serverFor(action);
        for (const endUser of [await on.session(), await on.reconnectSession(connectionId, 'sandbox-oauth2')]) {
            expect((await signIn(on, endUser, 'sandbox-oauth2')).attempt).toMatchObject({ status: 'failed', code: 'provider_down' });
        }
        expect(await storedConnection(app, connectionId)).toEqual(before);
        expect((await app.connections()).length).toBe(countBefore);
    }
);

test('a reconnect where the provider no longer names the account is refused', async () => {
    const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
    const before = await storedConnection(app, connectionId);
    await breakProvider(app, identityPath, { type: 'status', code: 403, body: {} });
    const { attempt } = await signIn(app, await app.reconnectSession(connectionId, 'sandbox-oauth2'), 'sandbox-oauth2');
    expect(attempt).toMatchObject({ status: 'failed', code: 'missing_permissions' });
    expect(await storedConnection(app, connectionId)).toEqual(before);
});

test('permissions that the end user left out are named, nothing is stored, and with all of them it works', async () => {
    const endUser = await app.session();
    await app.sandbox.control('modes', { withheld_scopes: ['contacts.read', 'email'] });
    const { attempt } = await signIn(app, endUser, 'sandbox-oauth2');
    expect(attempt).toMatchObject({ status: 'failed', code: 'missing_permissions', connection_id: null });
    expect(attempt.missing_scopes?.toSorted()).toEqual(['contacts.read', 'email']);
    expect(await requestsAt(app, identityPath)).toBe(0);
    await app.sandbox.control('modes', { withheld_scopes: [] });
    expect((await signIn(app, endUser, 'sandbox-oauth2')).attempt).toMatchObject({ status: 'succeeded', missing_scopes: null });
});

test('once the provider recovers, the next try of the same session connects', async () => {
    const endUser = await app.session();
    await breakProvider(app, tokenPath, { type: 'status', code: 503 });
    expect((await signIn(app, endUser, 'sandbox-oauth2')).attempt.code).toBe('provider_down');
    await restoreProvider(app);
    expect((await signIn(app, endUser, 'sandbox-oauth2')).attempt.status).toBe('succeeded');
});

test('failures that the end user could do nothing about are told to the customer, others are not', async () => {
    await breakProvider(app, tokenPath, { type: 'status', code: 503 });
    const down = (await signIn(app, await app.session(), 'sandbox-oauth2')).attempt;
    await restoreProvider(app);
    const denied = (await signIn(app, await app.session(), 'sandbox-oauth2', { decision: 'deny' })).attempt;
    const idOf = async (attemptId: string) => (await storedAttempt(app, attemptId)).connection_id;
    expect(await eventsAbout(app, await idOf(down.attempt_id))).toMatchObject([
        { operation: 'creation', success: false, error: { type: 'provider_down' } }
    ]);
    expect(await eventsAbout(app, await idOf(denied.attempt_id))).toEqual([]);
});

test('T-13: a token endpoint that redirects with 307 does not get the secret carried on to another host', async () => {
    let received = 0;
    const elsewhere = createServer((_request, response) => {
        received += 1;
        response.end('{"access_token":"stolen"}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    // A TCP server's address is an object once it listens.
    const { port } = elsewhere.address() as AddressInfo;
    for (const status of [301, 302, 303, 307, 308]) {
        for (const host of [`127.0.0.1:${port}`, new URL(app.sandbox.url).host]) {
            await breakProvider(app, tokenPath, { type: 'redirect', status, location: `http://${host}/take` });
            expect((await signIn(app, await app.session(), 'sandbox-oauth2')).attempt).toMatchObject({
                status: 'failed',
                code: 'provider_down'
            });
        }
    }
    expect(received).toBe(0);
    expect(await requestsAt(app, '^/take$')).toBe(0);
    await new Promise((resolve) => elsewhere.close(resolve));
});

test('T-12: neither codes, tokens nor secrets get into the log, and paths are logged without their query', async () => {
    const attempt = await startSignIn(await app.session(), 'sandbox-oauth2');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    await browser.get(callback);
    const { connection_id: connectionId } = await storedAttempt(app, attempt.attempt_id);
    const { credentials } = await app.connection(connectionId, 'sandbox-oauth2');
    const log = app.logLines.join('\n');
    expect(log).toContain('/oauth/callback');
    for (const secret of [
        callback.searchParams.get('code'),
        callback.searchParams.get('state'),
        attempt.launch_url.split('/').at(-1),
        credentials['access_token'],
        'patchbay-sandbox-secret'
    ]) {
        expect(typeof secret === 'string' && secret.length > 8).toBe(true);
        expect(log).not.toContain(secret);
    }
});

test('a sign-in whose provider takes its time is shown as exchanging meanwhile, and settles', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    await breakProvider(app, tokenPath, { type: 'hold' });
    const window = browser.get(callback);
    await vi.waitFor(async () => expect((await read(endUser, attempt.attempt_id)).status).toBe('exchanging'));
    await restoreProvider(app);
    expect((await window).status).toBe(200);
    expect((await read(endUser, attempt.attempt_id)).status).toBe('succeeded');
});

function json(body: object): Record<string, unknown> {
    return { type: 'status', code: 200, body };
}
