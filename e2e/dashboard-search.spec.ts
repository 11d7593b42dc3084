import { countClicks, enter, expectAccessible } from './dashboard-journey.ts';
import { connectByOAuth, expect, test } from './journey.ts';

test('an admin finds a customer, a page and a request by keyboard alone', async ({ page, host, stack }) => {
    const { connection_id: connection, integration_id: integration } = await connectByOAuth(page, host, 'Ada Lovelace');
    await enter(page, stack, '/dashboard/dev/status');
    await expect(page.getByRole('row').filter({ hasText: integration }).first()).toBeVisible();
    await expectAccessible(page, 'status');
    await page.keyboard.press('Control+K');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await expect(dialog.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type(connection);
    await expect(dialog.getByRole('menuitem').filter({ hasText: integration })).toBeVisible();
    await expectAccessible(page, 'search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/connections/${integration}/${connection}$`));

    await page.keyboard.press('Control+K');
    await page.keyboard.type('webh');
    await expect(dialog.getByRole('menuitem', { name: 'Webhooks' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Webhook endpoints' })).toBeVisible();
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
});

test('an admin changes the looks of the Connect UI, sees them at once, and end users after saving', async ({ page, host, stack }) => {
    const { data: before } = await stack.backend.connectUi.get();
    try {
        await enter(page, stack, '/dashboard/dev');
        await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
        const clicks = await countClicks(page);
        await page.reload();
        await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
        await page.keyboard.press('Control+K');
        await expect(page.getByRole('searchbox', { name: 'Search everything' })).toBeFocused();
        await page.keyboard.type('connect ui');
        await expect(page.getByRole('menuitem', { name: 'Connect UI' })).toBeVisible();
        await page.keyboard.press('Enter');
        const preview = page.getByRole('region', { name: 'Preview' }).locator('iframe').contentFrame();
        await expect(preview.getByRole('searchbox').or(preview.getByRole('button')).first()).toBeVisible();
        await expectAccessible(page, 'connect-ui');
        const primary = () => preview.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--accent').trim());
        const unchanged = await primary();
        await page.getByLabel('Buttons and links').fill('#7a1fa2');
        await expect.poll(primary).not.toBe(unchanged);
        await page.getByRole('button', { name: 'Save' }).click();
        await expect(page.getByText('Saved.')).toBeVisible();
        expect(await clicks()).toBe(1);
        await page.getByRole('textbox', { name: 'Privacy policy' }).fill('http://example.com/privacy');
        await page.getByRole('button', { name: 'Save' }).click();
        await expect(page.getByText('Write the address of a page that begins with https://.')).toBeVisible();
        await page.getByRole('textbox', { name: 'Privacy policy' }).fill('https://example.com/privacy');
        await page.getByRole('button', { name: 'Save' }).click();
        await expect(page.getByText('Saved.')).toBeVisible();
        expect((await stack.backend.connectUi.get()).data).toMatchObject({
            appearance: { variables: { colorPrimary: '#7a1fa2' } },
            privacy_url: 'https://example.com/privacy'
        });
        const previewed = await primary();
        await host.open();
        const shown = () => host.widget.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--accent').trim());
        await expect.poll(shown).toBe(previewed);
    } finally {
        await stack.backend.connectUi.update(before);
    }
});
