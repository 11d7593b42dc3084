import { createConnectSession, createSecretKey, deleteConnectLink, deleteConnectSession, revokeSecretKeyById } from '@patchbay/contracts';
import type { EndUser, TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { revocations, startWithRevocations } from '../../../connections/revocation/revocation.fixtures.ts';
import { makeLink, openLink } from '../../connect-links/connect-links.fixtures.ts';
import {
    breakProvider,
    connectBySignIn,
    read,
    restoreProvider,
    signIn,
    startSignIn,
    storedAttempt,
    tokenPath
} from '../attempts.fixtures.ts';
import { claimParked } from '../parked.sql.ts';
import { expireAttempts } from './expire-attempts.ts';

const minuteMs = 60_000;
let app: TestApp;
beforeAll(async () => {
    app = await startWithRevocations();
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

test('an attempt not finished within 15 minutes expires, also when it is not polled', async () => {
    const endUser = await app.session();
    const [asked, unasked] = [await startSignIn(endUser, 'sandbox-oauth2'), await startSignIn(endUser, 'sandbox-oauth2')];
    const { attempt: choosing } = await signIn(app, endUser, 'sandbox-oauth2-tenants');
    app.clock.advance(14 * minuteMs);
    await expireAttempts(app.server.deps);
    expect((await storedAttempt(app, unasked.attempt_id)).status).toBe('created');
    app.clock.advance(minuteMs);
    expect(await read(endUser, asked.attempt_id)).toMatchObject({ status: 'expired', code: 'timeout' });
    await expireAttempts(app.server.deps);
    for (const { attempt_id: id } of [unasked, choosing]) {
        const row = await storedAttempt(app, id);
        expect(row).toMatchObject({
            status: 'expired',
            code: 'timeout',
            parked: null,
            options: null,
            state_hash: null,
            browser_hash: null,
            launch_hash: null
        });
        expect(row.secrets).toHaveLength(0);
    }
});

test('a sign-in that came back in time is finished although the quarter of an hour ends meanwhile', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    await breakProvider(app, tokenPath, { type: 'hold' });
    app.clock.advance(15 * minuteMs - 10_000);
    const window = browser.get(callback);
    await vi.waitFor(async () => expect((await read(endUser, attempt.attempt_id)).status).toBe('exchanging'));
    app.clock.advance(11_000);
    await expireAttempts(app.server.deps);
    expect((await read(endUser, attempt.attempt_id)).status).toBe('exchanging');
    await restoreProvider(app);
    expect((await window).status).toBe(200);
    expect((await read(endUser, attempt.attempt_id)).status).toBe('succeeded');
});

test('an account request without a response keeps no access', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const asked = await signIn(app, await app.reconnectSession(id, 'sandbox-oauth2'), 'sandbox-oauth2', { account: 'grace' });
    expect(asked.attempt.status).toBe('account_mismatch');
    app.clock.advance(15 * minuteMs);
    await Promise.all([expireAttempts(app.server.deps), expireAttempts(app.server.deps)]);
    expect(await storedAttempt(app, asked.attempt.attempt_id)).toMatchObject({ status: 'expired', code: 'timeout', parked: null });
    await vi.waitUntil(async () => (await revocations(app)) === 1);
});

test('what a deleted session had waiting for a choice is taken back, also when the server that does it stops meanwhile', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const endUser = await app.reconnectSession(id, 'sandbox-oauth2');
    const { attempt } = await signIn(app, endUser, 'sandbox-oauth2', { account: 'grace' });
    expect(attempt.status).toBe('account_mismatch');
    await endUser.call(deleteConnectSession, {});
    const { deps } = app.server;
    const now = deps.clock.now();
    const claimed = await claimParked(deps.db, { now, until: new Date(now.getTime() + 30_000) }, 20);
    expect(claimed).toMatchObject([{ id: attempt.attempt_id, status: 'cancelled', parked: expect.any(Buffer) }]);
    // It is that server's for a while.
    await expireAttempts(deps);
    expect(await revocations(app)).toBe(0);
    app.clock.advance(30_000);
    await Promise.all([expireAttempts(deps), expireAttempts(deps)]);
    expect(await revocations(app)).toBe(1);
    expect((await storedAttempt(app, attempt.attempt_id)).parked).toBeNull();
});

test('what was waiting for a choice is taken back when its share link is deleted or its key is revoked', async () => {
    const ended = async (endUser: EndUser, end: () => Promise<unknown>) => {
        const { attempt } = await signIn(app, endUser, 'sandbox-oauth2-tenants');
        expect(attempt.status).toBe('needs_choice');
        await end();
        await expireAttempts(app.server.deps);
        expect(await storedAttempt(app, attempt.attempt_id)).toMatchObject({ status: 'cancelled', parked: null });
    };
    const link = await makeLink(app);
    await ended(await openLink(app, link.url), () => app.call(deleteConnectLink, { params: { link_id: link.id } }));
    expect(await revocations(app)).toBe(1);
    const { data: key } = await app.call(createSecretKey, { body: { display_name: 'Backend' } });
    const { data: session } = await app.callAs(key.secret)(createConnectSession, { body: { end_user: { id: 'ada' } } });
    const endUser = { token: session.token, connectLink: session.connect_link, call: app.callAs(session.token) };
    await ended(endUser, () => app.call(revokeSecretKeyById, { params: { key_id: key.id } }));
    expect(await revocations(app)).toBe(2);
});
