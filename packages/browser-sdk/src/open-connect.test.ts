// @vitest-environment jsdom
import type { Outcome } from '@patchbay/contracts/widget-message';
import { describe, expect, test, vi } from 'vitest';
import { clickBackdrop, deliver, hello, isScrollLocked, pressEscape, shown, widgetOrigin } from '../test/host-page.ts';
import { loadWidget, open, openAndGreet, token, useFreshPage } from '../test/open-page.ts';
import type { ConnectOptions } from './connect-options.ts';

useFreshPage();

describe('the frame', () => {
    test('T-32 its address is the same for all end users: no token, no id, no query but the protocol', () => {
        open({ integration: 'gem' });
        expect(shown().frame?.src).toBe('https://connect.test/ui/?v=1');
        expect(document.documentElement.outerHTML + shown().host?.shadowRoot?.innerHTML).not.toContain(token);
    });

    test('has a name and no more rights than it needs', () => {
        open();
        const { frame } = shown();
        expect(frame?.getAttribute('sandbox')).toBe(
            'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'
        );
        // jsdom knows neither as an attribute.
        expect([frame?.title, frame?.allow, frame?.referrerPolicy]).toEqual(['Connect an app', 'clipboard-write', 'strict-origin']);
    });

    test("is named in the end user's language, once the widget can say it", async () => {
        const { widget } = await openAndGreet({ locale: 'ar-EG' });
        expect([shown().dialog?.lang, shown().dialog?.ariaLabel, shown().frame?.title]).toEqual(['en', 'Connect an app', 'Connect an app']);
        widget.say({ type: 'named', title: 'ربط تطبيق', lang: 'ar' });
        await vi.waitFor(() => expect(shown().frame?.title).toBe('ربط تطبيق'));
        expect([shown().dialog?.lang, shown().dialog?.ariaLabel]).toEqual(['ar', 'ربط تطبيق']);
    });
});

describe('the handshake', () => {
    test('answers a hello once, to the exact origin, with its nonce, the token, the options and one port', async () => {
        const { widget } = await openAndGreet({ integration: 'gem', theme: 'dark', locale: 'ar' });
        expect(widget.posted).toHaveLength(1);
        expect(widget.posted[0]).toMatchObject({
            targetOrigin: widgetOrigin,
            data: {
                patchbay: 1,
                type: 'init',
                nonce: 'nonce-1',
                version: 1,
                token,
                options: { integration: 'gem', theme: 'dark', locale: 'ar', layout: 'modal' }
            }
        });
        expect(widget.posted[0]?.ports).toHaveLength(1);
        deliver({ ...hello, nonce: 'nonce-2' });
        expect(widget.posted).toHaveLength(1);
    });

    test('gives the focus to the widget, now that its page is there to take it', async () => {
        await openAndGreet();
        expect(shown().host?.shadowRoot?.activeElement).toBe(shown().frame);
    });

    test('gives it to the widget again when the browser hands it back to the page', async () => {
        await openAndGreet();
        // jsdom tells no frame of its focus.
        const onFocus = vi.spyOn(HTMLIFrameElement.prototype, 'focus');
        dispatchEvent(new FocusEvent('focus'));
        await vi.waitFor(() => expect(onFocus).toHaveBeenCalledOnce());
    });

    test.each([
        ['another origin', hello, { origin: 'https://connect.test.evil.example' }],
        ['the same host on another port', hello, { origin: 'https://connect.test:444' }],
        ['an opaque origin', hello, { origin: 'null' }],
        ['another window', hello, { source: window }],
        ['no window', hello, { source: null }],
        ['a frame that says something else', { ...hello, type: 'init' }, {}],
        ['a frame that says hello without a nonce', { ...hello, nonce: undefined }, {}]
    ])('T-24 does not answer a hello from %s, and still answers the real one', async (_who, data, from) => {
        open();
        const widget = loadWidget();
        deliver(data, from);
        expect(widget.posted).toEqual([]);
        deliver(hello);
        expect(widget.posted).toHaveLength(1);
    });

    test('T-24 takes nothing from the window afterwards, only from the port', async () => {
        const onConnect = vi.fn<NonNullable<ConnectOptions['onConnect']>>();
        const { ui } = await openAndGreet({ onConnect });
        deliver({ type: 'connect', connectionId: 'c', integrationId: 'gem', isNew: true, attemptId: 'a' });
        deliver({ type: 'close', outcome: 'connected' });
        ui.close();
        expect(await ui.done).toBe('cancelled');
        expect(onConnect).not.toHaveBeenCalled();
    });

    test('T-25 no message is posted to the wildcard origin', async () => {
        const toSelf = vi.spyOn(window, 'postMessage');
        const { ui, widget } = await openAndGreet();
        ui.setSessionToken('pb_cs_later');
        ui.close();
        expect(widget.posted.map(({ targetOrigin }) => targetOrigin)).toEqual([widgetOrigin]);
        expect(toSelf).not.toHaveBeenCalled();
    });

    test('an unknown theme in plain JavaScript becomes `system`, since a widget would not hear it', async () => {
        const { widget } = await openAndGreet({ theme: JSON.parse('"drak"'), locale: '', integration: '' });
        expect(widget.posted[0]?.data).toMatchObject({ options: { theme: 'system', locale: 'auto' } });
    });
});

