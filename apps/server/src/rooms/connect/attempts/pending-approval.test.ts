import {
    type AttemptView,
    type CallInput,
    cancelAttempt,
    deleteConnectLink,
    deleteConnectSession,
    deleteIntegration,
    getConnectSession,
    listAttempts,
    summarizeHealth
} from '@patchbay/contracts';
import { consentAt, type EndUser, startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { errorOf, outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { cleanUp } from '../../../clean-up.ts';
import { makeLink, openLink } from '../connect-links/connect-links.fixtures.ts';
import { countLiveSessionsOfLink } from '../connect-sessions/connect-sessions.sql.ts';
import { askAdmin, consentBy, continueBy } from './approval.fixtures.ts';
import {
    breakProvider,
    eventsAbout,
    identityPath,
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

const dayMs = 24 * 60 * 60_000;
const elsewhere = { 'sec-fetch-site': 'cross-site' };
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ config: { appName: 'Acme' } });
    for (const provider of ['sandbox-oauth2', 'sandbox-oauth2-tenants']) await app.integrate(provider);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

test('an end user who asked an admin finishes days later, in the same browser, long after the session', async () => {
    const endUser = await app.session({
        end_user: { id: 'noor', email: 'noor@example.com' },
        tags: { team: 'blue' },
        webhook_url_override: 'https://hooks.example/1'
    });
    const started = await startSignIn(endUser, 'sandbox-oauth2');
    const browser = app.browser();
    const page = await browser.signIn(started.launch_url, { decision: 'ask' });
    const attempt = await read(endUser, started.attempt_id);
    const { approval_url: link = '' } = attempt;
    expect(attempt).toMatchObject({ status: 'pending_approval', code: null, connection_id: null });
    expect(page.status).toBe(200);
    expect(page.html).toContain('Waiting for approval');
    expect(page.html).toContain(link);

    app.clock.advance(13 * dayMs);
    await cleanUp(app.server.deps);
    const question = await browser.get(link);
    expect([question.status, question.goesOnTo]).toEqual([200, undefined]);
    expect(question.html).toContain('Has Sandbox (OAuth 2) been approved?');
    const end = await continueBy(browser, link, { account: 'grace' });
    expect(end.html).toContain('Go back to Acme.');

    const row = await storedAttempt(app, attempt.attempt_id);
    expect(row).toMatchObject({ status: 'succeeded', approval_hash: null });
    expect(row.secrets).toHaveLength(0);
    expect(await app.connection(row.connection_id, 'sandbox-oauth2')).toMatchObject({
        end_user: { id: 'noor', email: 'noor@example.com' },
        tags: { team: 'blue' }
    });
    expect(await storedConnection(app, row.connection_id)).toMatchObject({ webhook_url_override: 'https://hooks.example/1' });
    expect(await eventsAbout(app, row.connection_id)).toMatchObject([
        { operation: 'creation', success: true, endUser: { endUserId: 'noor' } }
    ]);
    expect((await browser.get(link)).html).toContain('This link no longer works');
});

test('T-14: token and link of a session end when they always do, however long a sign-in of it waits', async () => {
    const endUser = await app.session();
    const { attempt, link, browser } = await askAdmin(app, endUser);
    app.clock.advance(31 * 60_000);
    expect(outcomeOf(await app.raw('/connect/session', { token: endUser.token }))).toBe('401 unknown_connect_session_token');
    const exchanged = await sendJson(app, 'POST', '/connect/links/exchange', { code: endUser.connectLink.split('/').at(-1) }, 'no-token');
    expect(outcomeOf(exchanged)).toBe('404 not_found');
    expect((await read(endUser, attempt.attempt_id)).status).toBe('pending_approval');
    app.clock.advance(dayMs);
    await cleanUp(app.server.deps);
    const late = await app.raw(`/connect/attempts/${attempt.attempt_id}`, { token: endUser.token });
    expect([outcomeOf(late), errorOf(late).payload]).toEqual(['401 unknown_connect_session_token', undefined]);
    expect((await browser.press(link)).goesOnTo).toContain('/oauth/auth?');
});

test('T-04: an approval link that is opened in another browser is refused there, and connects nothing', async () => {
    const { attempt, link, browser } = await askAdmin(app, await app.session());
    const other = app.browser();
    await other.signIn((await startSignIn(await app.session(), 'sandbox-oauth2')).launch_url);
    for (const stranger of [app.browser(), other]) {
        for (const page of [await stranger.get(link), await stranger.press(link)]) {
            expect(page.html).toContain('Finish where you started');
            expect(page.goesOnTo).toBeUndefined();
        }
    }
    expect((await storedAttempt(app, attempt.attempt_id)).state_hash).toBeNull();
    expect((await continueBy(browser, link)).status).toBe(200);
    expect((await storedAttempt(app, attempt.attempt_id)).status).toBe('succeeded');
});

test('T-04: a browser whose first sign-ins begin at the same moment comes back from each, and continues each', async () => {
    const endUser = await app.session();
    const browser = app.browser();
    const attempts = [];
    for (const integration of ['sandbox-oauth2', 'sandbox-oauth2-tenants']) attempts.push(await startSignIn(endUser, integration));
    const launched = await Promise.all(attempts.map(({ launch_url: url }) => browser.launch(url)));
    for (const { authorizationUrl = '' } of launched) {
        const page = await browser.get(await consentAt(authorizationUrl, { decision: 'ask' }));
        expect(page.html).toContain('Waiting for approval');
    }
    for (const { attempt_id: id } of attempts) {
        const { approval_url: link = '' } = await read(endUser, id);
        expect((await app.browser().press(link)).goesOnTo).toBeUndefined();
        expect((await browser.press(link)).goesOnTo).toContain('/oauth/auth?');
    }
    const known = () => [...browser.cookies.keys()].filter((name) => name.startsWith('pb_browser'));
    const before = known();
    await browser.launch((await startSignIn(endUser, 'sandbox-oauth2')).launch_url);
    expect(known()).toEqual(before);
});

test('a mail scanner that opens the link, or another site that posts to it, starts nothing', async () => {
    const { attempt, link, browser } = await askAdmin(app, await app.session());
    const before = await storedAttempt(app, attempt.attempt_id);
    for (const page of [await browser.get(link), await browser.press(link, elsewhere)]) expect(page.goesOnTo).toBeUndefined();
    expect(await storedAttempt(app, attempt.attempt_id)).toEqual(before);
});

test('the cookie is for this origin alone, unseen by scripts, and lives as long as the wait', async () => {
    const browser = app.browser();
    const { headers } = await browser.get((await startSignIn(await app.session(), 'sandbox-oauth2')).launch_url);
    const cookie = headers.getSetCookie().find((line) => line.startsWith('pb_browser_'));
    expect(cookie).toMatch(/^pb_browser_[0-9a-f]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1296000$/);
    const again = await browser.get((await startSignIn(await app.session(), 'sandbox-oauth2')).launch_url);
    expect(again.headers.getSetCookie()).toContain(cookie);
});

test('a refusal at the provider before the admin has approved leaves the attempt waiting, with its link and deadline', async () => {
    const endUser = await app.session();
    const { attempt, link, browser } = await askAdmin(app, endUser);
    app.clock.advance(60_000);
    for (const decision of ['ask', 'deny'] as const) {
        expect((await continueBy(browser, link, { decision })).html).toContain('Waiting for approval');
        expect(await read(endUser, attempt.attempt_id)).toMatchObject({
            status: 'pending_approval',
            approval_url: link,
            expires_at: attempt.expires_at
        });
    }
});

test('after 14 days the attempt has expired, and its link says that it is over', async () => {
    const { attempt, link, browser } = await askAdmin(app, await app.session());
    app.clock.advance(14 * dayMs - 60_000);
    await expireAttempts(app.server.deps);
    expect((await storedAttempt(app, attempt.attempt_id)).status).toBe('awaiting_user');
    app.clock.advance(60_000);
    expect((await browser.press(link)).html).toContain('This link no longer works');
    await expireAttempts(app.server.deps);
    expect(await storedAttempt(app, attempt.attempt_id)).toMatchObject({ status: 'expired', code: 'timeout', approval_hash: null });
});

test('an end user cancels what waits', async () => {
    const endUser = await app.session();
    const { attempt, link, browser } = await askAdmin(app, endUser);
    await endUser.call(cancelAttempt, { params: { attempt_id: attempt.attempt_id } });
    expect((await browser.press(link)).html).toContain('This link no longer works');
    expect((await read(endUser, attempt.attempt_id)).status).toBe('cancelled');
});

test('a backend that deletes the session, the share link or the integration, or revokes the key, ends what waits', async () => {
    const endUser = await app.session();
    const bySession = await askAdmin(app, endUser);
    await endUser.call(deleteConnectSession, {});

    const shared = await makeLink(app);
    const byLink = await askAdmin(app, await openLink(app, shared.url));
    app.clock.advance(2 * dayMs);
    await cleanUp(app.server.deps);
    await app.call(deleteConnectLink, { params: { link_id: shared.id } });

    await app.integrate('sandbox-oauth2', { unique_key: 'gone' });
    const byIntegration = await askAdmin(app, await app.session(), 'gone');
    await app.call(deleteIntegration, { params: { id: 'gone' } });

    const byKey = await askAdmin(app, await app.session());
    await app.db
        .updateTable('secret_keys')
        .set({ revoked_at: app.clock.now() })
        .where(
            'id',
            '=',
            sql<string>`(select secret_key_id from connect_sessions where id = ${(await storedAttempt(app, byKey.attempt.attempt_id)).session_id})`
        )
        .execute();
    for (const { link, browser } of [bySession, byLink, byIntegration, byKey]) {
        const page = await browser.press(link);
        expect(page.goesOnTo).toBeUndefined();
        expect(page.html).toContain('This link no longer works');
    }
    expect((await storedAttempt(app, byLink.attempt.attempt_id)).status).toBe('cancelled');
    await app.db.updateTable('secret_keys').set({ revoked_at: null }).execute();
});

test('a link that is continued twice at once makes one connection', async () => {
    const endUser = await app.session();
    const { attempt, link, browser } = await askAdmin(app, endUser);
    const before = (await app.connections()).length;
    const [one, other] = await Promise.all([consentBy(browser, link), consentBy(browser, link)]);
    await Promise.all([browser.get(one), browser.get(other)]);
    expect((await read(endUser, attempt.attempt_id)).status).toBe('succeeded');
    expect((await app.connections()).length).toBe(before + 1);
});

test('what is cancelled while it is being continued stores nothing', async () => {
    const endUser = await app.session();
    const { attempt, link, browser } = await askAdmin(app, endUser);
    const before = (await app.connections()).length;
    const callback = await consentBy(browser, link);
    await breakProvider(app, tokenPath, { type: 'hold' });
    const window = browser.get(callback);
    await vi.waitFor(async () => expect((await read(endUser, attempt.attempt_id)).status).toBe('exchanging'));
    await endUser.call(cancelAttempt, { params: { attempt_id: attempt.attempt_id } });
    await restoreProvider(app);
    await window;
    expect((await read(endUser, attempt.attempt_id)).status).toBe('cancelled');
    expect((await app.connections()).length).toBe(before);
});

test('another sign-in of the end user ends what waits; one that is being continued meanwhile connects the same account once', async () => {
    const noor = { end_user: { id: 'noor-2' } };
    const waiting = await askAdmin(app, await app.session(noor));
    const stranger = await askAdmin(app, await app.session());
    await signIn(app, await app.session(noor), 'sandbox-oauth2', { account: 'ada' });
    expect((await storedAttempt(app, waiting.attempt.attempt_id)).status).toBe('cancelled');
    expect((await storedAttempt(app, stranger.attempt.attempt_id)).status).toBe('awaiting_user');

    const continued = await askAdmin(app, await app.session(noor));
    const callback = await consentBy(continued.browser, continued.link, { account: 'ada' });
    await breakProvider(app, identityPath, { type: 'delay', ms: 300 });
    const window = continued.browser.get(callback);
    const isContinued = async () => (await storedAttempt(app, continued.attempt.attempt_id)).status !== 'awaiting_user';
    await vi.waitUntil(isContinued);
    const { attempt } = await signIn(app, await app.session(noor), 'sandbox-oauth2', { account: 'ada' });
    await window;
    const row = await storedAttempt(app, continued.attempt.attempt_id);
    expect([row.status, row.connection_id]).toEqual(['succeeded', attempt.connection_id]);
});

test('T-05: a connection of a share link whose opener asked an admin still has to be confirmed, and the last page asks for it', async () => {
    const shared = await makeLink(app);
    const { attempt, link, browser } = await askAdmin(app, await openLink(app, shared.url));
    expect(await countLiveSessionsOfLink(app.db, await environmentOf(attempt), shared.id, app.clock.now())).toBe(1);
    app.clock.advance(10 * dayMs);
    await cleanUp(app.server.deps);
    const page = await continueBy(browser, link);
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('<h1>One more step</h1>')]);
    expect(page.html).not.toMatch(/You’re connected|data-close="true"/);
    const row = await storedAttempt(app, attempt.attempt_id);
    expect(row.status).toBe('succeeded');
    expect((await storedConnection(app, row.connection_id))?.confirm_before).not.toBeNull();
});

