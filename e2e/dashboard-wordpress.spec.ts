import type { Page } from '@playwright/test';
import { enter, expectAccessible } from './dashboard-journey.ts';
import { clickToClose, expect, popupFrom, signIn, test } from './journey.ts';
import type { Stack } from './stack.ts';

const siteOf = ({ providerUrl }: Stack) => `${providerUrl}/wordpress`;
const widget = (page: Page) => page.locator('[data-patchbay-connect] iframe').contentFrame();

test('an admin sets WordPress up without an app, and tries it with a site of their own', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/catalogue/wordpress-site');
    await expect(page.getByText('Nothing to register.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Client ID' })).toHaveCount(0);
    await expect(page.getByText(`${stack.apiUrl}/oauth/callback`)).toHaveCount(0);
    await expectAccessible(page, 'wordpress-new');
    // What end users type is https alone, so that the site of the sandbox is preset.
    const integration_config = { siteURL: siteOf(stack) };
    await stack.backend.integrations.create({ provider: 'wordpress-site', unique_key: 'own-site', integration_config });
    await page.goto(`${stack.apiUrl}/dashboard/dev/integrations/own-site/setup`);
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
    await expectAccessible(page, 'wordpress-setup');
    await page.goto(`${stack.apiUrl}/dashboard/dev/integrations/own-site`);
    await page.getByRole('button', { name: 'Try it' }).click();
    const popup = await popupFrom(page, widget(page).getByRole('button', { name: /^Continue to/ }));
    await signIn(popup, { account: 'Grace Hopper' });
    await expect(widget(page).getByText('Grace Hopper').first()).toBeVisible();
    await stack.backend.integrations.delete('own-site');
});

test('an end user is told of a site without application passwords, refuses on another, and approves', async ({ page, host, stack }) => {
    const integration_config = { siteURL: siteOf(stack) };
    await stack.backend.integrations.create({ provider: 'wordpress-site', unique_key: 'wordpress', integration_config });
    await stack.control('wordpress/settings', { application_passwords: 'off' });
    await host.openAt('wordpress');
    await host.widget.getByRole('button', { name: /^Continue to/ }).click();
    await expect(host.widget.getByText(/has no application passwords\. They need WordPress/)).toBeVisible();
    await expectAccessible(page, 'wordpress-off');

    await stack.control('wordpress/settings', { application_passwords: 'on' });
    const denied = await popupFrom(page, host.widget.getByRole('button', { name: /again/i }));
    await expectAccessible(denied, 'wordpress-approval');
    await denied.getByRole('button', { name: 'Deny' }).click({ noWaitAfter: true });
    await expect(host.widget.getByText(/^You didn’t give/)).toBeVisible();

    const again = await popupFrom(page, host.widget.getByRole('button', { name: /again/i }));
    const shown: string[] = [];
    again.on('framenavigated', (frame) => shown.push(frame.url()));
    await signIn(again);
    await expect(host.widget.getByText('Ada Lovelace').first()).toBeVisible();
    await expectAccessible(page, 'wordpress-connected');
    // The address with the password is none that a page was shown at.
    expect(shown.filter((url) => url.includes('/oauth/callback?state='))).not.toEqual([]);
    expect(shown.filter((url) => url.includes('password='))).toEqual([]);
    await clickToClose(host.widget.getByRole('button', { name: 'Done' }));
    const { connections } = await host.connections();
    const connection = await stack.backend.connections.get({
        connection_id: connections[0]?.connection_id ?? '',
        provider_config_key: 'wordpress'
    });
    expect(connection.credentials).toMatchObject({ type: 'BASIC', username: 'ada' });
    await stack.backend.integrations.delete('wordpress');
});
