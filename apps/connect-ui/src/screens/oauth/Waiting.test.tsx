// @vitest-environment jsdom
import { ApiError } from '@patchbay/api-client';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import {
    attemptId,
    button,
    clickContinue,
    heading,
    launch,
    launchable,
    leap,
    startWidget,
    succeeded,
    view,
    withClock
} from '../../App.fixtures.tsx';
import { github } from '../../stories/samples.ts';

afterEach(() => {
    cleanup();
    vi.useRealTimers();
});

const returnTo = 'https://host.example/settings';

const inApp = { isInApp: true, prefersTab: true };

test('a window that the browser blocked is replaced by a link', async () => {
    const { user, popup, told } = startWidget(
        {
            '/connect/attempts': [launch],
            '/connect/attempts/:attempt_id': [launch],
            '/connect/attempts/:attempt_id/relaunch': [launchable]
        },
        { integrations: [github] }
    );
    popup.stopped = true;
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    const link = await screen.findByRole('link', { name: 'Open window' });
    expect(link.getAttribute('href')).toBe(launchable.launch_url);
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'opener']);
    await waitFor(() => expect(told).toContainEqual({ type: 'event', name: 'popup_blocked', integrationId: 'github' }));
});

test('a closed window can be opened again for the same attempt, or the attempt cancelled', async () => {
    const { user, popup, posted } = startWidget(
        {
            '/connect/attempts': [launch],
            '/connect/attempts/:attempt_id': [view({ status: 'awaiting_user' })],
            '/connect/attempts/:attempt_id/relaunch': [launch],
            '/connect/attempts/:attempt_id/cancel': [launch]
        },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    await heading('Sign in to GitHub');
    popup.closed = true;
    await screen.findByRole('heading', { name: 'Is the GitHub window still open?' });
    await user.click(button('Open window again'));
    await heading('Sign in to GitHub');
    expect(posted('/connect/attempts')).toHaveLength(1);
    expect(posted('/connect/attempts/:attempt_id/relaunch')).toHaveLength(1);
    expect(popup.went).toBe(2);
    expect(posted('/connect/attempts/:attempt_id/relaunch')[0]?.body).toEqual({ window_key: popup.keys[1] });
    await user.click(button('Cancel'));
    await heading('Connect GitHub');
    await waitFor(() => expect(posted('/connect/attempts/:attempt_id/cancel')).toHaveLength(1));
});

test('a window that the page can’t see needs no second click when the server sees it', async () => {
    const { user, popup, posted } = startWidget(
        { '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [view({ ...launch, status: 'awaiting_user' }), succeeded] },
        { integrations: [github] }
    );
    popup.unseen = true;
    await clickContinue(user);
    await heading('Sign in to GitHub');
    expect(posted('/connect/attempts/:attempt_id/relaunch')).toEqual([]);
    await heading('GitHub is connected');
});

test('a window that neither the page nor the server sees is replaced by a link', async () => {
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
    await heading('Sign in to GitHub');
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    popup.closed = true;
    await leap(10_000);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign in to GitHub');
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

test('a blocked window can continue in this tab', async () => {
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

test('a refused return address is reported to the host, and the next try opens a window', async () => {
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
    await heading('Sign in to GitHub');
});

test('a refused return address after a blocked window is reported to the host too', async () => {
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
    ['a dismissed share dialog copies nothing', new DOMException('no', 'AbortError'), 0]
])('where the browser supports sharing, it is offered beside copying: %s', async (_what, refusal, copies) => {
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

test('without access to the clipboard, the link is selected to be copied by hand', async () => {
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
    const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Sign-in link' });
    await user.click(button('Copy link'));
    expect(document.activeElement).toBe(box);
    expect(box.value.slice(box.selectionStart ?? 0, box.selectionEnd ?? 0)).toBe(launchable.launch_url);
});

test('continuing inside the app opens a window', async () => {
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
    await heading('Sign in to GitHub');
    expect(posted('/connect/attempts/:attempt_id/relaunch').at(-1)?.body).toEqual({ window_key: popup.keys[0] });
});

test('the sign-in’s window can be brought to the front without starting the sign-in anew', async () => {
    const { user, popup, posted } = startWidget(
        { '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [launch] },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    await user.click(await screen.findByRole('button', { name: 'Show window' }));
    expect(popup).toMatchObject({ shown: 1 });
    expect(popup.keys).toHaveLength(1);
    expect(posted('/connect/attempts/:attempt_id/relaunch')).toEqual([]);
});

test.each([
    ['has let the window open', false],
    ['has stopped the window', true]
])('while the server’s response is awaited and the browser %s, the screen says “Opening” alone', async (_what, stopped) => {
    const user = withClock();
    const { popup } = startWidget({ '/connect/attempts': [] }, { integrations: [github] }, { user });
    popup.stopped = stopped;
    await clickContinue(user);
    await heading('Opening GitHub');
    const main = screen.getByRole('main');
    const words = main.textContent;
    expect(within(main).queryByText(/window|page|link|finish/i)).toBeNull();
    expect(within(main).queryAllByRole('link')).toEqual([]);
    await leap(42_000);
    expect(main.textContent).toBe(words);
    expect(
        within(main)
            .getAllByRole('button')
            .map(({ textContent: text }) => text)
    ).toContain('Cancel');
});

test('while it can’t be seen whether a window has opened, none is promised', async () => {
    const user = withClock();
    const { popup } = startWidget(
        { '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [launch] },
        { integrations: [github] },
        { user }
    );
    popup.unseen = true;
    await clickContinue(user);
    await heading('Opening GitHub');
    await leap(1000);
    expect(button('Cancel')).toBeTruthy();
    expect(screen.queryByText(/window will open|on its way/)).toBeNull();
});
