import {
    acceptAccount,
    type AttemptRecord,
    cancelAttempt,
    type CallInput,
    createIntegration,
    createConnectSession,
    deleteConnectSession,
    listAttempts,
    relaunchAttempt,
    selectAccount,
    reportClientStep
} from '@patchbay/contracts';
import { BEARER_API_KEYS, type EndUser, sandboxClient, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outcomeOf, sendJson } from '../../../../api.fixtures.ts';
import { breakProvider, connectBySignIn, read, signIn, start, startSignIn, tokenPath } from '../attempts.fixtures.ts';
import { expireAttempts } from '../removal/expire-attempts.ts';

const minuteMs = 60_000;
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const provider of ['sandbox-oauth2', 'sandbox-oauth2-tenants', 'sandbox-api-key']) await app.integrate(provider);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const by = (attemptId: string) => ({ params: { attempt_id: attemptId } });
const list = async (query: CallInput<typeof listAttempts>['query'] = {}, key = app.keys.dev) =>
    (await app.callAs(key)(listAttempts, { query })).data;
async function record({ ref }: { ref: string }): Promise<AttemptRecord> {
    const [found] = await list({ ref });
    if (!found) throw new Error(`${ref} is not listed`);
    return found;
}
const stepsOf = async (attempt: { ref: string }) => (await record(attempt)).timeline.map(({ step }) => step);
const see = (endUser: EndUser, attemptId: string, step: CallInput<typeof reportClientStep>['body']['step']) =>
    endUser.call(reportClientStep, { ...by(attemptId), body: { step } });

test('what a provider says about the OAuth app is for the customer, in the record and the log’s line of the reference, and not for the end user', async () => {
    const said = `No such client: ${sandboxClient.client_secret}`;
    await breakProvider(app, tokenPath, { type: 'status', code: 401, body: { error: 'invalid_client', error_description: said } });
    const { attempt, page } = await signIn(app, await app.session(), 'sandbox-oauth2');
    expect(attempt).toMatchObject({ status: 'failed', code: 'integration_misconfigured', provider_text: null });
    expect(JSON.stringify(page)).not.toContain('No such client');
    expect(await record(attempt)).toMatchObject({ provider_text: 'No such client: [secret]' });
    expect(app.logLines.filter((line) => line.includes(attempt.ref)).map((line) => Object(JSON.parse(line)))).toMatchObject([
        { level: 'warn', message: 'attempt_failed', code: 'integration_misconfigured' }
    ]);
});

test('a sign-in leaves a trace of every step, in words and with its time', async () => {
    const { attempt } = await signIn(app, await app.session(), 'sandbox-oauth2');
    const { timeline, summary, ...rest } = await record(attempt);
    expect(timeline.map(({ step }) => step)).toEqual(['created', 'sent_to_provider', 'came_back', 'token_received', 'succeeded']);
    for (const { at, text } of timeline) {
        expect(Math.abs(Date.parse(at) - app.clock.now().getTime())).toBeLessThan(5000);
        expect(text).toMatch(/^[A-Z].+\.$/);
    }
    expect(summary).toMatch(/^Connected to Sandbox .*at \d\d:\d\d:\d\d UTC\.$/);
    expect(rest).toMatchObject({
        attempt_id: attempt.attempt_id,
        ref: attempt.ref,
        integration_id: 'sandbox-oauth2',
        provider: 'sandbox-oauth2',
        connection_id: attempt.connection_id,
        status: 'succeeded',
        code: null,
        is_reconnect: false
    });
});

