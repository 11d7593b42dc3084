import {
    acceptAccount,
    type AttemptView,
    cancelAttempt,
    createAttempt,
    createReconnectSession,
    deleteConnectSession,
    deleteConnectSessions,
    getConnectSession,
    updateIntegration
} from '@patchbay/contracts';
import { type EndUser, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { cleanUp } from '../../../clean-up.ts';
import { makeLink, openLink } from '../connect-links/connect-links.fixtures.ts';
import { askAdmin, consentBy, continueBy } from './approval.fixtures.ts';
import { read, signIn, start, startSignIn, storedAttempt } from './attempts.fixtures.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const key = 'sandbox-oauth2';
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const provider of [key, 'sandbox-oauth2-tenants']) await app.integrate(provider);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const by = (attemptId: string) => ({ params: { attempt_id: attemptId } });
const statusOf = async (attemptId: string) => (await storedAttempt(app, attemptId)).status;

/** A sign-in that was opened and goes no further. */
async function opened(endUser: EndUser, browser = app.browser()) {
    const attempt = await startSignIn(endUser, key);
    await browser.launch(attempt.launch_url);
    return { ...attempt, browser };
}

/** The session's attempts, as support sees them. */
async function attemptsLike(attemptId: string) {
    const { session_id: sessionId } = await storedAttempt(app, attemptId);
    return app.db.selectFrom('attempts').selectAll().where('session_id', '=', sessionId).execute();
}

test('T-23: however often an end user names one sign-in, on two servers at once, one attempt waits', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    const endUser = await app.session();
    const first = await opened(endUser);
    const there = { ...endUser, call: replica.callAs(endUser.token) };
    const asked = await Promise.all([endUser, there, endUser, there].map((each) => start(each, key, { approval_of: first.attempt_id })));
    const again = await start(endUser, key, { approval_of: first.attempt_id });
    expect(new Set(asked.map((view) => view.attempt_id))).toEqual(new Set([again.attempt_id]));
    const codeOf = ({ approval_url: url }: AttemptView) => url?.split('/').at(-1);
    expect(asked.map((view) => [codeOf(view), view.status])).toEqual(asked.map(() => [codeOf(again), 'pending_approval']));
    expect(await attemptsLike(first.attempt_id)).toHaveLength(2);
    // One that waits by itself is continued, too.
    expect((await start(endUser, key, { approval_of: again.attempt_id })).approval_url).toBe(again.approval_url);
    expect((await continueBy(first.browser, again.approval_url ?? '')).status).toBe(200);
});

test('T-23: of one app, one attempt of a session waits: the latest; the others are cancelled and not kept', async () => {
    const endUser = await app.session();
    const waits = [];
    for (let round = 0; round < 3; round += 1) {
        const { attempt_id: id } = await opened(endUser);
        waits.push(await start(endUser, key, { approval_of: id }));
    }
    const said = await askAdmin(app, endUser);
    const last = said.attempt;
    for (const { attempt_id: id } of waits) expect(await statusOf(id)).toBe('cancelled');
    expect((await read(endUser, last.attempt_id)).status).toBe('pending_approval');
    const { attempt: other } = await askAdmin(app, endUser, 'sandbox-oauth2-tenants');
    expect((await read(endUser, last.attempt_id)).status).toBe('pending_approval');
    for (const { attempt_id: id } of [last, other]) await endUser.call(cancelAttempt, by(id));
    app.clock.advance(2 * dayMs);
    await cleanUp(app.server.deps);
    const { session_id: sessionId } = await storedAttempt(app, last.attempt_id);
    expect(await app.db.selectFrom('connect_sessions').select('id').where('id', '=', sessionId).execute()).toEqual([]);
});

test('an end user who names a sign-in that has succeeded gets that one, and nothing waits', async () => {
    const endUser = await app.session();
    const { attempt } = await signIn(app, endUser, key);
    const named = await start(endUser, key, { approval_of: attempt.attempt_id });
    expect(named).toMatchObject({ attempt_id: attempt.attempt_id, status: 'succeeded', connection_id: attempt.connection_id });
    expect(await attemptsLike(attempt.attempt_id)).toHaveLength(1);
});

