import { Patchbay } from '@patchbay/node';
import { sql } from 'kysely';
import { violationsIn } from './axe.ts';
import { callFromPage, countClicks, enter, expectAccessible } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';

test('an admin makes a secret key, rotates it with an overlap in three clicks, and stops the old one', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/settings');
    await expect(page).toHaveURL(/\/settings\/keys$/);
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
    await dialog.getByText('Only what I choose').click();
    await expectAccessible(page, 'new-key');
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    const first = await dialog.getByText(/^pb_sk_dev_/).innerText();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expectAccessible(page, 'keys');

    const clicks = await countClicks(page);
    await page.reload();
    const rows = page.getByRole('row').filter({ hasText: 'Nightly report' });
    await rows.getByRole('button', { name: 'Rotate' }).click();
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const second = await dialog.getByText(/^pb_sk_dev_/).innerText();
    await dialog.getByRole('button', { name: 'Copy key' }).click();
    expect(await clicks()).toBe(3);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(rows).toHaveCount(2);
    const listsWith = (secretKey: string) => new Patchbay({ secretKey, baseUrl: stack.apiAddress }).connections.list();
    await Promise.all([listsWith(first), listsWith(second)]);

    await rows.filter({ hasText: 'Rotated: ends' }).getByRole('button', { name: 'Stop now' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await expect(rows).toHaveCount(1);
    await listsWith(second);
    await expect(listsWith(first)).rejects.toMatchObject({ code: 'unknown_account' });
});

test('an admin keeps the old key until the new one is used, sees who still uses it, and gives it more time', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/settings/keys');
    const { data: old } = await stack.backend.keys.create({ display_name: 'Rolling' });
    await page.reload();
    const rows = page.getByRole('row').filter({ hasText: 'Rolling' });
    const dialog = page.getByRole('dialog');
    await rows.getByRole('button', { name: 'Rotate' }).click();
    await dialog.getByText('Until the new one is used').click();
    await expectAccessible(page, 'key-until-used');
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const secret = await dialog.getByText(/^pb_sk_dev_/).innerText();
    await expect(dialog.getByText('until an hour after the first request with the new one')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const rotated = rows.filter({ hasText: 'Rotated: ends an hour after the first use' });
    await expect(rotated).toContainText('never used');
    await expect(rotated.getByRole('button', { name: 'Extend' })).toHaveCount(0);

    for (const secretKey of [old.secret, secret]) await new Patchbay({ secretKey, baseUrl: stack.apiAddress }).connections.list();
    await page.reload();
    await expect(rows.filter({ hasText: 'Rotated: ends in' })).toContainText('still in use, last used just now');
    await expectAccessible(page, 'keys-rotated');
    await rows.getByRole('button', { name: 'Extend' }).click();
    await expect(dialog.getByRole('radio', { name: '24 hours more' })).toBeChecked();
    await expectAccessible(page, 'key-extend');
    await dialog.getByRole('button', { name: 'Extend' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(rows.filter({ hasText: 'Rotated: ends' })).toContainText(/ends (tomorrow|in 1 day|in 25 hr)/);
});

test('an admin is offered keys that can do no more than an admin, and sees who has made each', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/settings/keys');
    await expect(page.getByRole('button', { name: 'New key' })).toBeVisible();
    const email = 'keys-admin@acme.example';
    // As its contract has it.
    const { data } = (await callFromPage(page, 'POST', '/invitations', { email, role: 'admin' })) as { data: { link: string } };
    const token = data.link.split('#')[1];
    await callFromPage(page, 'POST', '/environments/dev/environment/api-keys', { display_name: 'For the backend' });
    await callFromPage(page, 'POST', '/invitations/accept', { token, email, name: 'Noor Ali', password: 'correct horse battery staple' });
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: 'For the backend' })).toContainText('by Owner');
    const first = page.getByRole('row').filter({ hasText: 'Everything' }).first().getByRole('button', { name: 'Rotate' });
    await expect(first).toHaveAttribute('aria-disabled', 'true');
    await expect(first).toHaveAttribute('title', /more than your role, Admin. Ask an owner/);
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('A key can do no more than your role, Admin.')).toBeVisible();
    await expect(dialog.getByText('Everything in this environment')).toHaveCount(0);
    await dialog.getByText('Only what I choose').click();
    await expect(dialog.getByRole('checkbox', { name: 'environment:integrations:write' })).toHaveCount(1);
    await expect(dialog.getByRole('checkbox', { name: /read_credentials/ })).toHaveCount(0);
    await expectAccessible(page, 'keys-of-admin');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Of an admin');
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    await expect(dialog.getByText(/^pb_sk_dev_/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Of an admin' })).toContainText('by Noor Ali');
    await expectAccessible(page, 'keys-made-by');
});

