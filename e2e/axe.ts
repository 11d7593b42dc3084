import type { Frame, Page } from '@playwright/test';
import axe from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** All that a theme can break. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Looks at one document; a frame within it is a document of its own.
 * @param what.within a selector, where the rest of the document is not ours
 * @param what.rules these alone, instead of all
 * @param what.without all but these
 * @returns what axe finds, a line per rule
 */
export async function violationsIn(
    frame: Page | Frame,
    { within, rules, without = [] }: { within?: string; rules?: string[]; without?: string[] } = {}
): Promise<string[]> {
    // To load it is most of the work, so a document keeps it.
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
    const options = {
        runOnly: rules ? { type: 'rule' as const, values: rules } : { type: 'tag' as const, values: tags },
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations' as const],
        iframes: false
    };
    return frame.evaluate(
        async ([selector, wanted]) => {
            const { axe: loaded } = window as unknown as { axe: typeof axe }; // evaluated above
            const { violations } = await loaded.run(selector ?? document, wanted);
            return violations.map(
                ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(' ')}`
            );
        },
        [within, options] as const
    );
}

/** In the page and all its frames at once, as customers' audits look: rules may join documents. */
export async function violationsAcrossFrames(page: Page): Promise<string[]> {
    for (const frame of page.frames().filter((each) => each.url().startsWith('http'))) {
        await frame.evaluate(axe.source);
        // Else axe keeps to frames of the page's own origin.
        await frame.evaluate(
            () => (window as unknown as { axe: typeof axe }).axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }) // evaluated above
        );
    }
    return page.evaluate(async (values) => {
        const { axe: loaded } = window as unknown as { axe: typeof axe }; // evaluated above
        const { violations, passes } = await loaded.run(document, {
            runOnly: { type: 'tag', values },
            resultTypes: ['violations', 'passes']
        });
        // A selector with a part for each document leads into a frame.
        const isSeen = passes.some(({ nodes }) => nodes.some(({ target }) => target.length > 1));
        return [
            ...(isSeen ? [] : ['axe has seen no frame']),
            ...violations.map(
                ({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target.join(' ')} ${html.slice(0, 160)}`).join(' ')}`
            )
        ];
    }, tags);
}

/** In the widget and the SDK's frame around it: screen readers skip the page behind a dialog. */
export async function violationsOfWidget(page: Page, rules?: string[]): Promise<string[]> {
    const found = await violationsIn(page, { within: '[data-patchbay-connect]', ...(rules && { rules }) });
    // A frame that did not load shows a page of the browser's.
    for (const frame of page.frames().filter((each) => each !== page.mainFrame() && each.url().startsWith('http')))
        found.push(...(await violationsIn(frame, rules && { rules })));
    return found;
}
