import { createIntegration, getConnection, importConnection } from '@patchbay/contracts';
import { type OAuth2Provider, providers } from '@patchbay/providers';
import { OAUTH_CC_CLIENT, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorOf, keyWith, outcomeOf } from '../../../api.fixtures.ts';
import {
    breakProvider,
    connectBySignIn,
    restoreProvider,
    requestsAt,
    signIn,
    start,
    tokenPath
} from '../../connect/attempts/attempts.fixtures.ts';
import { getCredentials } from './get-credentials.ts';
import { connectAndExpire, dayMs, hourMs, minuteMs, readFresh, refreshCalls, stored, tryRead } from './refresh.fixtures.ts';

const sandbox = providers.get('sandbox-oauth2') as OAuth2Provider;
/** The sandbox, as vendors differ. */
const variants: OAuth2Provider[] = [
    { ...sandbox, id: 'early', token_expiration_buffer: 300 },
    { ...sandbox, id: 'slow', refresh: { min_interval_seconds: 600 }, token_expiration_buffer: 3500 },
    { ...sandbox, id: 'telling', token_response_metadata: ['region', 'team.id'] },
    { ...sandbox, id: 'yearly', refresh: { grant_hours: 8760 } },
    { ...sandbox, id: 'unstated', usual_lifetime_seconds: 900 },
    { ...sandbox, id: 'ending', refresh: { expiry: 'hard' } },
    { ...sandbox, id: 'split', refresh_url: '${sandboxUrl}/oauth/token', token_params: { a: 'b' }, refresh_params: { c: 'd' } }
];

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ providers: new Map([...providers, ...variants.map((variant) => [variant.id, variant] as const)]) });
    for (const provider of ['sandbox-oauth2', 'sandbox-oauth2-cc', 'early', 'slow', 'telling', 'ending', 'unstated', 'yearly', 'split'])
        await app.integrate(provider);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const asks = async () => (await refreshCalls(app)).granted;
const read = (id: string, integration: string) => app.connection(id, integration);

test('a token that has ended is renewed before it is handed out, once, and the newest refresh token is kept', async () => {
    const id = await connectAndExpire(app);
    const before = await stored(app, id);
    const fresh = await readFresh(app, id);
    expect(Date.parse(String(fresh.credentials['expires_at']))).toBeGreaterThan(app.clock.now().getTime() + hourMs / 2);
    expect(await readFresh(app, id)).toMatchObject({ credentials: fresh.credentials });
    expect(await asks()).toBe(1);
    expect(await stored(app, id)).toMatchObject({ generation: before.generation + 1, refresh_lease_until: null, auth_state: 'ok' });
    app.clock.advance(2 * hourMs);
    expect((await readFresh(app, id)).credentials['refresh_token']).not.toBe(fresh.credentials['refresh_token']);
    expect(await refreshCalls(app)).toEqual({ granted: 2, refused: 0, lost: 0 });
});

