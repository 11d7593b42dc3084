import { expect, test } from 'vitest';
import { linearScale, logScale } from './scale.ts';

test('a linear axis begins at zero and ends at a round number', () => {
    const { marks, share } = linearScale([3, 90]);
    expect(marks).toEqual([0, 50, 100]);
    expect([share(0), share(50), share(100)]).toEqual([0, 0.5, 1]);
    expect(linearScale([]).marks).toEqual([0]);
    expect([linearScale([1]).marks, linearScale([1], true).marks]).toEqual([
        [0, 0.5, 1],
        [0, 1]
    ]);
});

test('on a logarithmic axis each power of ten is as far from the next', () => {
    const { marks, share } = logScale([2, 40, 9000, 0]);
    expect(marks).toEqual([1, 10, 100, 1000, 10_000]);
    expect([1, 10, 100, 1000, 10_000].map(share)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(share(0)).toBe(0);
    // Powers alone would say little.
    expect(logScale([120, 640]).marks).toEqual([100, 200, 500, 1000]);
});

test('without anything above zero a logarithmic axis is as a linear one', () => {
    expect(logScale([0, 0]).marks).toEqual([0]);
});
