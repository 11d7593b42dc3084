import type { Pace } from './pace.ts';

const remembered = 64;
/** Fewer may all have been slow on their way. */
const enough = 5;

/**
 * How much of the time until a response came was certainly the provider's own, after it had counted
 * the call. The more answers differ from each other, the longer calls may wait on their way.
 * Without it a provider that takes 300 ms gets 0.75 of what it allows, with it 0.92 (`npm run bench
 * rate-limit`).
 */
export function createResponseTimes({ transitMs, lateMs }: Pick<Pace, 'transitMs' | 'lateMs'>): { certainAfter(tookMs: number): number } {
    const recent: number[] = [];
    return {
        certainAfter(tookMs) {
            recent.push(tookMs);
            if (recent.length > remembered) recent.shift();
            const sorted = recent.toSorted((a, b) => a - b);
            const quickest = sorted[0] ?? 0;
            // A tenth may be outliers.
            const slow = sorted[Math.ceil(sorted.length * 0.9) - 1] ?? quickest;
            return recent.length < enough ? 0 : Math.max(0, quickest - Math.min(lateMs, transitMs + slow - quickest));
        }
    };
}
