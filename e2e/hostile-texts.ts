import { expect, type Page } from '@playwright/test';

/** What end users, providers and backends may write where a text is expected. */
export const corpus = [
    '<script>window.broken=1</script>',
    '<img src=x onerror="window.broken=1">',
    '"><svg onload=window.broken=1>',
    "'-window.broken=1-'",
    'javascript:window.broken=1',
    '</title></style></textarea><iframe srcdoc="<script>parent.broken=1</script>">',
    '{{constructor.constructor("window.broken=1")()}}',
    '${window.broken=1}',
    '<a href="javascript:window.broken=1">click</a>',
    '&lt;b&gt;bold&lt;/b&gt;',
    '<!--<base href=//hostile.example>-->',
    '\u202Eright to left\u202C \u2028window.broken=1'
];

export function expectNoDialog(page: Page): void {
    page.on('dialog', (dialog) => expect(dialog.message(), 'a dialog that a text opened').toBe(''));
}

/** @param selector of elements that only a text could have made */
export async function expectUnharmed(page: Page, selector = 'img, base, a[href^="javascript:"]'): Promise<void> {
    for (const frame of page.frames()) {
        const harm = await frame.evaluate((made) => 'broken' in window || document.querySelectorAll(made).length > 0, selector);
        expect(harm, frame.url()).toBe(false);
    }
}
