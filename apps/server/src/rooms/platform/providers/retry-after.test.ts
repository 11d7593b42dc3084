import { processorMs } from '@patchbay/test-kit/processor-time';
import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['6m0s', 360_000],
    ['Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
    ['Sunday, 01-Mar-26 12:01:00 GMT', 60_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['-5', undefined],
    ['soon', undefined],
    ['Sun, 99 Nev 2026', undefined],
    ['', undefined]
])('Retry-After: %j is read as a wait of %s ms', (header, ms) => {
    expect(retryAfterMs({ 'retry-after': header }, undefined, new Date('2026-03-01T12:00:00Z'))).toBe(ms);
});

test('the longest of what the provider says wins', () => {
    const headers = { 'retry-after': '1', 'x-wait': '5', 'x-reset': '1772366410' };
    expect(retryAfterMs(headers, { after: 'X-Wait', at: 'X-Reset' }, new Date('2026-03-01T12:00:00Z'))).toBe(10_000);
});

test.each([`${'1'.repeat(15_000)}x`, `${'1.'.repeat(7500)}x`, `${'1s'.repeat(7500)}x`, `${'1d'.repeat(20)}x`])(
    'T-44: a header that is almost a duration says nothing, and costs no time: %#',
    (header) => {
        const spentMs = processorMs(() => {
            for (let i = 0; i < 20; i++) expect(retryAfterMs({ 'retry-after': header }, undefined, new Date())).toBe(undefined);
        });
        expect(spentMs).toBeLessThan(500);
    }
);
