import { breakConnection, countClicks, enter, expectAccessible } from './dashboard-journey.ts';
import { connectByOAuth, expect, popupFrom, signIn, test } from './journey.ts';

test('an admin sees on one timeline what happened to a connection, and how it was in the last 30 days', async ({ page, host, stack }) => {
    const { connection_id: id, integration_id: integration } = await connectByOAuth(page, host, 'Ada Lovelace');
    const key = { connection_id: id, provider_config_key: integration };
    for (const path of ['/api/nothing-here', '/api/neither-here'])
        await stack.backend.proxy.request(key, { method: 'GET', path }).catch(() => {});
    await breakConnection(stack, { id, integration });

    await enter(page, stack, `/dashboard/dev/connections/${integration}/${id}`);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline.getByText('2 requests, 2 failed.')).toBeVisible();
    await expect(timeline.getByText('It needs reconnecting.')).toBeVisible();
    await expect(timeline.getByText('Connected.')).toBeVisible();
    await expect(page.getByRole('figure', { name: 'Health of the last 30 days' })).toContainText('Made today: needed reconnecting.');
    await expectAccessible(page, 'connection-timeline');

    await timeline.getByRole('link', { name: 'A renewal of the credentials failed.' }).first().click();
    await expect(page.getByRole('dialog')).toContainText('Renewal');
    await page.goBack();
    await timeline.getByRole('combobox', { name: 'What happened' }).selectOption('Sign-ins');
    await expect(page).toHaveURL(/\?kind=sign_ins$/);
    await expect(timeline.getByText('2 requests, 2 failed.')).toBeHidden();
    await timeline.getByRole('combobox', { name: 'What happened' }).selectOption('Changes');
    await expect(timeline.getByText('Nothing of this kind')).toBeVisible();
    await timeline.getByRole('button', { name: 'Show everything' }).click();
    await expect(timeline.getByText('Connected.')).toBeVisible();

    for (const tab of ['Syncs', 'Records', 'Requests', 'Details']) {
        await page.getByRole('navigation', { name: 'Connection' }).getByRole('link', { name: tab }).click();
        await expect(page).toHaveURL(new RegExp(`/${tab.toLowerCase()}$`));
        await expect(page.getByRole('region', { name: tab }).first()).toBeVisible();
        await expectAccessible(page, `connection-${tab.toLowerCase()}`);
    }
});

test('an admin asks the provider at once whether it accepts a connection', async ({ page, host, stack }) => {
    const { connection_id: id, integration_id: integration } = await connectByOAuth(page, host, 'Ada Lovelace');
    await enter(page, stack, `/dashboard/dev/connections/${integration}/${id}`);
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'accepts this connection' })).toContainText('Checked just now');
    await expectAccessible(page, 'connection-checked');

    await breakConnection(stack, { id, integration });
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'refuses this connection' })).toContainText('invalid_grant');
    await expect(page.getByRole('button', { name: 'Make a reconnect link' })).toBeVisible();
});

test('two admins edit the same metadata: the second one is told, and loses nothing that was typed', async ({ page, host, stack }) => {
    const { connection_id: id, integration_id: integration } = await connectByOAuth(page, host, 'Ada Lovelace');
    const key = { connection_id: id, provider_config_key: integration };
    await enter(page, stack, `/dashboard/dev/connections/${integration}/${id}/details`);
    await page.getByRole('button', { name: 'Edit metadata' }).click();
    const editor = page.getByRole('textbox', { name: 'Metadata' });
    await editor.fill('{\n  "plan": "pro"\n  "seats": 3\n}');
    await expect(page.getByText('Line 3: expected a comma or }.')).toBeVisible();
    await expectAccessible(page, 'metadata-editor');
    await editor.fill('{ "plan": "pro" }');
    await stack.backend.connections.setMetadata({ ...key, metadata: { plan: 'free' } });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Someone else has changed it meanwhile')).toBeVisible();
    await expect(editor).toHaveValue('{ "plan": "pro" }');
    await expect(page.getByRole('group', { name: 'Stored now' })).toContainText('"free"');
    await expectAccessible(page, 'metadata-conflict');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('group', { name: 'Metadata' })).toContainText('"pro"');
    expect((await stack.backend.connections.get(key)).metadata).toEqual({ plan: 'pro' });

    await page.getByRole('button', { name: 'Edit tags' }).click();
    const tags = page.getByRole('textbox', { name: 'Tags' });
    await tags.fill(JSON.stringify({ region: 'eu' }));
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('group', { name: 'Tags' })).toContainText('"eu"');
    expect((await stack.backend.connections.get(key)).tags).toMatchObject({ region: 'eu', end_user_id: expect.any(String) });
    await page.getByRole('link', { name: 'Timeline' }).click();
    await expect(page.getByText('By Owner · tags')).toBeVisible();
});

