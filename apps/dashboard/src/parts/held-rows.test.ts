import { expect, test } from 'vitest';
import { newRowsAbove } from './held-rows.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

test.each([
    ['nothing has come', rows('b', 'a'), 0],
    ['two rows have come', rows('d', 'c', 'b', 'a'), 2],
    ['the row at the top was deleted', rows('c', 'a'), 1],
    ['an older page was loaded', rows('b', 'a', 'older'), 0],
    ['all that was seen is gone', rows('y', 'x'), 0],
    ['there is none', [], 0]
])('counts the new rows on top where %s', (_what, now, count) => {
    expect(newRowsAbove(now, new Set(['b', 'a']))).toBe(count);
});
