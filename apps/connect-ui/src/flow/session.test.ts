import { describe, expect, test } from 'vitest';
import { atGem, atGithub, awaiting, loaded, run, submit, typed, view } from './fixtures.ts';
import { reduce } from './reduce.ts';
import { hostMessages } from '../host/host-messages.ts';
import { gem, github, session, secret } from '../stories/samples.ts';
import type { FlowEvent } from './events.ts';
import { booting, plainSetup, type Model } from './model.ts';

const expired: FlowEvent = { type: 'sessionExpired' };
const renewed: FlowEvent = { type: 'sessionRenewed' };
const succeeded: FlowEvent = { type: 'attemptSeen', view: view({ status: 'succeeded', connection_id: 'c-1' }) };
const denied: FlowEvent = { type: 'attemptSeen', view: view({ status: 'failed', code: 'consent_denied' }) };
const again: FlowEvent = { type: 'triedAgain', newKey: 'k-2', windowKey: 'w-2' };
const fatal = { state: 'fatal', code: 'session_expired' };
const asked = (before: Model, after: Model) => hostMessages(before, after, () => 'words').filter(({ type }) => type === 'session_wanted');

test('a session of a server of the version before gets what that server does not say', () => {
    const info = session({ integrations: [gem] });
    const added = [
        'is_test',
        'privacy_url',
        'terms_url',
        'support_url',
        'support_email',
        'link_expires_at',
        'connections',
        'is_checked',
        'logo',
        'access',
        'guide'
    ];
    const before = JSON.parse(JSON.stringify(info, (name, value: unknown) => (added.includes(name) ? undefined : value)));
    const opened: FlowEvent = { type: 'opened', setup: plainSetup };
    const { session: known } = run([opened, { type: 'sessionLoaded', info: before }]);
    expect(known).toEqual({ status: 'fresh', info: { ...info, integrations: [{ ...gem, access: [] }] } });
});

describe('a session that expires, at a host that has no other,', () => {
    test('leaves nothing more to do on a form', () => {
        expect(run([...atGem, typed, expired]).flow).toMatchObject(fatal);
    });

    test('lets a running sign-in finish; only the next try is too late', () => {
        const model = run([...awaiting, expired]);
        expect(model.flow).toMatchObject({ state: 'oauth', step: 'awaiting' });
        expect(reduce(model, succeeded).flow.state).toBe('success');
        const failed = reduce(model, denied);
        expect(failed.flow.state).toBe('failed');
        expect(reduce(failed, again).flow).toMatchObject(fatal);
    });
});

describe('at a host that renews,', () => {
    const renews = { renews: true };
    const onGem = loaded({ integrations: [gem] }, renews);
    const onGithub = loaded({ integrations: [github] }, renews);

    test('the host is asked once, and the form with all that was typed is there when the token comes', () => {
        const before = run([...onGem, typed]);
        const waiting = reduce(before, expired);
        expect(waiting).toMatchObject({ renewal: 'asked', flow: { state: 'detail', draft: { values: { 'credentials.apiKey': secret } } } });
        expect(asked(before, waiting)).toHaveLength(1);
        expect(reduce(waiting, expired)).toBe(waiting);
        expect(reduce(waiting, submit)).toBe(waiting);
        const given = reduce(waiting, renewed);
        expect(given).toMatchObject({ renewal: 'given', tokens: 1, session: { status: 'fresh' }, flow: waiting.flow });
        expect(reduce(given, submit).flow).toMatchObject({ state: 'submitting' });
        const confirmed = reduce(given, { type: 'sessionLoaded', info: session({ integrations: [gem] }) });
        expect(confirmed).toMatchObject({ renewal: 'none', flow: waiting.flow });
    });

    test('a submit refused as expired leads back to its form, and a secret is sent again only by the next click', () => {
        const sent = run([...onGem, typed, submit, expired]);
        expect(sent.flow).toMatchObject({
            state: 'detail',
            banner: 'session_renewed',
            draft: { values: { 'credentials.apiKey': secret }, key: null }
        });
        const given = reduce(sent, renewed);
        expect(given.flow).toBe(sent.flow);
        expect(reduce(given, { type: 'submitted', newKey: 'k-2', windowKey: 'w-2' }).flow).toMatchObject({
            state: 'submitting',
            key: 'k-2'
        });
    });

    test('a sign-in refused as expired waits for the next click, since only a click can open a window', () => {
        expect(run([...onGithub, submit, expired]).flow).toMatchObject({ state: 'detail', banner: 'session_renewed' });
    });

    test('a submit whose response is still awaited leads back to its form as well', () => {
        const model = run([...onGem, typed, submit, { type: 'closeRequested' }, expired]);
        expect(model.flow).toMatchObject({ state: 'confirmLeave', back: { state: 'detail', banner: 'session_renewed' } });
    });

    test('a running attempt is finished with the old token, and the host is asked for the next try', () => {
        const model = run([...onGithub, ...awaiting.slice(2), expired]);
        expect(model).toMatchObject({ renewal: 'none', flow: { state: 'oauth', step: 'awaiting' } });
        expect(reduce(model, renewed)).toBe(model);
        const failed = reduce(model, denied);
        expect(failed).toMatchObject({ renewal: 'none', flow: { state: 'failed' } });
        expect(reduce(failed, again)).toMatchObject({ renewal: 'asked', flow: { state: 'detail' } });
    });

    test('when there is no new token after all, the page has timed out', () => {
        expect(run([...onGem, expired, { type: 'renewalFailed' }]).flow).toMatchObject(fatal);
    });

    test('a new token that has expired as well is not asked for a third time', () => {
        expect(run([...onGem, expired, renewed, expired]).flow).toMatchObject(fatal);
    });

    test('it is asked before the first screen too', () => {
        const opened: FlowEvent = { type: 'opened', setup: { ...plainSetup, ...renews } };
        const waiting = run([opened, expired]);
        expect(waiting).toMatchObject({ renewal: 'asked', flow: { state: 'boot', step: 'session' } });
        const info = session({ integrations: [gem] });
        expect(run([renewed, { type: 'sessionLoaded', info }], waiting)).toMatchObject({ renewal: 'none', flow: { state: 'detail' } });
        expect(reduce(waiting, { type: 'renewalFailed' }).flow).toMatchObject(fatal);
    });

    test('the end user can ask for more time, and keeps the rest of it if there is none', () => {
        const soon = run([...onGem, typed, { type: 'sessionExpiring' }]);
        expect(soon.session.status).toBe('expiring');
        const wanted = reduce(soon, { type: 'moreTimeRequested' });
        expect(asked(soon, wanted)).toHaveLength(1);
        expect(reduce(wanted, renewed)).toMatchObject({ session: { status: 'fresh' }, flow: soon.flow });
        const refused = reduce(wanted, { type: 'renewalFailed' });
        expect(refused).toMatchObject({ session: { status: 'expiring' }, flow: soon.flow });
        expect(reduce(refused, { type: 'moreTimeRequested' })).toBe(refused);
    });

    test('reading the same session again does not extend its lifetime', () => {
        const soon = run([...onGem, { type: 'sessionExpiring' }, { type: 'sessionLoaded', info: session({ integrations: [gem] }) }]);
        expect(soon.session.status).toBe('expiring');
    });
});

