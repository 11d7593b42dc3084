import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectGem, control, pass, runAgain, startGemApp, statusOf, trigger, untilEnded, untilSynced } from '../syncs/syncs.fixtures.ts';

const minuteMs = 60_000;
let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
    await control(app, 'size', { candidates: 20 });
    await connectGem(app);
    await untilSynced(app);
});
afterAll(() => app[Symbol.asyncDispose]());

/** Minutes until the next run, after one that was refused so. */
async function waitsAfter(code: number, retryAfter: string): Promise<number> {
    const action = { type: 'status', code, headers: { 'retry-after': retryAfter } };
    await control(app, 'faults', [{ match: { path_regex: '/jobs/$' }, action }]);
    return minutesUntilNext(await runAgain(app, 'jobs'));
}

const minutesUntilNext = ({ nextScheduledSyncAt: next, finishedAt }: Awaited<ReturnType<typeof statusOf>>) =>
    Math.round((Date.parse(next ?? '') - Date.parse(finishedAt ?? '')) / minuteMs);
const recover = async () => {
    await control(app, 'faults', []);
    expect(await runAgain(app, 'jobs')).toMatchObject({ failures: 0 });
};
const inTwoHours = () => new Date(app.clock.now().getTime() + 120 * minuteMs + 1000).toUTCString();

test.each([
    ['seconds', () => '7200'],
    ['a date', inTwoHours]
])('the run after one that has failed begins when the vendor has asked for it, by %s', async (_, retryAfter) => {
    expect(await waitsAfter(503, retryAfter())).toBe(120);
    const before = await statusOf(app, 'jobs');
    pass(app, 119 * minuteMs);
    await control(app, 'faults', []);
    expect(await statusOf(app, 'jobs')).toMatchObject({ finishedAt: before.finishedAt });
    pass(app, 2 * minuteMs);
    expect(await untilEnded(app, 'jobs', before.finishedAt)).toMatchObject({ status: 'SUCCESS', failures: 0 });
});

test('where the vendor asks for less than the next repetition would wait, that is later', async () => {
    expect([await waitsAfter(503, '61'), await waitsAfter(503, '61'), await waitsAfter(503, '61')]).toEqual([1, 2, 4]);
    await recover();
});

test('a vendor that asks for a year is asked again in a day, and at once where that is wanted', async () => {
    expect(await waitsAfter(503, String(365 * 24 * 3600))).toBe(24 * 60);
    await control(app, 'faults', []);
    const { finishedAt } = await statusOf(app, 'jobs');
    await trigger(app, { syncs: ['jobs'] });
    expect(await untilEnded(app, 'jobs', finishedAt)).toMatchObject({ status: 'SUCCESS', failures: 0 });
});

test('a rate limit that the vendor states the end of is waited for in the same way', async () => {
    expect(await waitsAfter(429, '7200')).toBe(120);
    // No call is made until then, and the schedule would have one sooner.
    expect(minutesUntilNext(await runAgain(app, 'jobs'))).toBeGreaterThanOrEqual(60);
});
