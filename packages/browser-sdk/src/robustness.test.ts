// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { deliver, hello, isScrollLocked, shown, widgetOrigin } from '../test/host-page.ts';
import { loadWidget, open, openAndGreet, token, useFreshPage } from '../test/open-page.ts';
import type { ConnectOptions } from './connect-options.ts';

useFreshPage();

/**
 * Objects with the field names of messages and anything in them, besides whatever else can be
 * posted.
 */
const anyMessage = fc.oneof(
    fc.anything(),
    fc.record(
        {
            patchbay: fc.constantFrom<unknown>(1, 2, '1'),
            type: fc.oneof(
                fc.string(),
                fc.constantFrom('hello', 'init', 'connect', 'error', 'close', 'navigate', 'size', 'session_wanted', 'named')
            ),
            nonce: fc.anything(),
            version: fc.anything(),
            outcome: fc.anything(),
            url: fc.anything(),
            connectionId: fc.anything(),
            height: fc.anything()
        },
        { requiredKeys: [] }
    )
);

function callbacks() {
    return {
        onConnect: vi.fn<NonNullable<ConnectOptions['onConnect']>>(),
        onError: vi.fn<NonNullable<ConnectOptions['onError']>>(),
        onClose: vi.fn<NonNullable<ConnectOptions['onClose']>>()
    };
}

describe('T-24 hostile and broken messages', () => {
    test('on the window change nothing, from any origin, and the real hello is still answered', () => {
        const heard = callbacks();
        open(heard);
        const widget = loadWidget();
        fc.assert(
            fc.property(anyMessage, fc.constantFrom('https://connect.test.evil.example', 'null', '', location.origin), (data, origin) => {
                deliver(data, { origin });
                deliver(data, { source: window });
            }),
            { numRuns: 500 }
        );
        expect([widget.posted, heard.onConnect.mock.calls, heard.onError.mock.calls]).toEqual([[], [], []]);
        deliver(hello);
        expect(widget.posted).toHaveLength(1);
    });

    test('on the port change nothing either, and are counted', async () => {
        const heard = callbacks();
        const { ui, widget } = await openAndGreet(heard);
        const before = ui.ignoredMessages;
        const broken = [
            null,
            'close',
            [],
            {},
            { type: 'toString' },
            { type: '__proto__' },
            { type: 'close', outcome: 'whatever' },
            { type: 'connect', connectionId: 1, integrationId: 'gem', isNew: true, attemptId: 'a' },
            { type: 'connect', connectionId: 'x'.repeat(65_537), integrationId: 'gem', isNew: true, attemptId: 'a' },
            { type: 'size', height: Number.NaN },
            { type: 'navigate', url: 'https://evil.example', attemptId: 'a' },
            { ...hello }
        ];
        for (const message of broken) widget.say(message);
        await vi.waitFor(() => expect(ui.ignoredMessages - before).toBe(broken.length));
        expect([heard.onConnect.mock.calls, heard.onError.mock.calls, shown().dialog?.open]).toEqual([[], [], true]);
    });

    test('of any kind on the port never end it', async () => {
        const { ui, widget } = await openAndGreet();
        const samples = fc.sample(anyMessage, 300).flatMap((message) => postable(message));
        for (const message of samples) if (Reflect.get(Object(message), 'type') !== 'close') widget.say(message);
        widget.say({ type: 'close', outcome: 'cancelled' });
        expect(await ui.done).toBe('cancelled');
    });

    test('a hello that is replayed is counted and not answered; what other scripts say is not counted', async () => {
        const { ui, widget } = await openAndGreet();
        deliver(hello);
        deliver({ ...hello, nonce: 'other' }, { origin: 'https://evil.example', source: window });
        deliver({ type: 'analytics' }, { origin: location.origin, source: window });
        expect([ui.ignoredMessages, widget.posted.length]).toEqual([2, 1]);
    });
});

describe('the page goes its own ways', () => {
    test('destroy takes it away and calls no callback any more, not even for what was on its way', async () => {
        const heard = callbacks();
        const { ui, widget } = await openAndGreet(heard);
        widget.say({ type: 'error', code: 'timeout', message: 'Too late.' });
        ui.destroy();
        expect([shown().dialog?.open, isScrollLocked(), await ui.done]).toEqual([false, false, 'cancelled']);
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'close' }]));
        widget.say({ type: 'close', outcome: 'cancelled' });
        await vi.waitFor(() => expect(shown().host).toBeNull());
        expect([heard.onError.mock.calls, heard.onClose.mock.calls, heard.onConnect.mock.calls]).toEqual([[], [], []]);
    });

    test('destroy while a sign-in window is open gives the widget the time to close it', async () => {
        const { ui, widget } = await openAndGreet();
        widget.say({ type: 'event', name: 'popup_opened' });
        ui.destroy();
        expect(shown().frame?.isConnected).toBe(true);
        widget.say({ type: 'close', outcome: 'cancelled' });
        await vi.waitFor(() => expect(shown().host).toBeNull());
    });

    test('mounted twice, as in React’s StrictMode, it is there once', async () => {
        const element = document.body.appendChild(document.createElement('div'));
        const sessionToken = vi.fn(() => Promise.resolve(token));
        const heard = callbacks();
        open({ container: element, sessionToken, ...heard }).destroy();
        open({ container: element, sessionToken, ...heard });
        expect(element.children).toHaveLength(1);
        await new Promise(setImmediate);
        expect(heard.onClose).not.toHaveBeenCalled();
    });

    test('closed while loading, nothing comes after', async () => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        const heard = callbacks();
        let bring = (_token: string) => {};
        const ui = open({ sessionToken: new Promise((resolve) => (bring = resolve)), ...heard });
        const widget = loadWidget();
        ui.close();
        bring(token);
        deliver(hello);
        await vi.advanceTimersByTimeAsync(20_000);
        expect([widget.posted, shown().host, heard.onError.mock.calls, heard.onClose.mock.calls]).toEqual([[], null, [], [['cancelled']]]);
    });

    test('another copy of the SDK on the page finds the open dialog', async () => {
        vi.resetModules();
        const other = await import('./open-connect.ts');
        const first = open();
        const second = other.openConnectUI({ connectUrl: widgetOrigin, sessionToken: token });
        expect(second).toBe(first);
        expect(document.querySelectorAll('[data-patchbay-connect]')).toHaveLength(1);
    });

    test('a script in the head may open it before there is a body', () => {
        const { body } = document;
        body.remove();
        const ui = open();
        expect(shown().dialog?.open).toBe(true);
        ui.close();
        document.documentElement.append(body);
        expect(document.documentElement.lastElementChild).toBe(body);
    });

    test('a callback that throws is the host’s own error', async () => {
        const reported: unknown[] = [];
        const report = (error: unknown) => reported.push(error);
        process.on('uncaughtException', report);
        try {
            const onClose = vi.fn<NonNullable<ConnectOptions['onClose']>>();
            const boom = new Error('Boom.');
            const { ui, widget } = await openAndGreet({
                onReady() {
                    throw boom;
                },
                onClose
            });
            widget.say({ type: 'ready' });
            widget.say({ type: 'close', outcome: 'cancelled' });
            await ui.done;
            await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
            expect(reported).toEqual([boom]);
        } finally {
            process.off('uncaughtException', report);
        }
    });
});

function postable(message: unknown): unknown[] {
    try {
        return [structuredClone(message)];
    } catch {
        return [];
    }
}
