import { describe, expect, test } from 'vitest';
import { atGem, launch, launchable, launchUrl, loaded, run, submit, typed, view } from './fixtures.ts';
import { startsByItself } from './form.ts';
import { hostMessages } from '../host/host-messages.ts';
import { gem, github, open, session } from '../stories/samples.ts';
import type { FlowEvent } from './events.ts';
import type { Model, Setup } from './model.ts';

const returnTo = 'https://host.example/settings';
const at = (setup: Partial<Setup>, integration = github) => run(loaded({ integrations: [integration] }, setup));
const after = (model: Model, ...events: FlowEvent[]) => run(events, model);
const made = (response = launch, window: 'opened' | 'blocked' | 'unseen' = 'opened'): FlowEvent => ({
    type: 'attemptCreated',
    key: 'k-1',
    view: response,
    window
});
const stop = (model: Model): Model =>
    after(model, submit, made(launch, 'blocked'), { type: 'relaunched', view: launchable, window: 'opened' });

describe('in this tab', () => {
    test.each([
        ['the host wants it', { mode: 'redirect', returnTo }, 'tab'],
        ['windows get lost in this browser', { returnTo, browser: { isInApp: true, prefersTab: true } }, 'tab'],
        ['neither the host nor the browser asks for it', { returnTo }, 'window'],
        ['there is nowhere to come back to', { mode: 'redirect' }, 'window'],
        ['the host wants windows only', { mode: 'popup', returnTo, browser: { isInApp: true, prefersTab: true } }, 'window']
    ] satisfies [string, Partial<Setup>, string][])('the sign-in opens in the tab or a window when %s', (_when, setup, way) => {
        expect(after(at(setup), { type: 'resumeFailed' }, submit).flow).toMatchObject({ step: 'launching', way });
    });

    test('the host is told once to navigate to the address from the server', () => {
        const launching = after(at({ mode: 'redirect', returnTo }), submit);
        const leaving = after(launching, made(launchable));
        expect(leaving.flow).toMatchObject({ state: 'oauth', step: 'redirecting', launchUrl });
        expect(hostMessages(launching, leaving, () => 'words')).toEqual([{ type: 'navigate', url: launchUrl, attemptId: 'a-1' }]);
        expect(after(leaving, { type: 'signInCancelled' }).flow).toMatchObject({ state: 'detail', draft: { integration: 'github' } });
    });

    test('without an address the attempt fails as unexpected', () => {
        expect(after(at({ mode: 'redirect', returnTo }), submit, made(launch)).flow).toMatchObject({ state: 'failed', code: 'unexpected' });
    });

    test('a blocked window can continue in this tab, where the host supports it', () => {
        const blocked = stop(at({ returnTo }));
        expect(blocked.flow).toMatchObject({ step: 'blocked' });
        const going = after(blocked, { type: 'continuedHere', windowKey: 'w-2' });
        expect(going.flow).toMatchObject({ step: 'launching', way: 'tab', attempt: { id: 'a-1' } });
        expect(after(going, { type: 'relaunched', view: launchable, window: 'opened' }).flow).toMatchObject({ step: 'redirecting' });
        const windowsOnly = stop(at({}));
        expect(after(windowsOnly, { type: 'continuedHere', windowKey: 'w-2' })).toBe(windowsOnly);
    });

    test('after two blocked windows this tab is the default', () => {
        const once = after(stop(at({ returnTo })), { type: 'signInCancelled' });
        expect(after(once, submit).flow).toMatchObject({ way: 'window' });
        const twice = after(stop(once), { type: 'signInCancelled' });
        expect(after(twice, submit).flow).toMatchObject({ way: 'tab' });
    });

    test('a refused return address is reported to the host, and windows still work', () => {
        const launching = after(at({ mode: 'redirect', returnTo }), submit);
        const refused = after(launching, { type: 'returnRefused' });
        expect(hostMessages(launching, refused, () => 'words')).toEqual([
            {
                type: 'error',
                code: 'embed_misconfigured',
                message: expect.stringContaining(returnTo),
                hint: expect.stringContaining('allowed_return_origins')
            }
        ]);
        const back = after(refused, { type: 'attemptNotCreated', key: 'k-1', banner: 'unexpected', errors: {} });
        expect(after(back, submit).flow).toMatchObject({ way: 'window' });
    });

    test('when the server can’t be reached for another address, the form shows that', () => {
        const going = after(stop(at({ returnTo })), { type: 'continuedHere', windowKey: 'w-2' });
        expect(after(going, { type: 'stepFailed', attempt: 'a-1', banner: 'unreachable' }).flow).toMatchObject({
            state: 'detail',
            banner: 'unreachable'
        });
    });
});

