import { cancelAttempt, claimWindow, createAttempt, relaunchAttempt } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf, sendJson, storedText } from '../../../../api.fixtures.ts';
import { read, start, startSignIn, storedAttempt } from '../attempts.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
});
afterAll(() => app[Symbol.asyncDispose]());

let made = 0;
const newKey = () => `window-${(made += 1)}-`.padEnd(43, 'k');
const claim = async (key: string, at: TestApp = app) => (await at.callAs('')(claimWindow, { body: { window_key: key } })).data.launch_url;
const by = (attemptId: string) => ({ params: { attempt_id: attemptId } });

test('a window that was opened before there was an address fetches it under its key, and signs in', async () => {
    const endUser = await app.session();
    const key = newKey();
    expect(await claim(key)).toBeNull();
    const attempt = await start(endUser, 'sandbox-oauth2', { window_key: key });
    // Two addresses would be one too many.
    expect(attempt).not.toHaveProperty('launch_url');
    const launchUrl = await claim(key);
    expect(launchUrl).toMatch(new RegExp(`^${app.url}/connect/launch/`));
    expect((await app.browser().signIn(launchUrl ?? '')).status).toBe(200);
    expect((await read(endUser, attempt.attempt_id)).status).toBe('succeeded');
});

test('of twenty claims of one key, on two servers, one gets the address', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    const key = newKey();
    await start(await app.session(), 'sandbox-oauth2', { window_key: key });
    const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => claim(key, index % 2 === 0 ? app : replica)));
    expect(claims.filter((address) => address !== null)).toHaveLength(1);
    expect(await claim(key)).toBeNull();
});

test('a key is good for a minute, and the address that it got for another', async () => {
    const endUser = await app.session();
    const [inTime, tooLate] = [newKey(), newKey()];
    await start(endUser, 'sandbox-oauth2', { window_key: inTime });
    await start(endUser, 'sandbox-oauth2', { window_key: tooLate });
    app.clock.advance(50_000);
    const address = (await claim(inTime)) ?? '';
    app.clock.advance(10_000);
    expect(await claim(tooLate)).toBeNull();
    app.clock.advance(40_000);
    expect((await app.browser().launch(address)).authorizationUrl).toBeDefined();
});

test('a key whose attempt was given up is like one that never was', async () => {
    const endUser = await app.session();
    const key = newKey();
    const attempt = await start(endUser, 'sandbox-oauth2', { window_key: key });
    await endUser.call(cancelAttempt, by(attempt.attempt_id));
    const ask = (windowKey: string) => sendJson(app, 'POST', '/connect/windows/claim', { window_key: windowKey });
    const [dead, unknown] = [await ask(key), await ask(newKey())];
    expect([dead.status, dead.text]).toEqual([unknown.status, unknown.text]);
});

test('a slow window still works after a newer address was made, until that is opened', async () => {
    const endUser = await app.session();
    const [slow, slower] = [newKey(), newKey()];
    const first = await start(endUser, 'sandbox-oauth2', { window_key: slow });
    const { data: relaunched } = await endUser.call(relaunchAttempt, by(first.attempt_id));
    const late = await claim(slow);
    expect(late).not.toBeNull();
    expect((await app.browser().launch(relaunched.launch_url ?? '')).authorizationUrl).toBeUndefined();
    expect((await app.browser().launch(late ?? '')).authorizationUrl).toBeDefined();

    const second = await start(endUser, 'sandbox-oauth2', { window_key: slower });
    const { data: opened } = await endUser.call(relaunchAttempt, by(second.attempt_id));
    const browser = app.browser();
    const callback = await browser.consent(opened.launch_url ?? '');
    expect(await claim(slower)).toBeNull();
    expect((await browser.get(callback)).status).toBe(200);
});

test('a relaunch can hand off to a new window, and the former address stops working', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const key = newKey();
    const { data } = await endUser.call(relaunchAttempt, { ...by(attempt.attempt_id), body: { window_key: key } });
    expect(data).not.toHaveProperty('launch_url');
    expect((await app.browser().launch(attempt.launch_url)).authorizationUrl).toBeUndefined();
    expect((await app.browser().launch((await claim(key)) ?? '')).authorizationUrl).toBeDefined();
});

test('a repeated Idempotency-Key arms the window that asks now', async () => {
    const endUser = await app.session();
    const post = async (key: string) =>
        (await endUser.call(createAttempt, { body: { integration_id: 'sandbox-oauth2', window_key: key } }, { idempotencyKey: 'the same' }))
            .data.attempt_id;
    const [lost, next] = [newKey(), newKey()];
    expect(await post(lost)).toBe(await post(next));
    expect(await claim(lost)).toBeNull();
    expect(await claim(next)).not.toBeNull();
});

test('a key that is in use already is refused, without saying more', async () => {
    const key = newKey();
    const first = await app.session();
    await start(first, 'sandbox-oauth2', { window_key: key });
    await expect(start(await app.session(), 'sandbox-oauth2', { window_key: key })).rejects.toMatchObject({
        status: 409,
        code: 'conflict'
    });
    expect(await claim(key)).not.toBeNull();
});

test('keys and addresses are not stored, and no response but the claim has the address', async () => {
    const endUser = await app.session();
    const key = newKey();
    const attempt = await start(endUser, 'sandbox-oauth2', { window_key: key });
    const address = (await claim(key)) ?? '';
    const stored = await storedText(app.db);
    expect(stored).not.toContain(key);
    expect(stored).not.toContain(address.split('/').at(-1));
    expect(JSON.stringify(await read(endUser, attempt.attempt_id))).not.toContain('/connect/launch/');
    expect((await storedAttempt(app, attempt.attempt_id)).window_hash).toBeNull();
});

test.each([
    ['too short', 'k'.repeat(31)],
    ['too long', 'k'.repeat(256)],
    ['missing', undefined]
])('a key that is %s is refused', async (_name, windowKey) => {
    expect(outcomeOf(await sendJson(app, 'POST', '/connect/windows/claim', { window_key: windowKey }))).toBe('400 invalid_body');
});
