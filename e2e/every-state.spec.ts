import type { Page } from '@playwright/test';
import { colourRules, violationsIn } from './axe.ts';
import { settled, type StoryPages } from './story-pages.ts';
import { expect, test } from './worker.ts';

interface Look {
    theme: 'light' | 'dark';
    forcedColors: 'none' | 'active';
    rules?: string[];
    without?: string[];
}
// Texts half as long again, and from right to left: what fits here, fits in a translation.
// Each look is checked for what no other shows: names, sizes and landmarks do not depend on
// colours, nor colours on the language.
const looks: Record<'en-XA' | 'ar-XB', Look[]> = {
    'en-XA': [
        { theme: 'light', forcedColors: 'none' },
        { theme: 'dark', forcedColors: 'none', rules: colourRules },
        { theme: 'dark', forcedColors: 'active', rules: colourRules }
    ],
    'ar-XB': [
        { theme: 'light', forcedColors: 'none', without: colourRules },
        { theme: 'light', forcedColors: 'active', rules: colourRules }
    ]
};

test.describe.configure({ timeout: 300_000 });

for (const locale of ['en-XA', 'ar-XB'] as const) {
    test(`in every state axe finds nothing, in any theme and with forced colours, and a small window has room for it, in ${locale}`, async ({
        page,
        stories
    }) => {
        const states = await stories.names(page);
        expect(states.length).toBeGreaterThan(50);
        const found: string[] = [];
        for (const state of states) {
            found.push(...(await misfitsIn(page, stories, state, locale)));
            // As high as the longest form: axe reports targets partly covered by sticky buttons as
            // too small.
            await page.setViewportSize({ width: 440, height: 1400 });
            for (const { theme, forcedColors, ...rules } of looks[locale]) {
                // With forced colours the system's scheme counts, not the host's.
                await page.emulateMedia({ forcedColors, colorScheme: theme });
                const how = `${state}, ${theme}${forcedColors === 'active' ? ', forced colours' : ''}`;
                await setTheme(page, theme);
                found.push(...(await violationsIn(page, rules)).map((violation) => `${how}: ${violation}`));
                if (forcedColors === 'active') found.push(...(await page.evaluate(hiddenByPlates)).map((text) => `${how}: ${text}`));
            }
        }
        expect(found).toEqual([]);
    });
}

test('with reduced motion, waiting shows a bar in stripes that stands still', async ({ page, stories }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await stories.names(page);
    await stories.show(page, 'awaiting', { locale: 'en' });
    const bar = await page.locator('.progress').evaluate((progress) => {
        const { animationName, backgroundImage } = getComputedStyle(progress, '::after');
        return [animationName, backgroundImage.split('(')[0]];
    });
    expect(bar).toEqual(['none', 'repeating-linear-gradient']);
});

test('a button at work keeps its colour', async ({ page, stories }) => {
    await stories.names(page);
    const colours: string[] = [];
    for (const [state, name] of [
        ['detail-key', 'Connect'],
        ['submitting', 'Checking with Gem…']
    ] as const) {
        await stories.show(page, state, { locale: 'en' });
        const button = page.getByRole('button', { name, exact: true });
        colours.push(await button.evaluate((shown) => getComputedStyle(shown).backgroundColor));
    }
    expect(new Set(colours).size).toBe(1);
});

test('in every state a small window has room for the longest text of all languages', async ({ page, stories }) => {
    const found: string[] = [];
    for (const state of await stories.names(page)) found.push(...(await misfitsIn(page, stories, state, 'longest')));
    expect(found).toEqual([]);
});

test('in every state a small window has room for names of 400 characters without a space', async ({ page, stories }) => {
    const found: string[] = [];
    for (const state of await stories.names(page)) found.push(...(await misfitsIn(page, stories, state, 'en', { long: '' })));
    expect(found).toEqual([]);
});

/** What has no room in the narrowest window: the layout is the same up to 400 px. */
async function misfitsIn(
    page: Page,
    stories: StoryPages,
    state: string,
    locale: string,
    how: Record<string, string> = {}
): Promise<string[]> {
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'none' });
    await page.setViewportSize({ width: 320, height: 568 });
    await stories.show(page, state, { locale, ...how });
    const misfits = [...(await page.evaluate(unfit)), ...(await page.evaluate(cutTexts)), ...(await page.evaluate(brokenWords))];
    return misfits.map((problem) => `${state}, 320 px: ${problem}`);
}