test('a sign-in that succeeds at the moment when it is named either connects or waits, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
        const endUser = await app.session();
        const attempt = await startSignIn(endUser, key);
        const browser = app.browser();
        const callback = await browser.consent(attempt.launch_url);
        const [named] = await Promise.all([
            vi
                .waitFor(async () => expect(await statusOf(attempt.attempt_id)).not.toBe('awaiting_user'), {
                    interval: round * 3,
                    timeout: 10_000
                })
                .then(() => start(endUser, key, { approval_of: attempt.attempt_id })),
            browser.get(callback)
        ]);
        const first = await statusOf(attempt.attempt_id);
        expect([first, named.status]).toEqual(first === 'succeeded' ? ['succeeded', 'succeeded'] : ['cancelled', 'pending_approval']);
    }
});

test.each(['succeeded', 'failed', 'cancelled', 'ended with its session', 'ended by another sign-in'])(
    'what waited and then %s is kept no longer than other attempts',
    async (how) => {
        const person = { end_user: { id: `kept ${how}` } };
        const endUser = await app.session(person);
        const { attempt, link, browser } = await askAdmin(app, endUser, how === 'failed' ? 'sandbox-oauth2-tenants' : key);
        if (how === 'cancelled') await endUser.call(cancelAttempt, by(attempt.attempt_id));
        if (how === 'ended with its session') await endUser.call(deleteConnectSession, {});
        app.clock.advance(how === 'succeeded' || how === 'failed' ? 3 * dayMs : 60_000);
        if (how === 'succeeded' || how === 'failed') await continueBy(browser, link);
        if (how === 'ended by another sign-in') await signIn(app, await app.session(person), key);
        await app.db
            .updateTable('attempts')
            .set({ provider_text: 'The admin refused.', return_to: 'https://app.example/for/noor' })
            .where('id', '=', attempt.attempt_id)
            .execute();
        app.clock.advance(dayMs + 31 * minuteMs);
        await cleanUp(app.server.deps);
        const row = await storedAttempt(app, attempt.attempt_id);
        expect(row.status).toBe(how === 'succeeded' || how === 'failed' ? how : 'cancelled');
        expect(row).toMatchObject({ provider_text: null, return_to: null, now_label: null, approval_code: null });
        expect(await app.db.selectFrom('connect_sessions').select('id').where('id', '=', row.session_id).execute()).toEqual([]);
    }
);

test.each(['exchanging', 'verifying'] as const)(
    'what waited and was %s when its server stopped waits again, with its link',
    async (status) => {
        for (const seenBy of ['the clean-up', 'the page']) {
            const endUser = await app.session();
            const { attempt, link, browser } = await askAdmin(app, endUser);
            const workingUntil = new Date(app.clock.now().getTime() + minuteMs);
            await app.db
                .updateTable('attempts')
                .set({ status, working_until: workingUntil })
                .where('id', '=', attempt.attempt_id)
                .execute();
            await cleanUp(app.server.deps);
            expect((await read(endUser, attempt.attempt_id)).status).toBe(status);
            app.clock.advance(minuteMs);
            if (seenBy === 'the clean-up') await cleanUp(app.server.deps);
            else await read(endUser, attempt.attempt_id);
            expect(await storedAttempt(app, attempt.attempt_id)).toMatchObject({ status: 'awaiting_user', working_until: null });
            expect((await continueBy(browser, link)).status).toBe(200);
            expect(await statusOf(attempt.attempt_id)).toBe('succeeded');
        }
    }
);

