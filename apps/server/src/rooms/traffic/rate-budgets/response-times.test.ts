import { expect, test } from 'vitest';
import { createResponseTimes } from './response-times.ts';

const pace = { transitMs: 25, lateMs: 100 };

/** What is certain after the last of these. */
function certain(...tookMs: number[]): number {
    const times = createResponseTimes(pace);
    return tookMs.map((each) => times.certainAfter(each)).at(-1) ?? NaN;
}

test('a provider that always takes long has certainly counted a call some time before it answers', () => {
    expect(certain(300, 300, 300, 300)).toBe(0);
    expect(certain(300, 300, 300, 300, 300)).toBe(275);
    expect(certain(300, 310, 310, 310, 310)).toBe(265);
});

test('the more answers differ, the less is certain', () => {
    expect(certain(300, 300, 340, 340, 340)).toBe(235);
    expect(certain(300, 300, 900, 900, 900)).toBe(200);
    expect(certain(60, 80, 100, 120, 140)).toBe(0);
});

test('one quick answer is enough to trust no more than that, and one slow response changes nothing', () => {
    expect(certain(300, 300, 300, 300, 10)).toBe(0);
    expect(certain(...Array.from({ length: 19 }, () => 300), 5000)).toBe(275);
});

test('what is long past does not count', () => {
    expect(certain(10, ...Array.from({ length: 64 }, () => 300))).toBe(275);
});
