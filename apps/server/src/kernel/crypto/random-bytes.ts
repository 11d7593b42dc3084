import { randomFillSync } from 'node:crypto';

// One call of the system for many small wishes: each alone takes longer than the cipher that it is for.
const pool = Buffer.allocUnsafeSlow(4096);
let used = pool.length;

/** Random bytes of the system's generator, none of them given out twice. */
export function randomBytes(count: number): Buffer {
    if (count > pool.length) return randomFillSync(Buffer.allocUnsafe(count));
    if (used + count > pool.length) {
        randomFillSync(pool);
        used = 0;
    }
    const bytes = Buffer.from(pool.subarray(used, used + count));
    pool.fill(0, used, used + count);
    used += count;
    return bytes;
}
