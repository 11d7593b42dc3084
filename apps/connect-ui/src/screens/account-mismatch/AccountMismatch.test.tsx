// @vitest-environment jsdom
import { UnreachableError } from '@patchbay/api-client';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { button, heading, launch, startWidget, succeeded, view } from '../../App.fixtures.tsx';
import { gem, github } from '../../stories/samples.ts';
import type { ConnectSession } from '../../flow/model.ts';

afterEach(cleanup);

const reconnecting: Partial<ConnectSession> = {
    integrations: [github],
    connection: {
        connection_id: 'c-1',
        integration_id: 'github',
        account_label: 'octo',
        connected_at: '2026-03-03T09:00:00.000Z',
        refused_since: null,
        refused_because: null,
        connection_config: {},
        config_fields: []
    }
};

const mismatch = view({ status: 'account_mismatch', was: 'octo', now: 'mona' });

const reconnectingGem: Partial<ConnectSession> = {
    integrations: [gem],
    connection: { ...reconnecting.connection!, integration_id: 'gem', account_label: 'Acme Ltd' }
};

const otherKey = view({ status: 'account_mismatch', was: 'Acme Ltd', now: 'Globex' });

async function atOtherKey() {
    const widget = startWidget({ '/connect/attempts': [otherKey, succeeded] }, reconnectingGem);
    await widget.user.type(await screen.findByLabelText('Shareable access key'), 'key-of-globex');
    await widget.user.click(button('Connect'));
    await heading('This is a different account');
    return widget;
}

test('a reconnect with another account can try a third one', async () => {
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

test('a reconnect with another account can switch to it', async () => {
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

test('a connection keeps its account after the button or the cross', async () => {
    for (const name of ['Keep the previous account', 'Close']) {
        const { user, posted, told } = await atOtherKey();
        expect(screen.getByText(/If you switch, Northwind will use this account instead of the previous one/)).toBeTruthy();
        await user.click(button(name));
        await waitFor(() => expect(told.at(-1)).toEqual({ type: 'close', outcome: 'cancelled' }));
        expect(posted('/connect/attempts/:attempt_id/cancel')).toHaveLength(1);
        cleanup();
    }
});

test('after a switch that got no response, the screen does not say that nothing has changed', async () => {
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
