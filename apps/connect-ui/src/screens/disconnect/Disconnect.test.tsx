// @vitest-environment jsdom
import { ApiError, UnreachableError } from '@patchbay/api-client';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { button, heading, startWidget } from '../../App.fixtures.tsx';
import { connectedGem, connectedGithub, detailsOf, gem, github, session, twiceGem } from '../../stories/samples.ts';
import type { Responses } from '../../server.fixtures.ts';
import type { ConnectSession, Setup } from '../../flow/model.ts';

afterEach(cleanup);

const details = '/connect/connections';
const path = '/connect/connections/:connection_id';
const opening = '/connect/session/open';
const gone = { success: true, revocation: { outcome: 'revoked' } } as const;
const managing = (...integrations: ConnectSession['integrations']) => session({ integrations, manages_connections: true });

/** The question whether to disconnect the only account of Gem. */
async function atQuestion(responses: Responses, setup: Partial<Setup> = {}) {
    const widget = startWidget(
        { [opening]: [managing(connectedGem, github)], [details]: [[detailsOf('gem', { connection_id: 'c-own' })]], ...responses },
        {},
        { setup }
    );
    const row = screen.findByRole('button', { name: 'Gem Connected' }).then((found) => widget.user.click(found));
    await Promise.race([row, heading('Acme Ltd')]);
    await screen.findByText(/^Last used/);
    await widget.user.click(button('Disconnect'));
    await heading('Disconnect Acme Ltd?');
    return widget;
}

test('disconnecting asks first, says what stops and what stays, and can be called off', async () => {
    const { user, posted, told } = await atQuestion({});
    expect(screen.getByText('Northwind will no longer be able to use this Gem account.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'What stops' })).toBeTruthy();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(detailsOf('gem').access);
    await user.click(button('Keep it'));
    await heading('Acme Ltd');
    expect(screen.getByText(/^Last used/)).toBeTruthy();
    expect(posted(path)).toEqual([]);
    await waitFor(() => expect(told).toContainEqual({ type: 'event', name: 'disconnect_requested', integrationId: 'gem' }));
});

test('what stays after disconnecting is promised for the provider alone, not for the product', async () => {
    await atQuestion({});
    const typed = 'What you typed to connect stays valid at Gem until you delete it there.';
    expect(screen.getByText(/What you typed/).textContent).toBe(`${typed} Nothing is deleted at Gem.`);
});

test('a double click disconnects once; the list then shows the account as disconnected', async () => {
    const { user, posted, told } = await atQuestion({
        // The session can't be read again: the list knows nevertheless.
        [opening]: [managing(connectedGem, github), new UnreachableError('gone')],
        [path]: [gone]
    });
    await user.dblClick(button('Disconnect'));
    await heading('Choose an app to connect');
    expect(posted(path)).toMatchObject([{ params: { connection_id: 'c-own' }, query: { integration_id: 'gem' } }]);
    const row = screen.getByRole('button', { name: 'Gem' });
    expect(document.activeElement).toBe(row);
    expect(screen.getByRole('status').textContent).toBe('Acme Ltd is disconnected');
    expect(screen.getAllByText('Acme Ltd is disconnected')).toHaveLength(2);
    expect(posted(opening)).toHaveLength(2);
    await waitFor(() => expect(told).toContainEqual({ type: 'event', name: 'disconnected', integrationId: 'gem' }));
    await user.click(row);
    await heading('Connect Gem');
    await user.click(button('Back'));
    await heading('Choose an app to connect');
    expect(screen.queryByText('Acme Ltd is disconnected')).toBeNull();
});

test('while it is being disconnected, the buttons wait, and what is under way is announced', async () => {
    const { user } = await atQuestion({});
    await user.click(button('Disconnect'));
    expect(button('Disconnecting…').getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('status').textContent).toBe('Disconnecting…');
    await user.click(button('Keep it'));
    await heading('Disconnect Acme Ltd?');
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
});

test('of two accounts the other one is left', async () => {
    const [, second] = twiceGem.connections;
    const left = { ...twiceGem, connections: second ? [second] : [] };
    const { user } = startWidget({ [opening]: [managing(twiceGem, github), managing(left, github)], [path]: [gone] });
    await user.click(await screen.findByRole('button', { name: 'Gem Connected' }));
    await user.click(await screen.findByRole('button', { name: /^Acme Ltd Connected since/ }));
    await heading('Acme Ltd');
    await user.click(button('Disconnect'));
    await heading('Disconnect Acme Ltd?');
    await user.click(button('Disconnect'));
    expect(await heading('You’ve connected Gem')).toBe(document.activeElement);
    expect(screen.getByRole('status').textContent).toBe('Acme Ltd is disconnected');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Globex/)]);
    await user.click(button('Back'));
    expect(await screen.findByRole('button', { name: 'Gem Connected' })).toBeTruthy();
});

