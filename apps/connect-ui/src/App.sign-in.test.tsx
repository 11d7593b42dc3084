// @vitest-environment jsdom
import { ApiError } from '@patchbay/api-client';
import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { attemptId, button, heading, launch, launchable, startWidget, succeeded, view } from './App.fixtures.tsx';
import { gem, github, open } from './stories/models.ts';

configure({ asyncUtilTimeout: 5000 });
afterEach(() => {
    cleanup();
    vi.useRealTimers();
});

const returnTo = 'https://host.example/settings';
const inApp = { isInApp: true, prefersTab: true };
const clickContinue = async (user: ReturnType<typeof userEvent.setup>) =>
    user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));

/** Time moves with the real one, and by leaps. */
function withClock() {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    return userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
}
const leap = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a window that the page can’t see needs no second click when the server sees it', async () => {
    const { user, popup, posted } = startWidget(
        { '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [view({ ...launch, status: 'awaiting_user' }), succeeded] },
        { integrations: [github] }
    );
    popup.unseen = true;
    await clickContinue(user);
    await heading('Sign in at GitHub');
    expect(posted('/connect/attempts/:attempt_id/relaunch')).toEqual([]);
    await heading('GitHub is connected');
});

test('a window that neither the page nor the server sees becomes a link', async () => {
    const user = withClock();
    const { popup, posted } = startWidget(
        {
            '/connect/attempts': [launch],
            '/connect/attempts/:attempt_id': [launch],
            '/connect/attempts/:attempt_id/relaunch': [launchable]
        },
        { integrations: [github] },
        { user }
    );
    popup.unseen = true;
    await clickContinue(user);
    await heading('Opening GitHub');
    await leap(2400);
    expect(screen.queryByRole('link')).toBeNull();
    await leap(200);
    expect((await screen.findByRole('link', { name: 'Open window' })).getAttribute('href')).toBe(launchable.launch_url);
    expect(posted('/connect/attempts/:attempt_id/relaunch')[0]?.body).toEqual({});
    expect(posted('/connect/attempts/:attempt_id/steps').map(({ body }) => body)).toEqual([{ step: 'window_blocked' }]);
});

