import { expect, test } from 'vitest';
import { connectGem, control, journal, type JournalEntry, sizes, startGemApp, statusOf, untilSynced } from '../syncs/syncs.fixtures.ts';
import { startBooks, syncOf } from '../unified/unified.fixtures.ts';

/** Between requests, by the emulator's clock. */
const gapsOf = (requests: readonly (JournalEntry & { time: string })[]) =>
    requests.slice(1).map(({ time }, index) => Date.parse(time) - Date.parse(requests[index]?.time ?? ''));

test('a vendor that says nothing with its 429 is left alone for a second, and longer each time', async () => {
    await using app = await startGemApp();
    await control(app, 'faults', [
        { match: { path_regex: '/jobs/$' }, action: { type: 'status', code: 429, body: { message: 'Too Many Requests' } }, times: 3 }
    ]);
    await connectGem(app);
    await expect.poll(async () => (await statusOf(app, 'jobs')).latestExecutionStatus, { timeout: 60_000 }).toBe('SUCCESS');
    const requests = (await journal(app, '/jobs/$')) as (JournalEntry & { time: string })[];
    expect(requests.map(({ status }) => status)).toEqual([429, 429, 429, 200]);
    const [first = 0, second = 0, third = 0] = gapsOf(requests);
    expect(first).toBeGreaterThanOrEqual(1000);
    expect(second).toBeGreaterThan(first);
    expect(third).toBeGreaterThan(second);
    expect(await statusOf(app, 'jobs')).toMatchObject({ failures: 0, recordCount: { Job: sizes.jobs } });
});

test('QuickBooks is left alone for a minute after its 429, which is XML without a word of how long', async () => {
    const books = await startBooks(async (toBooks) => {
        await toBooks('settings', { throttle: false });
        const body =
            '<IntuitResponse><Fault type="SERVICE"><Error code="3001"><Message>ThrottleExceeded</Message></Error></Fault></IntuitResponse>';
        await toBooks('faults', [
            {
                match: { path_regex: '/query$' },
                action: { type: 'status', code: 429, body, headers: { 'content-type': 'application/xml' } },
                times: 1
            }
        ]);
    });
    await using _app = books.app;
    for (const name of ['customers', 'invoices', 'transfers'])
        await expect.poll(async () => (await syncOf(books, name)).latestExecutionStatus, { timeout: 120_000 }).toBe('SUCCESS');
    const { requests } = (await books.control('journal?path_regex=/query$')) as { requests: (JournalEntry & { time: string })[] };
    // Those that were under way when it came are refused or not; nothing is begun after it.
    const gap = Math.max(...gapsOf(requests));
    expect(gap).toBeGreaterThanOrEqual(59_000);
    expect(requests.filter(({ status }) => status === 429)).toHaveLength(1);
}, 180_000);

test('syncs of all lists at once never exceed what Gem and QuickBooks allow', async () => {
    await using app = await startGemApp();
    await control(app, 'switches', { requests_per_second: 20, burst: 20 });
    await control(app, 'size', { candidates: 6000 });
    const books = await startBooks(async (toBooks) => {
        await toBooks('settings', { throttle: true });
        await toBooks('seed', { counts: { Transfer: 4000 } });
    });
    await using _books = books.app;
    await connectGem(app);
    await expect.poll(async () => (await syncOf(books, 'transfers')).latestExecutionStatus, { timeout: 60_000 }).toBe('SUCCESS');
    await expect.poll(async () => (await statusOf(app, 'candidates')).latestExecutionStatus, { timeout: 60_000 }).toBe('SUCCESS');
    await untilSynced(app);
    const gem = (await control(app, 'counters')) as { most_per_second: number; statuses: Record<string, number> };
    expect(gem.statuses).toEqual({ 200: expect.any(Number) });
    expect(gem.statuses['200']).toBeGreaterThan(30);
    expect(gem.most_per_second).toBeLessThanOrEqual(20);
    const accounting = (await books.control('counters')) as { most_per_second: number; statuses: Record<string, number> };
    expect(Object.keys(accounting.statuses).filter((status) => status >= '400')).toEqual([]);
    expect(await books.control('throttle')).toMatchObject({ throttled: 0 });
}, 120_000);
