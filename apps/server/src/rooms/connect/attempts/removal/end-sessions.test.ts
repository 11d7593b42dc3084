import { deleteConnectLink, deleteConnectSession, getAttempt } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { outcomeOf, sendJson } from '../../../../api.fixtures.ts';
import { codeOf, makeLink, openLink } from '../../connect-links/connect-links.fixtures.ts';
import {
    breakProvider,
    read,
    requestsAt,
    restoreProvider,
    signIn,
    start,
    startSignIn,
    storedAttempt,
    tokenPath
} from '../attempts.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const provider of ['sandbox-oauth2', 'sandbox-oauth2-tenants']) await app.integrate(provider);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const exchange = (url: string) => sendJson(app, 'POST', '/connect/links/exchange', { code: codeOf(url) }, 'nobody');

test('T-14: a page that deletes its session cancels the attempts of it, and the token is unknown from then on', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const { attempt: choosing } = await signIn(app, endUser, 'sandbox-oauth2-tenants');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    const tokenRequests = await requestsAt(app, tokenPath);
    await endUser.call(deleteConnectSession, {});
    for (const { attempt_id: id } of [attempt, choosing]) {
        const row = await storedAttempt(app, id);
        expect(row).toMatchObject({ status: 'cancelled', code: 'cancelled', state_hash: null });
        expect(row.secrets).toHaveLength(0);
    }
    expect((await browser.get(callback)).status).toBe(400);
    expect(await requestsAt(app, tokenPath)).toBe(tokenRequests);
    await expect(read(endUser, attempt.attempt_id)).rejects.toMatchObject({
        status: 401,
        code: 'unknown_connect_session_token',
        payload: {}
    });
});

test('T-14: a page that deletes its session while a sign-in is exchanged gets no connection', async () => {
    const endUser = await app.session();
    const before = (await app.connections()).length;
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    await breakProvider(app, tokenPath, { type: 'hold' });
    const window = browser.get(callback);
    await vi.waitFor(async () => expect((await storedAttempt(app, attempt.attempt_id)).status).toBe('exchanging'));
    await endUser.call(deleteConnectSession, {});
    await restoreProvider(app);
    await window;
    expect((await storedAttempt(app, attempt.attempt_id)).status).toBe('cancelled');
    expect((await app.connections()).length).toBe(before);
});

test('a backend that deletes a share link ends its sessions and their attempts, and no others', async () => {
    const [link, other] = [await makeLink(app), await makeLink(app)];
    const [guest, second, bystander] = [await openLink(app, link.url), await openLink(app, link.url), await openLink(app, other.url)];
    const attempts = [await start(guest, 'sandbox-oauth2'), await start(second, 'sandbox-oauth2')];
    const bystanders = await start(bystander, 'sandbox-oauth2');
    await app.call(deleteConnectLink, { params: { link_id: link.id } });
    const [ended, unknown] = [await exchange(link.url), await exchange('/l/unknown')];
    expect([outcomeOf(ended), ended.text]).toEqual(['404 not_found', unknown.text]);
    expect(outcomeOf(await app.raw('/connect/session', { token: guest.token }))).toBe('401 unknown_connect_session_token');
    const stored = await Promise.all(attempts.map(({ attempt_id: id }) => storedAttempt(app, id)));
    expect(stored.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect((await bystander.call(getAttempt, { params: { attempt_id: bystanders.attempt_id } })).data.status).toBe('created');
    expect(outcomeOf(await app.raw(`/connect/links/${link.id}`, { method: 'DELETE' }))).toBe('404 not_found');
});
