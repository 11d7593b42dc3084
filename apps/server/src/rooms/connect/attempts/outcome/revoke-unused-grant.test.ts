import { cancelAttempt, deleteConnectSession, relaunchAttempt, updateIntegration } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { expireAttempts } from '../removal/expire-attempts.ts';
import { breakProvider, connectBySignIn, requestsAt, restoreProvider, signIn, startSignIn, storedAttempt } from '../attempts.fixtures.ts';
import { accessTokenOf, isAlive, remove, revocations, startWithRevocations } from '../../../connections/revocation/revocation.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startWithRevocations();
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

test('a sign-in that comes to nothing leaves no access behind', async () => {
    await app.sandbox.control('modes', { withheld_scopes: ['contacts.read'] });
    const { attempt } = await signIn(app, await app.session(), 'sandbox-oauth2');
    expect(attempt).toMatchObject({ status: 'failed', code: 'missing_permissions' });
    await vi.waitUntil(async () => (await revocations(app)) === 1);

    await app.sandbox.control('modes', { withheld_scopes: [] });
    await breakProvider(app, '^/oauth/me$', { type: 'status', code: 500 });
    expect((await signIn(app, await app.session(), 'sandbox-oauth2')).attempt).toMatchObject({ status: 'failed' });
    await vi.waitUntil(async () => (await revocations(app)) === 2);
});

test('a sign-in whose session is deleted while the provider thinks leaves no access behind', async () => {
    const endUser = await app.session();
    await breakProvider(app, '^/oauth/me$', { type: 'hold' });
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const browsing = app.browser().signIn(attempt.launch_url);
    await vi.waitUntil(async () => (await requestsAt(app, '^/oauth/me$')) === 1);
    await endUser.call(deleteConnectSession, {});
    await restoreProvider(app);
    await browsing;
    await vi.waitUntil(async () => (await revocations(app)) === 1);
    expect((await storedAttempt(app, attempt.attempt_id)).status).toBe('cancelled');
});

test('the wrong account, turned down, keeps no access; the connection that was to be renewed keeps its own', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const token = await accessTokenOf(app, id);
    const endUser = await app.reconnectSession(id, 'sandbox-oauth2');
    const turnedDown = await signIn(app, endUser, 'sandbox-oauth2', { account: 'grace' });
    expect(turnedDown.attempt.status).toBe('account_mismatch');
    await endUser.call(relaunchAttempt, { params: { attempt_id: turnedDown.attempt.attempt_id }, body: { select_account: true } });
    await vi.waitUntil(async () => (await revocations(app)) === 1);

    const cancelled = await signIn(app, endUser, 'sandbox-oauth2', { account: 'grace' });
    await endUser.call(cancelAttempt, { params: { attempt_id: cancelled.attempt.attempt_id } });
    await vi.waitUntil(async () => (await revocations(app)) === 2);
    expect(await isAlive(app, token)).toBe(true);
});

test('what another OAuth app was granted is not sent to the provider with the credentials of the new one', async () => {
    await app.integrate('sandbox-oauth2-tenants', { unique_key: 'replaced' });
    const endUser = await app.session();
    const { attempt } = await signIn(app, endUser, 'replaced');
    expect(attempt.status).toBe('needs_choice');
    const credentials = { type: 'OAUTH2', client_id: 'another', client_secret: 'another-secret' } as const;
    await app.call(updateIntegration, { params: { id: 'replaced' }, body: { credentials } });
    await endUser.call(deleteConnectSession, {});
    await expireAttempts(app.server.deps);
    expect(await revocations(app)).toBe(0);
    expect(app.logLines.filter((line) => line.includes('granted to an OAuth app that the integration no longer has'))).toHaveLength(1);
    expect((await storedAttempt(app, attempt.attempt_id)).parked).toBeNull();
});

test('where one grant serves an account, a failed try takes nothing back: the next one would lose its own', async () => {
    await app.sandbox.control('modes', { withheld_scopes: ['contacts.read'] });
    expect((await signIn(app, await app.session(), 'one-grant')).attempt.code).toBe('missing_permissions');
    await app.sandbox.control('modes', { withheld_scopes: [] });
    const id = await connectBySignIn(app, 'one-grant', { account: 'grace' });
    expect(await revocations(app)).toBe(0);
    await remove(app, id, 'one-grant');
    expect(await revocations(app)).toBe(1);
});
