import type { Page } from '@playwright/test';
import { BEARER_API_KEYS, OAUTH_CLIENT } from '@patchbay/sandbox/accounts';
import { countClicks, enter, expectAccessible } from './dashboard-journey.ts';
import { clickToClose, expect, popupFrom, signIn, test } from './journey.ts';

const widget = (page: Page) => page.locator('[data-patchbay-connect] iframe').contentFrame();

test('an admin adds an OAuth integration in three clicks, and tries it in place', async ({ page, stack, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.apiUrl });
    await enter(page, stack, '/dashboard/dev/catalogue');
    await page.getByRole('searchbox', { name: 'Search apps' }).fill('oauth 2');
    await expectAccessible(page);
    const clicks = await countClicks(page);
    await page.reload();
    await page.getByRole('link', { name: /^Sandbox \(OAuth 2\)/ }).click();

    await page.getByRole('button', { name: 'Copy redirect URI' }).click();
    await expect(page.getByText('Checked: this page has the same address')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${stack.apiUrl}/oauth/callback`);
    const id = await page.getByRole('textbox', { name: 'Integration id' }).inputValue();
    expect(id).toMatch(/^sandbox-oauth2-\d+$/);
    await page.getByRole('textbox', { name: 'Client ID' }).fill(OAUTH_CLIENT.id);
    await page.getByRole('textbox', { name: 'Client secret' }).fill(OAUTH_CLIENT.secret);
    await expect(page.getByRole('checkbox', { name: 'Keep access while you are away' })).toBeChecked();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save and try it' }).click();
    expect(await clicks()).toBe(3);

    const popup = await popupFrom(page, widget(page).getByRole('button', { name: /^Continue to/ }));
    await signIn(popup);
    await clickToClose(widget(page).getByRole('button', { name: 'Done' }));
    await expect(page.getByText('It works: Sandbox (OAuth 2) is connected')).toBeVisible();
    await expect(page.getByRole('link', { name: '1 connection' })).toBeVisible();
    await expectAccessible(page);
});

test('an app with an API key needs nothing registered, and a wrong field keeps what was typed', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/catalogue/sandbox-api-key');
    await expect(page.getByRole('button', { name: 'Copy redirect URI' })).toHaveCount(0);
    const id = page.getByRole('textbox', { name: 'Integration id' });
    await id.fill('sandbox-basic');
    await page.getByRole('button', { name: 'Save and try it' }).click();
    await expect(id).toHaveAccessibleDescription(/already exists/);
    await expectAccessible(page);
    await expect(id).toHaveValue('sandbox-basic');
    await id.fill('key-app');
    await page.getByRole('button', { name: 'Save and try it' }).click();
    await widget(page).getByRole('textbox', { name: 'API key' }).fill(BEARER_API_KEYS.acme);
    await widget(page).getByRole('button', { name: 'Connect' }).click();
    await clickToClose(widget(page).getByRole('button', { name: 'Done' }));
    await expect(page.getByText('It works')).toBeVisible();
});

test('a value that is the same for all connections is preset, so that end users are not asked, and can be replaced', async ({
    page,
    stack
}) => {
    await enter(page, stack, '/dashboard/dev/catalogue/sandbox-gem');
    await page.getByRole('textbox', { name: 'Integration id' }).fill('preset-app');
    const preset = page.getByRole('group', { name: 'The same for all connections' });
    await preset.getByLabel('Application secret', { exact: true }).fill('gem-application-secret');
    await expectAccessible(page, 'preset-fields');
    await page.getByRole('button', { name: 'Save and try it' }).click();
    await widget(page).getByRole('textbox', { name: 'Shareable access key' }).fill('gemTeamKey000000000000000000000000000001');
    await expect(widget(page).getByLabel('Application secret')).toHaveCount(0);
    await widget(page).getByRole('button', { name: 'Connect' }).click();
    await clickToClose(widget(page).getByRole('button', { name: 'Done' }));
    await expect(page.getByText('It works')).toBeVisible();

    await page.goto(`${stack.apiUrl}/dashboard/dev/integrations/preset-app/setup`);
    await page.getByText('Replace the values that are the same for all connections').click();
    const secret = page.getByLabel('Application secret', { exact: true });
    // What is set is never shown again.
    await expect(secret).toHaveValue('');
    await secret.fill('another-secret');
    await expectAccessible(page, 'preset-replaced');
    const sealed = async () =>
        (await stack.db.selectFrom('integrations').select('secrets').where('unique_key', '=', 'preset-app').executeTakeFirstOrThrow())
            .secrets;
    const before = await sealed();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    expect((await sealed()).equals(before)).toBe(false);
});

test('a new connection is tried as a test user before its link is sent', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/connections/new');
    await page.getByRole('checkbox', { name: 'Sandbox (API key)' }).check({ force: true });
    await page.getByRole('button', { name: 'Open as test user' }).click();
    await widget(page).getByRole('textbox', { name: 'API key' }).fill(BEARER_API_KEYS.acme);
    await widget(page).getByRole('button', { name: 'Connect' }).click();
    await clickToClose(widget(page).getByRole('button', { name: 'Done' }));
    await expect(page.getByText('Your test user is connected')).toBeVisible();
    await expectAccessible(page, 'test-user');
    await page.getByRole('link', { name: 'See the connection' }).click();
    await expect(page.getByRole('heading', { name: /Test user of/ })).toBeVisible();
});

test('the later of two changes to an integration is refused, and a deleted one is reported', async ({ page, stack }) => {
    const app = { type: 'OAUTH2' as const, client_id: 'first', client_secret: 'secret' };
    await stack.backend.integrations.create({ provider: 'sandbox-oauth2', unique_key: 'shared', credentials: app });
    await enter(page, stack, '/dashboard/dev/integrations/shared/setup');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Mine');
    await stack.backend.integrations.update('shared', { display_name: 'Theirs', single_account: true });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Someone has changed this integration since you opened it')).toBeVisible();
    await expectAccessible(page);
    await expect(name).toHaveValue('Mine');
    expect((await stack.backend.integrations.get('shared')).data.display_name).toBe('Theirs');
    await page.getByRole('button', { name: 'Save mine on top of theirs' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    expect((await stack.backend.integrations.get('shared')).data).toMatchObject({ display_name: 'Mine', single_account: true });

    await stack.backend.integrations.delete('shared');
    await name.fill('Too late');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('There is no integration shared')).toBeVisible();
    await expect(name).toHaveValue('Too late');
});

test('another client id says how many must reconnect, and no secret comes to the browser', async ({ page, stack }) => {
    const secret = 'canary-of-the-client';
    const app = { type: 'OAUTH2' as const, client_id: 'first', client_secret: secret };
    await stack.backend.integrations.create({ provider: 'sandbox-oauth2', unique_key: 'counted', credentials: app });
    const imported = { provider_config_key: 'counted', credentials: { type: 'OAUTH2' as const, access_token: 'any' } };
    for (const id of ['one', 'two']) await stack.backend.connections.import({ ...imported, connection_id: id });
    const received: string[] = [];
    page.on(
        'response',
        (response) =>
            void response
                .text()
                .then((text) => received.push(text))
                .catch(() => {})
    );
    await enter(page, stack, '/dashboard/dev/integrations/counted/setup');
    await page.getByRole('textbox', { name: 'Client ID' }).fill('second');
    await expect(page.getByText('2 connections must reconnect after this change')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Delete/ });
    await expect(dialog).toContainText('records of 2 connections');
    await dialog.getByRole('button', { name: /^Delete/ }).click();
    await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sandbox (API key)' })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByText('counted', { exact: true })).toHaveCount(0);
    expect(received.join('')).not.toContain(secret);
});

test('in production an integration is deleted only by its name', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/prod/catalogue/unauthenticated');
    await page.getByRole('textbox', { name: 'Integration id' }).fill('gone-soon');
    await page.getByRole('button', { name: 'Save and try it' }).click();
    await clickToClose(widget(page).getByRole('button', { name: 'Close' }));
    await expect(page.getByText('It was closed before anything was connected.')).toBeVisible();
    await page.getByRole('link', { name: 'Setup' }).click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Delete/ });
    const confirm = dialog.getByRole('button', { name: /^Delete/ });
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Type gone-soon to confirm' }).fill('gone-soon');
    await expectAccessible(page);
    await confirm.click();
    await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible();
});

test('the catalogue has every app, and each kind of credentials its own form, in light, dark and on a phone', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/catalogue');
    const tiles = page.getByRole('main').getByRole('listitem');
    await expect.poll(() => tiles.count()).toBeGreaterThan(100);
    await expectAccessible(page, 'catalogue');
    await page.getByRole('searchbox', { name: 'Search apps' }).fill('nothing of this name');
    await expect(page.getByText(/^No app fits\./)).toBeVisible();
    await expectAccessible(page, 'catalogue-none');
    for (const provider of ['sandbox-jwt', 'sandbox-two-step', 'netsuite-tba', 'sandbox-bill', 'amazon-s3', 'github-app', 'xero']) {
        await page.goto(`${stack.apiUrl}/dashboard/dev/catalogue/${provider}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.getByRole('main').getByRole('button').last().waitFor();
        await expectAccessible(page, `form-${provider}`);
    }
});
