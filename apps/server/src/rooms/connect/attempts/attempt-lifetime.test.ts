import { randomUUID } from 'node:crypto';
import { acceptAccount, type AttemptView, cancelAttempt, createAttempt, relaunchAttempt, selectAccount } from '@patchbay/contracts';
import { BEARER_API_KEYS, type EndUser, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
    breakProvider,
    connectBySignIn,
    eventsAbout,
    read,
    restoreProvider,
    signIn,
    start,
    startSignIn,
    storedAttempt,
    storedConnection,
    tokenPath
} from './attempts.fixtures.ts';
import { expireAttempts } from './removal/expire-attempts.ts';

const minuteMs = 60_000;
const typed = { credentials: { apiKey: BEARER_API_KEYS.acme } };
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ providerTimeouts: { respondMs: 150 } });
    for (const provider of ['sandbox-oauth2', 'sandbox-oauth2-tenants', 'sandbox-api-key']) await app.integrate(provider);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const by = (attemptId: string) => ({ params: { attempt_id: attemptId } });

test('a repeated Idempotency-Key continues the attempt that it started, one after the other and at once', async () => {
    const endUser = await app.session();
    const post = (idempotencyKey: string, apiKey: string = BEARER_API_KEYS.acme) =>
        endUser.call(createAttempt, { body: { integration_id: 'sandbox-api-key', credentials: { apiKey } } }, { idempotencyKey });
    const before = (await app.connections()).length;
    const { attempt_id } = (await post('first')).data;
    // A busy machine's first response may be `verifying`.
    await vi.waitFor(async () => expect((await read(endUser, attempt_id)).status).toBe('succeeded'), 10_000);
    expect((await post('first')).data).toMatchObject({ attempt_id, status: 'succeeded' });

    const parallel = await Promise.all(Array.from({ length: 10 }, () => post('second', BEARER_API_KEYS.globex)));
    expect(new Set(parallel.map(({ data }) => data.attempt_id)).size).toBe(1);
    await vi.waitFor(async () => expect((await read(endUser, parallel[0]?.data.attempt_id ?? '')).status).toBe('succeeded'), 10_000);
    expect((await app.connections()).length).toBe(before + 2);
});

test('a repeated Idempotency-Key of a sign-in gives a new address to the same attempt', async () => {
    const endUser = await app.session();
    const post = async () =>
        (await endUser.call(createAttempt, { body: { integration_id: 'sandbox-oauth2' } }, { idempotencyKey: 'key' })).data;
    const [first, second] = [await post(), await post()];
    expect(second.attempt_id).toBe(first.attempt_id);
    expect((await app.browser().launch(first.launch_url ?? '')).authorizationUrl).toBeUndefined();
    await app.browser().signIn(second.launch_url ?? '');
    const third = await post();
    expect(third).toMatchObject({ attempt_id: first.attempt_id, status: 'succeeded' });
    expect(third).not.toHaveProperty('launch_url');
});

test('an Idempotency-Key belongs to its session and its integration', async () => {
    const post = async (endUser: EndUser, integrationId: string) =>
        (
            await endUser.call(
                createAttempt,
                { body: { integration_id: integrationId, ...(integrationId === 'sandbox-api-key' ? typed : {}) } },
                { idempotencyKey: 'shared' }
            )
        ).data;
    const [one, other] = [await app.session(), await app.session()];
    expect((await post(one, 'sandbox-api-key')).attempt_id).not.toBe((await post(other, 'sandbox-api-key')).attempt_id);
    await expect(post(one, 'sandbox-oauth2')).rejects.toMatchObject({
        status: 400,
        code: 'invalid_body',
        errors: [{ path: ['integration_id'] }]
    });
});

test('an Idempotency-Key belongs to what was typed: other credentials are another try, and do not get the first one’s outcome', async () => {
    const endUser = await app.session();
    const post = (credentials: Record<string, string>) =>
        endUser.call(createAttempt, { body: { integration_id: 'sandbox-api-key', ...typed, credentials } }, { idempotencyKey: 'typed' });
    const first = await post({ apiKey: 'a-wrong-key' });
    await vi.waitFor(async () => expect((await read(endUser, first.data.attempt_id)).code).toBe('credentials_rejected'), 10_000);
    await expect(post(typed.credentials)).rejects.toMatchObject({ status: 400, code: 'invalid_body', errors: [{ path: ['credentials'] }] });
    expect((await post({ apiKey: 'a-wrong-key' })).data.attempt_id).toBe(first.data.attempt_id);
});

