// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deliver, hello, shown, widgetOrigin } from '../test/host-page.ts';
import { loadWidget, openAndGreet, token, useFreshPage } from '../test/open-page.ts';
import { resume } from './open-connect.ts';
import type { ConnectOptions } from './connect-options.ts';

useFreshPage();

const launchUrl = `${widgetOrigin}/connect/launch/code`;
const realLocation = window.location;
const assign = vi.fn<(url: string) => void>();

beforeEach(() => {
    assign.mockReset();
    // jsdom goes nowhere.
    vi.stubGlobal('location', new Proxy({}, { get: (_, name) => (name === 'assign' ? assign : Reflect.get(realLocation, name)) }));
});
afterEach(() => {
    vi.unstubAllGlobals();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
});

/** Leaves for the sign-in of an attempt, as far as jsdom goes. */
async function navigateToSignIn(attemptId: string, options: Partial<ConnectOptions> = {}) {
    const opened = await openAndGreet(options);
    opened.widget.say({ type: 'navigate', url: launchUrl, attemptId });
    return opened;
}

/** The page load that the sign-in comes back to. */
function comeBack(address: string): void {
    document.body.replaceChildren();
    history.replaceState({ mine: true }, '', address);
}

describe('a sign-in in this tab', () => {
    test('takes the page to the address that the widget gives', async () => {
        await navigateToSignIn('att_1');
        await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(launchUrl));
        expect(location.href).not.toContain(token);
    });

    test.each([
        'https://evil.example/connect/launch/code',
        'https://connect.test.evil.example/',
        'https://connect.test@evil.example/',
        'http://connect.test/',
        'https://connect.test:444/',
        'javascript:alert(1)',
        '//connect.test/x',
        'nowhere'
    ])('never takes it to %s', async (url) => {
        const { ui, widget } = await openAndGreet();
        widget.say({ type: 'navigate', url, attemptId: 'att_1' });
        await vi.waitFor(() => expect(ui.ignoredMessages).toBe(1));
        expect([assign.mock.calls, sessionStorage.length, shown().alert]).toEqual([[], 0, undefined]);
    });

    test('is not begun when the page could not find back, and the embedder is told', async () => {
        const refuse = () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
        };
        vi.stubGlobal('sessionStorage', new Proxy({}, { get: refuse, set: refuse }));
        const onError = vi.fn<NonNullable<ConnectOptions['onError']>>();
        const { ui } = await navigateToSignIn('att_1', { onError });
        await vi.waitFor(() =>
            expect(onError).toHaveBeenCalledExactlyOnceWith({
                code: 'storage_blocked',
                message: expect.stringContaining('sessionStorage is blocked')
            })
        );
        expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('sessionStorage is blocked'));
        expect(assign).not.toHaveBeenCalled();
        shown().closeButton?.click();
        expect(await ui.done).toBe('failed');
    });
});

describe('coming back', () => {
    test('opens the Connect UI at the attempt, with the session and the settings it left with', async () => {
        await navigateToSignIn('att_1', {
            integration: 'gem',
            locale: 'ar',
            theme: 'dark',
            appearance: { text: { a: 'b' } },
            mode: 'redirect'
        });
        await vi.waitFor(() => expect(assign).toHaveBeenCalled());
        comeBack('/settings?tab=apps&connect_attempt=att_1#top');
        const ui = resume({ locale: 'en' });
        const widget = loadWidget();
        deliver(hello);
        expect(widget.posted[0]?.data).toMatchObject({
            token,
            options: {
                attempt: 'att_1',
                integration: 'gem',
                locale: 'ar',
                theme: 'dark',
                mode: 'redirect',
                appearance: { text: { a: 'b' } }
            }
        });
        expect(JSON.stringify(widget.posted[0]?.data).split(token)).toHaveLength(2);
        ui?.close();
    });

    test('tells the callbacks as usual', async () => {
        await navigateToSignIn('att_1');
        await vi.waitFor(() => expect(assign).toHaveBeenCalled());
        comeBack('/?connect_attempt=att_1');
        const onConnect = vi.fn<NonNullable<ConnectOptions['onConnect']>>();
        const ui = resume({ onConnect });
        const widget = loadWidget();
        deliver(hello);
        const connected = { connectionId: 'c', integrationId: 'gem', isNew: true, attemptId: 'att_1' };
        widget.say({ type: 'connect', ...connected });
        widget.say({ type: 'close', outcome: 'connected' });
        expect(await ui?.done).toBe('connected');
        expect(onConnect).toHaveBeenCalledExactlyOnceWith(connected);
    });

    test('can renew the session with the function it is given now', async () => {
        await navigateToSignIn('att_1');
        await vi.waitFor(() => expect(assign).toHaveBeenCalled());
        comeBack('/?connect_attempt=att_1');
        const sessionToken = vi.fn(() => Promise.resolve('pb_cs_fresh'));
        const ui = resume({ sessionToken });
        const widget = loadWidget();
        deliver(hello);
        expect(widget.posted[0]?.data).toMatchObject({ token, options: { renews: true } });
        expect(sessionToken).not.toHaveBeenCalled();
        widget.say({ type: 'session_wanted' });
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'session_token', token: 'pb_cs_fresh' }]));
        ui?.close();
    });

    test.each([
        ['/?connect_attempt=att_1', '/'],
        ['/?connect_attempt=att_1#top', '/#top'],
        ['/?a=%20+1&connect_attempt=att_1', '/?a=%20+1'],
        ['/?connect_attempt=att_1&b', '/?b'],
        ['/?a&connect_attempt=att_1&b=/?#/route?x=1', '/?a&b=/?#/route?x=1'],
        ['/?my_connect_attempt=1&connect_attempt=att_1', '/?my_connect_attempt=1']
    ])('from %s leaves %s in the address, and the history entry its state', async (from, to) => {
        await navigateToSignIn('att_1');
        await vi.waitFor(() => expect(assign).toHaveBeenCalled());
        comeBack(from);
        const entries = history.length;
        resume()?.close();
        expect(location.href).toBe(location.origin + to);
        expect([history.state, history.length]).toEqual([{ mine: true }, entries]);
    });

    test('works once: what was kept is gone', async () => {
        await navigateToSignIn('att_1');
        await vi.waitFor(() => expect(assign).toHaveBeenCalled());
        comeBack('/?connect_attempt=att_1');
        resume()?.close();
        expect(sessionStorage).toHaveLength(0);
        comeBack('/?connect_attempt=att_1');
        expect(resume()).toBeNull();
    });

    test.each([
        '/',
        '/?connect_attempt=',
        '/?connect_attempt=att_of_somebody_else',
        '/?connect_attempt=__proto__',
        '/#?connect_attempt=length'
    ])('%s is no return: nothing opens and the address stays', async (address) => {
        await navigateToSignIn('att_1');
        await vi.waitFor(() => expect(assign).toHaveBeenCalled());
        comeBack(address);
        expect(resume()).toBeNull();
        expect([location.href, shown().host, sessionStorage.length]).toEqual([location.origin + address, null, 1]);
    });

    test('what is kept but not ours is no return either', () => {
        sessionStorage.setItem('patchbay:att_1', 'not JSON');
        comeBack('/?connect_attempt=att_1');
        expect(resume()).toBeNull();
    });
});
