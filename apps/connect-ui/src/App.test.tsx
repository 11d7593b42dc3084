// @vitest-environment jsdom
import { ApiError } from '@patchbay/api-client';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { attemptId, button, clickContinue, heading, launch, leap, startWidget, succeeded, view, withClock } from './App.fixtures.tsx';
import { gem, github, open } from './stories/samples.ts';

afterEach(() => {
    cleanup();
    vi.useRealTimers();
});

const returnTo = 'https://host.example/settings';

test('a key is typed, sent once, checked and connected', async () => {
    const { user, posted, told } = startWidget({ '/connect/attempts': [succeeded] }, { integrations: [gem] });
    expect(await heading('Connect Gem')).toBe(document.activeElement);
    await user.type(screen.getByLabelText('Shareable access key'), ' "gem-key" ');
    await user.dblClick(button('Connect'));
    await heading('Gem is connected');

    expect(posted('/connect/attempts')).toEqual([
        {
            path: '/connect/attempts',
            body: { integration_id: 'gem', locale: 'en', theme: 'system', credentials: { apiKey: 'gem-key' } },
            key: expect.any(String),
            token: 'pb_cs_first'
        }
    ]);
    await user.click(button('Done'));
    await waitFor(() =>
        expect(told.filter(({ type }) => type !== 'event')).toEqual([
            { type: 'named', title: 'Connect an app', lang: 'en' },
            { type: 'ready' },
            { type: 'connect', connectionId: 'c-1', integrationId: 'gem', isNew: true, attemptId },
            { type: 'close', outcome: 'connected' }
        ])
    );
    expect(JSON.stringify(told)).not.toContain('gem-key');
});

test('a sign-in opens its window within the click, and ends when the server reports success', async () => {
    const { user, popup, hint, posted } = startWidget(
        { '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [view({ status: 'awaiting_user' }), succeeded] },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    expect(popup.keys).toHaveLength(1);
    await heading('Sign in to GitHub');
    expect(popup.went).toBe(1);
    expect(posted('/connect/attempts')[0]?.body).toMatchObject({ window_key: popup.keys[0] });
    await waitFor(() => expect(posted('/connect/attempts/:attempt_id')).toHaveLength(1));
    hint();
    await heading('GitHub is connected');
    await waitFor(() => expect(popup.closed).toBe(true));
});

test('a window whose failure a poll has brought is still acknowledged, so that it closes', async () => {
    const { user, hint } = startWidget(
        {
            '/connect/attempts': [launch],
            '/connect/attempts/:attempt_id': [view({ status: 'failed', code: 'consent_denied' })]
        },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    await heading('GitHub wasn’t connected');
    expect(hint()).toBe(true);
});

test('the host can request a close, or close at once', async () => {
    const asked = startWidget({}, { integrations: [gem] });
    await asked.user.type(await screen.findByLabelText('Shareable access key'), 'k');
    asked.host({ type: 'close_requested' });
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    asked.host({ type: 'close' });
    await waitFor(() => expect(asked.told.at(-1)).toEqual({ type: 'close', outcome: 'cancelled' }));
});

test('back from a sign-in in this tab, its result is shown and reported to the host', async () => {
    const { told, posted } = startWidget(
        { '/connect/attempts/:attempt_id': [view({ ...succeeded, integration_id: 'github' })] },
        { integrations: [gem, github] },
        { setup: { resume: attemptId, returnTo } }
    );
    await heading('GitHub is connected');
    expect(posted('/connect/attempts')).toEqual([]);
    await waitFor(() =>
        expect(told).toContainEqual({ type: 'connect', connectionId: 'c-1', integrationId: 'github', isNew: true, attemptId })
    );
});

test('back from a sign-in unknown to the server, the widget starts again', async () => {
    const { posted } = startWidget(
        { '/connect/attempts/:attempt_id': [new ApiError(404, { code: 'unknown_attempt' })] },
        { integrations: [gem, github] },
        { setup: { resume: attemptId, returnTo } }
    );
    await heading('Choose an app to connect');
    expect(posted('/connect/attempts')).toEqual([]);
});

test('an integration without fields or window starts automatically, once', async () => {
    const { user, posted } = startWidget(
        { '/connect/attempts': [view({ status: 'failed', code: 'provider_down' }), succeeded] },
        { integrations: [open] },
        { setup: { autoStart: true } }
    );
    await heading('Open Data wasn’t connected');
    expect(posted('/connect/attempts')).toHaveLength(1);
    await user.click(button('Try again'));
    await heading('Connect Open Data');
    expect(posted('/connect/attempts')).toHaveLength(1);
    await user.click(button('Connect'));
    await heading('Open Data is connected');
});

test('offline, the server is not asked; back online, it is asked at once', async () => {
    const user = withClock();
    const { posted, popup } = startWidget(
        { '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [launch] },
        { integrations: [github] },
        { user }
    );
    const polls = () => posted('/connect/attempts/:attempt_id').length;
    const network = (onLine: boolean) => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, value: onLine });
        act(() => void window.dispatchEvent(new Event(onLine ? 'online' : 'offline')));
    };
    await clickContinue(user);
    await heading('Sign in to GitHub');
    await waitFor(() => expect(polls()).toBe(1));
    network(false);
    await leap(30_000);
    expect(polls()).toBe(1);
    expect(screen.getByRole('status').textContent).toContain('You’re offline');
    network(true);
    await waitFor(() => expect(polls()).toBe(2));
    expect(posted('/connect/attempts/:attempt_id/steps').at(-1)?.body).toEqual({ step: 'went_offline' });
    expect(popup.closed).toBe(false);
});

test('leaving is reported for the timeline, before the attempt is cancelled', async () => {
    const { user, sent } = startWidget(
        { '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [launch] },
        { integrations: [github] }
    );
    await clickContinue(user);
    await heading('Sign in to GitHub');
    await user.click(button('Cancel'));
    await heading('Connect GitHub');
    const last = sent.slice(-2).map(({ path, body }) => [path, body]);
    expect(last).toEqual([
        ['/connect/attempts/:attempt_id/steps', { step: 'left' }],
        ['/connect/attempts/:attempt_id/cancel', undefined]
    ]);
});

test('inline, Esc does not close', async () => {
    const { user, told } = startWidget({}, { integrations: [gem] }, { setup: { layout: 'inline' } });
    await heading('Connect Gem');
    await user.keyboard('{Escape}');
    await heading('Connect Gem');
    expect(told).not.toContainEqual(expect.objectContaining({ type: 'close' }));
});