test('an admin has a link for a new customer in three clicks, and sees it opened, connected and ended', async ({
    page,
    stack,
    context,
    userId
}) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.apiUrl });
    await enter(page, stack, '/dashboard/dev/connections');
    await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible();
    const clicks = await countClicks(page);
    await page.reload();
    await page.getByRole('link', { name: 'New connection' }).first().click();
    await expect(page.getByRole('textbox', { name: 'End user id' })).toBeFocused();
    await page.keyboard.type(userId);
    await page.getByText(/^Until someone has connected/).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('The link is copied')).toBeVisible();
    expect(await clicks()).toBeLessThanOrEqual(3);
    const url = await page.evaluate(() => navigator.clipboard.readText());
    expect(url).toContain(`${stack.connectUrl}/l/`);
    const row = page.getByRole('row').filter({ hasText: userId });
    await expect(row).toContainText('Not opened yet');
    await expectAccessible(page, 'new-connection');

    const customer = await context.newPage();
    await customer.goto(url);
    await customer.getByRole('button', { name: 'Sandbox (OAuth 2)', exact: true }).click();
    await signIn(await popupFrom(customer, customer.getByRole('button', { name: /^Continue to/ })));
    await expect(customer.getByRole('heading', { name: /is connected$/ })).toBeVisible();
    await page.bringToFront();
    await expect(row).toContainText('Connected', { timeout: 15_000 });
    const late = await context.newPage();
    await late.goto(url);
    await expect(late.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await page.bringToFront();
    await page.getByText('7 days', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(row).toHaveCount(2);
    await row.getByRole('button', { name: /^End the link/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End the link' }).click();
    await expect(row).toHaveCount(1);
});

test('a connection that works gets a link too, by which its end user signs in again, and stays the same connection', async ({
    page,
    host,
    stack
}) => {
    const { connection_id: id, integration_id: integration } = await connectByOAuth(page, host, 'Ada Lovelace');
    const key = { connection_id: id, provider_config_key: integration };
    await stack.backend.connections.setMetadata({ ...key, metadata: { plan: 'pro' } });
    const before = await stack.backend.connections.get(key);
    await enter(page, stack, `/dashboard/dev/connections/${integration}/${id}`);
    await page.getByRole('button', { name: 'More for this connection' }).click();
    await page.getByRole('menuitem', { name: /^Make a reconnect link/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Let .* reconnect$/ });
    await expect(dialog).toContainText('Its id, metadata and settings stay');
    await expectAccessible(page, 'reconnect-healthy');
    await dialog.getByRole('button', { name: 'Make a reconnect link' }).click();
    await expect(dialog.getByRole('button', { name: 'Copy reconnect link' })).toBeFocused();
    await expectAccessible(page, 'reconnect-healthy-link');
    const link = dialog.getByRole('link', { name: 'Open it here' });
    const [hosted] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await signIn(await popupFrom(hosted, hosted.getByRole('button', { name: /^Continue to/ })));
    await expect(hosted.getByRole('heading', { name: /is connected again$/ })).toBeVisible();
    await hosted.goto((await link.getAttribute('href')) ?? '');
    await expect(hosted.getByText('no longer works')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Working', { exact: true })).toBeVisible();

    const after = await stack.backend.connections.get(key);
    for (const field of ['id', 'connection_id', 'end_user', 'metadata', 'tags', 'connection_config', 'created_at'] as const)
        expect(after[field], field).toEqual(before[field]);
    expect(after.metadata).toEqual({ plan: 'pro' });
    expect(after.auth.refreshed_at).not.toBe(before.auth.refreshed_at);
});

test('a link that was made for one connection is not offered on the page of the one looked at before', async ({ page, stack }) => {
    const { backend } = stack;
    const [one, other] = ['first-customer', 'second-customer'];
    await backend.integrations.create({ provider: 'unauthenticated', unique_key: 'linked' });
    for (const connection_id of [one, other])
        await backend.connections.import({ provider_config_key: 'linked', connection_id, credentials: { type: 'NONE' } });
    await enter(page, stack, `/dashboard/dev/connections/linked/${one}`);
    const open = async () => {
        await page.getByRole('button', { name: 'More for this connection' }).click();
        await page.getByRole('menuitem', { name: 'Make a reconnect link' }).click();
        return page.getByRole('dialog');
    };
    await (await open()).getByRole('button', { name: 'Done' }).click();
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Search' });
    await palette.getByRole('searchbox').fill(other);
    await palette
        .getByRole('menuitem', { name: new RegExp(other) })
        .first()
        .click();
    await expect(page).toHaveURL(new RegExp(`/linked/${other}$`));
    // The page before has the same button, and is shown a moment longer.
    await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();
    const dialog = await open();
    await dialog.getByRole('button', { name: 'Make a reconnect link' }).click();
    await expect(dialog.getByRole('button', { name: 'Copy reconnect link' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`/linked/${one}$`));
    await expect(page.getByRole('button', { name: 'More for this connection' })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
});
