// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import { openAndGreet, token, useFreshPage } from '../test/open-page.ts';
import type { ConnectOptions } from './connect-options.ts';

useFreshPage();

const fresh = 'pb_cs_fresh';
type Fetch = () => Promise<string>;

describe('an expired session is renewed in place', () => {
    test.each<[string, (fetchSession: Fetch) => Partial<ConnectOptions>]>([
        ['fetchSession', (fetchSession) => ({ fetchSession })],
        ['onSessionExpired', (onSessionExpired) => ({ onSessionExpired })]
    ])('by %s', async (_name, option) => {
        const fetchSession = vi.fn<Fetch>(() => Promise.resolve(fresh));
        const { widget } = await openAndGreet(option(fetchSession));
        expect(widget.posted[0]?.data).toMatchObject({ token, options: { renews: true } });
        expect(fetchSession).not.toHaveBeenCalled();
        widget.say({ type: 'session_wanted' });
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'session_token', token: fresh }]));
    });

    test('by a sessionToken that is a function, which is called again', async () => {
        const sessionToken = vi.fn<Fetch>().mockResolvedValueOnce(token).mockResolvedValueOnce(fresh);
        const { widget } = await openAndGreet({ sessionToken });
        expect(widget.posted[0]?.data).toMatchObject({ token, options: { renews: true } });
        widget.say({ type: 'session_wanted' });
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'session_token', token: fresh }]));
    });

    test('by fetchSession alone, which brings the first token too', async () => {
        const fetchSession = vi.fn<Fetch>().mockResolvedValueOnce(token).mockResolvedValueOnce(fresh);
        const { widget } = await openAndGreet({ sessionToken: undefined, fetchSession });
        expect(widget.posted[0]?.data).toMatchObject({ token });
        widget.say({ type: 'session_wanted' });
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'session_token', token: fresh }]));
    });

    test('with one call however often the widget asks, and with another one the next time', async () => {
        let bring = (_token: string) => {};
        const fetchSession = vi.fn<Fetch>(() => new Promise((resolve) => (bring = resolve)));
        const { widget } = await openAndGreet({ fetchSession });
        widget.say({ type: 'session_wanted' });
        widget.say({ type: 'session_wanted' });
        await vi.waitFor(() => expect(fetchSession).toHaveBeenCalledOnce());
        bring(fresh);
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'session_token', token: fresh }]));
        widget.say({ type: 'session_wanted' });
        await vi.waitFor(() => expect(fetchSession).toHaveBeenCalledTimes(2));
    });
});

describe('when the host has no new session', () => {
    test.each<[string, Fetch, RegExp]>([
        ['because its backend fails', () => Promise.reject(new Error('Mint responded with 500.')), /Mint responded with 500\./],
        ['because it brings nothing', () => Promise.resolve(''), /sessionToken is missing/]
    ])('%s, the widget is told and the embedder too', async (_why, fetchSession, says) => {
        const { widget } = await openAndGreet({ fetchSession });
        widget.say({ type: 'session_wanted' });
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'session_failed' }]));
        expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(says));
    });

    test('within 15 seconds, it has none', async () => {
        const { widget } = await openAndGreet({ fetchSession: () => new Promise(() => {}) });
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        widget.say({ type: 'session_wanted' });
        await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
        // Waiting has moved the clock a little already.
        await vi.advanceTimersByTimeAsync(14_000);
        expect(widget.heard).toEqual([]);
        await vi.advanceTimersByTimeAsync(1_000);
        vi.useRealTimers();
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'session_failed' }]));
    });

    test('a static token is no promise of another one', async () => {
        const { widget } = await openAndGreet();
        expect(widget.posted[0]?.data).toMatchObject({ options: { renews: false } });
        widget.say({ type: 'session_wanted' });
        await vi.waitFor(() => expect(widget.heard).toEqual([{ type: 'session_failed' }]));
    });
});
