// @vitest-environment jsdom
import { ApiError } from '@patchbay/api-client';
import { act, cleanup, configure, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { button, heading, startWidget, succeeded } from './App.fixtures.tsx';
import { gem, github, session } from './stories/models.ts';

configure({ asyncUtilTimeout: 5000 });
afterEach(() => {
    cleanup();
    vi.useRealTimers();
});

const expired = new ApiError(401, { code: 'unknown_connect_session_token', payload: { reason: 'expired' } });
const onlyGem = session({ integrations: [gem] });
const renews = { setup: { renews: true } };
const wanted = (told: readonly { type: string }[]) => told.filter(({ type }) => type === 'session_wanted').length;

function withClock() {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    return userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
}
const leap = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a session that ends over a filled form is renewed in place: the values stay, and go out with the next click', async () => {
    const { user, told, host, posted } = startWidget(
        { '/connect/session/open': [onlyGem], '/connect/attempts': [expired, succeeded] },
        {},
        renews
    );
    await user.type(await screen.findByLabelText('Shareable access key'), 'gem-key');
    await user.click(button('Connect'));
    await waitFor(() => expect(wanted(told)).toBe(1));
    expect(screen.getByRole('status').textContent).toBe('One moment…');
    expect(button('Connect').getAttribute('aria-disabled')).toBe('true');
    host({ type: 'session_token', token: 'pb_cs_second' });
    expect((await screen.findByRole('alert')).textContent).toContain('nothing was sent');
    expect(screen.getByLabelText('Shareable access key')).toHaveProperty('value', 'gem-key');
    expect(posted('/connect/attempts')).toHaveLength(1);
    await user.click(button('Connect'));
    await heading('Gem is connected');
    expect(posted('/connect/attempts').map(({ token }) => token)).toEqual(['pb_cs_first', 'pb_cs_second']);
    expect(posted('/connect/session/open').map(({ token }) => token)).toEqual(['pb_cs_first', 'pb_cs_second']);
    expect(wanted(told)).toBe(1);
});

test('a host that has no other session says so', async () => {
    const { told, host } = startWidget({ '/connect/session/open': [expired] }, {}, renews);
    await waitFor(() => expect(wanted(told)).toBe(1));
    expect(screen.queryByRole('alert')).toBeNull();
    host({ type: 'session_failed' });
    await heading('This page has timed out');
});

test('a host that does not answer is not waited for for ever', async () => {
    withClock();
    const { told } = startWidget({ '/connect/session/open': [expired] }, {}, renews);
    await waitFor(() => expect(wanted(told)).toBe(1));
    await leap(16_000);
    await heading('This page has timed out');
});

test('a session that had ended before the first screen is renewed too, once', async () => {
    const { told, host } = startWidget({ '/connect/session/open': [expired, onlyGem] }, {}, renews);
    await waitFor(() => expect(wanted(told)).toBe(1));
    host({ type: 'session_token', token: 'pb_cs_second' });
    await heading('Connect Gem');
    cleanup();
    const again = startWidget({ '/connect/session/open': [expired] }, {}, renews);
    await waitFor(() => expect(wanted(again.told)).toBe(1));
    again.host({ type: 'session_token', token: 'pb_cs_second' });
    await heading('This page has timed out');
    expect(wanted(again.told)).toBe(1);
});

test('two minutes before the end, by the server’s clock, there is more time for whoever wants it', async () => {
    const user = withClock();
    const inTenMinutes = new Date(Date.now() + 600_000 + 3_600_000).toISOString();
    const soon = session({ integrations: [gem], expires_at: inTenMinutes });
    const { told, host } = startWidget({ '/connect/session/open': [soon, soon, onlyGem] }, {}, { ...renews, user, aheadMs: 3_600_000 });
    await user.type(await screen.findByLabelText('Shareable access key'), 'gem-key');
    await leap(470_000);
    expect(screen.queryByText('This page times out soon.')).toBeNull();
    await leap(10_000);
    expect(screen.getByRole('status').textContent).toBe('This page times out soon.');
    await user.click(button('Keep it open'));
    await waitFor(() => expect(wanted(told)).toBe(1));
    host({ type: 'session_token', token: 'pb_cs_second' });
    await waitFor(() => expect(screen.queryByText('This page times out soon.')).toBeNull());
    expect(screen.getByLabelText('Shareable access key')).toHaveProperty('value', 'gem-key');
});

