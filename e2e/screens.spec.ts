import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startStoryPages, type StoryPages } from './story-pages.ts';
import { expect, test } from './worker.ts';

/** Another checkout of the project, built, whose screens are drawn as well. */
const other = process.env['PATCHBAY_COMPARE'];

test.describe.configure({ timeout: 120_000 });

test('every state is drawn into test-results/screens, with a heading or what is loading in the picture', async ({ page, stories }) => {
    expect(await drawAll(page, stories, 'after')).toEqual([]);
});

if (other !== undefined)
    test('the states of another checkout are drawn beside them', async ({ page }) => {
        const stories = await startStoryPages(other);
        expect(await drawAll(page, stories, 'before')).toEqual([]);
        await stories.stop();
    });

/** @returns the states whose picture shows neither */
async function drawAll(page: Page, stories: StoryPages, folder: string): Promise<string[]> {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await page.setViewportSize({ width: 440, height: 680 });
    const states = await stories.names(page);
    expect(states.length).toBeGreaterThan(50);
    const blank: string[] = [];
    for (const state of states) {
        await stories.show(page, state, { locale: 'en' });
        const hasContent = await page.evaluate(() => {
            const [shown] = document.querySelectorAll('h1, [aria-busy]');
            const { top, bottom } = shown?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
            return top >= 0 && bottom > top && top < innerHeight;
        });
        if (!hasContent) blank.push(state);
        await page.screenshot({ path: join(test.info().project.outputDir, 'screens', folder, `${state}.png`) });
    }
    return blank;
}
