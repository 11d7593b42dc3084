import { expect, test } from 'vitest';
import { randomBytes } from './random-bytes.ts';

test('no random bytes are given out twice, within one draw of the system and beyond it', () => {
    const seen = new Set(Array.from({ length: 2000 }, () => randomBytes(12).toString('hex')));
    expect(seen.size).toBe(2000);
});

test.each([0, 1, 12, 4095, 4096, 4097, 10_000])('as many random bytes as asked for: %i', (count) => {
    const bytes = randomBytes(count);
    expect(bytes).toHaveLength(count);
    if (count > 32) expect(bytes.equals(Buffer.alloc(count))).toBe(false);
});

test('bytes that were given out do not change when more are drawn', () => {
    const first = randomBytes(32);
    const copy = Buffer.from(first);
    for (let round = 0; round < 300; round += 1) randomBytes(32);
    expect(first.equals(copy)).toBe(true);
});
