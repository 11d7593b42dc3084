import { expect, type Page } from '@playwright/test';
import { violationsIn } from './axe.ts';
import { dashboardOwner, type Stack } from './stack.ts';

/** Signs in at a page of the dashboard, and comes to it. */
export async function enter(page: Page, { apiUrl }: Stack, path: string): Promise<void> {
    await page.goto(`${apiUrl}${path}`);
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(dashboardOwner.email);
    await page.getByLabel('Password').fill(dashboardOwner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Clicks that a person makes in the dashboard itself, counted by its document. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
    await page.addInitScript(() => {
        if (window.top !== window) return;
        addEventListener('click', ({ isTrusted, detail }) => {
            if (isTrusted && detail > 0) sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1));
        });
    });
    return () => page.evaluate(() => Number(sessionStorage.getItem('clicks') ?? 0));
}

/** In light and dark, without the moments between them. */
export async function expectAccessible(page: Page): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await violationsIn(page), colorScheme).toEqual([]);
    }
}
