import { expect, test } from 'vitest';
import { toUtc } from './times.ts';

test.each([
    ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05.678901Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04:05.678+02:00', '2026-01-02T01:04:05.678Z'],
    ['2026-01-02T03:04:05', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02', '2026-01-02T00:00:00.000Z'],
    ['yesterday', 'yesterday'],
    ['', null],
    [null, null],
    [undefined, null]
])('%s is %s in UTC', (given, expected) => expect(toUtc(given)).toBe(expected));
