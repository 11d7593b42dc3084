import { type Browser, test as base } from '@playwright/test';
import { chromiumLaunch, launchWithBrowserDefaults } from './chromium.ts';
import { startReferenceHost } from './reference-host.ts';
import { startStack, type Stack } from './stack.ts';
import { startStoryPages, type StoryPages } from './story-pages.ts';

/**
 * All worker-scoped fixtures, each started on first use. Specs only add test-scoped ones:
 * Playwright starts another worker for each different set of worker-scoped fixtures.
 */
export const test = base.extend<object, { stack: Stack; stories: StoryPages; referenceUrl: string }>({
    stack: [
        // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
        async ({}, use) => {
            const stack = await startStack();
            await use(stack);
            await stack.stop();
        },
        { scope: 'worker', timeout: 60_000 }
    ],
    browser: [
        async ({ playwright }, use, { project }) => {
            if (project.name === 'chromium-real') {
                const real = await launchWithBrowserDefaults();
                await use(real.browser);
                await real.stop();
            } else {
                const browser: Browser = await playwright.chromium.launch(chromiumLaunch);
                await use(browser);
                await browser.close();
            }
        },
        { scope: 'worker', timeout: 60_000 }
    ],
    stories: [
        // oxlint-disable-next-line no-empty-pattern -- as above
        async ({}, use) => {
            const stories = await startStoryPages();
            await use(stories);
            await stories.stop();
        },
        { scope: 'worker', timeout: 120_000 }
    ],
    referenceUrl: [
        // oxlint-disable-next-line no-empty-pattern -- as above
        async ({}, use) => {
            const host = await startReferenceHost();
            await use(host.url);
            await host.stop();
        },
        { scope: 'worker' }
    ]
});

export { expect } from '@playwright/test';
