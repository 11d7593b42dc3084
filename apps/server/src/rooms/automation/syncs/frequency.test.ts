import { intervalOf, problemOfFrequency } from '@patchbay/functions';
import { expect, test } from 'vitest';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
    ['every 5 minutes', 5 * minute],
    ['every minute', minute],
    ['Every  5   Minutes ', 5 * minute],
    ['every hour', hour],
    ['every half hour', hour / 2],
    ['every quarter hour', hour / 4],
    ['every half day', day / 2],
    ['every 2h', 2 * hour],
    ['5 mins', 5 * minute],
    ['30s', 30_000],
    ['every day', day],
    ['every week', 7 * day],
    ['every month', 30 * day]
])('%s is %i ms', (frequency, ms) => {
    expect(intervalOf(frequency)).toBe(ms);
    expect(problemOfFrequency(frequency)).toBeUndefined();
});

test.each(['', 'every', 'every 5', 'hourly', '5 fortnights', 'every -5 minutes', 'every 1.5 hours', '* * * * *', 'every constructor'])(
    '“%s” is no frequency',
    (frequency) => {
        expect(intervalOf(frequency)).toBeUndefined();
        expect(problemOfFrequency(frequency)).toBe('not_a_frequency');
    }
);

test('a frequency is from 30 seconds to 31 days', () => {
    expect(problemOfFrequency('29s')).toBe('too_short');
    expect(problemOfFrequency('every 0 minutes')).toBe('too_short');
    expect(problemOfFrequency('30 seconds')).toBeUndefined();
    expect(problemOfFrequency('31 days')).toBeUndefined();
    expect(problemOfFrequency('32 days')).toBe('too_long');
    expect(problemOfFrequency('every 2 months')).toBe('too_long');
});