describe('inside another app', () => {
    const inApp = { browser: { isInApp: true, prefersTab: true } };
    const picky = { ...github, refuses_webviews: true };
    const byHand = (setup: Partial<Setup> = {}) =>
        after(at({ ...inApp, ...setup }, picky), submit, made(launchable), { type: 'relaunched', view: launchable, window: 'opened' });

    test('for a provider that refuses web views there is a link to open in a browser, requested from the server separately', () => {
        const sent = after(at(inApp, picky), submit);
        expect(sent.flow).toMatchObject({ step: 'launching', way: 'byHand', attempt: null });
        expect(after(sent, made(launchable)).flow).toMatchObject({ step: 'launching', way: 'byHand', attempt: { id: 'a-1' } });
        expect(byHand().flow).toMatchObject({ step: 'openInBrowser', launchUrl, copied: false });
    });

    test('any other provider, and the same one in a real browser, opens a window', () => {
        expect(after(at(inApp), submit).flow).toMatchObject({ way: 'window' });
        expect(after(at({}, picky), submit).flow).toMatchObject({ way: 'window' });
    });

    test('the screen completes after a sign-in elsewhere, whether or not the link was copied here', () => {
        const copied = after(byHand(), { type: 'linkCopied' });
        expect(copied.flow).toMatchObject({ step: 'openInBrowser', copied: true });
        const there = after(copied, { type: 'attemptSeen', view: view({ ...launch, status: 'awaiting_user' }) });
        expect(there.flow).toMatchObject({ step: 'awaiting', window: 'elsewhere' });
        const succeeded: FlowEvent = { type: 'attemptSeen', view: view({ status: 'succeeded', connection_id: 'c-1' }) };
        for (const model of [byHand(), copied, there]) expect(after(model, succeeded).flow.state).toBe('success');
    });

    test('continuing here uses the way that this browser prefers', () => {
        const here: FlowEvent = { type: 'continuedHere', windowKey: 'w-2' };
        expect(after(byHand(), here).flow).toMatchObject({ step: 'launching', way: 'window', windowKey: 'w-2', attempt: { id: 'a-1' } });
        expect(after(byHand({ returnTo }), here).flow).toMatchObject({ step: 'launching', way: 'tab', attempt: { id: 'a-1' } });
    });
});

describe('what takes long', () => {
    const verifying = after(
        run([...atGem, typed]),
        submit,
        { type: 'slow' },
        { type: 'attemptCreated', key: 'k-1', view: view({}), window: 'opened' }
    );

    test('is marked as slow, also while the server exchanges the code', () => {
        expect(after(run([...atGem, typed]), submit, { type: 'slow' }).flow).toMatchObject({ state: 'submitting', slow: true });
        expect(verifying.flow).toMatchObject({ state: 'verifying', slow: true });
        expect(after(verifying, { type: 'attemptSeen', view: view({}) }).flow).toMatchObject({ slow: true });
    });

    test('is cancelled after the time-out, unless it has succeeded meanwhile', () => {
        const cancelled = view({ status: 'cancelled', code: 'cancelled' });
        expect(after(verifying, { type: 'tookTooLong', view: cancelled }).flow).toMatchObject({
            state: 'failed',
            code: 'timeout',
            ref: 'C-7F3K2'
        });
        const done = view({ status: 'succeeded', connection_id: 'c-1' });
        expect(after(verifying, { type: 'tookTooLong', view: done }).flow.state).toBe('success');
    });
});

describe('starting by itself', () => {
    const auto = { autoStart: true };
    test.each([
        ['nothing to sign in to', at(auto, open), true],
        ['a sign-in in this tab', at({ ...auto, mode: 'redirect', returnTo }), true],
        ['a sign-in in a window, which needs a click', at(auto), false],
        ['a form', at(auto, gem), false],
        ['a list', run(loaded({}, auto)), false],
        ['one of several that the host preselects', run(loaded({ integrations: [gem, open] }, { ...auto, preselect: 'open-data' })), true],
        ['autoStart not set', at({}, open), false],
        ['no network', after(at(auto, open), { type: 'wentOffline' }), false]
    ])('is decided for %s', (_what, model, starts) => {
        expect(startsByItself(model)).toBe(starts);
    });

    test('happens once: after a failure, and from the list, it needs a click', () => {
        const failed = after(at(auto, open), submit, made(view({ status: 'failed', code: 'provider_down' })));
        expect(startsByItself(after(failed, { type: 'triedAgain', newKey: 'k-2', windowKey: '' }))).toBe(false);
        expect(
            startsByItself(after(run(loaded({ integrations: [gem, open] }, auto)), { type: 'integrationChosen', integration: 'open-data' }))
        ).toBe(false);
    });
});

test('a second connection of the same app is noticed when the form opens, not when the server counts the new one', () => {
    const done: FlowEvent = made(view({ status: 'succeeded', connection_id: 'c-1' }));
    const second = after(at({}, { ...gem, is_connected: true }), typed, submit, done);
    expect(second.flow).toMatchObject({ state: 'success', connectedBefore: true });
    const counted: FlowEvent = { type: 'sessionLoaded', info: session({ integrations: [{ ...gem, is_connected: true }] }) };
    expect(after(at({}, gem), typed, counted, submit, done).flow).toMatchObject({ state: 'success', connectedBefore: false });
});
