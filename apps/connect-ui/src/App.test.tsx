// @vitest-environment jsdom
import { ApiError, UnreachableError } from '@patchbay/api-client';
import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { attemptId, button, heading, launch, launchable, startWidget, succeeded, view } from './App.fixtures.tsx';
import type { ConnectSession } from './flow/state.ts';
import { basic, everyIntegration, gem, github, open, session, zendesk } from './stories/models.ts';

// Some steps wait for a poll, which comes every second.
configure({ asyncUtilTimeout: 5000 });
afterEach(cleanup);

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

test('the only box of a form has the focus, and the form has the heading’s name', async () => {
    startWidget({}, { integrations: [{ ...gem, fields: gem.fields.slice(0, 1) }] });
    const title = await heading('Connect Gem');
    expect(document.activeElement).toBe(screen.getByLabelText('Shareable access key'));
    expect(screen.getByRole('form').getAttribute('aria-labelledby')).toBe(title.id);
});

test('a missing value is named, linked to its field, and focused', async () => {
    const { user, posted } = startWidget({}, { integrations: [basic] });
    await heading('Connect Crème Warehouse');
    await user.click(button('Connect'));
    const box = screen.getByRole('textbox', { name: 'Username' });
    expect(box).toHaveProperty('ariaInvalid', 'true');
    expect(document.activeElement).toBe(box);
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Username is missing.');
    expect(screen.getByRole('status').textContent).toBe('Check Username and Region.');
    expect(posted('/connect/attempts')).toEqual([]);
});

test('a refused key comes back with the reason, and nothing typed is lost', async () => {
    const refused = view({ status: 'failed', code: 'credentials_rejected' });
    const { user, posted } = startWidget({ '/connect/attempts': [refused, succeeded] }, { integrations: [gem] });
    await user.type(await screen.findByLabelText('Shareable access key'), 'wrong');
    await user.click(button('Connect'));
    expect((await screen.findByRole('alert')).textContent).toContain('Gem didn’t accept what was sent');
    expect(screen.getByLabelText('Shareable access key')).toHaveProperty('value', 'wrong');
    await user.click(button('Connect'));
    await heading('Gem is connected');
    const [first, second] = posted('/connect/attempts').map(({ key }) => key);
    expect(first).not.toBe(second);
});

test('a body the server finds malformed marks the field', async () => {
    const malformed = new ApiError(400, {
        code: 'invalid_body',
        errors: [{ code: 'custom', message: 'no', path: ['credentials', 'apiKey'] }]
    });
    const { user } = startWidget({ '/connect/attempts': [malformed] }, { integrations: [gem] });
    await user.type(await screen.findByLabelText('Shareable access key'), 'x');
    await user.click(button('Connect'));
    expect(await screen.findByText('This doesn’t look right. Check for missing or extra characters.')).toBeTruthy();
});

test('when no answer comes, the same try is repeated with the same key', async () => {
    const { user, posted } = startWidget({ '/connect/attempts': [new UnreachableError('cut off'), succeeded] }, { integrations: [gem] });
    await user.type(await screen.findByLabelText('Shareable access key'), 'k');
    await user.click(button('Connect'));
    await screen.findByText(/couldn’t reach the server/);
    await user.click(button('Connect'));
    await heading('Gem is connected');
    const [first, second] = posted('/connect/attempts').map(({ key }) => key);
    expect(first).toBe(second);
});

test('a secret is hidden until it is asked to be shown', async () => {
    const { user } = startWidget({}, { integrations: [gem] });
    const box = await screen.findByLabelText('Shareable access key');
    expect(box).toHaveProperty('type', 'password');
    const show = button('Show Shareable access key');
    expect(show.getAttribute('aria-pressed')).toBe('false');
    await user.click(show);
    expect(show.getAttribute('aria-pressed')).toBe('true');
    expect(box).toHaveProperty('type', 'text');
});

test('the keyboard alone finds an app, with or without its accents', async () => {
    const { user, told } = startWidget({}, { integrations: everyIntegration });
    await heading('Choose an app to connect');
    await user.click(screen.getByRole('searchbox', { name: 'Search apps' }));
    await user.keyboard('creme');
    expect(screen.getByRole('status').textContent).toBe('1 result');
    expect(within(screen.getByRole('list')).getAllByRole('button')).toHaveLength(1);
    await user.keyboard('{ArrowDown}{Enter}');
    await heading('Connect Crème Warehouse');
    await user.click(button('Back'));
    await heading('Choose an app to connect');
    await waitFor(() => expect(told).toContainEqual({ type: 'event', name: 'integration_selected', integrationId: 'warehouse' }));
});