test('T-04: a continued sign-in expires after 15 minutes, as every sign-in does, and the link continues it again', async () => {
    const endUser = await app.session();
    const { attempt, link, browser } = await askAdmin(app, endUser);
    const [inTime, tooLate] = [await consentBy(browser, link, { decision: 'deny' }), minuteMs];
    app.clock.advance(14 * minuteMs);
    expect((await browser.get(inTime)).html).toContain('Waiting for approval');
    const late = await consentBy(browser, link);
    app.clock.advance(14 * minuteMs + tooLate);
    const page = await browser.get(late);
    expect([page.status, page.html]).toEqual([400, expect.stringContaining('This took too long')]);
    expect((await read(endUser, attempt.attempt_id)).status).toBe('pending_approval');
    expect((await continueBy(browser, link)).status).toBe(200);
});

const waitingFor = async (endUser: EndUser) =>
    (await endUser.call(getConnectSession, {})).data.integrations.filter((each) => each.awaits_approval).map(({ id }) => id);

test('what waits for an end user of one organization is neither shown nor ended in another', async () => {
    const memberOf = (id: string) => app.session({ end_user: { id: 'noor-of-both' }, organization: { id } });
    const { attempt } = await askAdmin(app, await memberOf('acme'));
    expect(await waitingFor(await memberOf('globex'))).toEqual([]);
    expect(await waitingFor(await memberOf('acme'))).toEqual([key]);
    await signIn(app, await memberOf('globex'), key);
    expect(await statusOf(attempt.attempt_id)).toBe('awaiting_user');
    await signIn(app, await memberOf('acme'), key);
    expect(await statusOf(attempt.attempt_id)).toBe('cancelled');
});

test('what waits for the opener of a share link is neither shown nor ended in a session of the end user', async () => {
    const eve = { end_user: { id: 'eve' } };
    const { attempt } = await askAdmin(app, await openLink(app, (await makeLink(app, eve)).url));
    const nameless = await askAdmin(app, await openLink(app, (await makeLink(app, { end_user: undefined, tags: { team: 'a' } })).url));
    expect(await waitingFor(await app.session(eve))).toEqual([]);
    await signIn(app, await app.session(eve), key);
    for (const { attempt_id: id } of [attempt, nameless.attempt]) expect(await statusOf(id)).toBe('awaiting_user');
});

test('T-14: a backend that ends an end user’s sessions ends what waits days later, in their environment alone', async () => {
    const [leaver, other] = [{ end_user: { id: 'leaver' } }, { end_user: { id: 'stayer' } }];
    const waiting = await askAdmin(app, await app.session(leaver));
    const ofLink = await askAdmin(app, await openLink(app, (await makeLink(app, leaver)).url));
    const bystander = await askAdmin(app, await app.session(other));
    app.clock.advance(5 * dayMs);
    await cleanUp(app.server.deps);
    const endUser = await app.session(leaver);
    const running = await startSignIn(endUser, key);
    const end = (token: string) => app.callAs(token)(deleteConnectSessions, { query: { end_user_id: 'leaver' } });
    await end(app.keys.prod);
    expect((await read(endUser, running.attempt_id)).status).toBe('created');
    await end(app.keys.dev);
    for (const { attempt, link, browser } of [waiting, ofLink]) {
        expect(await statusOf(attempt.attempt_id)).toBe('cancelled');
        expect((await browser.press(link)).html).toContain('This link no longer works');
    }
    expect(await statusOf(running.attempt_id)).toBe('cancelled');
    await expect(read(endUser, running.attempt_id)).rejects.toMatchObject({ status: 401, code: 'unknown_connect_session_token' });
    expect((await bystander.browser.press(bystander.link)).goesOnTo).toContain('/oauth/auth?');
    await cleanUp(app.server.deps);
    const kept = await app.db.selectFrom('connect_sessions').select('end_user').execute();
    expect(kept.filter(({ end_user: whose }) => whose?.id === 'leaver')).toHaveLength(1);
});

