import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collectBytes } from './collect-bytes.ts';

test('what has come in pieces is whole, however many there are', () => {
    fc.assert(
        fc.property(fc.array(fc.uint8Array({ maxLength: 5 }), { maxLength: 700, size: 'max' }), (pieces) => {
            const received = collectBytes();
            for (const piece of pieces) received.add(Buffer.from(piece));
            const expected = Buffer.concat(pieces);
            expect([received.length, received.takeWhole().equals(expected)]).toEqual([expected.length, true]);
        })
    );
});

test('T-61: a million single bytes take little more than a million bytes', () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const source = Buffer.alloc(1024 ** 2, 'x');
    collectGarbage();
    const before = process.memoryUsage();
    const received = collectBytes();
    for (let at = 0; at < source.length; at += 1) received.add(source.subarray(at, at + 1));
    collectGarbage();
    const after = process.memoryUsage();
    expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(8 * 1024 ** 2);
    expect(received.takeWhole().equals(source)).toBe(true);
});
