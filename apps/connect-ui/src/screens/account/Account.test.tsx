// @vitest-environment jsdom
import { ApiError, UnreachableError } from '@patchbay/api-client';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { button, heading, startWidget, submitKey, succeeded } from '../../App.fixtures.tsx';
import { connectedGem, connectedGithub, detailsOf, github, refusedGem, session, twiceGem } from '../../stories/samples.ts';
import type { ConnectSession } from '../../flow/model.ts';

afterEach(cleanup);

const details = '/connect/connections';
const managing = (...integrations: ConnectSession['integrations']) => ({ integrations, manages_connections: true });
const ofGem = detailsOf('gem', { connection_id: 'c-own', access: ['Read candidates'] });
const named = (name: string) => ({ type: 'event', name, integrationId: 'gem' });

test('an end user sees whose account it is, since when, when it was last used and what the product can do', async () => {
    const usedAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const { user, told } = startWidget({ [details]: [[{ ...ofGem, last_used_at: usedAt }]] }, managing(connectedGem, github));
    await user.click(await screen.findByRole('button', { name: 'Gem Connected' }));
    expect(await heading('Acme Ltd')).toBe(document.activeElement);
    expect(screen.getByText(/^Connected since Mar/)).toBeTruthy();
    expect(await screen.findByText('Last used 3 days ago')).toBeTruthy();
    expect(screen.getByRole('listitem').textContent).toBe('Read candidates');
    expect(button('Reconnect').className).toContain('secondary');
    await waitFor(() => expect(told).toContainEqual(named('connection_viewed')));
    expect(told).toContainEqual(named('integration_selected'));
    await user.click(button('Back'));
    await heading('Choose an app to connect');
});

const asking = { ...connectedGem, access: ['Read candidates', 'Delete candidates'] };

test('what the product can do is told of the account, not of what the app asks for', async () => {
    startWidget({ [details]: [[ofGem]] }, managing(asking));
    expect((await screen.findByRole('listitem')).textContent).toBe('Read candidates');
    expect(screen.queryByText('Delete candidates')).toBeNull();
});

test('until it is known what the product can do, nothing is said of it', async () => {
    startWidget({}, managing(asking));
    await heading('Acme Ltd');
    expect(screen.queryByRole('listitem')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'What Northwind can do' })).toBeNull();
});

test('what the product can do is not guessed where it could not be read', async () => {
    startWidget({ [details]: [new UnreachableError('gone')] }, managing(asking));
    await screen.findByText(/couldn’t find out when/);
    expect(screen.queryByText('Delete candidates')).toBeNull();
});

