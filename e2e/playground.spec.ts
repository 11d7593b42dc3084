import { BEARER_API_KEYS } from '@patchbay/sandbox/accounts';
import { violationsIn } from './axe.ts';
import { clickToClose, expect, popupFrom, signIn, test } from './journey.ts';

test('the demo product: connect by API key and by OAuth, see contacts, revoke, hear why, reconnect, and change language and theme', async ({
    page,
    stack
}) => {
    const playground = await stack.startPlayground();
    const widget = page.locator('[data-patchbay-connect] iframe').contentFrame();
    await page.goto(playground.url);
    await expect(page.getByText('Nothing is connected yet.')).toBeVisible();

    await page.getByRole('button', { name: 'Connect an app' }).click();
    await widget.getByRole('searchbox', { name: 'Search apps' }).fill('(api');
    await widget.getByRole('button', { name: 'Sandbox (API key)' }).click();
    await widget.getByRole('textbox', { name: 'API key' }).fill(BEARER_API_KEYS.acme);
    await widget.getByRole('button', { name: 'Connect', exact: true }).click();
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
    const rows = page.locator('#connections > li');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(/Sandbox \(API key\).*Acme Ltd.*Works/);

    await page.getByRole('button', { name: 'Connect OAuth 2', exact: true }).click();
    const popup = await popupFrom(page, () => widget.getByRole('button', { name: /^Continue to/ }).click());
    await signIn(popup);
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
    const signedIn = rows.filter({ hasText: 'Sandbox (OAuth 2)' });
    await expect(signedIn).toContainText(/Ada Lovelace.*Works/);
    const contacts = signedIn.getByRole('list', { name: 'Contacts, read through Patchbay' }).getByRole('listitem');
    await expect(contacts).toHaveText([/Charles Babbage\s*charles@sandbox\.example/, /Mary Somerville/]);
    await expect(page.getByRole('log')).toContainText('onConnect');
    expect(await violationsIn(page)).toEqual([]);

    await signedIn.getByRole('button', { name: /^Revoke/ }).click();
    await expect(signedIn).toContainText('Refused by the provider: reconnect it');
    await expect(signedIn).toContainText('Patchbay says: Sandbox (OAuth 2) has ended the access');
    await expect(contacts).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
    await page.getByRole('combobox', { name: 'Widget language' }).selectOption('ar');
    await signedIn.getByRole('button', { name: /^Reconnect/ }).click();
    await expect(widget.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(widget.locator('html')).toHaveAttribute('data-theme', 'dark');
    const again = await popupFrom(page, () => widget.getByRole('button', { name: 'المتابعة إلى' }).click());
    await signIn(again);
    await widget.getByRole('button', { name: 'تم', exact: true }).click();
    await expect(page.getByRole('status')).toHaveText('Reconnected: the connection has kept its id.');
    await expect(signedIn).toContainText(/Ada Lovelace.*Works/);
    await expect(contacts).toHaveCount(2);
    await expect(rows).toHaveCount(2);
    await playground.stop();
});

test('the smallest embedding, as the README shows it, connects an account', async ({ page, stack }) => {
    const playground = await stack.startPlayground();
    const widget = page.locator('[data-patchbay-connect] iframe').contentFrame();
    await page.goto(`${playground.url}/minimal.html`);
    await page.getByRole('button', { name: 'Connect an app' }).click();
    await widget.getByRole('searchbox', { name: 'Search apps' }).fill('no auth');
    await widget.getByRole('button', { name: 'No authentication' }).click();
    await widget.getByRole('button', { name: 'Connect', exact: true }).click();
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
    await expect(page.getByRole('status')).toHaveText(/^Connected: \S+$/);
    await playground.stop();
});

test('the demo product offers every language, and its log is in sight of who has just opened the page', async ({ page, stack }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto((await stack.startPlayground()).url);
    await expect(page.getByLabel('Widget language').locator('option')).toHaveCount(12);
    await expect(page.getByRole('heading', { name: 'What this page heard' })).toBeInViewport();
});