test('T-11: a share link whose opener asked an admin leads on to its page, whether or not it demands confirmation', async () => {
    const origins = { allowed_origins: ['https://app.example.com'], return_to: 'https://app.example.com/done?from=a' };
    for (const require_confirmation of [true, false]) {
        const shared = await makeLink(app, { ...origins, end_user: { id: `led ${require_confirmation}` }, require_confirmation });
        const { attempt, link, browser } = await askAdmin(app, await openLink(app, shared.url));
        app.clock.advance(10 * dayMs);
        await cleanUp(app.server.deps);
        const { html } = await continueBy(browser, link);
        const { connection_id: id } = await storedAttempt(app, attempt.attempt_id);
        const address = `https://app.example.com/done?from=a&#38;connection_id=${id}&#38;integration_id=sandbox-oauth2`;
        expect(html).toContain(`<a href="${address}">Continue</a>`);
        expect(html).toContain(require_confirmation ? 'One more step' : 'Go back to Acme.');
        expect((await storedConnection(app, id))?.confirm_before === null).toBe(!require_confirmation);
    }
    const own = await makeLink(app, { end_user: { id: 'led astray' }, return_to: `${app.connectUrl}/done` });
    const astray = await askAdmin(app, await openLink(app, own.url));
    await app.db.updateTable('connect_links').set({ return_to: 'https://evil.example/' }).where('id', '=', own.id).execute();
    expect((await continueBy(astray.browser, astray.link)).html).not.toContain('evil.example');
});

