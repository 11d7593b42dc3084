import { BEARER_API_KEYS } from '@patchbay/sandbox/accounts';
import { clickToClose, expect, popupFrom, signIn, standingStill, test } from './journey.ts';

test('on a phone the dialog fills the screen, and a key is connected with the thumb', async ({ page, host }) => {
    await host.visit({ button: { integration: 'sandbox-api-key' } });
    await host.openButton.tap();
    const { widget } = host;
    const field = widget.getByRole('textbox', { name: 'API key' });
    await expect(field).toBeVisible();
    const dialog = await page.getByRole('dialog').boundingBox();
    expect(dialog).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    // Below 16 px iOS zooms into the page.
    expect(Number.parseFloat(await field.evaluate((input) => getComputedStyle(input).fontSize))).toBeGreaterThanOrEqual(16);
    const send = widget.getByRole('button', { name: 'Connect', exact: true });
    for (const target of [send, widget.getByRole('button', { name: 'Close' })]) {
        const box = await target.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await field.fill(BEARER_API_KEYS.acme);
    await send.tap();
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeVisible();
    await clickToClose(widget.getByRole('button', { name: 'Done' }), 'tap');
    await expect(page.getByRole('dialog')).toBeHidden();
    expect((await host.connections()).connections).toHaveLength(1);
});

test('on a phone a sign-in opens in a tab of its own and comes back', async ({ page, host }) => {
    await host.visit({ button: { integration: 'sandbox-oauth2' } });
    await host.openButton.tap();
    const button = await standingStill(host.widget.getByRole('button', { name: /^Continue to/ }));
    const popup = await popupFrom(page, () => button.tap());
    await expect(popup.getByRole('button', { name: 'Allow' })).toBeInViewport();
    await signIn(popup);
    await expect(host.widget.getByRole('heading', { name: /is connected$/ })).toBeVisible();
});

test('nothing of the widget is wider than the smallest phone', async ({ page, host }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await host.open();
    await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeVisible();
    for (const choice of ['Sandbox (two keys)', 'Sandbox (OAuth 2, with a subdomain)']) {
        expect(await host.widget.locator('html').evaluate((root) => root.scrollWidth)).toBeLessThanOrEqual(320);
        await host.widget.getByRole('button', { name: choice }).tap();
        await expect(host.widget.getByRole('heading', { name: `Connect ${choice}` })).toBeVisible();
        expect(await host.widget.locator('html').evaluate((root) => root.scrollWidth)).toBeLessThanOrEqual(320);
        await host.widget.getByRole('button', { name: 'Back' }).tap();
    }
});