test('what waits to renew one connection is ended by renewing that one alone', async () => {
    const mona = { end_user: { id: 'mona' } };
    const connect = async (account: string) => (await signIn(app, await app.session(mona), key, { account })).attempt.connection_id ?? '';
    const renew = async (id: string): Promise<EndUser> => {
        const { data } = await app.call(createReconnectSession, { body: { ...mona, connection_id: id, integration_id: key } });
        return { token: data.token, connectLink: data.connect_link, call: app.callAs(data.token) };
    };
    const [one, other] = [await connect('ada'), await connect('grace')];
    const renewing = await askAdmin(app, await renew(one));
    expect(await waitingFor(await app.session(mona))).toEqual([]);
    const connecting = await askAdmin(app, await app.session(mona));
    await signIn(app, await renew(other), key, { account: 'grace' });
    for (const { attempt_id: id } of [renewing.attempt, connecting.attempt]) expect(await statusOf(id)).toBe('awaiting_user');
    // Another new one, which turns out to be the second connection's account.
    await signIn(app, await app.session(mona), key, { account: 'grace' });
    expect([await statusOf(renewing.attempt.attempt_id), await statusOf(connecting.attempt.attempt_id)]).toEqual([
        'awaiting_user',
        'cancelled'
    ]);
    await signIn(app, await renew(one), key, { account: 'ada' });
    expect(await statusOf(renewing.attempt.attempt_id)).toBe('cancelled');
});

test('what waits for a new connection is ended by moving the only one that the app may have to another account', async () => {
    await app.integrate(key, { unique_key: 'single', single_account: true });
    const person = { end_user: { id: 'single' } };
    await signIn(app, await app.session(person), 'single', { account: 'ada' });
    const { attempt } = await askAdmin(app, await app.session(person), 'single');
    const endUser = await app.session(person);
    const { attempt: moving } = await signIn(app, endUser, 'single', { account: 'grace' });
    expect((await endUser.call(acceptAccount, by(moving.attempt_id))).data).toMatchObject({ status: 'succeeded', is_new: false });
    expect(await statusOf(attempt.attempt_id)).toBe('cancelled');
});

test('an integration that is renamed while an attempt waits is connected with what the session gave for it', async () => {
    await app.integrate(key, { unique_key: 'named-before' });
    const endUser = await app.session({
        allowed_integrations: ['named-before'],
        integrations_config_defaults: { 'named-before': { connection_config: { region: 'eu' } } }
    });
    const { attempt, link, browser } = await askAdmin(app, endUser, 'named-before');
    await app.call(updateIntegration, { params: { id: 'named-before' }, body: { unique_key: 'named-after' } });
    expect((await continueBy(browser, link)).status).toBe(200);
    const { status, connection_id: id } = await storedAttempt(app, attempt.attempt_id);
    expect(status).toBe('succeeded');
    expect((await app.connection(id, 'named-after')).connection_config).toMatchObject({ region: 'eu' });
});

test('relaunching what waits is a conflict, and its link goes on working', async () => {
    const endUser = await app.session();
    const { attempt, link, browser } = await askAdmin(app, endUser);
    for (const body of [{}, { by_hand: true }]) {
        const refused = await sendJson(app, 'POST', `/connect/attempts/${attempt.attempt_id}/relaunch`, body, endUser.token);
        expect(outcomeOf(refused)).toBe('409 conflict');
    }
    expect((await read(endUser, attempt.attempt_id)).approval_url).toBe(link);
    expect((await continueBy(browser, link)).status).toBe(200);
});

test('T-04: what waits cannot be opened by an address from before, and a repeated key finds its link', async () => {
    const endUser = await app.session();
    const repeat = async () => (await endUser.call(createAttempt, { body: { integration_id: key } }, { idempotencyKey: 'the same' })).data;
    const browser = app.browser();
    const callback = await browser.consent((await repeat()).launch_url ?? '', { decision: 'ask' });
    const { attempt_id: id, launch_url: unopened = '' } = await repeat();
    await browser.get(callback);
    const link = (await read(endUser, id)).approval_url ?? '';
    expect((await app.browser().launch(unopened)).authorizationUrl).toBeUndefined();
    expect(await repeat()).toMatchObject({ attempt_id: id, status: 'pending_approval', approval_url: link });
    expect(await repeat()).not.toHaveProperty('launch_url');
    expect((await continueBy(browser, link)).status).toBe(200);
    expect(await statusOf(id)).toBe('succeeded');
});
