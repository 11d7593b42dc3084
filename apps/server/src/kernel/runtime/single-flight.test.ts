import { expect, test } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

test('concurrent callers share one run, and a later call starts a new one', async () => {
    const flights = createSingleFlight();
    const runs: (() => void)[] = [];
    const work = () => new Promise<number>((resolve) => runs.push(() => resolve(runs.length)));
    const together = [flights.run('a', work), flights.run('a', work), flights.run('b', work)];
    expect(runs).toHaveLength(2);
    for (const run of runs) run();
    expect(await Promise.all(together)).toEqual([2, 2, 2]);
    const again = flights.run('a', work);
    runs[2]?.();
    expect(await again).toBe(3);
});

test('a failure rejects for all callers, and the next call starts anew', async () => {
    const flights = createSingleFlight();
    const fails = () => Promise.reject(new Error('no'));
    const together = await Promise.allSettled([flights.run('a', fails), flights.run('a', fails)]);
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await flights.run('a', () => Promise.resolve('yes'))).toBe('yes');
});
