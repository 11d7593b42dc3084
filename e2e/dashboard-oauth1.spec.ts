import type { Page } from '@playwright/test';
import { enter, expectAccessible } from './dashboard-journey.ts';
import { clickToClose, expect, popupFrom, test } from './journey.ts';

const widget = (page: Page) => page.locator('[data-patchbay-connect] iframe').contentFrame();

test('an admin enters an app of OAuth 1.0a, is told where its secret is wrong, corrects it, and signs in', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/catalogue/sandbox-oauth1');
    await expect(page.getByText(`${stack.apiUrl}/oauth/callback`)).toBeVisible();
    await page.getByRole('textbox', { name: 'Integration id' }).fill('signed-in-by-1');
    await page.getByRole('textbox', { name: 'Client ID' }).fill('sandbox-oauth1-key');
    const secret = page.getByLabel('Client secret', { exact: true });
    await secret.fill('tea');
    await expectAccessible(page, 'oauth1-new');
    await page.getByRole('button', { name: 'Save and try it' }).click();
    // The window closes by itself: there is nothing to sign in to.
    await widget(page)
        .getByRole('button', { name: /^Continue to/ })
        .click();
    await expect(widget(page).getByRole('heading', { name: 'Sandbox (OAuth 1.0a) wasn’t connected' })).toBeFocused();
    await expectAccessible(page, 'oauth1-refused');

    await page.goto(`${stack.apiUrl}/dashboard/dev/integrations/signed-in-by-1/setup`);
    await expect(page.getByRole('textbox', { name: 'Client ID' })).toHaveValue('sandbox-oauth1-key');
    await page.getByLabel('Client secret', { exact: true }).fill('sandbox-oauth1-secret');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectAccessible(page, 'oauth1-setup');
    await stack.backend.integrations.delete('signed-in-by-1');
});

test('an end user signs in by OAuth 1.0a, and denies access first', async ({ page, host, stack }) => {
    const credentials = { type: 'OAUTH1' as const, client_id: 'sandbox-oauth1-key', client_secret: 'sandbox-oauth1-secret' };
    await stack.backend.integrations.create({ provider: 'sandbox-oauth1', unique_key: 'sandbox-oauth1', credentials });
    await host.openAt('sandbox-oauth1');
    const denied = await popupFrom(page, host.widget.getByRole('button', { name: /^Continue to/ }));
    await denied.getByRole('button', { name: 'Deny' }).click({ noWaitAfter: true });
    await expect(host.widget.getByText(/^You didn’t give/)).toBeVisible();
    await expectAccessible(page, 'oauth1-denied');
    const again = await popupFrom(page, host.widget.getByRole('button', { name: /again/i }));
    await again.getByRole('radio', { name: 'Grace Hopper' }).check();
    await again.getByRole('button', { name: 'Allow' }).click({ noWaitAfter: true });
    await expect(host.widget.getByText('Grace Hopper').first()).toBeVisible();
    await clickToClose(host.widget.getByRole('button', { name: 'Done' }));
    await stack.backend.integrations.delete('sandbox-oauth1');
});