describe('the session token', () => {
    test('may come after the widget, by promise or function', async () => {
        let mint = (_token: string) => {};
        const { widget } = await openAndGreet({ sessionToken: () => new Promise((resolve) => (mint = resolve)) });
        expect(widget.posted[0]?.data).toMatchObject({ token: undefined });
        mint(token);
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'session_token', token }]));
    });

    test('set by hand wins over one that is still being fetched', async () => {
        let mint = (_token: string) => {};
        const { ui, widget } = await openAndGreet({ sessionToken: new Promise((resolve) => (mint = resolve)) });
        ui.setSessionToken('pb_cs_by_hand');
        mint(token);
        ui.setTheme('dark');
        await vi.waitFor(() =>
            expect(widget.heard).toEqual([
                { type: 'session_token', token: 'pb_cs_by_hand' },
                { type: 'set_theme', theme: 'dark' }
            ])
        );
    });
});

describe('what the widget says', () => {
    test('reaches the callbacks, in order', async () => {
        const said: unknown[] = [];
        const { ui, widget } = await openAndGreet({
            onReady: () => said.push('onReady'),
            onEvent: (name) => said.push(name),
            onError: (failure) => said.push(failure),
            onClose: (outcome) => said.push({ outcome })
        });
        widget.say({ type: 'ready' });
        widget.say({ type: 'event', name: 'list_viewed' });
        widget.say({ type: 'error', code: 'credentials_rejected', message: 'No.', ref: 'C-1' });
        widget.say({ type: 'close', outcome: 'failed' });
        expect(await ui.done).toBe('failed');
        const failure = { code: 'credentials_rejected', message: 'No.', ref: 'C-1' };
        expect(said).toEqual(['opened', 'onReady', 'ready', 'list_viewed', failure, 'closed', { outcome: 'failed' }]);
    });

    test('names the integration and the search that an event is about', async () => {
        const onEvent = vi.fn<NonNullable<ConnectOptions['onEvent']>>();
        const { widget } = await openAndGreet({ onEvent });
        widget.say({ type: 'event', name: 'integration_selected', integrationId: 'gem' });
        widget.say({ type: 'event', name: 'request_integration', query: 'pipedrive', later: 'x' });
        widget.say({ type: 'event', name: 'a_step_of_next_year' });
        await vi.waitFor(() => expect(onEvent).toHaveBeenCalledTimes(4));
        expect(onEvent.mock.calls.slice(1)).toEqual([
            ['integration_selected', { integrationId: 'gem' }],
            ['request_integration', { query: 'pipedrive' }],
            ['a_step_of_next_year', {}]
        ]);
    });

    test('to the embedder is one line in the console', async () => {
        const onError = vi.fn<NonNullable<ConnectOptions['onError']>>();
        const { widget } = await openAndGreet({ onError });
        widget.say({
            type: 'error',
            code: 'origin_not_allowed',
            message: 'This page can’t be shown here.',
            hint: 'Add it to allowed_origins.'
        });
        await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce());
        expect(onError).toHaveBeenCalledWith({ code: 'origin_not_allowed', message: 'This page can’t be shown here.' });
        expect(console.error).toHaveBeenCalledExactlyOnceWith('[patchbay] Add it to allowed_origins.');
    });

    test('a connected account is told once per attempt, and never with credentials', async () => {
        const onConnect = vi.fn<NonNullable<ConnectOptions['onConnect']>>();
        const { ui, widget } = await openAndGreet({ onConnect });
        const connected = { connectionId: 'c', integrationId: 'gem', isNew: true, attemptId: 'att_1' };
        widget.say({ type: 'connect', ...connected, credentials: { apiKey: 'k' } });
        widget.say({ type: 'connect', ...connected });
        widget.say({ type: 'connect', ...connected, attemptId: 'att_2' });
        widget.say({ type: 'close', outcome: 'connected' });
        expect(await ui.done).toBe('connected');
        expect(onConnect.mock.calls).toEqual([[connected], [{ ...connected, attemptId: 'att_2' }]]);
    });

    test('is ignored when it is not of the protocol', async () => {
        const onEvent = vi.fn<NonNullable<ConnectOptions['onEvent']>>();
        const { ui, widget } = await openAndGreet({ onEvent });
        widget.say({ type: 'event', url: 'https://evil.example' });
        widget.say({ type: 'close', outcome: 'whatever' });
        widget.say({ type: 'close', outcome: 'cancelled' });
        expect(await ui.done).toBe('cancelled');
        expect(onEvent.mock.calls.map(([name]) => name)).toEqual(['opened', 'closed']);
        expect(ui.ignoredMessages).toBe(2);
    });
});

