import type { Page } from '@playwright/test';

/** What of the page the Connect UI could leave changed. */
export function traces(page: Page) {
    return page.evaluate(() => ({
        document: document.documentElement.outerHTML,
        sheets: document.adoptedStyleSheets.length,
        overflow: [document.documentElement, document.body].map((element) => getComputedStyle(element).overflow),
        scrolledTo: [scrollX, scrollY],
        focus: document.activeElement?.id
    }));
}
