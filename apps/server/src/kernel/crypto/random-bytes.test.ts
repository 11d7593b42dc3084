import { expect, test } from 'vitest';
import { randomBytes } from './random-bytes.ts';

test('bytes come in the number asked for, and none of them twice', () => {
    const seen = new Set<string>();
    for (let round = 0; round < 2000; round += 1) seen.add(randomBytes(12).toString('hex'));
    expect(seen.size).toBe(2000);
    for (const count of [0, 1, 4095, 4096, 4097, 100_000]) {
        const bytes = randomBytes(count);
        expect(bytes).toHaveLength(count);
        // Each value comes up 400 times on average: one that never does is none of chance.
        if (count === 100_000) expect(new Set(bytes).size).toBe(256);
    }
});

test('what was given out is nobody else’s, and changes no more', () => {
    const first = randomBytes(32);
    const kept = first.toString('hex');
    for (let round = 0; round < 300; round += 1) randomBytes(32).fill(7);
    expect(first.toString('hex')).toBe(kept);
});