test('a window that seems closed is asked about once the page has the focus, since a provider’s COOP hides one that is open', async () => {
    const user = withClock();
    const { popup } = startWidget(
        { '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [view({ ...launch, status: 'awaiting_user' })] },
        { integrations: [github] },
        { user }
    );
    await clickContinue(user);
    await heading('Sign in at GitHub');
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    popup.closed = true;
    await leap(10_000);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign in at GitHub');
    focus.mockReturnValue(true);
    await leap(300);
    await heading('Is the GitHub window still open?');
    focus.mockRestore();
});

test('in this tab: no window, the address goes to the host, and the attempt knows where to come back to', async () => {
    const { user, popup, posted, told } = startWidget(
        { '/connect/attempts': [launchable] },
        { integrations: [github] },
        { setup: { mode: 'redirect', returnTo } }
    );
    await clickContinue(user);
    await heading('Taking you to GitHub');
    expect(popup.keys).toEqual([]);
    expect(posted('/connect/attempts')[0]?.body).toMatchObject({ return_to: returnTo });
    await waitFor(() => expect(told).toContainEqual({ type: 'navigate', url: launchable.launch_url, attemptId }));
});

test('a stopped window can go on in this tab', async () => {
    const { user, popup, posted, told } = startWidget(
        {
            '/connect/attempts': [launch],
            '/connect/attempts/:attempt_id': [launch],
            '/connect/attempts/:attempt_id/relaunch': [launchable]
        },
        { integrations: [github] },
        { setup: { returnTo } }
    );
    popup.stopped = true;
    await clickContinue(user);
    await user.click(await screen.findByRole('button', { name: 'Continue in this tab' }));
    await heading('Taking you to GitHub');
    expect(posted('/connect/attempts/:attempt_id/relaunch').at(-1)?.body).toEqual({ return_to: returnTo });
    await waitFor(() => expect(told.filter(({ type }) => type === 'navigate')).toHaveLength(1));
    expect(posted('/connect/attempts/:attempt_id/cancel')).toEqual([]);
});

test('where sign-ins may not come back to, the host is told what to change, and a window is tried next', async () => {
    const refused = new ApiError(400, {
        code: 'invalid_body',
        errors: [{ code: 'custom', message: 'not allowed', path: ['return_to'] }]
    });
    const { user, popup, told } = startWidget(
        { '/connect/attempts': [refused, launch] },
        { integrations: [github] },
        { setup: { mode: 'redirect', returnTo } }
    );
    await clickContinue(user);
    await screen.findByRole('alert');
    await waitFor(() =>
        expect(told).toContainEqual({
            type: 'error',
            code: 'embed_misconfigured',
            message: expect.any(String),
            hint: expect.stringContaining('allowed_return_origins')
        })
    );
    await clickContinue(user);
    expect(popup.keys).toHaveLength(1);
    await heading('Sign in at GitHub');
});

test('the same holds when a stopped window was to go on in this tab', async () => {
    const refused = new ApiError(400, {
        code: 'invalid_body',
        errors: [{ code: 'custom', message: 'not allowed', path: ['return_to'] }]
    });
    const { user, popup, told } = startWidget(
        {
            '/connect/attempts': [launch],
            '/connect/attempts/:attempt_id': [launch],
            '/connect/attempts/:attempt_id/relaunch': [launchable, refused]
        },
        { integrations: [github] },
        { setup: { returnTo } }
    );
    popup.stopped = true;
    await clickContinue(user);
    await user.click(await screen.findByRole('button', { name: 'Continue in this tab' }));
    await screen.findByRole('alert');
    await waitFor(() => expect(told).toContainEqual(expect.objectContaining({ code: 'embed_misconfigured' })));
    expect(told.some(({ type }) => type === 'navigate')).toBe(false);
});

test('back in the browser’s history instead of signing in, the form is there again', async () => {
    const { user, posted } = startWidget(
        { '/connect/attempts': [launchable], '/connect/attempts/:attempt_id': [launch] },
        { integrations: [github] },
        { setup: { mode: 'redirect', returnTo } }
    );
    await clickContinue(user);
    await heading('Taking you to GitHub');
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
    await heading('Connect GitHub');
    await waitFor(() => expect(posted('/connect/attempts/:attempt_id/cancel')).toHaveLength(1));
});

test('back from a sign-in in this tab, the end of it is shown, and the host hears of it', async () => {
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

test('back from a sign-in that the server knows nothing of, it begins anew', async () => {
    const { posted } = startWidget(
        { '/connect/attempts/:attempt_id': [new ApiError(404, { code: 'unknown_attempt' })] },
        { integrations: [gem, github] },
        { setup: { resume: attemptId, returnTo } }
    );
    await heading('Choose an app to connect');
    expect(posted('/connect/attempts')).toEqual([]);
});

test('inside another app, a link is copied to be opened elsewhere, and the screen completes by itself', async () => {
    const { user, posted, hint } = startWidget(
        {
            '/connect/attempts': [launchable],
            '/connect/attempts/:attempt_id/relaunch': [launchable],
            '/connect/attempts/:attempt_id': [launch, succeeded]
        },
        { integrations: [{ ...github, refuses_webviews: true }] },
        { setup: { browser: inApp } }
    );
    await clickContinue(user);
    await heading('Open this in your browser');
    expect(posted('/connect/attempts/:attempt_id/relaunch')[0]?.body).toEqual({ by_hand: true });
    await user.click(button('Copy link'));
    await screen.findByRole('button', { name: 'Link copied' });
    expect(await navigator.clipboard.readText()).toBe(launchable.launch_url);
    expect(screen.getByRole('status').textContent).toBe('Link copied');
    expect(posted('/connect/attempts/:attempt_id/steps').map(({ body }) => body)).toEqual([{ step: 'link_copied' }]);
    hint();
    await heading('GitHub is connected');
});

test.each([
    ['it goes to the app that the end user picks', undefined, 0],
    ['where sharing is refused the link is copied', new DOMException('no', 'NotAllowedError'), 1],
    ['who thinks better of it is asked nothing', new DOMException('no', 'AbortError'), 0]
])('where the browser can share the link, that is offered beside copying: %s', async (_what, refusal, copies) => {
    const share = vi.fn(async () => {
        if (refusal) throw refusal;
    });
    const { user } = startWidget(
        {
            '/connect/attempts': [launchable],
            '/connect/attempts/:attempt_id/relaunch': [launchable],
            '/connect/attempts/:attempt_id': [launch]
        },
        { integrations: [{ ...github, refuses_webviews: true }] },
        { setup: { browser: inApp } }
    );
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    Object.assign(navigator, { share });
    await clickContinue(user);
    await user.click(await screen.findByRole('button', { name: 'Share link' }));
    expect(share).toHaveBeenCalledWith({ url: launchable.launch_url });
    await waitFor(() => expect(copied).toHaveBeenCalledTimes(copies));
    copied.mockRestore();
    Reflect.deleteProperty(navigator, 'share');
});

test('where the clipboard is out of reach, the link is marked to be copied by hand', async () => {
    const { user } = startWidget(
        {
            '/connect/attempts': [launchable],
            '/connect/attempts/:attempt_id/relaunch': [launchable],
            '/connect/attempts/:attempt_id': [launch]
        },
        { integrations: [{ ...github, refuses_webviews: true }] },
        { setup: { browser: inApp } }
    );
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await clickContinue(user);
    const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link to the sign-in' });
    await user.click(button('Copy link'));
    expect(document.activeElement).toBe(box);
    expect(box.value.slice(box.selectionStart ?? 0, box.selectionEnd ?? 0)).toBe(launchable.launch_url);
});

test('who stays inside the app all the same gets a window', async () => {
    const { user, popup, posted } = startWidget(
        {
            '/connect/attempts': [launchable],
            '/connect/attempts/:attempt_id/relaunch': [launchable, launch],
            '/connect/attempts/:attempt_id': [launch]
        },
        { integrations: [{ ...github, refuses_webviews: true }] },
        { setup: { browser: inApp } }
    );
    await clickContinue(user);
    await user.click(await screen.findByRole('button', { name: 'Continue here anyway' }));
    await heading('Sign in at GitHub');
    expect(posted('/connect/attempts/:attempt_id/relaunch').at(-1)?.body).toEqual({ window_key: popup.keys[0] });
});

test('what needs nothing starts by itself, once', async () => {
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

test('a provider that takes long is said to be slow, and is not waited for for ever', async () => {
    const user = withClock();
    const { posted } = startWidget(
        {
            '/connect/attempts': [view({})],
            '/connect/attempts/:attempt_id': [view({})],
            '/connect/attempts/:attempt_id/cancel': [view({ status: 'cancelled', code: 'cancelled' })]
        },
        { integrations: [gem] },
        { user }
    );
    await user.type(await screen.findByLabelText('Shareable access key'), 'k');
    await user.click(button('Connect'));
    await heading('Checking with Gem…');
    expect(screen.queryByText(/slower than usual/)).toBeNull();
    await leap(10_000);
    expect(screen.getByText(/slower than usual/)).toBeTruthy();
    expect(posted('/connect/attempts/:attempt_id/cancel')).toEqual([]);
    await leap(35_000);
    await heading('Gem wasn’t connected');
    expect(screen.getByRole('alert').textContent).toContain('took too long');
    expect(posted('/connect/attempts/:attempt_id/cancel')).toHaveLength(1);
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
    await heading('Sign in at GitHub');
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

test('leaving is told for the timeline, before the attempt is given up', async () => {
    const { user, sent } = startWidget(
        { '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [launch] },
        { integrations: [github] }
    );
    await clickContinue(user);
    await heading('Sign in at GitHub');
    await user.click(button('Cancel'));
    await heading('Connect GitHub');
    const last = sent.slice(-2).map(({ path, body }) => [path, body]);
    expect(last).toEqual([
        ['/connect/attempts/:attempt_id/steps', { step: 'left' }],
        ['/connect/attempts/:attempt_id/cancel', undefined]
    ]);
});
