import { expect, test } from 'vitest';
import { randomSecret } from './token-text.ts';

test('every character of base62 is equally likely', () => {
    const counts = new Map<string, number>();
    const tokens = 3_000;
    for (let i = 0; i < tokens; i += 1) {
        for (const character of randomSecret()) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    const expected = (tokens * 43) / 62;
    const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(counts.size).toBe(62);
    // 61 degrees of freedom: above 150 once in 10^9 runs; a biased remainder gives about 700.
    expect(chiSquared).toBeLessThan(150);
});
