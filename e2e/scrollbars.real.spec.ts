import type { Page } from '@playwright/test';
import { escapeToClose, expect, test } from './journey.ts';

// Playwright's own Chromium hides scrollbars, so there they have no width.

/** What the page has beside it, how wide it is, and what of the window its dialog leaves free. */
const measure = (page: Page) =>
    page.evaluate(() => {
        const { clientWidth } = document.documentElement;
        const dialog = document.querySelector('[data-patchbay-connect]')?.shadowRoot?.querySelector('dialog')?.getBoundingClientRect();
        return {
            stripe: innerWidth - clientWidth,
            body: document.body.getBoundingClientRect().width,
            beside: dialog && [dialog.left, innerWidth - dialog.right]
        };
    });

test('where scrollbars have a width, the page behind keeps its own, and the backdrop leaves no stripe', async ({ page, host }) => {
    await page.setViewportSize({ width: 1000, height: 700 });
    await host.visit();
    const before = await measure(page);
    expect(before.stripe).toBeGreaterThan(0);
    await host.openButton.click();
    await expect(host.widget.getByRole('listitem').first()).toBeVisible();
    const [left, right] = (await measure(page)).beside ?? [];
    expect(await measure(page)).toMatchObject({ stripe: 0, body: before.body });
    expect(left).toBe(right);
    await escapeToClose(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await measure(page)).toEqual(before);
});

test('where scrollbars have a width, the sheet of a small window still fills it from side to side', async ({ page, host }) => {
    await page.setViewportSize({ width: 400, height: 700 });
    await host.visit();
    const before = await measure(page);
    expect(before.stripe).toBeGreaterThan(0);
    await host.openButton.click();
    await expect(host.widget.getByRole('listitem').first()).toBeVisible();
    expect(await measure(page)).toEqual({ stripe: 0, body: before.body, beside: [0, 0] });
});
