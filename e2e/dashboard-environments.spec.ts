import { enter, expectAccessible } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';

test('an owner makes an environment for production, which has its stripe, and deletes it by its name', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/settings/environments');
    await page.getByRole('button', { name: 'New environment' }).click();
    const making = page.getByRole('dialog', { name: 'New environment' });
    await making.getByRole('textbox', { name: 'Name' }).fill('Staging 2');
    await making.getByRole('radio', { name: /^Production/ }).check({ force: true });
    await making.getByRole('button', { name: 'Make it' }).click();
    await expect(making.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/lower-case letters and digits/);
    await expectAccessible(page, 'environment-new');
    await making.getByRole('textbox', { name: 'Name' }).fill('staging2');
    await making.getByRole('button', { name: 'Make it' }).click();

    await expect(page).toHaveURL(/\/dashboard\/staging2\/settings\/keys$/);
    await expect(page.getByText('No key works.')).toBeVisible();
    const bar = page.getByRole('banner');
    expect(await bar.evaluate((element) => getComputedStyle(element).borderTopColor)).not.toBe('rgba(0, 0, 0, 0)');
    await page.getByRole('link', { name: 'Environments' }).click();
    await expectAccessible(page, 'environments');

    await page.getByRole('button', { name: 'Delete staging2' }).click();
    const deleting = page.getByRole('dialog', { name: 'Delete the environment staging2?' });
    await expect(deleting).toContainText('0 connections');
    const confirm = deleting.getByRole('button', { name: 'Delete the environment' });
    await expect(confirm).toHaveAttribute('aria-disabled', 'true');
    await deleting.getByRole('textbox', { name: 'Type staging2 to confirm' }).fill('staging2');
    await expectAccessible(page, 'environment-delete');
    await confirm.click();
    await expect(page).toHaveURL(/\/dashboard\/(?:dev|prod)\/settings\/environments$/);
    await expect(page.getByRole('combobox', { name: 'Environment' })).not.toContainText('staging2');
});