test('cancelling while the provider thinks about a key stores nothing, whatever it answers then', async () => {
    const endUser = await app.session();
    const before = (await app.connections()).length;
    await breakProvider(app, '^/bearer/', { type: 'hold' });
    const attempt = await start(endUser, 'sandbox-api-key', typed);
    expect(attempt.status).toBe('verifying');
    expect((await endUser.call(cancelAttempt, by(attempt.attempt_id))).data).toMatchObject({ status: 'cancelled', code: 'cancelled' });
    await restoreProvider(app);
    // The key's check, and the question whose it is.
    await vi.waitFor(async () => expect(await receivedAt('^/bearer/')).toBe(2));
    await expectStays(endUser, attempt, { status: 'cancelled' });
    expect((await app.connections()).length).toBe(before);
});

test('cancelling while a code is exchanged stores nothing, and the window shows it', async () => {
    const endUser = await app.session();
    const before = (await app.connections()).length;
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    await breakProvider(app, tokenPath, { type: 'hold' });
    const window = browser.get(callback);
    await vi.waitFor(async () => expect((await read(endUser, attempt.attempt_id)).status).toBe('exchanging'));
    await endUser.call(cancelAttempt, by(attempt.attempt_id));
    await restoreProvider(app);
    expect((await window).html).toContain('Nothing was connected');
    expect(await read(endUser, attempt.attempt_id)).toMatchObject({ status: 'cancelled', connection_id: null });
    expect((await app.connections()).length).toBe(before);
});

test('an attempt that has ended stays as it ended', async () => {
    const endUser = await app.session();
    const attempt = await start(endUser, 'sandbox-api-key', typed);
    await vi.waitFor(async () => expect((await read(endUser, attempt.attempt_id)).status).toBe('succeeded'));
    expect((await endUser.call(cancelAttempt, by(attempt.attempt_id))).data.status).toBe('succeeded');
    app.clock.advance(20 * minuteMs);
    await expireAttempts(app.server.deps);
    await expectStays(endUser, attempt, { status: 'succeeded', code: null });
});

test('an attempt whose server died in the middle fails after a minute, with a reference, and can be tried again', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    // As a killed server leaves it.
    await app.db
        .updateTable('attempts')
        .set({ status: 'exchanging', state_hash: null, browser_hash: null, working_until: new Date(app.clock.now().getTime() + minuteMs) })
        .where('id', '=', attempt.attempt_id)
        .execute();
    app.clock.advance(50_000);
    expect((await read(endUser, attempt.attempt_id)).status).toBe('exchanging');
    app.clock.advance(10_000);
    expect(await read(endUser, attempt.attempt_id)).toMatchObject({
        status: 'failed',
        code: 'unexpected',
        ref: expect.stringMatching(/^C-[2-9A-Z]{5}$/)
    });
    const { connection_id: connectionId } = await storedAttempt(app, attempt.attempt_id);
    expect(await eventsAbout(app, connectionId)).toMatchObject([{ success: false, error: { type: 'unexpected' } }]);
    expect((await signIn(app, endUser, 'sandbox-oauth2')).attempt.status).toBe('succeeded');
});

test('T-14: an attempt in progress outlives its expired session, which can start no new one', async () => {
    const endUser = await app.session();
    app.clock.advance(20 * minuteMs);
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    app.clock.advance(11 * minuteMs);
    await expect(start(endUser, 'sandbox-oauth2')).rejects.toMatchObject({
        status: 401,
        code: 'unknown_connect_session_token',
        payload: { reason: 'expired' }
    });
    expect((await read(endUser, attempt.attempt_id)).status).toBe('awaiting_user');
    expect((await browser.get(callback)).status).toBe(200);
    expect((await read(endUser, attempt.attempt_id)).status).toBe('succeeded');
});

