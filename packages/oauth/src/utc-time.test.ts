import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { utcTime } from './utc-time.ts';

beforeAll(() => void vi.stubEnv('TZ', 'Asia/Kolkata'));
afterAll(() => void vi.unstubAllEnvs());

test.each([
    ['2026-03-01T12:00:00'],
    ['2026-03-01 12:00:00.000000'],
    ['2026-03-01T12:00'],
    ['2026-03-01T12:00:00Z'],
    ['2026-03-01T14:00:00+02:00'],
    ['Sun, 01 Mar 2026 12:00:00 GMT']
])('%s is the same moment on a machine in any zone', (text) => {
    expect(new Date(2026, 0).getTimezoneOffset()).toBe(-330);
    expect(new Date(utcTime(text)).toISOString()).toBe('2026-03-01T12:00:00.000Z');
});

test('a date alone is midnight in UTC, and what is no date is NaN', () => {
    expect(utcTime('2026-03-01')).toBe(Date.UTC(2026, 2, 1));
    expect(utcTime('soon')).toBeNaN();
});
