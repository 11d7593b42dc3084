import { enter, expectAccessible } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';

test('what was switched off is taken back by keyboard on another page, and the offer ends after ten seconds', async ({ page, stack }) => {
    const { data: endpoint } = await stack.backend.webhookEndpoints.create({ url: `${stack.providerUrl}/undone` });
    const isDisabled = async () => (await stack.backend.webhookEndpoints.get(endpoint.id)).data.disabled_at !== null;
    await page.clock.install();
    await enter(page, stack, '/dashboard/dev/settings/webhooks');
    const row = page.getByRole('row').filter({ hasText: '/undone' });
    const disable = async () => {
        await row.getByRole('button', { name: /^More for/ }).click();
        await page.getByRole('menuitem', { name: 'Disable' }).click();
    };
    await disable();
    const offer = page.getByRole('status').filter({ hasText: /Disabled .*\/undone/ });
    await expect(offer.getByRole('button', { name: /^Undo/ })).toBeVisible();
    expect(await isDisabled()).toBe(true);
    // It stays while one is at it, and a machine with other work takes long for the check.
    await offer.getByRole('button', { name: /^Undo/ }).focus();
    await expectAccessible(page, 'undo');

    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL(/\/dashboard\/dev\/?$/);
    await expect(offer).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(offer).toContainText('Taken back: Disabled');
    expect(await isDisabled()).toBe(false);
    await page.clock.fastForward(10_000);
    await expect(offer).toHaveCount(0);

    await page.goBack();
    await disable();
    await offer.getByRole('button', { name: /^Undo/ }).focus();
    await page.clock.fastForward(20_000);
    await expect(offer).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(offer).toContainText('Taken back');
    expect(await isDisabled()).toBe(false);
    await stack.backend.webhookEndpoints.delete(endpoint.id);
});

test('what a backend has changed since is not taken back, and the offer says why', async ({ page, stack }) => {
    const unique_key = 'undo-tags';
    await stack.backend.integrations.create({ provider: 'unauthenticated', unique_key });
    const key = { provider_config_key: unique_key, connection_id: 'undone' };
    await stack.backend.connections.import({ ...key, credentials: { type: 'NONE' } });
    await enter(page, stack, `/dashboard/dev/connections/${unique_key}/undone/details`);
    const edit = async (plan: string) => {
        await page.getByRole('button', { name: 'Edit tags' }).click();
        await page.getByRole('textbox', { name: 'Tags' }).fill(JSON.stringify({ plan }));
        await page.getByRole('button', { name: 'Save' }).click();
    };
    const tagsNow = async () => (await stack.backend.connections.get(key)).tags;
    await edit('pro');
    const offer = page.getByRole('status').filter({ hasText: 'Tags saved.' });
    await expect(offer).toBeVisible();
    await stack.backend.connections.update(key, { tags: { plan: 'max' } });
    await offer.getByRole('button', { name: /^Undo/ }).click();
    await expect(offer).toContainText('Not taken back.');
    expect(await tagsNow()).toEqual({ plan: 'max' });
    await offer.getByRole('button', { name: 'Close' }).click();

    await edit('free');
    await offer.getByRole('button', { name: /^Undo/ }).click();
    await expect(offer).toContainText('Taken back: Tags saved.');
    expect(await tagsNow()).toEqual({ plan: 'max' });
    await stack.backend.integrations.delete(unique_key);
});
