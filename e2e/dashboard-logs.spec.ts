import { connectByOAuth, expect, test } from './journey.ts';
import { countClicks, enter, expectAccessible } from './dashboard-journey.ts';

test('an admin sees why a request failed in one click, copies it as curl, sends it again, and new ones come live', async ({
    page,
    host,
    stack,
    context
}) => {
    const { connection_id: connection, integration_id: integration } = await connectByOAuth(page, host, 'Ada Lovelace');
    const key = { connection_id: connection, provider_config_key: integration };
    const ask = (path: string) => stack.backend.proxy.request(key, { method: 'GET', path }).catch(() => {});
    await ask('/api/nothing-here');
    await ask('/api/neither-here');
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.apiUrl });

    await enter(page, stack, `/dashboard/dev/logs?connection=${connection}&status=failed`);
    const rows = page.getByRole('row').filter({ hasText: '/api/nothing-here' });
    await expect(rows).toHaveCount(1);
    await expectAccessible(page, 'logs');
    const clicks = await countClicks(page);
    await page.reload();
    await rows.getByRole('link').click();
    const drawer = page.getByRole('dialog', { name: /nothing-here/ });
    await expect(drawer.getByText('The provider has nothing at this address')).toBeVisible();
    await expect(drawer.getByRole('link', { name: /more of Sandbox \(OAuth 2\).* ended the same way$/ })).toHaveAttribute(
        'href',
        /status=%22404%22/
    );
    expect(await clicks()).toBe(1);
    await expectAccessible(page, 'log');
    await drawer.getByRole('button', { name: 'Copy as curl' }).click();
    const curl = await page.evaluate(() => navigator.clipboard.readText());
    expect(curl).toContain(`-H 'Connection-Id: ${connection}'`);
    expect(curl).not.toContain('Bearer ey');
    await drawer.getByRole('button', { name: 'Send it again' }).click();
    await expect(drawer.getByText(/^404 after \d+ ms$/)).toBeVisible();
    const address = page.url();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(page).toHaveURL(/status=failed/);

    await page.goto(address);
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByText('Live', { exact: true }).click();
    await ask('/api/another');
    await expect(page.getByRole('row').filter({ hasText: '/api/another' })).toHaveCount(1);
    await page.getByText('Live', { exact: true }).click();
    await ask('/api/later');
    await page.getByRole('button', { name: '1 new – show' }).click();
    await expect(page.getByRole('row').filter({ hasText: '/api/later' })).toHaveCount(1);
});
