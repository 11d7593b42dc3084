import { cancelAttempt, deleteConnection, updateIntegration } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import {
    breakProvider,
    connectBySignIn,
    read,
    requestsAt,
    restoreProvider,
    signIn,
    startSignIn,
    storedAttempt,
    storedConnection,
    tokenPath,
    identityPath
} from '../attempts.fixtures.ts';

test('without a database the sign-in window explains the error in the browser’s language', async () => {
    await using app = await startTestApp();
    await app.db.destroy();
    for (const path of ['/oauth/callback?code=c&state=s', '/connect/launch/some-code']) {
        const { status, headers, text } = await app.raw(path, { token: null });
        expect([status, headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
        expect(text).toContain('try again in a few minutes');
        expect(text).not.toContain('Error');
    }
    const { text } = await app.raw('/oauth/callback?code=c&state=s', { token: null, headers: { 'accept-language': 'ar' } });
    expect(text).toContain('dir="rtl"');
});

test("an attempt that fails is in the log by the code that the end user quotes, with the provider's words, but not what was sent to it", async () => {
    await using app = await startTestApp();
    await app.integrate('sandbox-oauth2');
    const words = 'The client secret patchbay-sandbox-secret is not ours';
    await breakProvider(app, tokenPath, { type: 'status', code: 400, body: { error: 'unauthorized_client', error_description: words } });
    const { attempt } = await signIn(app, await app.session(), 'sandbox-oauth2');
    const lines = app.logLines.filter((line) => line.includes('"message":"attempt_failed"'));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
        expect.objectContaining({ ref: attempt.ref, code: attempt.code, attempt_id: attempt.attempt_id, provider_text: expect.any(String) })
    ]);
    expect(lines.join()).toContain('The client secret [secret] is not ours');
});

const revokePath = '^/oauth/token/revocation$';
const otherApp = { credentials: { type: 'OAUTH2', client_id: 'another-app', client_secret: 'secret-of-another-app' } } as const;

/** A sign-in that has come back, and is not delivered yet. */
async function completeSignIn(app: TestApp, endUser: Awaited<ReturnType<TestApp['session']>>) {
    const { attempt_id: id, launch_url: url } = await startSignIn(endUser, 'sandbox-oauth2');
    const browser = app.browser();
    const callback = await browser.consent(url);
    return { id, deliver: () => browser.get(callback), read: () => read(endUser, id) };
}

const replaceApp = (app: TestApp) => app.call(updateIntegration, { params: { id: 'sandbox-oauth2' }, body: otherApp });

test('a code never meets another OAuth app than the one that it was given for', async () => {
    await using app = await startTestApp();
    await app.integrate('sandbox-oauth2');
    const comingBack = await completeSignIn(app, await app.session());
    await replaceApp(app);
    expect((await comingBack.deliver()).status).toBe(400);
    expect(await comingBack.read()).toMatchObject({ status: 'failed', code: 'state_mismatch' });
    expect(await requestsAt(app, tokenPath)).toBe(0);
});

test('an app that is replaced while the provider is asked who signed in gets nothing, and the grant is taken back', async () => {
    await using app = await startTestApp();
    await app.integrate('sandbox-oauth2');
    const comingBack = await completeSignIn(app, await app.session());
    await breakProvider(app, identityPath, { type: 'hold' });
    const window = comingBack.deliver();
    await vi.waitFor(async () => expect(await requestsAt(app, identityPath)).toBe(1));
    await replaceApp(app);
    await restoreProvider(app);
    await window;
    expect(await comingBack.read()).toMatchObject({ status: 'failed', code: 'state_mismatch', connection_id: null });
    expect(await app.connections()).toEqual([]);
    await vi.waitFor(async () => expect(await requestsAt(app, revokePath)).toBe(1));
});

test('a new secret of the same app takes codes that were given before', async () => {
    await using app = await startTestApp();
    await app.integrate('sandbox-oauth2', {
        credentials: { type: 'OAUTH2', client_id: 'patchbay-sandbox', client_secret: 'outdated-secret' }
    });
    const comingBack = await completeSignIn(app, await app.session());
    const credentials = { type: 'OAUTH2', client_id: 'patchbay-sandbox', client_secret: 'patchbay-sandbox-secret' } as const;
    await app.call(updateIntegration, { params: { id: 'sandbox-oauth2' }, body: { credentials } });
    expect((await comingBack.deliver()).status).toBe(200);
});