test('an empty list tells the developer in the console what to do', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    startWidget({}, { integrations: [] });
    await heading('Nothing to connect yet');
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('POST /integrations'));
    warn.mockRestore();
});

test('a search without a match offers to clear it', async () => {
    const { user } = startWidget({}, { integrations: everyIntegration });
    const search = await screen.findByRole('searchbox');
    await user.type(search, 'zzz');
    expect(await screen.findAllByText('No app matches “zzz”.')).toHaveLength(2);
    await user.click(button('Clear search'));
    expect(screen.getAllByRole('listitem')).toHaveLength(everyIntegration.length);
    expect(document.activeElement).toBe(search);
});

test('a sign-in opens its window in the click, and the server says when it is done', async () => {
    const { user, popup, hint, posted } = startWidget(
        { '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [view({ status: 'awaiting_user' }), succeeded] },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    expect(popup.keys).toHaveLength(1);
    await heading('Sign in at GitHub');
    expect(popup.went).toBe(1);
    expect(posted('/connect/attempts')[0]?.body).toMatchObject({ window_key: popup.keys[0] });
    await waitFor(() => expect(posted('/connect/attempts/:attempt_id')).toHaveLength(1));
    hint();
    await heading('GitHub is connected');
    await waitFor(() => expect(popup.closed).toBe(true));
});

test('an incomplete sign-in form opens no window', async () => {
    const { user, popup } = startWidget({}, { integrations: [zendesk] });
    await user.click(await screen.findByRole('button', { name: 'Continue to Zendesk' }));
    await screen.findByText('Subdomain is missing.');
    expect(popup.keys).toHaveLength(0);
});

test('a window the browser stopped becomes a link to follow', async () => {
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

test('when the attempt can’t be made, the window closes and the form says why', async () => {
    const { user, popup } = startWidget({ '/connect/attempts': [new ApiError(500, { code: 'server_error' })] }, { integrations: [github] });
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    await screen.findByRole('alert');
    await waitFor(() => expect(popup.closed).toBe(true));
});

test('a window that is gone can be opened again for the same attempt, or given up', async () => {
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
    await heading('Sign in at GitHub');
    popup.closed = true;
    await screen.findByRole('heading', { name: 'Is the GitHub window still open?' });
    await user.click(button('Open window again'));
    await heading('Sign in at GitHub');
    expect(posted('/connect/attempts')).toHaveLength(1);
    expect(posted('/connect/attempts/:attempt_id/relaunch')).toHaveLength(1);
    expect(popup.went).toBe(2);
    expect(posted('/connect/attempts/:attempt_id/relaunch')[0]?.body).toEqual({ window_key: popup.keys[1] });
    await user.click(button('Cancel'));
    await heading('Connect GitHub');
    await waitFor(() => expect(posted('/connect/attempts/:attempt_id/cancel')).toHaveLength(1));
});

test('of several accounts one is chosen', async () => {
    const options = [
        { id: 't-1', label: 'Acme' },
        { id: 't-2', label: 'Globex' }
    ];
    const { user, posted } = startWidget(
        {
            '/connect/attempts': [launch],
            '/connect/attempts/:attempt_id': [view({ status: 'needs_choice', options })],
            '/connect/attempts/:attempt_id/select': [succeeded]
        },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    await heading('Choose an account');
    await user.click(button('Globex'));
    await heading('GitHub is connected');
    expect(posted('/connect/attempts/:attempt_id/select')[0]?.body).toEqual({ account_id: 't-2' });
});

const reconnecting: Partial<ConnectSession> = {
    integrations: [github],
    connection: {
        connection_id: 'c-1',
        integration_id: 'github',
        account_label: 'octo',
        connected_at: '2026-03-03T09:00:00.000Z',
        refused_since: null,
        connection_config: {},
        config_fields: []
    }
};
const mismatch = view({ status: 'account_mismatch', was: 'octo', now: 'mona' });

test('a reconnect as somebody else can use another account', async () => {
    const { user, popup, posted, told } = startWidget(
        {
            '/connect/attempts': [launch],
            '/connect/attempts/:attempt_id': [mismatch, succeeded],
            '/connect/attempts/:attempt_id/relaunch': [{ ...launch, updated_at: '2026-11-20T10:01:00.000Z' }]
        },
        reconnecting
    );
    await heading('Reconnect GitHub');
    expect(screen.getByText(/octo, connected/)).toBeTruthy();
    await user.click(button('Continue to GitHub'));
    await screen.findByText('This is mona, but the connection belongs to octo.');
    await user.click(button('Use another account'));
    expect(posted('/connect/attempts/:attempt_id/relaunch')[0]?.body).toEqual({ select_account: true, window_key: popup.keys[1] });
    expect(popup.keys).toHaveLength(2);
    await heading('GitHub is connected again');
    await waitFor(() => expect(told).toContainEqual({ type: 'event', name: 'reconnected', integrationId: 'github' }));
});

test('a reconnect as somebody else can switch to that account', async () => {
    const { user, posted } = startWidget(
        {
            '/connect/attempts': [launch],
            '/connect/attempts/:attempt_id': [mismatch],
            '/connect/attempts/:attempt_id/accept-account': [succeeded]
        },
        reconnecting
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    await user.click(await screen.findByRole('button', { name: 'Switch to this account' }));
    await heading('GitHub is connected again');
    expect(posted('/connect/attempts/:attempt_id/accept-account')).toHaveLength(1);
});

test('what the product still has to confirm is not called connected, and the way on leads back there', async () => {
    const link: Partial<ConnectSession> = { integrations: [gem], requires_confirmation: true, return_to: 'https://app.example.com/done' };
    const { user } = startWidget({ '/connect/attempts': [succeeded] }, link, { setup: { layout: 'page', origin: null } });
    await user.type(await screen.findByLabelText('Shareable access key'), 'gem-key');
    await user.click(button('Connect'));
    await heading('Almost done');
    expect(screen.getByText('Go back to Northwind to finish.')).toBeTruthy();
    const onward = screen.getByRole('link', { name: 'Back to Northwind' });
    expect(onward.className).toContain('button-primary');
    expect(onward).toHaveProperty('href', 'https://app.example.com/done?connection_id=c-1&integration_id=gem');
    const claims = () => /is connected|can start using it|close this (tab|window)/i.exec(document.body.textContent);
    expect(claims()).toBeNull();
    await user.click(button('Close'));
    await heading('Almost done');
    expect(claims()).toBeNull();
});

test('a page that must be confirmed and has no address to return to still says where to go', async () => {
    startWidget(
        { '/connect/attempts': [succeeded] },
        { integrations: [open], requires_confirmation: true },
        {
            setup: { layout: 'page', origin: null, autoStart: true }
        }
    );
    await heading('Almost done');
    expect(screen.getByText('Go back to Northwind to finish.')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByText(/close this tab/)).toBeNull();
});

const reconnectingGem: Partial<ConnectSession> = {
    integrations: [gem],
    connection: { ...reconnecting.connection!, integration_id: 'gem', account_label: 'Acme Ltd' }
};
const otherKey = view({ status: 'account_mismatch', was: 'Acme Ltd', now: 'Globex' });

async function atOtherKey() {
    const widget = startWidget({ '/connect/attempts': [otherKey, succeeded] }, reconnectingGem);
    await widget.user.type(await screen.findByLabelText('Shareable access key'), 'key-of-globex');
    await widget.user.click(button('Connect'));
    await heading('That’s a different account');
    return widget;
}

test('a key of another account leads back to the form, where another key connects', async () => {
    const { user, popup, posted } = await atOtherKey();
    await user.click(button('Use another key'));
    const box = await screen.findByLabelText('Shareable access key');
    expect(box).toHaveProperty('value', 'key-of-globex');
    expect(document.activeElement).toBe(box);
    expect(screen.queryByRole('alert')).toBeNull();
    await user.clear(box);
    await user.type(box, 'key-of-acme');
    await user.click(button('Connect'));
    await heading('Gem is connected again');
    expect(posted('/connect/attempts').at(-1)?.body).toMatchObject({ credentials: { apiKey: 'key-of-acme' } });
    expect(posted('/connect/attempts/:attempt_id/cancel')).toHaveLength(1);
    expect(posted('/connect/attempts/:attempt_id/relaunch')).toEqual([]);
    expect(popup.keys).toEqual([]);
});

test('a connection can be left with the account that it has, by its button as by the cross', async () => {
    for (const name of ['Leave it as it is', 'Close']) {
        const { user, posted, told } = await atOtherKey();
        expect(screen.getByText(/If you switch, Northwind will use this account from then on/)).toBeTruthy();
        await user.click(button(name));
        await waitFor(() => expect(told.at(-1)).toEqual({ type: 'close', outcome: 'cancelled' }));
        expect(posted('/connect/attempts/:attempt_id/cancel')).toHaveLength(1);
        cleanup();
    }
});

test('after a switch that got no answer, the screen does not say that nothing has changed', async () => {
    const { user } = startWidget(
        {
            '/connect/attempts': [otherKey],
            '/connect/attempts/:attempt_id/accept-account': [new UnreachableError('gone')]
        },
        reconnectingGem
    );
    await user.type(await screen.findByLabelText('Shareable access key'), 'key-of-globex');
    await user.click(button('Connect'));
    await user.click(await screen.findByRole('button', { name: 'Switch to this account' }));
    await screen.findByRole('alert');
    expect(screen.queryByText(/Nothing has changed/)).toBeNull();
});

test('a refused consent says so and can be tried again', async () => {
    const denied = view({ status: 'failed', code: 'consent_denied' });
    const { user, popup, told } = startWidget(
        { '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [denied] },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    expect((await screen.findByRole('alert')).textContent).toBe('You didn’t give Northwind access in GitHub. Nothing was connected.');
    await waitFor(() =>
        expect(told).toContainEqual({
            type: 'error',
            code: 'consent_denied',
            ref: 'C-7F3K2',
            message: 'Access was not given.',
            userMessage: expect.stringMatching(/in GitHub/)
        })
    );
    await user.click(button('Try again'));
    expect(popup.keys).toHaveLength(2);
});

test('what was left unticked is said in words', async () => {
    const unticked = view({ status: 'failed', code: 'missing_permissions', missing_scopes: ['repo', 'read:org'] });
    const { user } = startWidget(
        { '/connect/attempts': [launch], '/connect/attempts/:attempt_id': [unticked] },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    expect((await screen.findByRole('alert')).textContent).toContain('allow all of it');
    const asked = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(asked.map((item) => item.textContent)).toEqual(['Read and write your repositories', 'See which organisations you belong to']);
    expect(button('Try again')).toBeTruthy();
});

test('what was typed is not lost by Esc without a question', async () => {
    const { user, told } = startWidget({}, { integrations: [gem] });
    await user.type(await screen.findByLabelText('Shareable access key'), 'k');
    await user.keyboard('{Escape}');
    const question = screen.getByRole('alertdialog', { name: 'Leave without connecting?' });
    expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Stay' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.click(button('Close'));
    await user.click(button('Leave'));
    await waitFor(() => expect(told.at(-1)).toEqual({ type: 'close', outcome: 'cancelled' }));
});

test('the host may ask to close, or just close', async () => {
    const asked = startWidget({}, { integrations: [gem] });
    await asked.user.type(await screen.findByLabelText('Shareable access key'), 'k');
    asked.host({ type: 'close_requested' });
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    asked.host({ type: 'close' });
    await waitFor(() => expect(asked.told.at(-1)).toEqual({ type: 'close', outcome: 'cancelled' }));
});

test('offline, the button waits and says why', async () => {
    const { user, posted } = startWidget({}, { integrations: [gem] });
    await user.type(await screen.findByLabelText('Shareable access key'), 'k');
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    act(() => void window.dispatchEvent(new Event('offline')));
    await user.click(button('Connect'));
    expect(button('Connect').getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('status').textContent).toContain('You’re offline');
    expect(posted('/connect/attempts')).toEqual([]);
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: true });
    act(() => void window.dispatchEvent(new Event('online')));
});

test.each([
    [
        new ApiError(401, { code: 'unknown_connect_session_token', payload: { reason: 'expired' } }),
        'This page has timed out',
        'session_expired'
    ],
    [new ApiError(401, { code: 'unknown_connect_session_token' }), 'This couldn’t be opened', 'session_invalid'],
    [new ApiError(403, { code: 'origin_not_allowed' }), 'This page can’t be shown here', 'origin_not_allowed']
])('a session that can’t be used is explained: %s', async (error, title, code) => {
    const { told } = startWidget({ '/connect/session/open': [error] });
    await heading(title);
    await waitFor(() => expect(told).toContainEqual(expect.objectContaining({ type: 'error', code, message: expect.any(String) })));
});

test('an unreachable server is asked again, first by itself, then at a click', async () => {
    const down = new UnreachableError('no');
    const { user, posted } = startWidget({ '/connect/session/open': [down, down, down, session({ integrations: [gem] })] });
    await screen.findByRole('heading', { name: 'We can’t reach the server' }, { timeout: 8000 });
    expect(posted('/connect/session/open')).toHaveLength(3);
    await user.click(button('Try again'));
    await heading('Connect Gem');
});

test('an empty session says whom to ask', async () => {
    startWidget({}, { integrations: [], app_name: null });
    await heading('Nothing to connect yet');
    expect(screen.getByText('This app hasn’t offered any apps here. If you expected one, ask your contact there.')).toBeTruthy();
});