/**
 * Runs in the page. What is longer than a usual word (an address, a code) may break, and so may
 * scripts without spaces. @returns words that stand on two lines, which a hyphen does not explain
 */
function brokenWords(): string[] {
    const longestWord = 16;
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (node.parentElement?.closest('.visually-hidden')) continue;
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
            if (word.length > longestWord || /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(word))
                continue;
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
            if (lines.size > 1) broken.push(`“${word}” stands on ${lines.size} lines`);
        }
    }
    return broken;
}

async function setTheme(page: Page, theme: string): Promise<void> {
    await page.evaluate((wanted) => (document.documentElement.dataset['theme'] = wanted), theme);
    // A colour on its way to another has no contrast to speak of.
    await settled(page);
}

/**
 * Runs in the page. With forced colours the system draws a backplate in the page's colour under
 * every text, which axe does not know. @returns the texts that have that colour themselves
 */
function hiddenByPlates(): string[] {
    const probe = document.body.appendChild(document.createElement('p'));
    probe.style.color = 'Canvas';
    const plate = getComputedStyle(probe).color;
    probe.remove();
    return [...document.querySelectorAll('#root *')].flatMap((element) => {
        const { color, forcedColorAdjust } = getComputedStyle(element) as CSSStyleDeclaration & { forcedColorAdjust: string }; // newer than its type
        const isPlated = element.textContent.trim() !== '' && forcedColorAdjust === 'auto' && color === plate;
        return isPlated && element.checkVisibility() ? [`lies on a plate of its own colour: ${element.outerHTML.slice(0, 160)}`] : [];
    });
}

/**
 * Runs in the page. @returns what overflows, is cut off, too small to hit, or moves for over 80 ms
 */
function unfit(): string[] {
    const problems: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) problems.push(`scrolls sideways, ${root.scrollWidth} px wide`);
    for (const element of document.querySelectorAll('#root, #root *')) {
        const complain = (problem: string) => problems.push(`${problem}: ${element.outerHTML.slice(0, 160)}`);
        for (const pseudo of [null, '::before', '::after']) {
            const { animationName, animationDuration, transitionDuration } = getComputedStyle(element, pseudo);
            const durations = `${animationName === 'none' ? '0s' : animationDuration}, ${transitionDuration}`.split(', ');
            if (durations.some((duration) => parseFloat(duration) > 0.08)) complain(`moves for ${durations.join(', ')}`);
        }
        if (!element.checkVisibility() || element.closest('.visually-hidden')) continue;
        const { overflowX, overflowY } = getComputedStyle(element);
        const isCut =
            (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
            (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1);
        // What is typed may be longer than its box.
        if (isCut && !element.matches('input, textarea, select')) complain('cut off');
        if (!element.matches('a[href], button, input, select, textarea, summary, label[for].file')) continue;
        const { width, height, left, right } = element.getBoundingClientRect();
        if (width < 24 || height < 24) complain(`only ${width} × ${height} px`);
        if (left < 0 || right > root.clientWidth) complain('hangs over the edge');
    }
    return problems;
}

/**
 * Runs in the page. @returns texts wider than their box or the window, except typed ones and those
 * for screen readers
 */
function cutTexts(): string[] {
    const isSeen = (element: Element) => element.checkVisibility() && element.closest('.visually-hidden, input, textarea, select') === null;
    const holdsText = (element: Element) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    const sticksOut = (element: Element) => {
        const { left, right } = element.getBoundingClientRect();
        // Inline boxes have no width of their own.
        return element.scrollWidth > Math.max(element.clientWidth, Math.ceil(right - left)) || left < -0.5 || right > innerWidth + 0.5;
    };
    return [...document.querySelectorAll('#root *')]
        .filter((element) => isSeen(element) && holdsText(element) && sticksOut(element))
        .map((element) => `a text that does not fit: ${element.outerHTML.slice(0, 160)}`);
}