test('no code is traded for a connection that was deleted since', async () => {
    await using app = await startTestApp();
    await app.integrate('sandbox-oauth2');
    const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
    const comingBack = await completeSignIn(app, await app.reconnectSession(connectionId, 'sandbox-oauth2'));
    const asked = await requestsAt(app, tokenPath);
    await app.call(deleteConnection, { params: { connection_id: connectionId }, query: { provider_config_key: 'sandbox-oauth2' } });
    await comingBack.deliver();
    expect(await comingBack.read()).toMatchObject({ status: 'failed', code: 'state_mismatch' });
    expect(await requestsAt(app, tokenPath)).toBe(asked);
});

/** A database that becomes unavailable once the authorization code has been exchanged. */
async function makeDatabaseUnavailable(app: TestApp): Promise<{ restore: () => Promise<unknown> }> {
    await sql`create function refuse_writes() returns trigger language plpgsql as
        $$ begin raise exception 'the database goes away' using errcode = '57P01'; end $$`.execute(app.db);
    await sql`create trigger goes_away before update on attempts for each row
        when (new.status in ('verifying', 'succeeded', 'failed')) execute function refuse_writes()`.execute(app.db);
    return { restore: () => sql`drop trigger goes_away on attempts`.execute(app.db) };
}

test('when the database goes away after the code was traded, the grant is kept, and connects when it is back', async () => {
    await using app = await startTestApp();
    await app.integrate('sandbox-oauth2');
    const comingBack = await completeSignIn(app, await app.session());
    const { restore } = await makeDatabaseUnavailable(app);
    const window = await comingBack.deliver();
    expect([window.status, window.html]).toEqual([200, expect.stringContaining('data-close="true"')]);
    expect((await comingBack.read()).status).toBe('exchanging');
    await restore();
    await vi.waitFor(async () => expect((await comingBack.read()).status).toBe('succeeded'));
    const { connection_id: id } = await comingBack.read();
    expect(await storedConnection(app, id ?? '')).toBeDefined();
    expect(await requestsAt(app, tokenPath)).toBe(1);
    expect(await requestsAt(app, revokePath)).toBe(0);
});

test('a grant whose attempt was given up while the database was away is taken back', async () => {
    await using app = await startTestApp();
    await app.integrate('sandbox-oauth2');
    const comingBack = await completeSignIn(app, await app.session());
    const { restore } = await makeDatabaseUnavailable(app);
    await comingBack.deliver();
    await app.db.updateTable('attempts').set({ status: 'cancelled', code: 'cancelled' }).where('id', '=', comingBack.id).execute();
    await restore();
    await vi.waitFor(async () => expect(await requestsAt(app, revokePath)).toBe(1));
    expect((await storedAttempt(app, comingBack.id)).status).toBe('cancelled');
    expect(await app.connections()).toEqual([]);
});

test('a server that stops while the database is away takes the grant back', async () => {
    await using app = await startTestApp();
    await app.integrate('sandbox-oauth2');
    const stopping = await startTestApp({ replicaOf: app });
    const comingBack = await completeSignIn(stopping, await stopping.session());
    await makeDatabaseUnavailable(app);
    await comingBack.deliver();
    await stopping[Symbol.asyncDispose]();
    expect(await requestsAt(app, revokePath)).toBe(1);
});

test('a grant that is parked at the moment of the cancellation is taken back', async () => {
    await using app = await startTestApp();
    await app.integrate('sandbox-oauth2-tenants');
    const endUser = await app.session();
    const { attempt } = await signIn(app, endUser, 'sandbox-oauth2-tenants');
    expect(attempt.status).toBe('needs_choice');
    const { parked } = await storedAttempt(app, attempt.attempt_id);
    const set = (db: TestApp['db'], changes: object) =>
        db.updateTable('attempts').set(changes).where('id', '=', attempt.attempt_id).execute();
    // As it was before, and then the server that settles it parks what came.
    await set(app.db, { status: 'verifying', parked: null, working_until: new Date(app.clock.now().getTime() + 60_000) });
    const [held, isHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const parking = app.db.transaction().execute(async (trx) => {
        await set(trx, { status: 'needs_choice', parked, working_until: null });
        isHeld.resolve();
        await held.promise;
    });
    await isHeld.promise;
    const cancelling = endUser.call(cancelAttempt, { params: { attempt_id: attempt.attempt_id } });
    await vi.waitFor(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            app.db
        );
        expect(rows).toHaveLength(1);
    });
    held.resolve();
    await parking;
    expect((await cancelling).data.status).toBe('cancelled');
    await vi.waitFor(async () => expect(await requestsAt(app, revokePath)).toBe(1));
    expect((await storedAttempt(app, attempt.attempt_id)).parked).toBeNull();
});
