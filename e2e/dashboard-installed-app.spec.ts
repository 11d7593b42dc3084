import type { Page } from '@playwright/test';
import { enter, expectAccessible } from './dashboard-journey.ts';
import { clickToClose, expect, popupFrom, test } from './journey.ts';

const widget = (page: Page) => page.locator('[data-patchbay-connect] iframe').contentFrame();

test('an admin enters an app that is installed, is told what is wrong with its key, and tries it', async ({ page, stack }) => {
    const address = `${stack.apiUrl}/oauth/callback`;
    await stack.control('github/app', { setup_url: address, callback_url: address, asks_user: true });
    const own = Object(await stack.control('github/app'));
    await enter(page, stack, '/dashboard/dev/catalogue/sandbox-app');
    await page.getByRole('textbox', { name: 'Integration id' }).fill('installed-app');
    await page.getByRole('textbox', { name: 'App ID' }).fill(own.app_id);
    await page.getByRole('textbox', { name: 'Public page of the app' }).fill(own.app_link);
    const key = page.getByLabel('Private key', { exact: true });
    await key.fill('not a key');
    await page.getByRole('textbox', { name: 'Client ID' }).fill(own.client_id);
    await page.getByLabel('Client secret', { exact: true }).fill(own.client_secret);
    await page.getByRole('button', { name: 'Save and try it' }).click();
    await expect(key).toHaveAccessibleDescription(/This is no key in PEM form/);
    await expectAccessible(page, 'installed-app');
    await key.fill(own.private_key);
    await page.getByRole('button', { name: 'Save and try it' }).click();

    const popup = await popupFrom(page, widget(page).getByRole('button', { name: /^Continue to/ }));
    await popup.getByRole('radio', { name: 'Analytical Engines Ltd' }).first().check();
    await popup.getByRole('button', { name: 'Install or request' }).click({ noWaitAfter: true });
    await clickToClose(widget(page).getByRole('button', { name: 'Done' }));
    await expect(page.getByText('It works: Sandbox (installed app) is connected')).toBeVisible();

    await page.goto(`${stack.apiUrl}/dashboard/dev/integrations/installed-app/setup`);
    await expect(page.getByRole('textbox', { name: 'App ID' })).toHaveValue(own.app_id);
    await expect(page.getByLabel('Private key', { exact: true })).toHaveValue('');
    await expectAccessible(page, 'installed-app-setup');
});

test('an end user who may not install the app is told that an owner has to approve it', async ({ page, host, stack }) => {
    const address = `${stack.apiUrl}/oauth/callback`;
    await stack.control('github/app', { setup_url: address, callback_url: address, asks_user: false });
    const { app_id, app_link, private_key } = Object(await stack.control('github/app'));
    const credentials = { type: 'APP' as const, app_id, app_link, private_key };
    await stack.backend.integrations.create({ provider: 'sandbox-app', unique_key: 'sandbox-app', credentials });
    await host.openAt('sandbox-app');
    const popup = await popupFrom(page, host.widget.getByRole('button', { name: /^Continue to/ }));
    // Of two people there, the one who is no owner.
    await popup.getByRole('radio', { name: 'Analytical Engines Ltd' }).last().check();
    await popup.getByRole('button', { name: 'Install or request' }).click({ noWaitAfter: true });
    await expect(host.widget.getByRole('heading', { name: 'Waiting for approval' })).toBeFocused();
    await clickToClose(host.widget.getByRole('button', { name: 'Done' }));
});

test('an app on behalf of who installs it needs its client, and both tokens are kept', async ({ page, stack }) => {
    const address = `${stack.apiUrl}/oauth/callback`;
    await stack.control('github/app', { setup_url: address, callback_url: address, asks_user: true });
    const own = Object(await stack.control('github/app'));
    await enter(page, stack, '/dashboard/dev/catalogue/sandbox-custom');
    await page.getByRole('textbox', { name: 'App ID' }).fill(own.app_id);
    await page.getByRole('textbox', { name: 'Public page of the app' }).fill(own.app_link);
    await page.getByLabel('Private key', { exact: true }).fill(own.private_key);
    const clientId = page.getByRole('textbox', { name: 'Client ID' });
    await expect(clientId).toHaveAttribute('required', '');
    await clientId.fill(own.client_id);
    await page.getByLabel('Client secret', { exact: true }).fill(own.client_secret);
    await page.getByRole('button', { name: 'Save and try it' }).click();

    const popup = await popupFrom(page, widget(page).getByRole('button', { name: /^Continue to/ }));
    await popup.getByRole('radio', { name: 'Analytical Engines Ltd' }).first().check();
    await popup.getByRole('button', { name: 'Install or request' }).click({ noWaitAfter: true });
    await clickToClose(widget(page).getByRole('button', { name: 'Done' }));
    await expect(page.getByText('It works: Sandbox (app on behalf of a user) is connected')).toBeVisible();
    await page.goto(`${stack.apiUrl}/dashboard/dev/integrations/sandbox-custom/setup`);
    await expect(page.getByRole('textbox', { name: 'App ID' })).toHaveValue(own.app_id);
    await expect(page.getByRole('textbox', { name: 'Client ID' })).toHaveValue('');
});
