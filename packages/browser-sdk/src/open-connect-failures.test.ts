// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import { deliver, hello, pressEscape, shown, widgetOrigin } from '../test/host-page.ts';
import { loadWidget, open, openAndGreet, useFreshPage } from '../test/open-page.ts';
import type { ConnectOptions } from './open-connect.ts';

useFreshPage();

describe('a widget that never says hello', () => {
    test('leaves the end user a sentence and a way out after 10 seconds', async () => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        const onError = vi.fn<NonNullable<ConnectOptions['onError']>>();
        const ui = open({ onError });
        vi.advanceTimersByTime(9_999);
        expect(shown().alert).toBeUndefined();
        vi.advanceTimersByTime(1);
        await Promise.resolve();
        expect(shown().alert).toContain('did not load');
        expect(onError).toHaveBeenCalledExactlyOnceWith({ code: 'unreachable', message: expect.stringContaining(widgetOrigin) });
        shown().closeButton?.click();
        expect(await ui.done).toBe('failed');
        expect(shown().host).toBeNull();
    });

    test('is welcome when it comes late', async () => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        const ui = open();
        const widget = loadWidget();
        vi.advanceTimersByTime(10_000);
        deliver(hello);
        expect([shown().alert, widget.posted.length]).toEqual([undefined, 1]);
        ui.close();
        expect(await ui.done).toBe('cancelled');
    });
});

describe('a wrong embed gets one line in the console, onError, and a closable sentence', () => {
    test.each<[string, Partial<ConnectOptions>, string, RegExp]>([
        ['no address', { connectUrl: JSON.parse('""') }, 'embed_misconfigured', /connectUrl must be the full address/],
        ['a relative address', { connectUrl: '/connect' }, 'embed_misconfigured', /connectUrl must be the full address/],
        ['a script as address', { connectUrl: 'javascript:alert(1)//' }, 'embed_misconfigured', /connectUrl must be the full address/],
        ["the page's own origin", { connectUrl: location.href }, 'embed_misconfigured', /another origin/],
        ['no token', { sessionToken: JSON.parse('null') }, 'no_token', /sessionToken is missing/],
        ['an empty token', { sessionToken: Promise.resolve('') }, 'no_token', /sessionToken is missing/],
        ['a backend that fails', { sessionToken: () => Promise.reject(new Error('Mint answered 500.')) }, 'no_token', /Mint answered 500\./]
    ])('%s', async (_mistake, options, code, says) => {
        const onError = vi.fn<NonNullable<ConnectOptions['onError']>>();
        const ui = open({ ...options, onError });
        await vi.waitFor(() => expect(onError).toHaveBeenCalledExactlyOnceWith({ code, message: expect.stringMatching(says) }));
        expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(says));
        expect(shown().alert).toContain('did not load');
        pressEscape();
        expect(await ui.done).toBe('failed');
        expect(shown().host).toBeNull();
    });

    test('a failed token is not forgotten when the widget arrives, which then says it in better words', async () => {
        const onError = vi.fn<NonNullable<ConnectOptions['onError']>>();
        open({ sessionToken: Promise.reject(new Error('No.')), onError });
        const widget = loadWidget();
        await vi.waitFor(() => expect(shown().alert).toContain('did not load'));
        deliver(hello);
        expect(shown().alert).toBeUndefined();
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'session_failed' }]));
        widget.say({ type: 'error', code: 'no_token', message: 'Open this from your app.', hint: 'No session token came.' });
        widget.say({ type: 'error', code: 'unexpected', message: 'Something else.' });
        await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(2));
        expect(onError.mock.calls.map(([{ code, message }]) => [code, message])).toEqual([
            ['no_token', 'No.'],
            ['unexpected', 'Something else.']
        ]);
        expect(console.error).toHaveBeenCalledExactlyOnceWith('[patchbay] No.');
    });

    test('a failed token is told to a widget that is there already', async () => {
        let refuse = (_error: Error) => {};
        const { widget } = await openAndGreet({ sessionToken: new Promise((_, reject) => (refuse = reject)) });
        refuse(new Error('No.'));
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'session_failed' }]));
        expect(shown().alert).toBeUndefined();
    });

    test('neither a failed token nor a missing widget is reported twice', async () => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        const onError = vi.fn<NonNullable<ConnectOptions['onError']>>();
        open({ sessionToken: Promise.reject(new Error('No.')), onError });
        await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce());
        vi.advanceTimersByTime(20_000);
        await Promise.resolve();
        expect(onError).toHaveBeenCalledOnce();
        expect(shown().alert).toContain('did not load');
    });

    test('a token that never comes counts as missing after 15 seconds', async () => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        const onError = vi.fn<NonNullable<ConnectOptions['onError']>>();
        const { widget } = await openAndGreet({ sessionToken: new Promise(() => {}), onError });
        await vi.advanceTimersByTimeAsync(14_999);
        expect(onError).not.toHaveBeenCalled();
        await vi.advanceTimersByTimeAsync(1);
        expect(onError).toHaveBeenCalledExactlyOnceWith({ code: 'no_token', message: expect.stringContaining('within 15 s') });
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'session_failed' }]));
    });

    test('the own origin is allowed on demand', () => {
        open({ connectUrl: location.origin, allowSameOrigin: true });
        expect(shown().frame?.src).toBe(`${location.origin}/ui/?v=1`);
    });
});
