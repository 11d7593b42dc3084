import { BASIC_USERS, OAUTH_CC_CLIENT } from '@patchbay/sandbox/accounts';
import { chooseAccount, clickToClose, clickWhenStill, expect, popupFrom, signIn, test } from './journey.ts';

test('an account is connected by OAuth in a popup that opens in the click and closes itself', async ({ page, host, userId }) => {
    await host.openAt('sandbox-oauth2');
    const { widget } = host;
    await expect(widget.getByRole('heading', { name: 'Connect Sandbox (OAuth 2)' })).toBeFocused();
    await expect(widget.getByRole('listitem').filter({ hasText: 'Read contacts' })).toBeVisible();

    const popup = await popupFrom(page, widget.getByRole('button', { name: 'Continue to Sandbox (OAuth 2)' }));
    await expect(widget.getByRole('heading', { name: 'Sign in to Sandbox (OAuth 2)' })).toBeFocused();
    await expect(popup.getByRole('heading', { name: 'Your app wants access to your account' })).toBeVisible();
    await signIn(popup, { account: 'Grace Hopper' });

    await expect(widget.getByRole('heading', { name: 'Sandbox (OAuth 2) is connected' })).toBeFocused();
    await expect(widget.getByText('Account: Grace Hopper.')).toBeVisible();
    const { connections } = await host.connections();
    expect(connections).toMatchObject([{ provider_config_key: 'sandbox-oauth2', end_user: { id: userId } }]);
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
    await expect(host.openButton).toBeFocused();
});

test('a sign-in that reaches several companies asks which one to use', async ({ page, host, stack }) => {
    await host.openAt('sandbox-oauth2-tenants');
    const { widget } = host;
    const popup = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
    await signIn(popup, { account: 'Linus Torvalds' });

    await expect(widget.getByRole('heading', { name: 'Choose an account' })).toBeFocused();
    await expect(widget.getByRole('listitem')).toHaveText(['Kernel Works', 'Divers’ Log Oy', 'Penguin Rescue']);
    await widget.getByRole('button', { name: 'Penguin Rescue' }).click();
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
    const [connection] = (await host.connections()).connections;
    expect(connection).toBeDefined();
    if (connection)
        expect((await stack.backend.connections.get(connection)).connection_config).toMatchObject({ tenant_id: 'tenant-penguin' });
});

test('what the sign-in page’s address needs is asked first, and a whole pasted address is cut down to its part', async ({
    page,
    host,
    stack
}) => {
    await host.openAt('sandbox-oauth2-subdomain');
    const { widget } = host;
    const workspace = widget.getByRole('textbox', { name: 'Workspace' });
    await expect(workspace).toHaveAccessibleDescription(/Any name will do here\..*Example: acme/);
    await widget.getByRole('button', { name: /^Continue to/ }).click();
    await expect(workspace).toBeFocused();
    await expect(workspace).toHaveAccessibleDescription(/Workspace is missing/);

    await workspace.fill('https://northwind.sandbox.example/settings');
    await workspace.blur();
    await expect(workspace).toHaveValue('northwind');
    const popup = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
    await signIn(popup);
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
    const [connection] = (await host.connections()).connections;
    if (connection) expect((await stack.backend.connections.get(connection)).connection_config).toMatchObject({ workspace: 'northwind' });
    expect(connection).toBeDefined();
});

test('a machine account is connected by client credentials', async ({ host }) => {
    await host.openAt('sandbox-oauth2-cc');
    const { widget } = host;
    await widget.getByRole('textbox', { name: 'Client ID' }).fill(OAUTH_CC_CLIENT.id);
    await widget.getByRole('textbox', { name: 'Client secret' }).fill(OAUTH_CC_CLIENT.secret);
    await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
    expect((await host.connections()).connections).toMatchObject([{ provider_config_key: 'sandbox-oauth2-cc' }]);
});

test('an account is connected by user name and password, through the SDK as a module', async ({ page, host }) => {
    const [user = { user: '', password: '' }] = BASIC_USERS;
    await host.openAt('sandbox-basic', {
        embedding: 'module',
        session: { create: { end_user: { id: 'user_of_the_module' } } },
        button: { integration: 'sandbox-basic' }
    });
    const { widget } = host;
    await widget.getByRole('textbox', { name: 'Username' }).fill(user.user);
    const password = widget.getByRole('textbox', { name: 'Password' });
    await password.fill(user.password);
    await expect(password).toHaveAttribute('type', 'password');
    await widget.getByRole('button', { name: 'Show Password' }).click();
    await expect(widget.getByRole('button', { name: 'Show Password', pressed: true })).toBeVisible();
    await expect(password).toHaveAttribute('type', 'text');
    await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
    const events = async () => (await host.heard()).flatMap(({ type, name }) => (type === 'event' && name !== undefined ? [name] : []));
    await expect.poll(events).toEqual(['opened', 'ready', 'submitted', 'connected']);
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
    await expect(page.getByRole('dialog')).toBeHidden();
});

test('what needs no sign-in is connected with one click', async ({ host }) => {
    await host.openAt('unauthenticated');
    await clickWhenStill(host.widget.getByRole('button', { name: 'Connect', exact: true }));
    await expect(host.widget.getByRole('heading', { name: 'No authentication is connected' })).toBeFocused();
    expect((await host.connections()).connections).toHaveLength(1);
});

test('consent denied is said in words, and trying again leads to success', async ({ page, host }) => {
    await host.openAt('sandbox-oauth2');
    const { widget } = host;
    const popup = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
    // The widget tells what happened, so the window need not.
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Deny' }).click({ noWaitAfter: true })]);
    await expect(widget.getByRole('heading', { name: 'Sandbox (OAuth 2) wasn’t connected' })).toBeFocused();
    await expect(widget.getByRole('alert')).toHaveText('You didn’t give Acme HR access in Sandbox (OAuth 2). Nothing was connected.');
    expect((await host.connections()).connections).toEqual([]);

    const again = await popupFrom(page, widget.getByRole('button', { name: 'Try again' }));
    await signIn(again);
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
    expect((await host.connections()).connections).toHaveLength(1);
    await expect
        .poll(async () => (await host.heard()).map(({ type, detail }) => [type, detail?.['code']]))
        .toEqual([
            ['connect:error', 'consent_denied'],
            ['connect:success', undefined]
        ]);
});

test('an unanswered page of the provider leaves the choice of the account open', async ({ page, host }) => {
    await host.openAt('sandbox-oauth2');
    const popup = await popupFrom(page, host.widget.getByRole('button', { name: /^Continue to/ }));
    await chooseAccount(popup, 'Katherine Johnson');
    await expect(host.widget.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
    await host.widget.getByRole('button', { name: 'Cancel' }).click();
    await expect(host.widget.getByRole('heading', { name: /^Connect Sandbox/ })).toBeFocused();
    await expect.poll(() => popup.isClosed()).toBe(true);
    expect((await host.connections()).connections).toEqual([]);
});