test('an admin adds a webhook endpoint, hears why it fails, and rotates its signing key', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/settings/webhooks');
    await page.getByRole('button', { name: 'New endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://me:secret@example.com/hook');
    await dialog.getByRole('button', { name: 'Add the endpoint' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue('https://me:secret@example.com/hook');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${stack.providerUrl}/nothing-here`);
    await dialog.getByText('Only what I choose').click();
    await dialog.getByText('connection.broken').click();
    await expectAccessible(page, 'new-endpoint');
    await dialog.getByRole('button', { name: 'Add the endpoint' }).click();
    await expect(dialog.getByText(/^whsec_/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();

    const row = page.getByRole('row').filter({ hasText: 'nothing-here' });
    await row.getByRole('button', { name: 'Test' }).click();
    await expect(page.getByText(/responded with 404/)).toBeVisible();
    await expectAccessible(page, 'webhooks');
    await row.getByRole('button', { name: /^More for/ }).click();
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Rotate the signing key' }).click();
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await expect(dialog.getByText(/^whsec_/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(row).toHaveCount(0);
});

test('an admin has a chat channel told of problems, and the audit log says who made it', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/settings/alerts');
    await page.getByRole('button', { name: 'New channel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('#integrations');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${stack.providerUrl}/services/T000/B000`);
    await dialog.getByText('Only what I choose').click();
    await dialog.getByText('connection_broken').click();
    await expectAccessible(page, 'new-channel');
    await dialog.getByRole('button', { name: 'Add the channel' }).click();
    const channel = page.getByRole('listitem').filter({ hasText: '#integrations' });
    await expect(channel).toContainText('connection_broken');
    await channel.getByRole('switch', { name: 'On' }).click({ force: true });
    await expect(channel.getByRole('switch', { name: 'On' })).not.toBeChecked();
    await expectAccessible(page, 'alerts');
    await page.getByRole('link', { name: 'Audit' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Create alert channel' }).first()).toContainText('Owner');
    await expectAccessible(page, 'audit');
});

test('an admin sets a variable for functions, replaces its value and deletes it, and no value comes back', async ({ page, stack }) => {
    const name = 'JOURNEY_REGION';
    const stored = () => stack.backend.functions.listVariables();
    await enter(page, stack, '/dashboard/dev/settings/variables');
    await expect(page.getByText('No variables yet.')).toBeVisible();
    await expectAccessible(page, 'variables-none');
    await page.getByRole('button', { name: 'New variable' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('2nd');
    await dialog.getByLabel('Value', { exact: true }).fill('eu-canary');
    await dialog.getByRole('button', { name: 'Add the variable' }).click();
    await expect(dialog.getByText('A name has letters, digits and _')).toBeVisible();
    await expectAccessible(page, 'variable-new');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Add the variable' }).click();
    const list = page.getByRole('list', { name: 'Environment variables' });
    await expect(list.getByRole('listitem')).toHaveText([name]);
    expect(await stored()).toMatchObject([{ name, value: 'eu-canary' }]);
    await expectAccessible(page, 'variables');

    await page.getByRole('button', { name: 'New variable' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await expect(dialog.getByText('There is a variable of this name.')).toBeVisible();
    await page.keyboard.press('Escape');
    const response = page.waitForResponse(/\/environment-variables$/);
    await page.reload();
    expect(await (await response).text()).not.toContain('eu-canary');
    await list.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Replace the value' }).click();
    await dialog.getByLabel('Value', { exact: true }).fill('us');
    await dialog.getByRole('button', { name: 'Replace the value' }).click();
    await expect(dialog).toBeHidden();
    expect(await stored()).toMatchObject([{ name, value: 'us' }]);
    await list.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No variables yet.')).toBeVisible();
    expect(await stored()).toEqual([]);
});

test('an event that was given up is found and sent again, alone or with all others of its endpoint', async ({ page, stack }) => {
    const { data: endpoint } = await stack.backend.webhookEndpoints.create({ url: `${stack.providerUrl}/nothing-here`, event_types: [] });
    const giveUp = () =>
        sql`update webhook_deliveries set status = 'exhausted', due_at = null, failure = 'The endpoint responded with 404.'
            where endpoint_id = ${endpoint.id}`.execute(stack.db);
    try {
        await stack.backend.webhookEndpoints.test(endpoint.id).catch(() => {});
        await stack.backend.integrations.create({ provider: 'unauthenticated', unique_key: 'given-up' });
        await stack.backend.connections.import({ provider_config_key: 'given-up', connection_id: 'c1', credentials: { type: 'NONE' } });
        await enter(page, stack, `/dashboard/dev/settings/webhooks?endpoint=${endpoint.id}`);
        const rows = page
            .getByRole('table', { name: 'Deliveries' })
            .getByRole('row')
            .filter({ hasText: /connection\.|auth/ });
        await expect(rows).not.toHaveCount(0);
        await giveUp();
        const deliveries = page.getByRole('region', { name: 'Deliveries' });
        await deliveries.getByRole('combobox', { name: 'Status' }).selectOption('Given up');
        await expect(page).toHaveURL(/status=exhausted/);
        await expect(rows.first()).toContainText('The endpoint responded with 404.');
        await expectAccessible(page, 'dead-letters');
        await rows.first().getByRole('button', { name: 'Send again' }).click();
        await expect(deliveries.getByText('1 event is sent again now.')).toBeVisible();
        await giveUp();
        await deliveries.getByRole('button', { name: 'Send again what was given up' }).click();
        await expect(deliveries.getByText(/events? (?:is|are) sent again now\.$/)).toBeVisible();
        await expect(deliveries.getByText('Nothing was given up.')).toBeVisible({ timeout: 20_000 });
    } finally {
        await stack.backend.webhookEndpoints.delete(endpoint.id);
    }
});

test('an admin copies what puts the Connect UI into the product: the call of the backend, the page and its policy', async ({
    page,
    stack,
    context
}) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.apiUrl });
    await enter(page, stack, '/dashboard/dev/settings/connect-ui');
    const card = page.getByRole('region', { name: 'Put it in your app' });
    const copied = async (name: string) => {
        await card.getByRole('button', { name: `Copy ${name}` }).click();
        return page.evaluate(() => navigator.clipboard.readText());
    };
    expect(await copied('server call')).toContain(`baseUrl: '${stack.apiUrl}'`);
    expect(await copied('HTML')).toContain(`<script src="${stack.connectUrl}/v1/connect.js"`);
    expect(await copied('React')).toMatch(new RegExp(`connectUrl="${stack.connectUrl}"[^]+<ConnectButton integration="`));
    expect(await copied('policy')).toContain(`frame-src ${stack.connectUrl};`);
    await expectAccessible(page, 'connect-ui-snippets');
});
