import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from './chromium.ts';
import { otherBrowsers } from './other-browsers/browsers.ts';

const realDefaults = '**/*.real.spec.ts';
const phone = '**/*.phone.spec.ts';
const elsewhere = '**/other-browsers/*.spec.ts';

export default defineConfig({
    testDir: '.',
    outputDir: './test-results',
    globalSetup: './global-setup.ts',
    workers: 2,
    fullyParallel: true,
    retries: 0,
    timeout: 60_000,
    // A machine with two cores and other work stands still for some seconds at times.
    expect: { timeout: 15_000 },
    reporter: 'list',
    use: { launchOptions: chromiumLaunch, actionTimeout: 15_000, colorScheme: 'light', locale: 'en-GB' },
    projects: [
        { name: 'chromium', testIgnore: [realDefaults, phone, elsewhere] },
        // With Chromium's own defaults: Playwright's switches disable storage partitioning
        // (chromium.ts).
        { name: 'chromium-real', testMatch: realDefaults },
        {
            name: 'phone',
            testMatch: [phone, '**/accessible.spec.ts'],
            // Matched against the file's name too. Tagged: dialogs as sheets, with targets for
            // touch.
            grep: /\.phone\.spec|@phone/,
            use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
        },
        ...Object.entries(otherBrowsers)
            .filter(([, { missing }]) => missing === undefined)
            .map(([name]) => ({ name, testMatch: elsewhere }))
    ]
});