describe('a token that the host brings unasked', () => {
    test('replaces the old one, unless an attempt was started with that', () => {
        expect(run([...atGem, typed, renewed])).toMatchObject({ tokens: 1, flow: { state: 'detail' } });
        for (const busy of [run([...atGithub, submit]), run([...atGem, typed, submit]), run(awaiting)])
            expect(reduce(busy, renewed)).toBe(busy);
    });

    test('ends the time-out screen', () => {
        expect(run([...atGem, expired, renewed])).toMatchObject({
            session: { status: 'unknown' },
            flow: { state: 'boot', step: 'session' }
        });
    });
});

describe('coming back from a sign-in in this tab', () => {
    const setup = { resume: 'a-1', returnTo: 'https://host.example/settings', renews: true };
    const opened: FlowEvent = { type: 'opened', setup: { ...plainSetup, ...setup } };
    const back = loaded({ integrations: [gem, github] }, setup);

    test('shows how it ended', () => {
        const looking = run(back);
        expect(looking.flow).toMatchObject({ state: 'boot', step: 'attempt', attempt: { id: 'a-1' } });
        const view1 = view({ integration_id: 'github', status: 'succeeded', connection_id: 'c-1' });
        const done = reduce(looking, { type: 'attemptSeen', view: view1 });
        expect(done.flow).toMatchObject({ state: 'success', integration: 'github', attemptId: 'a-1', connectedBefore: false });
        expect(hostMessages(looking, done, () => 'words').map(({ type }) => type)).toEqual(['ready', 'event', 'connect']);
        expect(reduce(looking, { type: 'attemptSeen', view: view({ status: 'verifying' }) }).flow.state).toBe('verifying');
        expect(reduce(looking, denied).flow).toMatchObject({ state: 'failed', code: 'consent_denied' });
    });

    test('an attempt without a sign-in leads to its form, one unknown to the server to the first screen', () => {
        const waiting = view({ integration_id: 'github', status: 'awaiting_user' });
        expect(run([...back, { type: 'attemptSeen', view: waiting }]).flow).toMatchObject({
            state: 'detail',
            draft: { integration: 'github' }
        });
        expect(run([...back, { type: 'resumeFailed' }]).flow).toMatchObject({ state: 'list' });
    });

    test('with a session that has expired meanwhile, what was connected is still shown', () => {
        const looking = run([opened, expired]);
        expect(looking).toMatchObject({ session: { status: 'expired' }, flow: { state: 'boot', step: 'attempt' } });
        expect(reduce(looking, succeeded).flow).toMatchObject({ state: 'success', integration: 'gem' });
        const failed = reduce(looking, denied);
        expect(reduce(failed, again)).toMatchObject({ renewal: 'asked', flow: { state: 'detail' } });
    });

    test('with an expired session and nothing to show, there is a new session first', () => {
        const nothing = run([opened, expired, { type: 'resumeFailed' }]);
        expect(nothing).toMatchObject({ renewal: 'asked', flow: { state: 'boot', step: 'session' } });
        const info = session({ integrations: [gem] });
        expect(run([renewed, { type: 'sessionLoaded', info }], nothing).flow).toMatchObject({ state: 'detail' });
    });

    test('never starts by itself again', () => {
        const model = run([
            ...loaded({ integrations: [github] }, { ...setup, mode: 'redirect', autoStart: true }),
            { type: 'resumeFailed' }
        ]);
        expect(model.flow.state).toBe('detail');
        expect(model.setup.autoStart).toBe(false);
    });

    test('is booting until the server has responded', () => {
        expect(hostMessages(booting, run(back), () => 'words')).toEqual([]);
    });
});