describe('when it is due', () => {
    test.each([
        ['sandbox-oauth2', 3600, 45],
        ['sandbox-oauth2', 600, 5],
        ['early', 3600, 55],
        ['early', 400, 100 / 30]
    ])('%s with a token of %d seconds: %d minutes after it came', async (integration, lifetime, dueMin) => {
        await app.sandbox.control('modes', { access_token_lifetime_s: lifetime });
        const id = await connectBySignIn(app, integration);
        app.clock.advance(dueMin * minuteMs - 5000);
        await read(id, integration);
        expect(await asks()).toBe(0);
        app.clock.advance(5000);
        await read(id, integration);
        expect(await asks()).toBe(1);
    });

    test.each([1, 3])(
        'a token that ends after %d seconds is not renewed with each read, but every 30 seconds and by force',
        async (lifetime) => {
            await app.sandbox.control('modes', { access_token_lifetime_s: lifetime });
            const id = await connectBySignIn(app, 'sandbox-oauth2');
            for (let second = 0; second < 62; second += 2) {
                app.clock.advance(2000);
                await read(id, 'sandbox-oauth2');
            }
            expect(await asks()).toBe(2);
            await readFresh(app, id, { force_refresh: 'true' });
            expect(await asks()).toBe(3);
        }
    );

    test('a token whose end the provider does not state is renewed when such tokens usually end', async () => {
        await app.sandbox.control('modes', { expires_in: 'missing' });
        const id = await connectBySignIn(app, 'unstated');
        expect((await read(id, 'unstated')).credentials).not.toHaveProperty('expires_at');
        app.clock.advance(7 * minuteMs);
        await read(id, 'unstated');
        expect(await asks()).toBe(0);
        app.clock.advance(minuteMs);
        await read(id, 'unstated');
        expect(await asks()).toBe(1);
        app.clock.advance(8 * minuteMs);
        await read(id, 'unstated');
        expect(await asks()).toBe(2);
    });

    test('after its usual end it is handed out while the provider is down, but not when the grant has ended', async () => {
        await app.sandbox.control('modes', { expires_in: 'missing' });
        const id = await connectBySignIn(app, 'unstated');
        app.clock.advance(hourMs);
        const get = () => app.raw(`/connections/${id}?provider_config_key=unstated`);
        await breakProvider(app, tokenPath, { type: 'status', code: 503 });
        expect((await get()).json).toMatchObject({ credentials: { access_token: expect.any(String) }, auth: { state: 'failing' } });
        await breakProvider(app, tokenPath, { type: 'status', code: 400, body: { error: 'invalid_grant' } });
        app.clock.advance(5 * minuteMs);
        expect(outcomeOf(await get())).toBe('400 invalid_credentials');
    });

    test('what was imported without its end is renewed when it is first read, and as its response says from then on', async () => {
        const { credentials } = await readFresh(app, await connectBySignIn(app, 'sandbox-oauth2'));
        const { access_token, refresh_token } = credentials as { access_token: string; refresh_token: string };
        const body = {
            provider_config_key: 'early',
            connection_id: 'of unknown age',
            credentials: { type: 'OAUTH2', access_token, refresh_token }
        } as const;
        await app.call(importConnection, { body });
        const first = await read('of unknown age', 'early');
        expect(first.credentials['access_token']).not.toBe(access_token);
        expect((await read('of unknown age', 'early')).credentials).toEqual(first.credentials);
        expect(await asks()).toBe(1);
    });

    test('a token without an end is renewed only by force', async () => {
        await app.sandbox.control('modes', { expires_in: 'missing' });
        const id = await connectBySignIn(app, 'sandbox-oauth2');
        app.clock.advance(365 * dayMs);
        const { credentials } = await readFresh(app, id);
        expect(await asks()).toBe(0);
        expect((await readFresh(app, id, { force_refresh: 'true' })).credentials['access_token']).not.toBe(credentials['access_token']);
        expect(await asks()).toBe(1);
    });

    test('without a refresh token what there is is served, also by force', async () => {
        await app.sandbox.control('modes', { refresh_token: 'absent' });
        const id = await connectAndExpire(app);
        const { credentials } = await readFresh(app, id, { force_refresh: 'true' });
        expect(Date.parse(String(credentials['expires_at']))).toBeLessThan(app.clock.now().getTime());
        expect(await requestsAt(app, tokenPath)).toBe(1);
    });

    test('a provider that refuses to renew a young token is not asked, even by force', async () => {
        const id = await connectBySignIn(app, 'slow');
        const force = () =>
            app.call(getConnection, { params: { connection_id: id }, query: { provider_config_key: 'slow', force_refresh: 'true' } });
        app.clock.advance(9 * minuteMs);
        await force();
        expect(await asks()).toBe(0);
        app.clock.advance(minuteMs);
        await force();
        expect(await asks()).toBe(1);
    });

    test('one that was imported after its end is renewed at once, also at such a provider', async () => {
        const { credentials } = await readFresh(app, await connectBySignIn(app, 'sandbox-oauth2'));
        const { access_token, refresh_token } = credentials as { access_token: string; refresh_token: string };
        const expires_at = new Date(app.clock.now().getTime() - 1000).toISOString();
        await app.call(importConnection, {
            body: {
                provider_config_key: 'slow',
                connection_id: 'ended',
                credentials: { type: 'OAUTH2', access_token, refresh_token, expires_at }
            }
        });
        expect((await read('ended', 'slow')).credentials['access_token']).not.toBe(access_token);
        expect(await asks()).toBe(1);
    });

    test('a reader who may not see credentials renews none', async () => {
        const id = await connectAndExpire(app);
        const token = await keyWith(app, ['environment:connections:read']);
        const response = await app.raw(`/connections/${id}?provider_config_key=sandbox-oauth2`, { token });
        expect(response.json).toMatchObject({ credentials: {}, auth: { state: 'ok' } });
        expect(await asks()).toBe(0);
    });
});