test('so do typed credentials, denials, choices, other accounts, relaunches and ends', async () => {
    const endUser = await app.session();
    expect(await stepsOf(await start(endUser, 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } }))).toEqual([
        'created',
        'checking',
        'succeeded'
    ]);
    expect(await stepsOf(await start(endUser, 'sandbox-api-key', { credentials: { apiKey: 'wrong' } }))).toEqual([
        'created',
        'checking',
        'failed:credentials_rejected'
    ]);
    const denied = (await signIn(app, endUser, 'sandbox-oauth2', { decision: 'deny' })).attempt;
    expect(await stepsOf(denied)).toEqual(['created', 'sent_to_provider', 'came_back', 'denied']);

    const { attempt: choosing } = await signIn(app, endUser, 'sandbox-oauth2-tenants');
    await endUser.call(selectAccount, { ...by(choosing.attempt_id), body: { account_id: choosing.options?.[0]?.id ?? '' } });
    expect((await stepsOf(choosing)).slice(-3)).toEqual(['needs_choice', 'account_chosen', 'succeeded']);

    const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
    const again = await app.reconnectSession(connectionId, 'sandbox-oauth2');
    const { attempt: other } = await signIn(app, again, 'sandbox-oauth2', { account: 'grace' });
    expect(await record(other)).toMatchObject({ is_reconnect: true, connection_id: connectionId });
    await again.call(acceptAccount, by(other.attempt_id));
    expect((await stepsOf(other)).slice(-3)).toEqual(['account_mismatch', 'account_switched', 'succeeded']);

    const waiting = await startSignIn(endUser, 'sandbox-oauth2');
    await endUser.call(relaunchAttempt, by(waiting.attempt_id));
    await endUser.call(cancelAttempt, by(waiting.attempt_id));
    expect(await stepsOf(waiting)).toEqual(['created', 'relaunched', 'cancelled']);

    const leaving = await app.session();
    const left = await startSignIn(leaving, 'sandbox-oauth2');
    await leaving.call(deleteConnectSession, {});
    expect(await stepsOf(left)).toEqual(['created', 'cancelled']);

    const forgotten = await startSignIn(await app.session(), 'sandbox-oauth2');
    await app.browser().launch(forgotten.launch_url);
    app.clock.advance(15 * minuteMs);
    await expireAttempts(app.server.deps);
    expect(await record(forgotten)).toMatchObject({
        status: 'expired',
        code: 'timeout',
        summary: expect.stringMatching(/^Sent to .+ at \d\d:\d\d:\d\d UTC, never came back: /)
    });
});

test('coming back without the cookie of the browser that was sent is on it once, and the right browser can still finish', async () => {
    const attempt = await startSignIn(await app.session(), 'sandbox-oauth2');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    for (let visit = 0; visit < 3; visit++) await app.browser().get(callback);
    expect(await stepsOf(attempt)).toEqual(['created', 'sent_to_provider', 'came_back_elsewhere']);
    expect((await record(attempt)).summary).toContain('not in the browser that was sent there');
    await browser.get(callback);
    expect((await record(attempt)).status).toBe('succeeded');
});

test('what the end user’s browser saw is on it too, as long as it can matter', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    await see(endUser, attempt.attempt_id, 'window_blocked');
    await endUser.call(cancelAttempt, by(attempt.attempt_id));
    app.clock.advance(50_000);
    await see(endUser, attempt.attempt_id, 'left');
    app.clock.advance(10_000);
    await see(endUser, attempt.attempt_id, 'window_lost');
    expect(await stepsOf(attempt)).toEqual(['created', 'window_blocked', 'cancelled', 'left']);
    expect((await read(endUser, attempt.attempt_id)).status).toBe('cancelled');
});

test('only known steps are taken, at most twenty of them, and only from the attempt’s own session', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const path = `/connect/attempts/${attempt.attempt_id}/steps`;
    expect(outcomeOf(await sendJson(app, 'POST', path, { step: 'succeeded' }, endUser.token))).toBe('400 invalid_body');
    expect(outcomeOf(await sendJson(app, 'POST', path, { step: 'left', who: 'Ada' }, endUser.token))).toBe('400 invalid_body');
    const stranger = await app.session();
    expect(outcomeOf(await sendJson(app, 'POST', path, { step: 'left' }, stranger.token))).toBe('404 unknown_attempt');
    const responses = await Promise.all(
        Array.from({ length: 40 }, () => sendJson(app, 'POST', path, { step: 'went_offline' }, endUser.token))
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await stepsOf(attempt)).filter((step) => step === 'went_offline')).toHaveLength(20);
});

test('who goes round in circles keeps the beginning and the latest', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    for (let round = 0; round < 60; round++) await endUser.call(relaunchAttempt, by(attempt.attempt_id));
    await endUser.call(cancelAttempt, by(attempt.attempt_id));
    const steps = await stepsOf(attempt);
    expect(steps).toHaveLength(50);
    expect([steps[0], steps.at(-1)]).toEqual(['created', 'cancelled']);
});

