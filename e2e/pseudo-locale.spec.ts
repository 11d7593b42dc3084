import type { Page } from '@playwright/test';
import { expect, test } from './worker.ts';

test.describe.configure({ timeout: 120_000 });

// Texts half as long again, and from right to left: what fits here, fits in a translation.
for (const locale of ['en-XA', 'ar-XB'])
    test(`no text is cut off or hangs over at 320 px in ${locale}`, async ({ page, stories }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        // The narrowest: the layout is the same up to 400 px.
        await page.setViewportSize({ width: 320, height: 680 });
        const cut: string[] = [];
        for (const state of await stories.names(page)) {
            await stories.show(page, state, { locale });
            cut.push(...(await textsThatDoNotFit(page)).map((text) => `${state}: ${text}`));
        }
        expect(cut).toEqual([]);
    });

/** Texts wider than their box or the window, except typed ones and those for screen readers. */
function textsThatDoNotFit(page: Page): Promise<string[]> {
    return page.evaluate(() => {
        const isSeen = (element: Element) =>
            element.checkVisibility() && element.closest('.visually-hidden, input, textarea, select') === null;
        const holdsText = (element: Element) =>
            [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
        const boxes = [...document.querySelectorAll('#root *')].filter((element) => isSeen(element) && holdsText(element));
        const sticksOut = (element: Element) => {
            const { left, right } = element.getBoundingClientRect();
            // Inline boxes have no width of their own.
            return element.scrollWidth > Math.max(element.clientWidth, Math.ceil(right - left)) || left < -0.5 || right > innerWidth + 0.5;
        };
        const wide = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
        return [...boxes.filter(sticksOut).map((element) => element.outerHTML.slice(0, 160)), ...wide];
    });
}
