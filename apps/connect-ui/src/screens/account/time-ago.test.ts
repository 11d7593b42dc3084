import { expect, test } from 'vitest';
import { timeAgo } from './time-ago.ts';

const now = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;
const day = 1440 * minute;

test.each<[string, number, string]>([
    ['a clock that is behind', -minute, 'now'],
    ['59 seconds', minute - 1000, 'now'],
    ['a minute', minute, '1 minute ago'],
    ['59 minutes', 60 * minute - 1, '59 minutes ago'],
    ['an hour', 60 * minute, '1 hour ago'],
    ['a day', day, 'yesterday'],
    ['six days', 7 * day - 1, '6 days ago'],
    ['two weeks', 15 * day, '2 weeks ago'],
    ['two months', 61 * day, '2 months ago'],
    ['a year', 366 * day, 'last year']
])('%s is told in the largest unit that fits', (_what, passedMs, words) => {
    expect(timeAgo(new Date(now - passedMs), 'en', now)).toBe(words);
});

test('it is told in the words of the locale', () => {
    expect(timeAgo(new Date(now - 3 * day), 'de', now)).toBe('vor 3 Tagen');
});
