// @vitest-environment jsdom
import { ApiError } from '@patchbay/api-client';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { button, heading, leap, startWidget, succeeded, withClock } from './App.fixtures.tsx';
import { gem, session } from './stories/samples.ts';

afterEach(() => {
    cleanup();
    vi.useRealTimers();
});

const expired = new ApiError(401, { code: 'unknown_connect_session_token', payload: { reason: 'expired' } });

const onlyGem = session({ integrations: [gem] });

const renews = { setup: { renews: true } };

const wanted = (told: readonly { type: string }[]) => told.filter(({ type }) => type === 'session_wanted').length;

test('a session that ends over a filled form is renewed in place: the values stay, and go out with the next click', async () => {
    const { user, told, host, posted } = startWidget(
        { '/connect/session/open': [onlyGem], '/connect/attempts': [expired, succeeded] },
        {},
        renews
    );
    await user.type(await screen.findByLabelText('Shareable access key'), 'gem-key');
    await user.click(button('Connect'));
    await waitFor(() => expect(wanted(told)).toBe(1));
    expect(screen.getByRole('status').textContent).toBe('Please wait…');
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

test('a host without another session ends the widget with a time-out', async () => {
    const { told, host } = startWidget({ '/connect/session/open': [expired] }, {}, renews);
    await waitFor(() => expect(wanted(told)).toBe(1));
    expect(screen.queryByRole('alert')).toBeNull();
    host({ type: 'session_failed' });
    await heading('This page has timed out');
});

test('the wait for a host’s new token ends after 16 seconds', async () => {
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

test('two minutes before the end, by the server’s clock, the end user can ask for more time', async () => {
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

test('a host that can’t renew the session only has its end announced', async () => {
    withClock();
    startWidget({}, { integrations: [gem], expires_at: new Date(Date.now() + 100_000).toISOString() });
    await heading('Connect Gem');
    expect(await screen.findAllByText(/^This page times out soon. Finish what you’ve started/)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Keep it open' })).toBeNull();
});

test('a host that could not bring a token is asked again when the end user tries again, as often as they do', async () => {
    const setup = { renews: true };
    const { user, told, host, posted } = startWidget({ '/connect/session/open': [onlyGem] }, {}, { setup, hasToken: false });
    const title = await heading('This couldn’t be opened');
    expect(title).toBe(document.activeElement);
    expect(screen.getByRole('alert').textContent).toBe('This app couldn’t start this. Try again in a moment.');
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

test('an unknown token is replaced by another after a click', async () => {
    const unknown = new ApiError(401, { code: 'unknown_connect_session_token' });
    const { user, told, host } = startWidget({ '/connect/session/open': [unknown, onlyGem] }, {}, renews);
    await heading('This couldn’t be opened');
    await user.click(button('Try again'));
    await waitFor(() => expect(wanted(told)).toBe(1));
    host({ type: 'session_token', token: 'pb_cs_second' });
    await heading('Connect Gem');
});