test('where there is no list, the last screen shows that it is disconnected, and the app can be connected again', async () => {
    const { user, told } = await atQuestion({ [opening]: [managing(connectedGem), managing(gem)], [path]: [gone] });
    await user.click(button('Disconnect'));
    expect(await heading('Acme Ltd is disconnected')).toBe(document.activeElement);
    expect(screen.getByText(/^Northwind can no longer use it/)).toBeTruthy();
    await user.click(button('Connect Gem'));
    await heading('Connect Gem');
    await user.click(button('Close'));
    await waitFor(() => expect(told.at(-1)).toEqual({ type: 'close', outcome: 'cancelled' }));
});

test.each(['failed', 'unsupported'] as const)(
    'an access that was not ended at the provider is told with the remedy: %s',
    async (outcome) => {
        const { user } = await atQuestion({ [path]: [{ success: true, revocation: { outcome } }] });
        await user.click(button('Disconnect'));
        await heading('Choose an app to connect');
        expect(screen.getByText('The access may still exist at Gem. Remove it in your account settings there.')).toBeTruthy();
    }
);

test('a sign-in’s access is said to be taken back at the provider', async () => {
    const { user } = startWidget({ [opening]: [managing(connectedGithub)] });
    await heading('octo@example.com');
    await user.click(button('Disconnect'));
    expect(await screen.findByText(/^Where GitHub allows it, the access is ended there too/)).toBeTruthy();
});

test('a connection that is gone already counts as disconnected', async () => {
    const { user } = await atQuestion({ [path]: [new ApiError(404, { code: 'unknown_connection' })] });
    await user.click(button('Disconnect'));
    await heading('Choose an app to connect');
    expect(screen.getByRole('status').textContent).toBe('Acme Ltd is disconnected');
    expect(screen.queryByText(/may still exist/)).toBe(null);
});

test.each([
    ['got lost', new UnreachableError('gone')],
    ['was an error of the server', new ApiError(502, { code: 'server_error' })]
])('a connection that is gone after a response that %s may have kept its access, which is told', async (_what, error) => {
    const { user } = await atQuestion({ [path]: [error, new ApiError(404, { code: 'unknown_connection' })] });
    await user.click(button('Disconnect'));
    await screen.findByRole('alert');
    await user.click(button('Disconnect'));
    await heading('Choose an app to connect');
    expect(screen.getByText('The access may still exist at Gem. Remove it in your account settings there.')).toBeTruthy();
});

test.each([
    [
        'a server out of reach',
        new UnreachableError('gone'),
        'The server couldn’t be reached. Check your internet connection and try again.'
    ],
    [
        'a session without the permission',
        new ApiError(403, { code: 'connections_not_managed' }),
        'Something went wrong on our side. Try again.'
    ]
])('%s is told, and the choice stays', async (_what, error, words) => {
    const { user, posted } = await atQuestion({ [path]: [error, gone] });
    await user.click(button('Disconnect'));
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    await user.click(button('Disconnect'));
    await heading('Choose an app to connect');
    expect(posted(path)).toHaveLength(2);
});

test('a session that ends meanwhile is renewed, and nothing is disconnected without another click', async () => {
    const expired = new ApiError(401, { code: 'unknown_connect_session_token', payload: { reason: 'expired' } });
    const { user, told, host, posted } = await atQuestion({ [path]: [expired, gone] }, { renews: true });
    await user.click(button('Disconnect'));
    await waitFor(() => expect(told).toContainEqual({ type: 'session_wanted' }));
    expect(button('Disconnect').getAttribute('aria-disabled')).toBe('true');
    host({ type: 'session_token', token: 'pb_cs_second' });
    expect((await screen.findByRole('alert')).textContent).toContain('nothing was sent');
    expect(posted(path)).toHaveLength(1);
    await user.click(button('Disconnect'));
    await heading('Choose an app to connect');
    expect(posted(path).map(({ token }) => token)).toEqual(['pb_cs_first', 'pb_cs_second']);
});

test('offline, nothing is sent', async () => {
    const { user, posted } = await atQuestion({ [path]: [gone] });
    const network = (onLine: boolean) => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, value: onLine });
        act(() => void window.dispatchEvent(new Event(onLine ? 'online' : 'offline')));
    };
    network(false);
    await user.click(button('Disconnect'));
    expect(posted(path)).toEqual([]);
    network(true);
    await user.click(button('Disconnect'));
    await heading('Choose an app to connect');
});