describe('what a response changes', () => {
    test('one without a refresh token leaves the old one in force', async () => {
        await app.sandbox.control('modes', { refresh_token: 'stays_unmentioned' });
        const id = await connectBySignIn(app, 'sandbox-oauth2');
        const { credentials } = await readFresh(app, id);
        for (let round = 1; round <= 3; round += 1) {
            app.clock.advance(2 * hourMs);
            expect((await readFresh(app, id)).credentials).toMatchObject({ refresh_token: credentials['refresh_token'] });
            expect(await asks()).toBe(round);
        }
    });

    test('scopes that the end user took back are missing from then on', async () => {
        const id = await connectBySignIn(app, 'sandbox-oauth2');
        const asked = sandbox.default_scopes;
        expect((await readFresh(app, id)).auth).toMatchObject({ asked_scopes: asked, granted_scopes: asked, missing_scopes: [] });
        const taken = ['email', 'contacts.read'];
        await app.sandbox.control('narrow', { account: 'ada', scopes: taken });
        const { auth } = await readFresh(app, id, { force_refresh: 'true' });
        expect(auth).toMatchObject({ asked_scopes: asked, missing_scopes: taken });
        expect(auth.granted_scopes).toEqual(asked?.filter((scope) => !taken.includes(scope)));
    });

    test('what the provider says of the account is carried over, and what the session brought stands', async () => {
        const token = { access_token: 'a', refresh_token: 'r', expires_in: 60 };
        const given = { integrations_config_defaults: { telling: { connection_config: { region: 'given' } } } };
        const { attempt } = await signIn(app, await app.session(given), 'telling');
        const id = attempt.connection_id ?? '';
        await breakProvider(app, tokenPath, {
            type: 'status',
            code: 200,
            body: { ...token, region: 'eu', team: { id: 't2' } }
        });
        app.clock.advance(2 * hourMs);
        const renewed = await read(id, 'telling');
        expect(renewed.connection_config).toEqual({ region: 'given', 'team.id': 't2' });
    });

    test.each([
        ['sandbox-oauth2', { refresh_token_expires_in: 4 * 3600 }, null, 4],
        ['sandbox-oauth2', { refresh_expires_in: 4 * 3600, x_refresh_token_hard_expires_in: 90_000 }, 25, 4],
        ['ending', { refresh_token_expires_in: 90_000 }, 25, 24],
        ['sandbox-oauth2', { refresh_token_expires_in: 1 }, null, 0]
    ])(
        'an end of the grant is told where it stands (%s, %j: %s hours), one that moves hastens the next renewal',
        async (integration, said, endsInH, idleH) => {
            const id = await connectBySignIn(app, integration);
            // As a version before told the one that moves.
            await app.db.updateTable('connections').set({ grant_ends_at: app.clock.now() }).where('connection_id', '=', id).execute();
            const body = { access_token: 'a', refresh_token: 'r', expires_in: 3600, ...said };
            await breakProvider(app, tokenPath, { type: 'status', code: 200, body });
            app.clock.advance(2 * hourMs);
            const before = app.clock.now().getTime();
            const { grant_ends_at: endsAt } = (await read(id, integration)).auth;
            const now = app.clock.now().getTime();
            expect(endsAt === null ? null : Math.round((Date.parse(endsAt) - now) / hourMs)).toBe(endsInH);
            // Counted from the response, which came between the two times.
            const due = (await stored(app, id)).refresh_due_at?.getTime() ?? 0;
            expect(due - before).toBeGreaterThan(Math.max(minuteMs, (idleH * hourMs) / 2) - 1000);
            expect(due - now).toBeLessThanOrEqual(Math.max(minuteMs, idleH * hourMs * 0.7));
        }
    );

    test('an end of the grant that only the definition states is told, and no renewal moves it', async () => {
        const id = await connectBySignIn(app, 'yearly');
        const { grant_ends_at: endsAt } = (await read(id, 'yearly')).auth;
        expect(Math.round((Date.parse(endsAt ?? '') - app.clock.now().getTime()) / dayMs)).toBe(365);
        const body = { access_token: 'a', refresh_token: 'r', expires_in: 3600, refresh_token_expires_in: 4 * 3600 };
        await breakProvider(app, tokenPath, { type: 'status', code: 200, body });
        app.clock.advance(2 * hourMs);
        expect(await read(id, 'yearly')).toMatchObject({ credentials: { access_token: 'a' }, auth: { grant_ends_at: endsAt } });
    });

    test('a token of a type that cannot be used is not taken, and the admin is told', async () => {
        const id = await connectAndExpire(app);
        const before = await stored(app, id);
        const body = { access_token: 'a', refresh_token: 'r', expires_in: 3600, token_type: 'DPoP' };
        await breakProvider(app, tokenPath, { type: 'status', code: 200, body });
        const failed = await tryRead(app, id);
        expect(outcomeOf(failed)).toBe('424 invalid_credentials');
        expect(errorOf(failed).message).toMatch(
            /issued a token of an unsupported type \(.*"DPoP".*\)\. Set the OAuth app up for bearer tokens\./
        );
        expect((await stored(app, id)).credentials).toEqual(before.credentials);
    });

    test('characters that no database keeps do not cost the token that came with them', async () => {
        const id = await connectBySignIn(app, 'telling');
        const response = { access_token: 'odd', refresh_token: 'r', expires_in: 3600, region: 'eu\0', scope: 'email\0 contacts.read' };
        await breakProvider(app, tokenPath, { type: 'status', code: 200, body: response });
        app.clock.advance(2 * hourMs);
        const renewed = await read(id, 'telling');
        expect(renewed).toMatchObject({ credentials: { access_token: 'odd' }, connection_config: { region: 'eu' } });
        expect(renewed.auth.granted_scopes).toEqual(['email', 'contacts.read']);
    });

    test('client credentials are renewed with the client that the end user typed', async () => {
        const credentials = { client_id: OAUTH_CC_CLIENT.id, client_secret: OAUTH_CC_CLIENT.secret };
        const endUser = await app.session();
        const id = (await start(endUser, 'sandbox-oauth2-cc', { credentials })).connection_id ?? '';
        const first = await read(id, 'sandbox-oauth2-cc');
        app.clock.advance(dayMs);
        const second = await read(id, 'sandbox-oauth2-cc');
        expect(second.credentials).toMatchObject({ ...credentials, type: 'OAUTH2_CC', token: expect.any(String) });
        expect(second.credentials['token']).not.toBe(first.credentials['token']);
        await breakProvider(app, tokenPath, { type: 'status', code: 401, body: { error: 'invalid_client' } });
        app.clock.advance(dayMs);
        const ended = await app.raw(`/connections/${id}?provider_config_key=sandbox-oauth2-cc`);
        expect(outcomeOf(ended)).toBe('400 invalid_credentials');
        expect(errorOf(ended).message).toContain('client ID and secret of this connection');
    });

    test('a grant of another OAuth app is renewed with that one', async () => {
        const id = await connectBySignIn(app, 'sandbox-oauth2');
        const { credentials } = await readFresh(app, id);
        const wrong = { type: 'OAUTH2', client_id: 'other', client_secret: 'other' } as const;
        await app.call(createIntegration, { body: { provider: 'sandbox-oauth2', unique_key: 'wrong-app', credentials: wrong } });
        const { access_token, refresh_token } = credentials as { access_token: string; refresh_token: string };
        const config_override = { client_id: 'patchbay-sandbox', client_secret: 'patchbay-sandbox-secret' };
        await app.call(importConnection, {
            body: {
                provider_config_key: 'wrong-app',
                connection_id: 'moved',
                credentials: { type: 'OAUTH2', access_token, refresh_token, expires_at: app.clock.now().toISOString(), config_override }
            }
        });
        expect((await read('moved', 'wrong-app')).credentials).toMatchObject({ config_override });
        expect(await asks()).toBe(1);
    });

    test('a refresh may have an address and parameters of its own', async () => {
        const id = await connectBySignIn(app, 'split');
        app.clock.advance(2 * hourMs);
        await read(id, 'split');
        expect(await asks()).toBe(1);
    });
});

