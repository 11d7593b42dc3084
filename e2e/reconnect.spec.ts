import { connectByOAuth, expect, popupFrom, signIn, test, type HostPage } from './journey.ts';

test('a connection whose grant was revoked is renewed by the same account, and stays the same connection', async ({
    page,
    host,
    stack
}) => {
    const connection = await connectByOAuth(page, host, 'Ada Lovelace');
    const key = { connection_id: connection.connection_id, provider_config_key: connection.integration_id };
    const before = await stack.backend.connections.get(key);
    await stack.control('revoke', { account: 'ada' });

    await host.open({ session: { reconnect: connection } });
    const { widget } = host;
    await expect(widget.getByRole('heading', { name: 'Reconnect Sandbox (OAuth 2)' })).toBeFocused();
    await expect(widget.getByText(/^Ada Lovelace, connected /)).toBeVisible();
    await expect(widget.getByText('Your data and settings stay as they are.')).toBeVisible();
    const popup = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
    await signIn(popup);
    await expect(widget.getByRole('heading', { name: 'Sandbox (OAuth 2) is connected again' })).toBeFocused();

    const { connections } = await host.connections();
    expect(connections).toHaveLength(1);
    const after = await stack.backend.connections.get(key);
    expect(after.id).toBe(before.id);
    expect(after.end_user).toEqual(before.end_user);
    expect(after.credentials).not.toEqual(before.credentials);
    await expect
        .poll(() => host.heard())
        .toMatchObject([{ type: 'connect:success', detail: { connectionId: connection.connection_id, isNew: false } }]);
});

test('a reconnect with another account is stopped and asked about, and can be tried with the right one', async ({ page, host, stack }) => {
    const connection = await connectByOAuth(page, host, 'Ada Lovelace');
    const before = await credentialsOf(stack, connection);
    await reconnectAs(page, host, connection, 'Grace Hopper');
    const { widget } = host;
    await expect(widget.getByRole('heading', { name: 'This is a different account' })).toBeFocused();
    await expect(widget.getByText('This is Grace Hopper, but the connection belongs to Ada Lovelace.')).toBeVisible();
    expect(await credentialsOf(stack, connection)).toEqual(before);

    const again = await popupFrom(page, widget.getByRole('button', { name: 'Use another account' }));
    await signIn(again, { account: 'Ada Lovelace' });
    await expect(widget.getByRole('heading', { name: /is connected again$/ })).toBeFocused();
    await expect(widget.getByText('Account: Ada Lovelace.')).toBeVisible();
    expect((await host.connections()).connections).toHaveLength(1);
});

test('a reconnect with another account moves the connection only when the end user confirms it', async ({ page, host, stack }) => {
    const connection = await connectByOAuth(page, host, 'Ada Lovelace');
    const before = await credentialsOf(stack, connection);
    await reconnectAs(page, host, connection, 'Grace Hopper');
    await host.widget.getByRole('button', { name: 'Switch to this account' }).click();
    await expect(host.widget.getByRole('heading', { name: /is connected again$/ })).toBeFocused();
    await expect(host.widget.getByText('Account: Grace Hopper.')).toBeVisible();
    expect((await host.connections()).connections).toMatchObject([{ connection_id: connection.connection_id }]);
    expect(await credentialsOf(stack, connection)).not.toEqual(before);
});

interface Target {
    connection_id: string;
    integration_id: string;
}

async function reconnectAs(page: import('@playwright/test').Page, host: HostPage, connection: Target, account: string): Promise<void> {
    await host.open({ session: { reconnect: connection } });
    const popup = await popupFrom(page, host.widget.getByRole('button', { name: /^Continue to/ }));
    await signIn(popup, { account });
}

async function credentialsOf({ backend }: import('./stack.ts').Stack, { connection_id, integration_id }: Target) {
    return (await backend.connections.get({ connection_id, provider_config_key: integration_id })).credentials;
}
