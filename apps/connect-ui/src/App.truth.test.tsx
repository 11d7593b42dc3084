// @vitest-environment jsdom
import { cleanup, configure, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { attemptId, button, heading, launch, startWidget, succeeded, view } from './App.fixtures.tsx';
import type { ConnectSession } from './flow/state.ts';
import { field, gem, github, integration, session } from './stories/models.ts';

/** The widget says only what is so. */

// Some steps wait for a poll, which comes every second.
configure({ asyncUtilTimeout: 5000 });
afterEach(cleanup);

const own = {
    connection_id: 'c-own',
    account_label: 'Acme Ltd',
    connected_at: '2026-03-03T09:00:00.000Z',
    refused_since: null,
    connection_config: {},
    config_fields: [],
    fields: [field({ name: 'apiKey', title: 'Renewed key', secret: true })]
};
const owned = { ...gem, is_connected: true, connections: [own] };
const refused = { ...owned, connections: [{ ...own, refused_since: '2026-11-18T09:00:00.000Z' }] };
const bodyOf = (widget: ReturnType<typeof startWidget>) => widget.posted('/connect/attempts').at(-1)?.body;
const type = async (widget: ReturnType<typeof startWidget>, name: string) => {
    await widget.user.type(await screen.findByLabelText(name), 'a-key');
    await widget.user.click(button('Connect'));
};

test('choosing an app that is connected asks which account it is about', async () => {
    const widget = startWidget({ '/connect/attempts': [{ ...succeeded, is_new: false }] }, { integrations: [owned, github] });
    await widget.user.click(await screen.findByRole('button', { name: 'Gem Connected' }));
    await heading('You’ve connected Gem');
    await widget.user.click(screen.getByRole('button', { name: /^Reconnect Acme Ltd/ }));
    await heading('Reconnect Gem');
    expect(screen.getByText(/^Acme Ltd, connected Mar/)).toBeTruthy();
    await type(widget, 'Renewed key');
    await heading('Gem is connected again');
    expect(bodyOf(widget)).toMatchObject({ connection_id: 'c-own', credentials: { apiKey: 'a-key' } });
});

test('another account can be added, and Back leads to the accounts and then to the list', async () => {
    const widget = startWidget({ '/connect/attempts': [succeeded] }, { integrations: [owned, github] });
    await widget.user.click(await screen.findByRole('button', { name: 'Gem Connected' }));
    await widget.user.click(await screen.findByRole('button', { name: 'Add another account' }));
    await heading('Connect Gem');
    await widget.user.click(button('Back'));
    await heading('You’ve connected Gem');
    await widget.user.click(button('Back'));
    await heading('Choose an app to connect');
    await widget.user.click(button('Gem Connected'));
    await widget.user.click(await screen.findByRole('button', { name: 'Add another account' }));
    await type(widget, 'Shareable access key');
    await heading('Gem is connected');
    expect(bodyOf(widget)).not.toHaveProperty('connection_id');
    expect(screen.getByText(/What you connected then is kept as well/)).toBeTruthy();
});

test('what the provider has refused is not called connected, and is renewed at once, with the reason', async () => {
    const { user } = startWidget({}, { integrations: [refused, github] });
    await user.click(await screen.findByRole('button', { name: 'Gem Needs reconnecting' }));
    await heading('Reconnect Gem');
    expect(screen.getByText(/^Gem hasn’t accepted your saved details since Nov/)).toBeTruthy();
});

test('the same account again is renewed, and not called a second connection', async () => {
    const widget = startWidget(
        { '/connect/attempts': [{ ...succeeded, is_new: false }] },
        { integrations: [{ ...gem, is_connected: true }] }
    );
    await type(widget, 'Shareable access key');
    await heading('Gem is connected');
    expect(screen.getByText(/was connected already, so its access has been renewed/)).toBeTruthy();
    expect(screen.queryByText(/is kept as well/)).toBeNull();
});

test('what nobody checks is not said to be checked, nor to be connected', async () => {
    const widget = startWidget({ '/connect/attempts': [view({}), succeeded] }, { integrations: [{ ...gem, is_checked: false }] });
    await heading('Connect Gem');
    expect(screen.getByText(/They’re saved without being checked/)).toBeTruthy();
    await type(widget, 'Shareable access key');
    await heading('Saving…');
    await widget.user.click(button('Cancel'));
    await type(widget, 'Shareable access key');
    await heading('Your Gem details are saved');
    expect(screen.getByText(/haven’t been checked yet/)).toBeTruthy();
    expect(document.body.textContent).not.toContain('is connected');
});

const twoKeys = integration({
    id: 'two',
    display_name: 'Two Keys',
    auth_mode: 'API_KEY',
    fields: [
        field({ name: 'apiKey', title: 'Key', secret: true }),
        field({ name: 'appSecret', title: 'Application secret', target: 'connection_config', secret: true })
    ]
});
const rejected = (over: Parameters<typeof view>[0] = {}) => view({ status: 'failed', code: 'credentials_rejected', ...over });

test('of two secrets neither is blamed for a refusal that may be the other’s, and one alone is, once', async () => {
    const widget = startWidget({ '/connect/attempts': [rejected()] }, { integrations: [twoKeys] });
    await widget.user.type(await screen.findByLabelText('Application secret'), 'wrong');
    await type(widget, 'Key');
    await screen.findByRole('alert');
    for (const name of ['Key', 'Application secret']) expect(screen.getByLabelText(name).getAttribute('aria-invalid')).toBeNull();
    cleanup();
    await type(startWidget({ '/connect/attempts': [rejected()] }, { integrations: [gem] }), 'Shareable access key');
    await screen.findByRole('alert');
    expect(screen.getByLabelText('Shareable access key').getAttribute('aria-invalid')).toBe('true');
    expect(document.body.textContent.match(/didn’t accept/g)).toHaveLength(1);
    expect(screen.getByRole('status').textContent).toBe('');
});

test('a form that was refused tells the host with its reference, and the end user from the second time on', async () => {
    const widget = startWidget(
        { '/connect/attempts': [rejected({ ref: 'C-AAAAA' }), rejected({ ref: 'C-BBBBB', provider_text: 'Key is disabled.' })] },
        { integrations: [gem] }
    );
    await type(widget, 'Shareable access key');
    await screen.findByRole('alert');
    expect(document.body.textContent).not.toContain('C-AAAAA');
    await widget.user.click(button('Connect'));
    await screen.findByText('C-BBBBB');
    expect(screen.getByText('Gem said: “Key is disabled.”')).toBeTruthy();
    await waitFor(() => expect(widget.told.filter(({ type: kind }) => kind === 'error')).toHaveLength(2));
    expect(widget.told.filter(({ type: kind }) => kind === 'error')).toEqual(
        ['C-AAAAA', 'C-BBBBB'].map((ref) => ({
            type: 'error',
            code: 'credentials_rejected',
            message: expect.any(String),
            userMessage: expect.stringContaining('Gem'),
            ref
        }))
    );
    expect(widget.told.filter((message) => message.type === 'event' && message.name === 'error')).toHaveLength(2);
});

test('a refusal for want of permission does not send the end user looking for a typing mistake', async () => {
    const widget = startWidget({ '/connect/attempts': [rejected({ code: 'missing_permissions' })] }, { integrations: [gem] });
    await type(widget, 'Shareable access key');
    expect((await screen.findByRole('alert')).textContent).toContain('If it’s right, it may not be allowed');
    expect(screen.getByLabelText('Shareable access key')).toHaveProperty('value', 'a-key');
});

test.each([
    [{}, 'in a new window.'],
    [{ mode: 'redirect', returnTo: 'https://host.example/' }, 'and come back here afterwards.'],
    [{ browser: { isInApp: true, prefersTab: false } }, 'in your browser, by a link to copy.']
] as const)('a sign-in is announced the way it will be opened: %j', async (setup, words) => {
    startWidget({}, { integrations: [{ ...github, refuses_webviews: true }] }, { setup });
    await heading('Connect GitHub');
    expect(screen.getByText(/sign in/).textContent).toContain(words);
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

test('after a success another app can be connected, and leaving then is no cancellation', async () => {
    const sessions: ConnectSession[] = [session({ integrations: [gem, github] }), session({ integrations: [owned, github] })];
    const widget = startWidget({ '/connect/session/open': sessions, '/connect/attempts': [succeeded] });
    await widget.user.click(await screen.findByRole('button', { name: 'Gem' }));
    await type(widget, 'Shareable access key');
    await heading('Gem is connected');
    await widget.user.click(button('Connect another app'));
    await heading('Choose an app to connect');
    // The session is read again.
    expect(await screen.findByRole('button', { name: 'Gem Connected' })).toBeTruthy();
    await widget.user.click(button('Close'));
    await waitFor(() => expect(widget.told.at(-1)).toEqual({ type: 'close', outcome: 'connected' }));
    expect(widget.told.filter(({ type: kind }) => kind === 'connect')).toEqual([
        { type: 'connect', connectionId: 'c-1', integrationId: 'gem', isNew: true, attemptId }
    ]);
});

test('of many accounts one is searched for', async () => {
    const options = Array.from({ length: 9 }, (_, index) => ({ id: `t-${index}`, label: index === 4 ? 'Créme Ltd' : `Company ${index}` }));
    const { user, posted } = startWidget(
        {
            '/connect/attempts': [launch],
            '/connect/attempts/:attempt_id': [view({ status: 'needs_choice', options })],
            '/connect/attempts/:attempt_id/select': [succeeded]
        },
        { integrations: [github] }
    );
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    const search = await screen.findByRole('searchbox', { name: 'Search accounts' });
    await user.type(search, 'zzz');
    expect(screen.getByText('No account matches “zzz”.')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(search).toHaveProperty('value', '');
    await user.type(search, 'creme');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(button('Créme Ltd'));
    await user.keyboard('{Enter}');
    await heading('GitHub is connected');
    expect(posted('/connect/attempts/:attempt_id/select')[0]?.body).toEqual({ account_id: 't-4' });
});