describe('credentials that the provider refused although they should be good', () => {
    const get = (id: string, refusedGeneration: number) =>
        getCredentials(app.server.deps, { environmentId, integrationKey: 'sandbox-oauth2', connectionId: id }, { refusedGeneration });
    let environmentId = '';
    let id = '';
    beforeEach(async () => {
        id = await connectBySignIn(app, 'sandbox-oauth2');
        environmentId = (await stored(app, id)).environment_id;
    });

    test('are renewed, unless they were just now', async () => {
        expect((await get(id, 1)).row.generation).toBe(1);
        app.clock.advance(minuteMs);
        expect((await get(id, 1)).row.generation).toBe(2);
        expect((await get(id, 2)).row.generation).toBe(2);
        expect(await asks()).toBe(1);
    });

    test('are replaced by newer ones, where there are some', async () => {
        await readFresh(app, id, { force_refresh: 'true' });
        app.clock.advance(minuteMs);
        expect((await get(id, 1)).row.generation).toBe(2);
        expect(await asks()).toBe(1);
    });

    test('stay what they are while they cannot be renewed', async () => {
        app.clock.advance(minuteMs);
        await breakProvider(app, tokenPath, { type: 'status', code: 400, body: { error: 'invalid_grant' } });
        expect((await get(id, 1)).row).toMatchObject({ generation: 1, auth_state: 'broken' });
        await restoreProvider(app);
        expect((await get(id, 1)).row).toMatchObject({ generation: 1, auth_state: 'broken' });
        expect(await requestsAt(app, tokenPath)).toBe(2);
    });
});

