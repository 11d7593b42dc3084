import { enter, expectAccessible } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';

test('single keys search, show what they do, walk through a list and open it, and are left alone while one types', async ({
    page,
    stack
}) => {
    await enter(page, stack, '/dashboard/dev/integrations');
    const { keyboard } = page;
    const links = page.getByRole('table').getByRole('row').getByRole('link');
    await expect(links.first()).toBeVisible();
    await keyboard.press('j');
    await expect(links.first()).toBeFocused();
    await keyboard.press('j');
    await keyboard.press('j');
    await keyboard.press('k');
    await expect(page.getByRole('table').getByRole('row').nth(2).getByRole('link').first()).toBeFocused();

    await keyboard.press('/');
    // This page has no search of its own.
    await expect(page.getByRole('searchbox', { name: 'Search everything' })).toBeFocused();
    await keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    await keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page, 'shortcuts');
    await keyboard.press('g');
    await keyboard.press('l');
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/integrations$/);

    await keyboard.press('j');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/integrations\/[^/]+$/);

    await page.goto(`${stack.apiUrl}/dashboard/dev/logs`);
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.waitFor();
    await expect(search).not.toBeFocused();
    await keyboard.press('/');
    await expect(search).toBeFocused();
    await keyboard.type('j?/');
    await expect(search).toHaveValue('j?/');
    await expect(page.getByRole('dialog')).toBeHidden();
});

test('g and a letter go to a page once that is switched on, and no single key works where all are off', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/dev/settings/account');
    const { keyboard } = page;
    const keyboardCard = page.getByRole('region', { name: 'Keyboard' });
    await keyboardCard.scrollIntoViewIfNeeded();
    await keyboard.press('g');
    await keyboard.press('c');
    await expect(page).toHaveURL(/\/account$/);
    await keyboardCard.getByText('G and a letter go to a page').click();
    await keyboard.press('g');
    await keyboard.press('c');
    await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible();
    await keyboard.press('g');
    await keyboard.press('l');
    await expect(page.getByRole('heading', { name: 'Logs' })).toBeVisible();

    await keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('/, ? and J work anywhere on a page').click();
    await expect(dialog.getByText('(off)')).toHaveCount(2);
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await keyboard.press('?');
    await keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search' })).not.toBeFocused();
    await expect(dialog).toBeHidden();
    await keyboard.press('Control+K');
    await expect(page.getByRole('searchbox', { name: 'Search everything' })).toBeFocused();
    await keyboard.type('shortcuts');
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await expect(dialog).toBeVisible();
});
