// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import { deliver, hello, pressEscape, shown, widgetOrigin } from '../test/host-page.ts';
import { loadWidget, open, useFreshPage } from '../test/open-page.ts';
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
        shown().dialog?.querySelector('button')?.click();
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

    test('a failed token is not forgotten when the widget arrives, nor reported twice when it does not', async () => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        const onError = vi.fn<NonNullable<ConnectOptions['onError']>>();
        open({ sessionToken: Promise.reject(new Error('No.')), onError });
        await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce());
        vi.advanceTimersByTime(10_000);
        deliver(hello);
        await Promise.resolve();
        expect(onError).toHaveBeenCalledOnce();
        expect(shown().alert).toContain('did not load');
    });

    test('the own origin is allowed on demand', () => {
        open({ connectUrl: location.origin, allowSameOrigin: true });
        expect(shown().frame?.src).toBe(`${location.origin}/ui/?v=1`);
    });
});
