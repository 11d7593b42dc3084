import { createIntegration, getIntegration, importConnection, updateIntegration } from '@patchbay/contracts';
import { type OAuth2Provider, providers } from '@patchbay/providers';
import { sandboxClient, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorOf, outcomeOf } from '../../../api.fixtures.ts';
import {
    breakProvider,
    restoreProvider,
    read as readAttempt,
    requestsAt,
    signIn,
    startSignIn,
    tokenPath
} from '../../connect/attempts/attempts.fixtures.ts';
import { refreshDue } from './refresh-due.ts';
import {
    connectAndExpire,
    dayMs,
    eventsOfRefresh,
    hourMs,
    minuteMs,
    readFresh,
    refreshCalls,
    stored,
    tryRead
} from './refresh.fixtures.ts';

let app: TestApp;
/** Another server of the same, which does not wait long for tokens. */
let impatient: TestApp;
beforeAll(async () => {
    const ownAddress: OAuth2Provider = {
        ...(providers.get('sandbox-oauth2') as OAuth2Provider),
        id: 'own-address',
        token_url: '${sandboxUrl}/oauth/${connectionConfig.team}',
        refresh_url: '${sandboxUrl}/oauth/${connectionConfig.team}',
        connection_config: { team: { type: 'string', title: 'Team' } }
    };
    const withOwn = { providers: new Map([...providers, ['own-address', ownAddress] as const]) };
    app = await startTestApp(withOwn);
    impatient = await startTestApp({ ...withOwn, replicaOf: app, providerTimeouts: { tokenMs: 400 } });
    await app.integrate('sandbox-oauth2');
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.db.updateTable('integrations').set({ app_refusal: null }).execute();
});
afterAll(async () => {
    await impatient[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
});

type Kind = 'revoked' | 'transient' | 'configuration' | 'unknown';
const status = (code: number, body: unknown = '', headers = {}) => ({ type: 'status', code, body, headers });
const oauth = (error: string, code = 400) => status(code, { error });

/** What a provider may do instead of giving a token, and whose turn it is then. */
const failures: readonly [what: string, action: Record<string, unknown>, kind: Kind][] = [
    ['invalid_grant', oauth('invalid_grant'), 'revoked'],
    ['invalid_grant with words', status(400, { error: 'invalid_grant', error_description: 'Token has been revoked.' }), 'revoked'],
    ['invalid_grant with status 200', { type: 'token_error_200', error: 'invalid_grant' }, 'revoked'],
    ['invalid_grant with status 401', oauth('invalid_grant', 401), 'revoked'],
    ['interaction_required', oauth('interaction_required'), 'revoked'],
    ['status 500', status(500), 'transient'],
    ['status 500 that says invalid_grant', oauth('invalid_grant', 500), 'transient'],
    ['status 502 in HTML', { type: 'garbage', code: 502 }, 'transient'],
    ['status 503 with Retry-After', status(503, '', { 'retry-after': '120' }), 'transient'],
    ['status 504', status(504), 'transient'],
    ['status 408', status(408), 'transient'],
    ['status 429', status(429, { error: 'rate_limit_exceeded' }), 'transient'],
    ['temporarily_unavailable', oauth('temporarily_unavailable'), 'transient'],
    ['server_error with status 400', oauth('server_error'), 'transient'],
    ['a maintenance page with status 200', { type: 'garbage', code: 200 }, 'transient'],
    ['a firewall page with status 403', status(403, '<!doctype html><title>Blocked</title>'), 'transient'],
    ['a connection that is reset', { type: 'reset' }, 'transient'],
    ['a connection that breaks in the response', { type: 'truncate' }, 'transient'],
    ['silence', { type: 'hang' }, 'transient'],
    ['a response that drips', { type: 'slow_drip', ms: 100 }, 'transient'],
    ['invalid_client', oauth('invalid_client', 401), 'configuration'],
    ['unauthorized_client', oauth('unauthorized_client'), 'configuration'],
    ['invalid_scope', oauth('invalid_scope'), 'configuration'],
    ['status 401 without a word', status(401, {}), 'configuration'],
    ['status 403 with an unknown word', oauth('not_today', 403), 'unknown'],
    ['status 404', status(404), 'unknown'],
    ['status 409', status(409, {}), 'unknown'],
    ['a redirect', { type: 'redirect', status: 302, location: '/login' }, 'unknown'],
    ['an empty response', status(200), 'unknown'],
    ['JSON without a token', status(200, { ok: true }), 'unknown'],
    ['half a JSON', status(200, '{"access_token": "abc'), 'unknown'],
    ['a token that is a number', status(200, { access_token: 5 }), 'unknown'],
    ['50 MB', { type: 'huge', bytes: 50_000_000 }, 'unknown']
];

/** Told once, at the integration. */
const ofTheApp = ['invalid_client', 'unauthorized_client', 'status 401 without a word'];

/** Ten minutes to live, from now on. */
async function importShortLived(id: string): Promise<void> {
    const expires_at = new Date(app.clock.now().getTime() + 10 * minuteMs).toISOString();
    const credentials = { type: 'OAUTH2', access_token: 'the-access-token', refresh_token: 'the-refresh-token', expires_at } as const;
    await app.call(importConnection, { body: { provider_config_key: 'sandbox-oauth2', connection_id: id, credentials } });
}

describe('R-07: whatever the provider does, the token is served until it ends, and only a revoked grant is broken', () => {
    test.each(failures)('%s', async (what, action, kind) => {
        const state = kind === 'revoked' ? 'broken' : 'failing';
        // A busy machine needs the usual time for what does respond.
        const on = action['type'] === 'hang' || action['type'] === 'slow_drip' ? impatient : app;
        await importShortLived(what);
        await breakProvider(app, tokenPath, action);
        app.clock.advance(6 * minuteMs);
        const served = await readFresh(on, what);
        expect(served).toMatchObject({
            credentials: { access_token: 'the-access-token', refresh_token: 'the-refresh-token' },
            auth: { state, failure: { kind, message: expect.stringMatching(/Sandbox.*\. .+\.$/) } }
        });
        const events = await eventsOfRefresh(app, what);
        const isToldHere = kind !== 'transient' && !ofTheApp.includes(what);
        expect(events).toHaveLength(isToldHere ? 1 : 0);
        expect(served.errors).toEqual(isToldHere ? [{ type: 'auth', log_id: expect.any(String) }] : []);
        expect(await app.connections()).toContainEqual(expect.objectContaining({ connection_id: what, errors: served.errors }));

        expect((await readFresh(on, what)).auth).toEqual(served.auth);
        expect(await requestsAt(app, tokenPath)).toBe(1);

        app.clock.advance(5 * minuteMs);
        const ended = await tryRead(on, what);
        expect(outcomeOf(ended)).toBe(kind === 'revoked' ? '400 invalid_credentials' : '424 invalid_credentials');
        expect(errorOf(ended).payload).toMatchObject({
            connection: { connection_id: what, credentials: {}, auth: { state, failure: { kind } } }
        });
        expect(await eventsOfRefresh(app, what)).toHaveLength(events.length);
        expect(await requestsAt(app, tokenPath)).toBe(kind === 'revoked' ? 1 : 2);
        expect(ended.text).not.toContain('the-refresh-token');
    });
});

test('a token that ends while the provider keeps the reader waiting is not handed out', async () => {
    await importShortLived('ends meanwhile');
    app.clock.advance(10 * minuteMs - 1000);
    await breakProvider(app, tokenPath, { type: 'hold' });
    const reading = tryRead(app, 'ends meanwhile');
    await vi.waitUntil(async () => (await requestsAt(app, tokenPath)) === 1);
    app.clock.advance(1000);
    // It responds now, and does not know the refresh token.
    await restoreProvider(app);
    expect(outcomeOf(await reading)).toBe('400 invalid_credentials');
});

describe('after a failure', () => {
    test('the provider is left alone for a while, longer each time, and asked by force nevertheless', async () => {
        const id = await connectAndExpire(app);
        await breakProvider(app, tokenPath, status(503));
        let waitMs = 30_000;
        for (let calls = 1; calls <= 9; calls += 1) {
            const failed = await tryRead(app, id);
            expect(outcomeOf(failed)).toBe('424 invalid_credentials');
            const saidMs = Number(failed.headers.get('retry-after')) * 1000;
            expect(saidMs).toBeGreaterThan(waitMs - 1000);
            expect(saidMs).toBeLessThanOrEqual(Math.min(waitMs * 1.25, hourMs) + 1000);
            expect(outcomeOf(await tryRead(app, id))).toBe('424 invalid_credentials');
            expect(await requestsAt(app, tokenPath)).toBe(calls + 1);
            app.clock.advance(saidMs);
            waitMs = Math.min(waitMs * 2, hourMs);
        }
        await tryRead(app, id);
        await tryRead(app, id, '&force_refresh=true');
        expect(await requestsAt(app, tokenPath)).toBe(12);
        expect(await eventsOfRefresh(app, id)).toEqual([]);
        await restoreProvider(app);
        expect(await readFresh(app, id, { force_refresh: 'true' })).toMatchObject({ auth: { state: 'ok', failure: null }, errors: [] });
        expect(await eventsOfRefresh(app, id)).toEqual([]);
    });

    test.each([
        ['600', 600_000],
        ['a date in ten minutes', 600_000],
        ['864000', 6 * hourMs],
        ['soon', 30_000]
    ])('Retry-After: %s is honoured, within bounds', async (said, waitMs) => {
        const id = await connectAndExpire(app);
        const header = said.startsWith('a date') ? new Date(app.clock.now().getTime() + waitMs).toUTCString() : said;
        await breakProvider(app, tokenPath, status(429, '', { 'retry-after': header }));
        const failed = await tryRead(app, id);
        const saidMs = Number(failed.headers.get('retry-after')) * 1000;
        expect(Math.abs(saidMs - waitMs)).toBeLessThan(9000);
    });

    test('a response that got lost is asked for again five seconds later, while the provider takes the old token', async () => {
        const id = await connectAndExpire(app);
        await app.sandbox.control('modes', { lost_token_answers: 1, grace_s: 60 });
        expect(outcomeOf(await tryRead(app, id))).toBe('424 invalid_credentials');
        app.clock.advance(7000);
        const fresh = await readFresh(app, id);
        expect(fresh.auth.state).toBe('ok');
        expect(await refreshCalls(app)).toEqual({ granted: 2, refused: 0, lost: 1 });
        app.clock.advance(2 * hourMs);
        expect((await readFresh(app, id)).credentials).not.toEqual(fresh.credentials);
    });

    test('a revoked grant is told once and asked for no more, until it works by force: then that is told', async () => {
        const id = await connectAndExpire(app);
        await breakProvider(app, tokenPath, status(400, { error: 'invalid_grant', error_description: 'Consent withdrawn' }));
        for (let read = 0; read < 3; read += 1) {
            const failed = await tryRead(app, id);
            expect(outcomeOf(failed)).toBe('400 invalid_credentials');
            expect(errorOf(failed).message).toMatch(
                /has ended the access \(invalid_grant: Consent withdrawn\)\. Ask the end user to connect/
            );
            app.clock.advance(dayMs);
        }
        expect(await requestsAt(app, tokenPath)).toBe(2);
        await tryRead(app, id, '&force_refresh=true');
        expect(await eventsOfRefresh(app, id)).toEqual([
            expect.objectContaining({
                from: 'patchbay',
                type: 'auth',
                success: false,
                authMode: 'OAUTH2',
                error: { type: 'refresh_token_external_error', description: expect.stringContaining('Consent withdrawn') }
            })
        ]);
        await restoreProvider(app);
        await readFresh(app, id, { force_refresh: 'true' });
        expect((await eventsOfRefresh(app, id)).map(({ success }) => success)).toEqual([false, true]);
        expect((await readFresh(app, id)).errors).toEqual([]);
    });

    test('that the provider is down does not make a revoked grant whole', async () => {
        const id = await connectAndExpire(app);
        await breakProvider(app, tokenPath, oauth('invalid_grant'));
        await tryRead(app, id);
        await breakProvider(app, tokenPath, status(503));
        await tryRead(app, id, '&force_refresh=true');
        expect(await stored(app, id)).toMatchObject({ auth_state: 'broken', auth_failure: { kind: 'revoked' }, refresh_due_at: null });
    });

    /** What the customer was told about the integration. */
    async function toldOfApp(): Promise<unknown[]> {
        const rows = await app.db.selectFrom('events').select('payload').orderBy('created_at').execute();
        const about = rows.filter(({ payload }) => payload['operation'] === 'refresh' && payload['connectionId'] === undefined);
        return about.map(({ payload }) => `${String(payload['providerConfigKey'])} ${String(payload['success'])}`);
    }
    const appOf = async (id = 'sandbox-oauth2') => (await app.call(getIntegration, { params: { id }, query: {} })).data.oauth_app;

    test('a refused OAuth app is found out and told once, at the integration, whatever the number of connections, and so is its end', async () => {
        await app.db.deleteFrom('events').execute();
        const ids = [];
        for (let count = 0; count < 4; count += 1) ids.push(await connectAndExpire(app));
        expect(await appOf()).toMatchObject({ state: 'ok', failure: null });
        await breakProvider(app, tokenPath, oauth('invalid_client', 401));
        const calls = await requestsAt(app, tokenPath);
        for (const id of ids) {
            const failed = await tryRead(app, id);
            expect(outcomeOf(failed)).toBe('424 invalid_credentials');
            expect(errorOf(failed).message).toMatch(/refused the OAuth app \(invalid_client\)\. Check /);
            expect((await stored(app, id)).auth_state).toBe('failing');
        }
        expect((await requestsAt(app, tokenPath)) - calls).toBe(1);
        expect(await appOf()).toMatchObject({
            state: 'refused',
            failure: { message: expect.stringContaining('invalid_client'), since: expect.any(String), retry_at: expect.any(String) }
        });
        expect(await toldOfApp()).toEqual(['sandbox-oauth2 false']);
        // Of all that wait, one tries again when it is time.
        app.clock.advance(2 * minuteMs);
        await Promise.all(ids.map((id) => tryRead(app, id)));
        expect((await requestsAt(app, tokenPath)) - calls).toBe(2);

        await restoreProvider(app);
        app.clock.advance(5 * minuteMs);
        await Promise.all(await refreshDue(app.server.deps, 1));
        expect(await appOf()).toMatchObject({ state: 'ok', failure: null });
        for (const id of ids) expect((await readFresh(app, id)).auth).toMatchObject({ state: 'ok', failure: null });
        expect(await toldOfApp()).toEqual(['sandbox-oauth2 false', 'sandbox-oauth2 true']);
        for (const id of ids) expect(await eventsOfRefresh(app, id)).toEqual([]);
    });

    test('many that find out at once tell it once', async () => {
        await app.db.deleteFrom('events').execute();
        const ids = [];
        for (let count = 0; count < 6; count += 1) ids.push(await connectAndExpire(app));
        await breakProvider(app, tokenPath, oauth('invalid_client', 401));
        await Promise.all(ids.map((id) => tryRead(app, id)));
        expect(await toldOfApp()).toEqual(['sandbox-oauth2 false']);
    });

    test('a connection with a client of its own is neither held up by it nor a cause of it', async () => {
        const { credentials } = await readFresh(app, await connectAndExpire(app));
        const { access_token, refresh_token } = credentials as { access_token: string; refresh_token: string };
        const bring = (provider_config_key: string, connection_id: string, client?: { client_id: string; client_secret: string }) => {
            const given = { type: 'OAUTH2' as const, access_token, refresh_token, ...(client ? { config_override: client } : {}) };
            return app.call(importConnection, { body: { provider_config_key, connection_id, credentials: given } });
        };
        const other = { client_id: 'other', client_secret: 'other' };
        await bring('sandbox-oauth2', 'of an unknown client', other);
        expect((await readFresh(app, 'of an unknown client')).auth).toMatchObject({ failure: { kind: 'configuration' } });
        expect(await appOf()).toMatchObject({ state: 'ok', failure: null });

        const wrong = { type: 'OAUTH2', ...other } as const;
        await app.call(createIntegration, { body: { provider: 'sandbox-oauth2', unique_key: 'wrong-app', credentials: wrong } });
        await bring('wrong-app', 'of the wrong app');
        const { client_id, client_secret } = sandboxClient;
        await bring('wrong-app', 'of its own client', { client_id, client_secret });
        expect((await app.connection('of the wrong app', 'wrong-app')).auth.state).toBe('failing');
        expect((await appOf('wrong-app'))?.state).toBe('refused');
        expect((await app.connection('of its own client', 'wrong-app')).auth.state).toBe('ok');
        expect((await appOf('wrong-app'))?.state).toBe('refused');
    });

    test('a sign-in finds out that the OAuth app is refused, and that it is taken again', async () => {
        const id = await connectAndExpire(app);
        await app.db.deleteFrom('events').execute();
        await breakProvider(app, tokenPath, oauth('invalid_client', 401));
        const { attempt } = await signIn(app, await app.session(), 'sandbox-oauth2');
        expect(attempt).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
        expect((await appOf())?.state).toBe('refused');
        expect(await toldOfApp()).toEqual(['sandbox-oauth2 false']);
        const calls = await requestsAt(app, tokenPath);
        expect(outcomeOf(await tryRead(app, id))).toBe('424 invalid_credentials');
        expect(await requestsAt(app, tokenPath)).toBe(calls);

        await restoreProvider(app);
        expect((await signIn(app, await app.session(), 'sandbox-oauth2')).attempt.status).toBe('succeeded');
        expect((await appOf())?.state).toBe('ok');
        expect(await toldOfApp()).toEqual(['sandbox-oauth2 false', 'sandbox-oauth2 true']);
    });

    test('a sign-in with a client or at an address of its own, or refused without a word, says nothing of the OAuth app', async () => {
        await breakProvider(app, tokenPath, status(401));
        expect((await signIn(app, await app.session(), 'sandbox-oauth2')).attempt.code).toBe('integration_misconfigured');
        await breakProvider(app, tokenPath, oauth('invalid_client', 401));
        const own = { oauth_client_id_override: sandboxClient.client_id, oauth_client_secret_override: 'own' };
        const brought = await app.session({ integrations_config_defaults: { 'sandbox-oauth2': { connection_config: own } } });
        expect((await signIn(app, brought, 'sandbox-oauth2')).attempt.code).toBe('integration_misconfigured');
        await app.integrate('own-address', { unique_key: 'own-token-address' });
        await breakProvider(app, '/oauth/acme', oauth('invalid_client', 401));
        const endUser = await app.session();
        const attempt = await startSignIn(endUser, 'own-token-address', { connection_config: { team: 'acme' } });
        await app.browser().signIn(attempt.launch_url);
        expect((await readAttempt(endUser, attempt.attempt_id)).code).toBe('integration_misconfigured');
        for (const id of ['sandbox-oauth2', 'own-token-address']) expect(await appOf(id)).toMatchObject({ state: 'ok', failure: null });
    });

    test('an address that is one connection’s own says nothing of the OAuth app: its owner could stop all others', async () => {
        await app.integrate('own-address');
        await app.call(importConnection, {
            body: {
                provider_config_key: 'own-address',
                connection_id: 'elsewhere',
                credentials: { type: 'OAUTH2', access_token: 'a', refresh_token: 'r' },
                connection_config: { team: 'acme' }
            }
        });
        await breakProvider(app, '/oauth/acme', oauth('invalid_client', 401));
        expect((await app.connection('elsewhere', 'own-address')).auth).toMatchObject({ failure: { kind: 'configuration' } });
        expect(await appOf('own-address')).toMatchObject({ state: 'ok', failure: null });
        expect(await eventsOfRefresh(app, 'elsewhere')).toHaveLength(1);
    });

    test('a refused OAuth app that is replaced is tried at once', async () => {
        const id = await connectAndExpire(app);
        await breakProvider(app, tokenPath, oauth('invalid_client', 401));
        await tryRead(app, id);
        await restoreProvider(app);
        expect(outcomeOf(await tryRead(app, id))).toBe('424 invalid_credentials');
        await app.call(updateIntegration, { params: { id: 'sandbox-oauth2' }, body: { credentials: sandboxClient } });
        expect((await readFresh(app, id)).auth).toMatchObject({ state: 'ok', failure: null });
    });

    test('a failure names the integration as its operator does', async () => {
        await app.call(updateIntegration, { params: { id: 'sandbox-oauth2' }, body: { display_name: 'Ledgerly' } });
        const id = await connectAndExpire(app);
        await breakProvider(app, tokenPath, oauth('invalid_grant'));
        expect(errorOf(await tryRead(app, id)).message).toContain('Ledgerly has ended the access (invalid_grant)');
        await app.call(updateIntegration, { params: { id: 'sandbox-oauth2' }, body: { display_name: 'Sandbox (OAuth 2)' } });
    });

    test('a provider that makes no sense on four days is given up; days on which it was down do not count', async () => {
        const id = await connectAndExpire(app);
        for (let day = 1; day <= 4; day += 1) {
            await breakProvider(app, tokenPath, status(503));
            for (let down = 0; down < 2; down += 1) {
                await tryRead(app, id);
                app.clock.advance(dayMs);
            }
            await breakProvider(app, tokenPath, status(418));
            expect(outcomeOf(await tryRead(app, id))).toBe('424 invalid_credentials');
            expect((await stored(app, id)).auth_state).toBe(day < 4 ? 'failing' : 'broken');
            app.clock.advance(2 * minuteMs);
        }
        expect((await eventsOfRefresh(app, id)).map(({ error }) => Object(error).type)).toEqual([
            'refresh_token_external_error',
            'connection_refresh_exhausted'
        ]);
        const calls = await requestsAt(app, tokenPath);
        app.clock.advance(10 * dayMs);
        const given = await tryRead(app, id);
        expect(outcomeOf(given)).toBe('424 invalid_credentials');
        expect(errorOf(given).message).toMatch(/has not sent a usable response for days/);
        expect(await requestsAt(app, tokenPath)).toBe(calls);
    });

    test('a provider whose long words are cut in the middle of a character is still recorded', async () => {
        const id = await connectAndExpire(app);
        await breakProvider(app, tokenPath, status(400, { error: 'invalid_grant', error_description: `${'x'.repeat(298)}😀 and so on` }));
        expect(outcomeOf(await tryRead(app, id))).toBe('400 invalid_credentials');
        expect((await stored(app, id)).auth_state).toBe('broken');
    });

    test('a reconnect repairs it', async () => {
        const id = await connectAndExpire(app);
        await breakProvider(app, tokenPath, oauth('invalid_grant'));
        await tryRead(app, id);
        await restoreProvider(app);
        await signIn(app, await app.reconnectSession(id, 'sandbox-oauth2'), 'sandbox-oauth2');
        expect(await readFresh(app, id)).toMatchObject({ errors: [], auth: { state: 'ok', failure: null } });
    });

    test('a provider that repeats the refresh token in its refusal does not get it into the response or the table', async () => {
        const id = await connectAndExpire(app);
        const { credentials } = await readFresh(app, id);
        app.clock.advance(2 * hourMs);
        const words = `The token ${String(credentials['refresh_token'])} was used before`;
        await breakProvider(app, tokenPath, status(400, { error: 'invalid_grant', error_description: words }));
        const failed = await tryRead(app, id);
        expect(errorOf(failed).message).toContain('The token [secret] was used before');
        expect(JSON.stringify([(await stored(app, id)).auth_failure, await eventsOfRefresh(app, id)])).not.toContain(
            String(credentials['refresh_token'])
        );
    });
});