describe('closing', () => {
    test('leaves the page as it was, to the last attribute', async () => {
        document.body.innerHTML = '<main>Shop <button>Buy</button></main>';
        document.querySelector('button')?.focus();
        const before = pageState();
        const { ui, widget } = await openAndGreet();
        expect([isScrollLocked(), shown().dialog?.open]).toEqual([true, true]);
        // The page may change its own styles meanwhile.
        document.documentElement.style.setProperty('--brand', 'red');
        widget.say({ type: 'close', outcome: 'cancelled' });
        await ui.done;
        expect(document.documentElement.style.getPropertyValue('--brand')).toBe('red');
        document.documentElement.removeAttribute('style');
        expect(pageState()).toEqual(before);
    });

    test('Esc on the page and the backdrop ask the widget, which may have something to lose', async () => {
        vi.useFakeTimers({ toFake: ['Date'] });
        const { widget } = await openAndGreet();
        expect(pressEscape().defaultPrevented).toBe(true);
        vi.setSystemTime(Date.now() + 500);
        clickBackdrop();
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'close_requested' }, { type: 'close_requested' }]));
        expect(shown().dialog?.open).toBe(true);
    });

    test('the second half of a double click on the opener does not count as a click on the backdrop', async () => {
        vi.useFakeTimers({ toFake: ['Date'] });
        open();
        vi.setSystemTime(Date.now() + 499);
        clickBackdrop();
        expect(shown().dialog?.open).toBe(true);
        vi.setSystemTime(Date.now() + 1);
        clickBackdrop();
        expect(shown().host).toBeNull();
    });

    test('pressing the backdrop leaves the focus, and any selection, where it is', () => {
        open();
        const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true });
        shown().dialog?.dispatchEvent(press);
        expect(press.defaultPrevented).toBe(true);
    });

    test('Esc closes at once while there is no widget to ask', async () => {
        const ui = open();
        pressEscape();
        expect(shown().host).toBeNull();
        expect(await ui.done).toBe('cancelled');
    });

    test('the browser closing the dialog by itself counts as closed, and the widget is told', async () => {
        const { ui, widget } = await openAndGreet();
        shown().dialog?.close();
        expect(await ui.done).toBe('cancelled');
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'close' }]));
    });

    test('by the host hides at once, once, and keeps the frame until the widget has tidied up', async () => {
        const onClose = vi.fn<(outcome: Outcome) => void>();
        const { ui, widget } = await openAndGreet({ onClose });
        ui.close();
        ui.close();
        expect([shown().dialog?.open, shown().frame?.isConnected]).toEqual([false, true]);
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'close' }]));
        widget.say({ type: 'close', outcome: 'cancelled' });
        await vi.waitFor(() => expect(shown().host).toBeNull());
        expect(onClose.mock.calls).toEqual([['cancelled']]);
    });

    test('does not wait for a widget that stays silent for a second', async () => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        const { ui } = await openAndGreet();
        ui.close();
        vi.advanceTimersByTime(999);
        expect(shown().frame?.isConnected).toBe(true);
        vi.advanceTimersByTime(1);
        expect(shown().host).toBeNull();
    });

    test('by the host after an account was connected says so', async () => {
        const onConnect = vi.fn<NonNullable<ConnectOptions['onConnect']>>();
        const { ui, widget } = await openAndGreet({ onConnect });
        widget.say({ type: 'connect', connectionId: 'c', integrationId: 'gem', isNew: false, attemptId: 'att_1' });
        await vi.waitFor(() => expect(onConnect).toHaveBeenCalledOnce());
        ui.close();
        expect(await ui.done).toBe('connected');
    });
});

