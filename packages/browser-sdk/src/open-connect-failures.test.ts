// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import { deliver, hello, pressEscape, shown, widgetOrigin } from '../test/host-page.ts';
import { loadWidget, open, openAndGreet, useFreshPage } from '../test/open-page.ts';
import type { ConnectOptions } from './connect-options.ts';

useFreshPage();

describe('a widget that never says hello', () => {
    test('leaves the end user a way out at once, and a sentence after 5 seconds', async () => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        const onError = vi.fn<NonNullable<ConnectOptions['onError']>>();
        const ui = open({ onError });
        vi.advanceTimersByTime(4_999);
        expect([shown().alert, shown().closeButton?.ariaLabel]).toEqual([undefined, 'Close']);
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
        vi.advanceTimersByTime(5_000);
        deliver(hello);
        expect([shown().alert, widget.posted.length]).toEqual([undefined, 1]);
        ui.close();
        expect(await ui.done).toBe('cancelled');
    });

    test('is loaded once more when the end user tries again, as often as they do', async () => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        const onError = vi.fn<NonNullable<ConnectOptions['onError']>>();
        open({ onError });
        const { frame } = shown();
        const loads = vi.fn<(address: string) => void>();
        vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(loads);
        for (const round of [1, 2]) {
            vi.advanceTimersByTime(5_000);
            await Promise.resolve();
            expect(shown().alert).toContain('did not load');
            expect(onError).toHaveBeenCalledTimes(round);
            shown().retryButton?.click();
            expect([shown().alert, shown().retryButton, loads.mock.calls.length]).toEqual([undefined, null, round]);
        }
        expect(loads).toHaveBeenLastCalledWith(`${widgetOrigin}/ui/?v=1`);
        const widget = loadWidget();
        deliver(hello);
        expect([widget.posted.length, frame?.hidden]).toEqual([1, false]);
    });

    test.each([
        ['the page’s', 'de-CH', 'auto', 'Das wurde nicht geladen.', 'Erneut versuchen', 'Schließen'],
        ['what the host asks for', 'de', 'ar', 'تعذّر التحميل.', 'إعادة المحاولة', 'إغلاق'],
        ['English, where there is no other', 'tlh', 'auto', 'This did not load.', 'Try again', 'Close']
    ])('is missed in a language: %s', (_case, lang, locale, sentence, retry, close) => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        document.documentElement.lang = lang;
        open({ locale });
        vi.advanceTimersByTime(5_000);
        const { alert, retryButton, closeButton } = shown();
        expect([alert, retryButton?.textContent, closeButton?.ariaLabel]).toEqual([sentence, retry, close]);
        document.documentElement.lang = '';
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
        [
            'a backend that fails',
            { sessionToken: () => Promise.reject(new Error('Mint responded with 500.')) },
            'no_token',
            /Mint responded with 500\./
        ]
    ])('%s', async (_mistake, options, code, says) => {
        const onError = vi.fn<NonNullable<ConnectOptions['onError']>>();
        const ui = open({ ...options, onError });
        await vi.waitFor(() => expect(onError).toHaveBeenCalledExactlyOnceWith({ code, message: expect.stringMatching(says) }));
        expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(says));
        // Without a token the widget shows its own message.
        expect(shown().alert).toBe(code === 'no_token' ? undefined : 'This did not load.');
        pressEscape();
        expect(await ui.done).toBe('failed');
        expect(shown().host).toBeNull();
    });

    test('a failed token is not forgotten when the widget arrives, which then says it in better words', async () => {
        const onError = vi.fn<NonNullable<ConnectOptions['onError']>>();
        open({ sessionToken: Promise.reject(new Error('No.')), onError });
        const widget = loadWidget();
        await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce());
        deliver(hello);
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

    test('a failed token is not forgotten either when the widget had been given up before', async () => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        const onError = vi.fn<NonNullable<ConnectOptions['onError']>>();
        open({ sessionToken: new Promise(() => {}), onError });
        const widget = loadWidget();
        await vi.advanceTimersByTimeAsync(15_000);
        expect(onError.mock.calls.map(([{ code }]) => code)).toEqual(['unreachable', 'no_token']);
        vi.useRealTimers();
        deliver(hello);
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'session_failed' }]));
    });

    test('a failed token is told to a widget that is there already', async () => {
        let refuse = (_error: Error) => {};
        const { widget } = await openAndGreet({ sessionToken: new Promise((_, reject) => (refuse = reject)) });
        refuse(new Error('No.'));
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'session_failed' }]));
        expect(shown().alert).toBeUndefined();
    });

    test('a token is fetched again when the end user tries again, and then nothing has failed', async () => {
        const mint = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('No.')).mockRejectedValueOnce(new Error('Still no.'));
        mint.mockResolvedValueOnce('pb_cs_third');
        const onError = vi.fn<NonNullable<ConnectOptions['onError']>>();
        const { ui, widget } = await openAndGreet({ sessionToken: undefined, fetchSession: mint, onError });
        const failed = { type: 'session_failed' };
        await vi.waitFor(() => expect(widget.heard).toEqual([failed]));
        widget.say({ type: 'session_wanted' });
        await vi.waitFor(() => expect(widget.heard).toEqual([failed, failed]));
        widget.say({ type: 'session_wanted' });
        await vi.waitFor(() => expect(widget.heard).toEqual([failed, failed, { type: 'session_token', token: 'pb_cs_third' }]));
        expect(onError).toHaveBeenCalledExactlyOnceWith({ code: 'no_token', message: 'No.' });
        ui.close();
        expect(await ui.done).toBe('cancelled');
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
