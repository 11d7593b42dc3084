import { expect, test } from 'vitest';
import { createStaleRowDetector } from './stale-row-detector.ts';

const row = (generation: number, hour: number, id = 1) => ({ id, generation, refreshed_at: new Date(Date.UTC(2026, 0, 1, hour)) });

test('a row of a restored database, older by generation and time, is stale', () => {
    const detector = createStaleRowDetector();
    detector.record(row(3, 12));
    expect([row(2, 11), row(3, 12), row(4, 13)].map(detector.isStale)).toEqual([true, false, false]);
    detector.record(row(2, 11));
    expect(detector.isStale(row(2, 11))).toBe(true);
});

test('credentials made after a restore have a lower generation and a later time, and are not stale', () => {
    const detector = createStaleRowDetector();
    detector.record(row(3, 12));
    expect(detector.isStale(row(1, 13))).toBe(false);
    detector.record(row(1, 13));
    expect(detector.isStale(row(1, 13))).toBe(false);
    expect(detector.isStale({ ...row(0, 0), refreshed_at: null })).toBe(true);
});

test('credentials that a server with a slower clock renewed are not stale', () => {
    const detector = createStaleRowDetector();
    detector.record(row(3, 12));
    expect(detector.isStale(row(4, 11))).toBe(false);
});

test('a row that the server has not read before is not stale', () => {
    const detector = createStaleRowDetector();
    detector.record(row(3, 12));
    expect(detector.isStale(row(1, 1, 2))).toBe(false);
});

test('beyond 100,000 rows the server forgets those that changed least recently', () => {
    const detector = createStaleRowDetector();
    for (let id = 1; id <= 100_000; id++) detector.record(row(2, 2, id));
    detector.record(row(3, 3, 1));
    detector.record(row(2, 2, 100_001));
    expect([1, 2, 3, 100_001].map((id) => detector.isStale(row(1, 1, id)))).toEqual([true, false, true, true]);
});