test('a choice between accounts that no page can ask for ends the attempt, with words for support', async () => {
    const { attempt, link, browser } = await askAdmin(app, await app.session(), 'sandbox-oauth2-tenants');
    await continueBy(browser, link);
    const row = await storedAttempt(app, attempt.attempt_id);
    expect(row).toMatchObject({ status: 'failed', code: 'validation' });
    expect(row.provider_text).toContain('Several accounts can be connected');
});

test('an end user whom the provider turned away, or keeps, says that an admin has to approve; the new attempt waits in that browser', async () => {
    const endUser = await app.session({ end_user: { id: 'noor-3' } });
    for (const decision of ['deny', undefined] as const) {
        const first = await startSignIn(endUser, 'sandbox-oauth2');
        const browser = app.browser();
        await (decision ? browser.signIn(first.launch_url, { decision }) : browser.launch(first.launch_url));
        const waiting = await start(endUser, 'sandbox-oauth2', { approval_of: first.attempt_id });
        expect(waiting).toMatchObject({ status: 'pending_approval', approval_url: expect.stringContaining('/connect/approval/') });
        expect(waiting).not.toHaveProperty('launch_url');
        expect((await read(endUser, first.attempt_id)).status).toBe(decision ? 'failed' : 'cancelled');
        const { approval_url: link = '' } = waiting;
        expect((await app.browser().press(link)).html).toContain('Finish where you started');
        expect((await continueBy(browser, link)).status).toBe(200);
        expect((await read(endUser, waiting.attempt_id)).status).toBe('succeeded');
    }
});