test('who reads a token that is still good does not wait long for a slow provider, and the next one gets the new token', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await using hasty = await startTestApp({ replicaOf: app, providerTimeouts: { refreshMs: 100 } });
    const { credentials } = await readFresh(hasty, id);
    await breakProvider(app, tokenPath, { type: 'hold' });
    app.clock.advance(50 * minuteMs);
    expect((await readFresh(hasty, id)).credentials).toEqual(credentials);
    expect((await stored(app, id)).generation).toBe(1);
    await restoreProvider(app);
    await vi.waitFor(async () => expect((await stored(app, id)).generation).toBe(2));
    expect((await readFresh(hasty, id)).credentials).not.toEqual(credentials);
    expect(await asks()).toBe(1);
    app.clock.advance(2 * hourMs);
    expect((await readFresh(hasty, id)).auth.state).toBe('ok');
    expect((await stored(app, id)).generation).toBe(3);
});

test('a token whose readers have gone is stored, also by a stopping server', async () => {
    const id = await connectAndExpire(app);
    // Longer than a stopping server waits for providers when nothing else needs them.
    await app.sandbox.control('modes', { token_delay_ms: 2000 });
    const replica = await startTestApp({ replicaOf: app });
    const gone = new AbortController();
    const reading = replica.raw(`/connections/${id}?provider_config_key=sandbox-oauth2`, { signal: gone.signal }).catch(() => 'gone');
    await vi.waitFor(async () => expect(await asks()).toBe(1));
    gone.abort();
    expect(await reading).toBe('gone');
    await replica[Symbol.asyncDispose]();
    expect((await stored(app, id)).generation).toBe(2);
});

test('credentials of an integration that is switched off are not handed out', async () => {
    const id = await connectBySignIn(app, 'early');
    await app.raw('/integrations/early', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: '{"enabled":false}'
    });
    expect(outcomeOf(await app.raw(`/connections/${id}?provider_config_key=early`))).toBe('400 integration_disabled');
    expect(outcomeOf(await tryRead(app, 'unknown'))).toBe('404 not_found');
});
