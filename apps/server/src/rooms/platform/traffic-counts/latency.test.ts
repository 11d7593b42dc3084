import { expect, test } from 'vitest';
import { bucketOf, latencyBuckets, quantile } from './latency.ts';

function countedAs(latencies: readonly number[]): number[] {
    const buckets = Array.from({ length: latencyBuckets }, () => 0);
    for (const ms of latencies) buckets[bucketOf(ms)]! += 1;
    return buckets;
}

test('a quantile is within its bucket, evenly', () => {
    const buckets = countedAs(Array.from({ length: 100 }, (_, call) => (call < 90 ? 20 : 300)));
    expect([0.5, 0.9, 0.95, 1].map((share) => quantile(buckets, share))).toEqual([14, 25, 300, 400]);
});

test('what takes longer than the last bound counts as that', () => {
    expect(quantile(countedAs([120_000]), 0.95)).toBe(25_600);
});

test('without calls there is no latency', () => {
    expect(quantile(countedAs([]), 0.95)).toBeUndefined();
});