test('only a sign-in of the same session and integration, that was opened, can be waited for', async () => {
    const endUser = await app.session();
    const unopened = await startSignIn(endUser, 'sandbox-oauth2');
    const foreign = await startSignIn(await app.session(), 'sandbox-oauth2');
    const otherApp = await startSignIn(endUser, 'sandbox-oauth2-tenants');
    for (const { launch_url: launchUrl } of [foreign, otherApp]) await app.browser().launch(launchUrl);
    for (const { attempt_id: id } of [unopened, foreign, otherApp])
        await expect(start(endUser, 'sandbox-oauth2', { approval_of: id })).rejects.toMatchObject({
            status: 400,
            code: 'invalid_body',
            errors: [{ path: ['approval_of'] }]
        });
});

test('a later session of the end user shows what waits until it has ended; other end users and share links do not see it', async () => {
    const ada = { end_user: { id: 'ada' } };
    const waits = async (endUser: EndUser) =>
        (await endUser.call(getConnectSession, {})).data.integrations.filter((each) => each.awaits_approval).map(({ id }) => id);
    const { attempt } = await askAdmin(app, await app.session(ada));
    app.clock.advance(dayMs);
    expect(await waits(await app.session(ada))).toEqual(['sandbox-oauth2']);
    expect(await waits(await app.session())).toEqual([]);
    expect(await waits(await openLink(app, (await makeLink(app)).url))).toEqual([]);
    app.clock.advance(13 * dayMs);
    expect(await waits(await app.session(ada))).toEqual([]);
    expect((await storedAttempt(app, attempt.attempt_id)).status).toBe('awaiting_user');
});

