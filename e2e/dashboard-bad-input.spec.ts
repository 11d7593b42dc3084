import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { callFromPage, enter, expectAccessible, inviteAndJoin } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';
import { dashboardOwner, type Stack } from './stack.ts';

test('without a network a page shows a notice and keeps what it has read and what was typed, and goes on when the network is back', async ({
    page,
    stack
}) => {
    await enter(page, stack, '/dashboard/dev/settings/webhooks');
    await page.getByRole('button', { name: 'New endpoint' }).click();
    const url = `https://example.com/${randomUUID()}`;
    await page.getByRole('textbox', { name: 'Address' }).fill(url);
    await page.context().setOffline(true);
    await expect(page.getByText('The server cannot be reached.')).toBeVisible();
    await expectAccessible(page, 'offline');
    await page.getByRole('button', { name: 'Add the endpoint' }).click();
    await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(url);
    await page.context().setOffline(false);
    await expect(page.getByText('The server cannot be reached.')).toHaveCount(0);
    // What was to be saved is, now that it can be.
    const key = page.getByRole('dialog', { name: 'Verify what it gets with this key' });
    await key.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('table', { name: 'Webhook endpoints' })).toContainText(url);
    // Else the doctor tells later journeys that it takes no events.
    await page.getByRole('button', { name: `More for ${url}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Delete/ })
        .click();
    await expect(page.getByText(url)).toHaveCount(0);
});

test('a server that is away leaves a list as it was, with a notice over it', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/integrations');
    const list = page.getByRole('link', { name: /Sandbox/ }).first();
    await expect(list).toBeVisible();
    await page.route('**/dashboard/api/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await expect(page.getByText('The server cannot be reached.')).toBeVisible();
    await page.getByRole('link', { name: 'Integrations', exact: true }).click();
    await expect(page.getByText('The server cannot be reached.')).toBeVisible();
    await expect(list).toBeVisible();
    await page.unroute('**/dashboard/api/**');
    await page.getByRole('link', { name: 'Logs', exact: true }).click();
    await expect(page.getByText('The server cannot be reached.')).toHaveCount(0, { timeout: 30_000 });
});

test('a session that ends over a long form asks to sign in, and nothing of the form is lost', async ({ page, stack }) => {
    const id = `form-${randomUUID().slice(0, 8)}`;
    await stack.backend.integrations.create({
        provider: 'sandbox-oauth2',
        unique_key: id,
        credentials: { type: 'OAUTH2', client_id: 'before', client_secret: 'secret' }
    });
    await enter(page, stack, `/dashboard/dev/integrations/${id}/setup`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Another name');
    await page.getByRole('textbox', { name: 'Client ID' }).fill('another-client');
    await page.getByLabel('Client secret', { exact: true }).fill('another-secret');
    await page.getByRole('checkbox', { name: 'One account for each end user' }).check();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    await signInAgain(page);
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Another name');
    await expect(page.getByRole('textbox', { name: 'Client ID' })).toHaveValue('another-client');
    await expect(page.getByLabel('Client secret', { exact: true })).toHaveValue('another-secret');
    await expect(page.getByRole('checkbox', { name: 'One account for each end user' })).toBeChecked();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    const { data } = await stack.backend.integrations.get(id);
    expect(data.display_name).toBe('Another name');
});

async function signInAgain(page: Page): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(dashboardOwner.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog).toBeHidden();
}

async function makeConnection({ backend }: Stack): Promise<{ connection_id: string; provider_config_key: string }> {
    const provider_config_key = `typed-${randomUUID().slice(0, 8)}`;
    await backend.integrations.create({ provider: 'unauthenticated', unique_key: provider_config_key });
    await backend.connections.import({ provider_config_key, connection_id: 'c1', credentials: { type: 'NONE' } });
    return { connection_id: 'c1', provider_config_key };
}

test('a session that ends over the metadata of a connection, or over an alert channel, takes nothing of what was typed', async ({
    page,
    stack
}) => {
    const key = await makeConnection(stack);
    await enter(page, stack, `/dashboard/dev/connections/${key.provider_config_key}/c1/details`);
    await page.getByRole('button', { name: 'Edit metadata' }).click();
    const metadata = page.getByRole('textbox', { name: 'Metadata' });
    await metadata.fill('{"plan": "half typed"}');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await signInAgain(page);
    await expect(metadata).toHaveValue('{"plan": "half typed"}');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(metadata).toHaveCount(0);
    expect((await stack.backend.connections.get(key)).metadata).toEqual({ plan: 'half typed' });

    await page.goto(`${stack.apiUrl}/dashboard/dev/settings/alerts`);
    await page.getByRole('button', { name: 'New channel' }).click();
    const form = page.getByRole('dialog', { name: 'New alert channel' });
    const name = `#${randomUUID().slice(0, 8)}`;
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByRole('textbox', { name: 'Address' }).fill(`${stack.providerUrl}/services/T000/B003`);
    await form.getByText('Only what I choose').click();
    await form.getByText('sync_failing').click();
    await page.context().clearCookies();
    await form.getByRole('button', { name: 'Add the channel' }).click();
    await signInAgain(page);
    await form.getByRole('button', { name: 'Add the channel' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('sync_failing');
    for (const channel of (await stack.backend.alertChannels.list()).data)
        if (channel.name === name) await stack.backend.alertChannels.delete(channel.id);
});

test('on each of the main screens a lost network is told until it is back, and what was read and typed stays', async ({ page, stack }) => {
    test.setTimeout(180_000);
    const { provider_config_key: integration } = await makeConnection(stack);
    await enter(page, stack, '/dashboard/dev');
    const box = (name: string) => page.getByRole('textbox', { name });
    const search = page.getByRole('searchbox').first();
    const screens: readonly [path: string, field?: Locator, open?: string][] = [
        [''],
        ['/connections', search],
        [`/connections/${integration}/c1/details`, box('Metadata'), 'Edit metadata'],
        ['/catalogue/sandbox-oauth2', box('Client ID')],
        ['/logs', search],
        ['/syncs'],
        ['/settings/keys', box('Name'), 'New key'],
        ['/connections/new', box('End user id')],
        ['/settings/connect-ui', box('Name of your product')]
    ];
    for (const [path, field, open] of screens) {
        await page.goto(`${stack.apiUrl}/dashboard/dev${path}`);
        const heading = page.getByRole('heading', { level: 1 });
        await expect(heading, path).toBeVisible();
        if (open !== undefined) await page.getByRole('button', { name: open }).click();
        await field?.fill('half typed');
        const title = await heading.innerText();
        await page.context().setOffline(true);
        const notice = page.getByText('The server cannot be reached.');
        await expect(notice, path).toBeVisible();
        await expect(heading, path).toHaveText(title);
        await page.context().setOffline(false);
        await expect(notice, path).toHaveCount(0);
        if (field) await expect(field, path).toHaveValue('half typed');
    }
});

test('of two admins who change the looks of the Connect UI, the second is told, and may save on top', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/settings/connect-ui');
    const name = page.getByRole('textbox', { name: 'Name of your product' });
    await name.fill('Second');
    await callFromPage(page, 'PATCH', '/environments/dev/environment/connect-ui', { app_name: 'First' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Someone has changed these settings since you opened it')).toBeVisible();
    await expect(name).toHaveValue('Second');
    await expectAccessible(page, 'late-change');
    await page.getByRole('button', { name: 'Show theirs, and drop what I typed' }).click();
    await expect(name).toHaveValue('First');
    await name.fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
});

test('of two admins who change the public status page, the second is told, and nothing typed is lost', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/settings/status-page');
    const first = { environment: 'dev', enabled: true, title: 'First', slug: 'of-two-admins' };
    await callFromPage(page, 'PUT', '/status-page', { ...first, title: 'Before' });
    const heading = page.getByRole('textbox', { name: 'Heading' });
    await expect(heading).toHaveValue('Before');
    await heading.fill('Second');
    await callFromPage(page, 'PUT', '/status-page', { ...first, slug: 'changed-by-first' });
    await expect(page.getByText(/public-status\/changed-by-first$/).first()).toBeVisible();
    await expect(heading).toHaveValue('Second');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Someone has changed the status page since you opened it')).toBeVisible();
    await page.getByRole('button', { name: 'Save mine on top of theirs' }).click();
    await expect(page.getByText('Someone has changed the status page since you opened it')).toBeHidden();
    // What was left alone is as the first has saved it.
    await expect(page.getByRole('textbox', { name: 'Last part of the address' })).toHaveValue('changed-by-first');
    await expect(heading).toHaveValue('Second');
    await callFromPage(page, 'PUT', '/status-page', { ...first, enabled: false });
});

test('of two admins who change a webhook endpoint, the second is told; of two who give a role, too', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/settings/team');
    await expect(page.getByRole('button', { name: 'Invite' })).toBeVisible();
    const url = `https://example.com/${randomUUID()}`;
    const made = await callFromPage(page, 'POST', '/environments/dev/webhook-endpoints', { url, event_types: [] });
    // The shape of its contract.
    const { data } = made as { data: { id: string } };
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: `More for ${url}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit the endpoint' });
    await dialog.getByRole('textbox', { name: 'What it is for (optional)' }).fill('Second');
    await callFromPage(page, 'PATCH', `/environments/dev/webhook-endpoints/${data.id}`, { description: 'First' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByText('Someone has changed this endpoint since you opened it')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save mine on top of theirs' }).click();
    await expect(dialog).toBeHidden();
    await callFromPage(page, 'DELETE', `/environments/dev/webhook-endpoints/${data.id}`);

    const member = await inviteAndJoin(page, stack, 'support');
    await page.goto(`${stack.apiUrl}/dashboard/dev/settings/team`);
    const role = page.getByRole('combobox', { name: `Role of ${member.name}` });
    await expect(role).toHaveValue('support');
    await page.route('**/dashboard/api/members', (route) => route.abort());
    await page.route('**/dashboard/api/live-updates*', (route) => route.abort());
    await callFromPage(page, 'PATCH', `/members/${member.id}`, { role: 'admin' });
    await role.selectOption('read_only');
    await expect(page.getByText(`Someone else has made ${member.name} Admin meanwhile.`)).toBeVisible();
    await page.unrouteAll();
    await callFromPage(page, 'DELETE', `/members/${member.id}`);
});

test('a page of something deleted says that it is gone and links back', async ({ page, stack }) => {
    const id = `gone-${randomUUID().slice(0, 8)}`;
    await stack.backend.integrations.create({ provider: 'unauthenticated', unique_key: id, display_name: id });
    await stack.backend.connections.import({ provider_config_key: id, connection_id: 'c1', credentials: { type: 'NONE' } });
    await enter(page, stack, `/dashboard/dev/connections/${id}/c1`);
    await expect(page.getByRole('heading', { name: `c1 × ${id}` })).toBeVisible();
    await stack.backend.connections.delete({ connection_id: 'c1', provider_config_key: id });
    await page.reload();
    await expect(page.getByText('There is no such connection')).toBeVisible();
    await expectAccessible(page, 'connection-gone');
    await page.getByRole('link', { name: 'See all connections' }).click();
    await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible();

    const gone = randomUUID();
    await page.goto(`${stack.apiUrl}/dashboard/dev/runs/${gone}`);
    await expect(page.getByRole('dialog').getByText(/no such run|There is no/i)).toBeVisible();
    await page.goto(`${stack.apiUrl}/dashboard/dev/logs/${gone}`);
    await expect(page.getByRole('dialog').getByText(/no such|There is no/i)).toBeVisible();
});
