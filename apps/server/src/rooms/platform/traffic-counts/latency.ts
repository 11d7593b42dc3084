/**
 * Upper bounds of the buckets that latencies are counted in, in milliseconds; one more bucket has
 * what took longer. Rows in the database have them in this order, so they never change.
 */
const latencyBounds: readonly number[] = [25, 50, 100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600];
export const latencyBuckets = latencyBounds.length + 1;

export function bucketOf(ms: number): number {
    const bucket = latencyBounds.findIndex((bound) => ms <= bound);
    return bucket === -1 ? latencyBounds.length : bucket;
}

/**
 * The latency that this share of the calls did not exceed, as if those of a bucket were spread
 * evenly over it. @returns undefined without calls
 */
export function quantile(buckets: readonly number[], share: number): number | undefined {
    const total = buckets.reduce((sum, count) => sum + count, 0);
    if (total === 0) return undefined;
    let left = share * total;
    for (const [index, count] of buckets.entries()) {
        if (count > 0 && left <= count) return within(index, left / count);
        left -= count;
    }
    return latencyBounds.at(-1);
}

/** Nothing is known of the last bucket but where it begins. */
function within(index: number, share: number): number {
    const from = latencyBounds[index - 1] ?? 0;
    const to = latencyBounds[index] ?? from;
    return Math.round(from + share * (to - from));
}
