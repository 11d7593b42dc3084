import { expect, test } from 'vitest';
import { parseRetryAfter } from './index.ts';

test.each([
    ['120', 120],
    [' 0 ', 0],
    ['Sun, 01 Mar 2026 12:01:00 GMT', 60],
    ['Sunday, 01-Mar-26 12:01:00 GMT', 60],
    ['Sun Mar  1 12:01:00 2026', 60],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Sun, 99 Nev 2026 11:00:00 GMT', undefined],
    ['-5', undefined],
    ['1e3', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined]
])('Retry-After: %j is a wait of %s seconds', (value, seconds) => {
    expect(parseRetryAfter(value, new Date('2026-03-01T12:00:00Z'))).toBe(seconds);
});