test('what does not fit the state of an attempt is a conflict, and changes nothing', async () => {
    const endUser = await app.session();
    const ended = (await signIn(app, endUser, 'sandbox-oauth2', { decision: 'deny' })).attempt;
    const waiting = await startSignIn(endUser, 'sandbox-oauth2');
    const { attempt: choosing } = await signIn(app, endUser, 'sandbox-oauth2-tenants');
    await breakProvider(app, '^/bearer/', { type: 'hold' });
    const checking = await start(endUser, 'sandbox-api-key', typed);
    const act = {
        relaunch: (id: string) => endUser.call(relaunchAttempt, by(id)),
        select: (id: string) => endUser.call(selectAccount, { ...by(id), body: { account_id: 'tenant-analytical' } }),
        accept: (id: string) => endUser.call(acceptAccount, by(id))
    };
    for (const [attempt, actions] of [
        [ended, ['relaunch', 'select', 'accept']],
        [waiting, ['select', 'accept']],
        [choosing, ['relaunch', 'accept']],
        [checking, ['relaunch', 'select', 'accept']]
    ] as const) {
        const before = await storedAttempt(app, attempt.attempt_id);
        for (const action of actions)
            await expect(act[action](attempt.attempt_id)).rejects.toMatchObject({ status: 409, code: 'conflict' });
        if (attempt !== checking) expect(await storedAttempt(app, attempt.attempt_id)).toEqual(before);
    }
    expect((await act.select(choosing.attempt_id)).data.status).toBe('succeeded');
});

test('T-34: another session’s attempt is answered like an unknown one, on every route', async () => {
    const owner = await app.session();
    const stranger = await app.session();
    const { attempt } = await signIn(app, owner, 'sandbox-oauth2-tenants');
    const calls = [
        ['GET', '', undefined],
        ['POST', '/cancel', undefined],
        ['POST', '/relaunch', '{}'],
        ['POST', '/select', '{"account_id":"tenant-analytical"}'],
        ['POST', '/accept-account', undefined],
        ['POST', '/steps', '{"step":"left"}']
    ] as const;
    for (const [method, path, body] of calls) {
        const ask = (id: string) =>
            app.raw(`/connect/attempts/${id}${path}`, {
                method,
                token: stranger.token,
                ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } })
            });
        const [foreign, unknown] = [await ask(attempt.attempt_id), await ask(randomUUID())];
        expect(foreign.status).toBe(404);
        expect(foreign.json).toMatchObject({ error: { code: 'unknown_attempt' } });
        expect(foreign.text).toBe(unknown.text);
    }
    expect((await read(owner, attempt.attempt_id)).status).toBe('needs_choice');
});

test('a reconnect and its connection are left alone by cancelling', async () => {
    const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
    const before = await storedConnection(app, connectionId);
    const endUser = await app.reconnectSession(connectionId, 'sandbox-oauth2');
    const { attempt } = await signIn(app, endUser, 'sandbox-oauth2', { account: 'grace' });
    expect((await endUser.call(cancelAttempt, by(attempt.attempt_id))).data).toMatchObject({ status: 'cancelled', was: null, now: null });
    expect((await storedAttempt(app, attempt.attempt_id)).parked).toBeNull();
    expect(await storedConnection(app, connectionId)).toEqual(before);
});

test('polling says when to look again', async () => {
    const endUser = await app.session();
    const waiting = await startSignIn(endUser, 'sandbox-oauth2');
    const { headers } = await app.raw(`/connect/attempts/${waiting.attempt_id}`, { token: endUser.token });
    expect(headers.get('retry-after')).toBe('2');
});

async function expectStays(endUser: EndUser, attempt: AttemptView, expected: Partial<AttemptView>): Promise<void> {
    expect(await read(endUser, attempt.attempt_id)).toMatchObject(expected);
}

/** How many requests the sandbox has responded. */
async function receivedAt(path: string): Promise<number> {
    const journal = await app.sandbox.control(`journal?path_regex=${encodeURIComponent(path)}`);
    // The control plane's own shape.
    return (journal as { requests: { status: number | null }[] }).requests.filter(({ status }) => status !== null).length;
}