test('where nobody can give more time, it is only said', async () => {
    withClock();
    startWidget({}, { integrations: [gem], expires_at: new Date(Date.now() + 100_000).toISOString() });
    await heading('Connect Gem');
    expect(await screen.findAllByText(/^This page times out soon. Finish what you’ve begun/)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Keep it open' })).toBeNull();
});

test('a host that could not bring a token is asked again when the end user tries again, as often as they do', async () => {
    const setup = { renews: true };
    const { user, told, host, posted } = startWidget({ '/connect/session/open': [onlyGem] }, {}, { setup, hasToken: false });
    const title = await heading('This couldn’t be opened');
    expect(title).toBe(document.activeElement);
    expect(screen.getByRole('alert').textContent).toBe('This app couldn’t start this just now. Try again in a moment.');
    expect(told.filter(({ type }) => type === 'error')).toEqual([expect.objectContaining({ code: 'no_token' })]);
    await user.click(button('Try again'));
    await waitFor(() => expect(wanted(told)).toBe(1));
    host({ type: 'session_failed' });
    await heading('This couldn’t be opened');
    await user.click(button('Try again'));
    await waitFor(() => expect(wanted(told)).toBe(2));
    expect(posted('/connect/session/open')).toEqual([]);
    host({ type: 'session_token', token: 'pb_cs_second' });
    await heading('Connect Gem');
    expect(posted('/connect/session/open').map(({ token }) => token)).toEqual(['pb_cs_second']);
});

test('a token that the server does not know is exchanged for another at a click', async () => {
    const unknown = new ApiError(401, { code: 'unknown_connect_session_token' });
    const { user, told, host } = startWidget({ '/connect/session/open': [unknown, onlyGem] }, {}, renews);
    await heading('This couldn’t be opened');
    await user.click(button('Try again'));
    await waitFor(() => expect(wanted(told)).toBe(1));
    host({ type: 'session_token', token: 'pb_cs_second' });
    await heading('Connect Gem');
});

test('a host that has no way to bring another token offers none', async () => {
    startWidget({}, {}, { hasToken: false });
    await heading('This couldn’t be opened');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('an integration that is not on offer is a matter between the host and us, and the end user can go', async () => {
    const { user, told } = startWidget({}, { integrations: [gem, github] }, { setup: { preselect: 'gemm' } });
    await heading('This isn’t available here');
    const [, close] = screen.getAllByRole('button', { name: 'Close' });
    if (!close) throw new Error('a button of the card itself');
    expect(told.filter(({ type }) => type === 'error')).toEqual([
        {
            type: 'error',
            code: 'embed_misconfigured',
            message: expect.stringContaining('"gemm", only: gem, github'),
            userMessage: expect.stringContaining('Northwind'),
            hint: expect.stringContaining('"gemm", only: gem, github')
        }
    ]);
    await user.click(close);
    await waitFor(() => expect(told.at(-1)).toEqual({ type: 'close', outcome: 'failed' }));
});

test('in the middle of a page, Esc closes nothing, and the host hears how high the widget is', async () => {
    const observers: ResizeObserverCallback[] = [];
    vi.stubGlobal(
        'ResizeObserver',
        class {
            constructor(callback: ResizeObserverCallback) {
                observers.push(callback);
            }
            observe() {}
            disconnect() {}
        }
    );
    const { user, told } = startWidget({}, { integrations: [gem] }, { setup: { layout: 'inline' } });
    await heading('Connect Gem');
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 440, 511.2));
    act(() => observers.forEach((callback) => callback([], new ResizeObserver(() => undefined))));
    expect(told).toContainEqual({ type: 'size', height: 512 });
    await user.keyboard('{Escape}');
    await heading('Connect Gem');
    expect(told).not.toContainEqual(expect.objectContaining({ type: 'close' }));
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
});

test('on a page of its own, the end leads back to the product, with what was connected', async () => {
    const page = { setup: { layout: 'page', origin: null } } as const;
    const { user } = startWidget(
        { '/connect/attempts': [succeeded] },
        { integrations: [gem], return_to: 'https://app.example/settings?tab=2#apps' },
        page
    );
    await user.type(await screen.findByLabelText('Shareable access key'), 'k');
    await user.click(button('Connect'));
    const onward = await screen.findByRole('link', { name: 'Back to Northwind' });
    expect(onward.getAttribute('href')).toBe('https://app.example/settings?tab=2&connection_id=c-1&integration_id=gem#apps');
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
});

test('a page of its own that leads nowhere says that it can be closed', async () => {
    const { user } = startWidget(
        { '/connect/attempts': [succeeded] },
        { integrations: [gem] },
        { setup: { layout: 'page', origin: null } }
    );
    await user.type(await screen.findByLabelText('Shareable access key'), 'k');
    await user.click(button('Connect'));
    expect(await screen.findByText('You can close this tab.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
});
