import { randomFillSync } from 'node:crypto';

const pool = Buffer.allocUnsafeSlow(4096);
let used = pool.length;

/**
 * Random bytes of the system's generator, none of them given out twice. Drawn 4 KiB at a time: one
 * call of the system for each token, secret and nonce took 13 % of the processor time of
 * `POST /connect/sessions` (`npm run bench compare`, concurrency 16).
 */
export function randomBytes(count: number): Buffer {
    if (count > pool.length) return randomFillSync(Buffer.allocUnsafe(count));
    if (used + count > pool.length) {
        randomFillSync(pool);
        used = 0;
    }
    const bytes = Buffer.from(pool.subarray(used, used + count));
    // What has been given out must not be found in the memory of the process.
    pool.fill(0, used, used + count);
    used += count;
    return bytes;
}
