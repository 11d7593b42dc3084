import type { Page } from '@playwright/test';
import { violationsIn } from './axe.ts';
import { clickToClose, expect, placesOf, popupFrom, test } from './journey.ts';

test('accounting in the demo product: sign in, see invoices by month, order, and see a change at the vendor come back', async ({
    page,
    stack
}) => {
    const playground = await stack.startPlayground();
    await page.goto(playground.url);
    await page.getByRole('link', { name: 'Accounting' }).click();
    await page.getByRole('button', { name: 'Connect Tallystone' }).click();
    await chooseCompany(page);
    await expect(page.locator('#reading-state')).toHaveText(/^Up to date/, { timeout: 30_000 });
    await expect(page.locator('#invoices-place')).toHaveText('1–15 of 260');
    await expect(page.getByRole('img', { name: /^Invoices by month \$[\d,.]+ in 12 months/ })).toBeVisible();
    await page.getByText('The same as a table').click();
    await expect(page.locator('#months tr')).toHaveCount(12);
    expect(await violationsIn(page)).toEqual([]);

    // The list under its heading, and what can be done beside it.
    const [heading, list, beside] = await placesOf(page, '#invoices-title', '#invoices', '#change');
    expect(list.x).toBeCloseTo(heading.x, 0);
    expect(list.y).toBeGreaterThan(heading.y);
    expect(beside.x).toBeGreaterThan(list.x + list.width);

    const [choice = ''] = await page.locator('#change option').allInnerTexts();
    const [number = ''] = choice.split(' · ');
    const row = page.locator('#invoices tr').filter({ has: page.getByRole('rowheader', { name: number }) });
    await expect(row).not.toContainText('Paid');
    await page.getByRole('button', { name: 'Pay it at Tallystone' }).click();
    await expect(row).toContainText('Paid');
    await expect(page.getByRole('log').getByRole('listitem')).toHaveText([
        new RegExp(`At Tallystone, .* pays .* for invoice ${number}\\.`),
        /Tallystone sends a webhook: an invoice has changed\./,
        new RegExp(`Patchbay sends a signed webhook: invoice ${number} has changed, it is paid\\.`)
    ]);

    const form = page.locator('#order');
    await form.getByLabel('Quantity').fill('3');
    await form.getByLabel(/^Price of one/).fill('12.505');
    await form.getByRole('button', { name: 'Create order' }).click();
    await expect(page.locator('#order-notice')).toHaveText('The price must be an amount such as 12.50.');
    await form.getByLabel('Supplier').selectOption({ label: 'Hardware Supply 3' });
    await form.getByLabel('Price of one, in USD').fill('12.50');
    await form.getByRole('button', { name: 'Create order' }).click();
    await expect(page.locator('#order-notice')).toContainText('for $37.50 is created.');
    await expect(page.locator('#orders > li').first()).toContainText(/Hardware Supply 3.*from Juniper \$37\.50/);
    expect(await violationsIn(page)).toEqual([]);
    await playground.stop();
});

test('accounting in the demo product is accessible in the dark, and fits a narrow phone', async ({ page, stack }) => {
    const playground = await stack.startPlayground();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${playground.url}/accounting.html`);
    await page.getByRole('button', { name: 'Connect Tallystone' }).click();
    await chooseCompany(page);
    await expect(page.locator('#invoices-place')).toHaveText('1–15 of 260', { timeout: 30_000 });
    await expect(page.locator('#orders > li')).toHaveCount(8);
    expect(await violationsIn(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => page.locator('#chart svg').getAttribute('width').then(Number)).toBeLessThan(280);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    // Nothing of the table by month is cut off on the usual one.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('The same as a table').click();
    const table = page.getByRole('region', { name: 'Invoices by month, as a table' });
    await expect(table).toBeVisible();
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await playground.stop();
});

test('accounting in the demo product: a consent that ends at the vendor is asked for again, and what was read stays', async ({
    page,
    stack
}) => {
    const playground = await stack.startPlayground();
    await page.goto(`${playground.url}/accounting.html`);
    await page.getByRole('button', { name: 'Connect Tallystone' }).click();
    await chooseCompany(page);
    await expect(page.locator('#reading-state')).toHaveText(/^Up to date/, { timeout: 30_000 });

    await stack.control('quickbooks/disconnect', {});
    await page.getByRole('button', { name: 'Read again' }).click();
    await expect(page.getByRole('heading', { name: 'Tallystone no longer lets Juniper in' })).toBeVisible({ timeout: 30_000 });
    await expect(page.locator('#invoices tr')).toHaveCount(15);
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await chooseCompany(page);
    await expect(page.locator('#reading-state')).toHaveText(/^Up to date/, { timeout: 30_000 });
    await playground.stop();
});

async function chooseCompany(page: Page): Promise<void> {
    const widget = page.locator('[data-patchbay-connect] iframe').contentFrame();
    const popup = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
    await expect(popup.getByRole('heading', { name: 'Juniper wants to connect to Tallystone' })).toBeVisible();
    expect(await violationsIn(popup)).toEqual([]);
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Connect' }).click({ noWaitAfter: true })]);
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
}
