import { type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from '../chromium.ts';
import { formatBound, ms, printTable } from './table.ts';

const steps = 300;
/** A response to what a member does feels immediate within this (INP of at most 200 ms is good). */
const slowestMs = 200;

interface Felt {
    /** Tasks of more than 50 ms, during which the page does not respond. */
    longTasks: number[];
    /** Times between frames. */
    frames: number[];
    /** What its main thread has computed for each, whatever else the machine does. */
    computed: number;
}

/**
 * Whether the list of connections scrolls and filters without a hitch: how long its page did not
 * respond meanwhile.
 */
export async function benchScroll(url: string, owner: { email: string; password: string }): Promise<void> {
    const browser = await chromium.launch(chromiumLaunch);
    try {
        const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
        await page.goto(`${url}/dashboard/dev/connections`);
        await page.getByRole('textbox', { name: 'E-mail address' }).fill(owner.email);
        await page.getByLabel('Password').fill(owner.password);
        await page.getByRole('button', { name: 'Sign in' }).click();
        const grid = page.getByRole('grid', { name: 'Connections' });
        await grid.getByText('Customer 1', { exact: true }).waitFor();
        const rows: string[][] = [];
        const measure = async (what: string, act: () => Promise<void>) => {
            const { longTasks, frames, computed } = await feel(page, act);
            const longest = Math.max(0, ...longTasks);
            const drawn = frames.toSorted((a, b) => a - b);
            rows.push([
                what,
                String(longTasks.length),
                formatBound(longest, { atMost: slowestMs }),
                ms(drawn[Math.floor(drawn.length * 0.95)] ?? NaN),
                ms(drawn.at(-1) ?? NaN),
                ms(computed)
            ]);
        };
        await measure('scrolled slowly', () => scroll(page, 120));
        await measure('scrolled by whole pages', () => scroll(page, 2000));
        await measure('a status chosen', async () => {
            await page.getByRole('combobox', { name: 'Status' }).selectOption({ index: 1 });
            await page.waitForLoadState('networkidle');
        });
        await measure('text typed', async () => {
            await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('customer 123', { delay: 60 });
            await page.waitForLoadState('networkidle');
        });
        printTable(
            'List of connections in Chromium',
            ['', 'long tasks', 'longest', 'frames p95', 'longest frame', 'computed for one'],
            rows
        );
    } finally {
        await browser.close();
    }
}

/** What the page felt like while something was done. */
async function feel(page: Page, act: () => Promise<void>): Promise<Felt> {
    const watch = await page.evaluateHandle(() => {
        const felt: { longTasks: number[]; frames: number[]; isOver: boolean } = { longTasks: [], frames: [], isOver: false };
        const observer = new PerformanceObserver((list) => felt.longTasks.push(...list.getEntries().map(({ duration }) => duration)));
        observer.observe({ type: 'longtask' });
        let last = performance.now();
        const onFrame = (now: number) => {
            felt.frames.push(now - last);
            last = now;
            if (!felt.isOver) requestAnimationFrame(onFrame);
            else observer.disconnect();
        };
        requestAnimationFrame(onFrame);
        return felt;
    });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const computedBefore = await computedIn(session);
    await act();
    const computed = 1000 * ((await computedIn(session)) - computedBefore);
    await session.detach();
    const felt = await watch.evaluate(async (seen) => {
        // Long tasks are told after they have ended.
        await new Promise((resolve) => setTimeout(resolve, 200));
        seen.isOver = true;
        return { longTasks: seen.longTasks, frames: seen.frames };
    });
    return { ...felt, computed: computed / felt.frames.length };
}

/** Seconds. */
async function computedIn(session: CDPSession): Promise<number> {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
}

async function scroll(page: Page, by: number): Promise<void> {
    await page.evaluate(
        async ({ count, distance }) => {
            for (let step = 0; step < count; step += 1) {
                scrollBy(0, distance);
                await new Promise((resolve) => requestAnimationFrame(resolve));
            }
        },
        { count: steps, distance: by }
    );
}
