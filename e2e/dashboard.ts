import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { colourRules, violationsIn } from './axe.ts';
import { expect } from './journey.ts';
import { dashboardOwner, type Stack } from './stack.ts';

/** Signs the owner in, and comes to a page of the dashboard. */
export async function enterDashboard(page: Page, { apiUrl }: Stack, path = '/dashboard/'): Promise<void> {
    await page.goto(`${apiUrl}${path}`);
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(dashboardOwner.email);
    await page.getByLabel('Password').fill(dashboardOwner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
}

/**
 * Checks what is shown, in light and in dark, and that nothing is cut off on a phone.
 * @param name of the pictures that are taken where `PATCHBAY_PICTURES` names a folder
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    const shoot = async (look: string) => {
        const folder = process.env['PATCHBAY_PICTURES'];
        if (folder === undefined) return;
        await mkdir(folder, { recursive: true });
        await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true });
    };
    // Colours that change slowly would be looked at on their way.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await violationsIn(page), `${name}, light`).toEqual([]);
    await shoot('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsIn(page, { rules: colourRules }), `${name}, dark`).toEqual([]);
    await shoot('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} is as wide as a phone`).toBeLessThanOrEqual(390);
    await shoot('phone');
    await page.setViewportSize(size);
}