test('the reference is found however it was written down', async () => {
    const { ref, attempt_id: id } = await startSignIn(await app.session(), 'sandbox-oauth2');
    for (const written of [ref, ref.toLowerCase(), ref.slice(2), ref.slice(2).toLowerCase(), ` ${ref} `, ref.replace('-', ' ')])
        expect([written, (await list({ ref: written })).map(({ attempt_id }) => attempt_id)]).toEqual([written, [id]]);
    expect(await list({ ref: 'C-00000' })).toEqual([]);
});

test('attempts are listed newest first, of one integration, of one end user, and no more than asked for', async () => {
    const ada = await app.session({ end_user: { id: 'ada', email: 'ada@example.com' } });
    const first = await startSignIn(ada, 'sandbox-oauth2');
    app.clock.advance(1000);
    const second = await startSignIn(ada, 'sandbox-oauth2-tenants');
    const ids = async (query: CallInput<typeof listAttempts>['query']) => (await list(query)).map(({ attempt_id }) => attempt_id);
    expect(await ids({ end_user_id: 'ada' })).toEqual([second.attempt_id, first.attempt_id]);
    expect(await ids({ end_user_id: 'ada', integration_id: 'sandbox-oauth2' })).toEqual([first.attempt_id]);
    expect(await ids({ limit: 1 })).toEqual([second.attempt_id]);
    expect(await ids({ end_user_id: 'nobody' })).toEqual([]);
});

test('T-34: attempts of another environment are not there, by whatever is asked for', async () => {
    const prod = app.callAs(app.keys.prod);
    await prod(createIntegration, { body: { provider: 'sandbox-oauth2', unique_key: 'sandbox-oauth2', credentials: sandboxClient } });
    const { data: theirs } = await prod(createConnectSession, { body: { end_user: { id: 'shared' } } });
    const foreign = await startSignIn({ token: theirs.token, connectLink: '', call: app.callAs(theirs.token) }, 'sandbox-oauth2');
    const own = await startSignIn(await app.session({ end_user: { id: 'shared' } }), 'sandbox-oauth2');
    for (const query of [{}, { ref: foreign.ref }, { end_user_id: 'shared' }, { integration_id: 'sandbox-oauth2' }])
        expect((await list(query)).map(({ attempt_id }) => attempt_id)).not.toContain(foreign.attempt_id);
    expect((await list({ end_user_id: 'shared' }, app.keys.prod)).map(({ attempt_id }) => attempt_id)).toEqual([foreign.attempt_id]);
    expect((await list({ end_user_id: 'shared' })).map(({ attempt_id }) => attempt_id)).toEqual([own.attempt_id]);
    // A session sees its own attempt by its id, and never the list.
    const response = await app.raw('/connect/attempts', { token: theirs.token });
    expect(response.status).toBe(401);
    expect((await app.raw('/connect/attempts', { at: 'connect' })).status).toBe(405);
});

test('the list says nothing about the person, unless the provider does, whose words stand apart', async () => {
    const endUser = await app.session({ end_user: { id: 'u-77', email: 'grace@example.com', display_name: 'Grace H.' } });
    const { attempt } = await signIn(app, endUser, 'sandbox-oauth2', { account: 'grace' });
    expect(attempt.account_label).not.toBeNull();
    const browser = app.browser();
    const failing = await startSignIn(endUser, 'sandbox-oauth2');
    const callback = await browser.consent(failing.launch_url, { decision: 'deny' });
    callback.searchParams.set('error', 'server_error');
    callback.searchParams.set('error_description', 'Grace is on holiday');
    await browser.get(callback);
    const records = await list({ end_user_id: 'u-77' });
    expect(records.map(({ provider_text: words }) => words)).toEqual(['Grace is on holiday', null]);
    const text = JSON.stringify(records.map(({ provider_text: _words, ...rest }) => rest));
    expect(text).toContain(failing.ref);
    expect(text).not.toMatch(/grace|holiday|u-77/i);
    if (attempt.account_label !== null) expect(text).not.toContain(attempt.account_label);
});
