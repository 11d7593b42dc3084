import { expect, test } from 'vitest';
import { nextAttemptAt } from './schedule.ts';

const now = new Date('2026-01-01T00:00:00Z');
const hourMs = 3_600_000;
const waitOf = (attempts: number, options: { random?: number; retryAfterMs?: number } = {}) => {
    const at = nextAttemptAt(attempts, { now, random: 0.5, ...options });
    return at && at.getTime() - now.getTime();
};

test('the tenth failed attempt is the last one, 75 hours after the first', () => {
    const waits = Array.from({ length: 9 }, (_, index) => waitOf(index + 1) ?? 0);
    expect(waits.reduce((sum, wait) => sum + wait) / hourMs).toBeCloseTo(75.6, 0);
    expect(waitOf(10)).toBeUndefined();
});

test('deliveries that fail together are not sent again together, and at most a fifth earlier or later', () => {
    const waits = [0, 0.25, 0.5, 0.75, 1].map((random) => waitOf(4, { random }) ?? 0);
    expect(new Set(waits).size).toBe(5);
    expect([Math.min(...waits), Math.max(...waits)]).toEqual([1.6 * hourMs, 2.4 * hourMs]);
});

test('a receiver may ask for a later time, for at most 24 hours, and for no earlier one', () => {
    expect(waitOf(1, { retryAfterMs: hourMs })).toBe(hourMs);
    expect(waitOf(1, { retryAfterMs: 1000 * hourMs })).toBe(24 * hourMs);
    expect(waitOf(4, { retryAfterMs: 1000 })).toBe(2 * hourMs);
});
