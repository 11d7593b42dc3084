import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { callFromPage, enter, expectAccessible } from './dashboard-journey.ts';
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
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(dashboardOwner.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Another name');
    await expect(page.getByRole('textbox', { name: 'Client ID' })).toHaveValue('another-client');
    await expect(page.getByLabel('Client secret', { exact: true })).toHaveValue('another-secret');
    await expect(page.getByRole('checkbox', { name: 'One account for each end user' })).toBeChecked();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    const { data } = await stack.backend.integrations.get(id);
    expect(data.display_name).toBe('Another name');
});

test('of two admins who change the looks of the Connect UI, the second is told, and may save on top', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/settings/connect-ui');
    const name = page.getByRole('textbox', { name: 'Name of your product' });
    await name.fill('Second');
    await callFromPage(page, 'PATCH', '/environments/dev/environment/connect-ui', { app_name: 'First' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Someone else has changed these settings since you opened it')).toBeVisible();
    await expect(name).toHaveValue('Second');
    await expectAccessible(page, 'late-change');
    await page.getByRole('button', { name: 'Show theirs, and drop what I typed' }).click();
    await expect(name).toHaveValue('First');
    await name.fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
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
    await expect(dialog.getByText('Someone else has changed this endpoint since you opened it')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save mine on top of theirs' }).click();
    await expect(dialog).toBeHidden();
    await callFromPage(page, 'DELETE', `/environments/dev/webhook-endpoints/${data.id}`);

    const member = await join(page, stack);
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

async function join(page: Page, stack: Stack): Promise<{ id: string; name: string }> {
    const email = `${randomUUID().slice(0, 8)}@acme.example`;
    const invited = await callFromPage(page, 'POST', '/invitations', { email, role: 'support' });
    // The shapes of their contracts.
    const { data: invitation } = invited as { data: { link: string } };
    const response = await fetch(`${stack.apiAddress}/dashboard/api/invitations/accept`, {
        method: 'POST',
        headers: { origin: stack.apiUrl, 'content-type': 'application/json' },
        body: JSON.stringify({ token: invitation.link.split('#')[1], email, name: `Member ${email}`, password: 'another long password' })
    });
    const { data } = (await response.json()) as { data: { member: { id: string; name: string } } };
    return data.member;
}

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