test('an account that the product has not used yet is called that', async () => {
    startWidget({ [details]: [[{ ...ofGem, last_used_at: null }]] }, managing(connectedGem));
    expect(await screen.findByText('Not used yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
});

test('a broken account tells since when and why, and to reconnect it is the first thing offered', async () => {
    const [own] = refusedGem.connections;
    const revoked = { ...refusedGem, connections: own ? [{ ...own, refused_because: 'revoked' as const }] : [] };
    const widget = startWidget({ [details]: [[ofGem]], '/connect/attempts': [{ ...succeeded, is_new: false }] }, managing(revoked, github));
    await widget.user.click(await screen.findByRole('button', { name: 'Gem Needs reconnecting' }));
    await heading('Acme Ltd');
    expect(screen.getByText(/^Gem ended the access on Nov 18, 2026\.$/)).toBeTruthy();
    expect(button('Reconnect').className).toContain('primary');
    await widget.user.click(button('Reconnect'));
    await heading('Reconnect Gem');
    expect(screen.getByText(/^Gem ended the access on/)).toBeTruthy();
    await widget.user.click(button('Back'));
    await heading('Acme Ltd');
    await widget.user.click(button('Reconnect'));
    await submitKey(widget, 'Renewed key');
    await heading('Gem is connected again');
    expect(widget.posted('/connect/attempts').at(-1)?.body).toMatchObject({ connection_id: 'c-own' });
});

test.each([
    ['expired', /^The access to Gem expired on Nov/],
    ['refused', /^Gem hasn’t accepted your saved details since Nov/],
    [null, /^Gem hasn’t accepted your saved details since Nov/]
] as const)('an account shows why it is refused: %s', async (because, words) => {
    const [own] = refusedGem.connections;
    startWidget({}, managing({ ...refusedGem, connections: own ? [{ ...own, refused_because: because }] : [] }));
    expect(await screen.findByText(words)).toBeTruthy();
});

test('of several accounts an end user chooses one, and Back leads to the others and then to the list', async () => {
    const { user, posted } = startWidget({ [details]: [[ofGem]] }, managing(twiceGem, github));
    await user.click(await screen.findByRole('button', { name: 'Gem Connected' }));
    await heading('You’ve connected Gem');
    await user.click(screen.getByRole('button', { name: /^Globex Connected since/ }));
    await heading('Globex');
    // The server does not tell of this one.
    expect(await screen.findByText(/couldn’t find out when/)).toBeTruthy();
    await user.click(button('Back'));
    await user.click(await screen.findByRole('button', { name: /^Acme Ltd Connected since/ }));
    await heading('Acme Ltd');
    await user.click(button('Add another account'));
    await heading('Connect Gem');
    await user.click(button('Back'));
    await heading('You’ve connected Gem');
    await user.click(button('Back'));
    await heading('Choose an app to connect');
    expect(posted(details)).toHaveLength(2);
});

test('details that could not be read leave the account usable, and are read again on demand', async () => {
    const { user, posted } = startWidget({ [details]: [new UnreachableError('gone'), [ofGem]] }, managing(connectedGem));
    await screen.findByText(/couldn’t find out when/);
    expect(button('Disconnect').getAttribute('aria-disabled')).toBeNull();
    await user.click(button('Try again'));
    expect(await screen.findByText(/^Last used/)).toBeTruthy();
    expect(posted(details)).toHaveLength(2);
});

test('details that an expired session did not get are read with the next one', async () => {
    const expired = new ApiError(401, { code: 'unknown_connect_session_token', payload: { reason: 'expired' } });
    const managed = session(managing(connectedGithub));
    const { told, host, posted } = startWidget(
        { '/connect/session/open': [managed], [details]: [expired, [detailsOf('github', { connection_id: 'c-own' })]] },
        {},
        { setup: { renews: true } }
    );
    await heading('octo@example.com');
    await waitFor(() => expect(told).toContainEqual({ type: 'session_wanted' }));
    host({ type: 'session_token', token: 'pb_cs_second' });
    expect(await screen.findByText(/^Last used/)).toBeTruthy();
    expect(posted(details).map(({ token }) => token)).toEqual(['pb_cs_first', 'pb_cs_second']);
});

test('without the permission nothing is read, and a connected app asks what to reconnect', async () => {
    const { user, posted } = startWidget({}, { integrations: [connectedGem, github] });
    await user.click(await screen.findByRole('button', { name: 'Gem Connected' }));
    await user.click(await screen.findByRole('button', { name: /^Reconnect Acme Ltd/ }));
    await heading('Reconnect Gem');
    expect(screen.getByText(/^You can end this access at any time: ask Northwind/)).toBeTruthy();
    expect(posted(details)).toEqual([]);
});

test('where one account is all that an app takes, no other one is offered, in either kind of session', async () => {
    const single = { ...connectedGem, single_account: true };
    const { user } = startWidget({}, managing(single, github));
    await user.click(await screen.findByRole('button', { name: 'Gem Connected' }));
    await heading('Acme Ltd');
    expect(screen.queryByRole('button', { name: 'Add another account' })).toBeNull();
    cleanup();
    startWidget({}, { integrations: [single] });
    await heading('You’ve connected Gem');
    expect(screen.getByText('Reconnect it to renew its access.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add another account' })).toBeNull();
});