test('support reads since when an attempt waits; the stored status is one that the release before knows', async () => {
    const { attempt } = await askAdmin(app, await app.session({ end_user: { id: 'supported' } }));
    expect((await storedAttempt(app, attempt.attempt_id)).status).toBe('awaiting_user');
    const { data } = await app.call(listAttempts, { query: { ref: attempt.ref } });
    const day = app.clock.now().toISOString().slice(0, 10);
    expect(data[0]).toMatchObject({
        status: 'pending_approval',
        summary: `Waiting since ${day} for approval by someone who manages Sandbox (OAuth 2) at the end user's company, and the sign-in has not been continued yet.`
    });
    expect(data[0]?.timeline.at(-1)?.step).toBe('awaiting_approval');
});

test('what waits for approval is listed page by page and counted, with who, since when and until when, until it has ended', async () => {
    await app.integrate('sandbox-oauth2', { unique_key: 'counted' });
    const waiting = async (query: CallInput<typeof listAttempts>['query'] = {}) =>
        (await app.call(listAttempts, { query: { status: 'pending_approval', integration_id: 'counted', ...query } })).data;
    const count = async (key = app.keys.dev) => (await app.callAs(key)(summarizeHealth, {})).data.pending_approvals;
    const before = await count();
    const made = [];
    for (const id of ['first', 'second', 'third'])
        made.push((await askAdmin(app, await app.session({ end_user: { id } }), 'counted')).attempt);
    await start(await app.session(), 'counted');
    expect((await waiting()).map((each) => each.approval?.end_user_id)).toEqual(['third', 'second', 'first']);
    expect((await waiting({ limit: 2, page: 1 })).map((each) => each.approval?.end_user_id)).toEqual(['first']);
    expect((await waiting({ end_user_id: 'second' })).map((each) => each.ref)).toEqual([made[1]?.ref]);
    expect([await waiting({ is_reconnect: 'true' }), await count(app.keys.prod)]).toEqual([[], 0]);
    expect(await count()).toBe(before + 3);
    const [newest] = await waiting();
    const { since = '', until = '' } = newest?.approval ?? {};
    expect(Math.abs(Date.parse(since) - app.clock.now().getTime())).toBeLessThan(60_000);
    expect(Date.parse(until) - Date.parse(since)).toBe(14 * dayMs);
    expect(newest).toMatchObject({ status: 'pending_approval', connection_id: null, is_reconnect: false });

    app.clock.advance(14 * dayMs);
    expect([await waiting(), await count()]).toEqual([[], 0]);
});

test('a reconnect that waits for approval is listed with its connection', async () => {
    const { attempt } = await signIn(app, await app.session({ end_user: { id: 'renewing' } }), 'sandbox-oauth2');
    const id = attempt.connection_id ?? '';
    await askAdmin(app, await app.reconnectSession(id, 'sandbox-oauth2'));
    const { data: found } = await app.call(listAttempts, { query: { status: 'pending_approval', is_reconnect: 'true' } });
    expect(found).toContainEqual(expect.objectContaining({ connection_id: id, is_reconnect: true, status: 'pending_approval' }));
});

async function environmentOf({ attempt_id: id }: AttemptView): Promise<string> {
    return (await storedAttempt(app, id)).environment_id;
}
