import { OAUTH_CLIENT } from '@patchbay/sandbox/accounts';
import { enter, expectAccessible } from './dashboard-journey.ts';
import { clickToClose, expect, popupFrom, signIn, test } from './journey.ts';

test('a try that fails names its cause beside it, and the same admin repairs it', async ({ page, stack }) => {
    const app = { type: 'OAUTH2' as const, client_id: OAUTH_CLIENT.id, client_secret: 'expired' };
    await stack.backend.integrations.create({ provider: 'sandbox-oauth2', unique_key: 'ill', credentials: app });
    const widget = page.locator('[data-patchbay-connect] iframe').contentFrame();
    await enter(page, stack, '/dashboard/dev/integrations/ill');
    await page.getByRole('button', { name: 'Try it' }).click();
    await signIn(await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ })));
    await clickToClose(widget.getByRole('button', { name: 'Close' }).last());
    await expect(page.getByText(/^It did not work/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sandbox (OAuth 2) refuses the client secret or the private key.' })).toBeVisible();
    await expect(page.getByText('client_secret_refused')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Open the setup of ill' }).click();
    await page.getByRole('textbox', { name: 'Client secret' }).fill(OAUTH_CLIENT.secret);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await page.goto(`${stack.apiUrl}/dashboard/dev/doctor?integration=ill`);
    await expect(page.getByText('Nothing is wrong')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('textbox', { name: 'Origin of the page' }).fill('https://app.example.com/settings');
    await expect(page.getByText('Give scheme, host and port alone.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Origin of the page' }).fill('https://app.example.com');
    await page.getByRole('button', { name: 'Check this page' }).click();
    await expect(page).toHaveURL(/origin=https/);
    await expect(page.getByText('Nothing is wrong')).toBeVisible();
});