describe('opening again', () => {
    test('while open focuses the first and returns it; once closed it opens anew', async () => {
        const first = open();
        const again = open({ sessionToken: 'pb_cs_other' });
        expect(again).toBe(first);
        expect(document.querySelectorAll('[data-patchbay-connect]')).toHaveLength(1);
        expect(shown().host?.shadowRoot?.activeElement).toBe(shown().closeButton);
        first.close();
        expect(open()).not.toBe(first);
    });

    test('works after the page has thrown the dialog away', async () => {
        const first = open();
        document.body.replaceChildren();
        const second = open();
        expect(second).not.toBe(first);
        expect(shown().frame?.isConnected).toBe(true);
        expect(await first.done).toBe('cancelled');
        second.close();
        expect(isScrollLocked()).toBe(false);
    });
});

describe('theme and language', () => {
    test('may change before and after the widget is there', async () => {
        const ui = open();
        ui.setTheme('dark');
        ui.setLocale('ar');
        const widget = loadWidget();
        await new Promise(setImmediate);
        deliver(hello);
        expect(widget.posted[0]?.data).toMatchObject({ options: { theme: 'dark', locale: 'ar' } });
        ui.setTheme('light');
        ui.setLocale('en');
        await vi.waitFor(() =>
            expect(widget.heard).toEqual([
                { type: 'set_theme', theme: 'light' },
                { type: 'set_locale', locale: 'en' }
            ])
        );
        expect(shown().dialog?.style.colorScheme).toBe('light');
        ui.setTheme('system');
        expect(shown().dialog?.style.colorScheme).toBe('');
    });
});

test('the appearance goes along as plain data, and may change', async () => {
    const reactive = new Proxy({ variables: { colorPrimary: '#0b6e5f', borderRadius: 0 } }, {});
    const { ui, widget } = await openAndGreet({ appearance: reactive });
    expect(widget.posted[0]?.data).toMatchObject({ options: { appearance: { variables: { colorPrimary: '#0b6e5f', borderRadius: 0 } } } });
    const words = { text: { 'list.title': 'Pick one' }, texts: { de: { 'list.title': 'Wählen' }, xx: { nonsense: 'x' } } };
    ui.updateAppearance(words);
    await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'set_appearance', appearance: words }]));
});

test('mode, the way back and the automatic start are told to the widget', async () => {
    const { widget } = await openAndGreet({ mode: 'popup', returnTo: 'https://shop.example/back', autoStart: true });
    expect(widget.posted[0]?.data).toMatchObject({
        options: { mode: 'popup', returnTo: 'https://shop.example/back', autoStart: true, renews: false, takesRequests: false }
    });
});

test.each([
    ['no callback is set', {}, false],
    ['onEvent is set', { onEvent() {} }, true],
    ['onEvent is set and takesRequests is false', { onEvent() {}, takesRequests: false }, false],
    ['takesRequests is set without a callback', { takesRequests: true }, false]
])('the widget is told whether missing apps can be requested: %s', async (_when, options, takesRequests) => {
    const { widget } = await openAndGreet(options);
    expect(widget.posted[0]?.data).toMatchObject({ options: { takesRequests } });
});

test('a redirect comes back to this page unless told otherwise', async () => {
    const { widget } = await openAndGreet({ mode: 'redirect' });
    expect(widget.posted[0]?.data).toMatchObject({ options: { mode: 'redirect', returnTo: location.href } });
});

/** All that is observable of the page: its tree with attributes, its style sheets, its focus. */
function pageState() {
    return {
        html: document.documentElement.outerHTML,
        sheets: document.adoptedStyleSheets.length,
        focused: document.activeElement?.outerHTML,
        overflow: getComputedStyle(document.documentElement).overflow
    };
}
