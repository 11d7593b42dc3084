import type { RateLimits } from '@patchbay/providers';

/** What follows from a provider's windows; all in milliseconds. */
export interface Pace {
    shortestMs: number;
    longestMs: number;
    /** Between two calls, on average, when all that is allowed is used. */
    slotMs: number;
    /** Permits are given out so long before they are good, so that the way to the database costs no throughput. */
    aheadMs: number;
    /** How much later than usual a call may reach the provider without that being seen in its answer. */
    transitMs: number;
    /** Whatever became of a call, the provider has it so long after it was sent. */
    lateMs: number;
    /** What servers tell each other may wait so long: long before the provider forgets a call, all know when that will be. */
    tellMs: number;
    /** A server that asks so much later than it said has lost its turn. */
    graceMs: number;
}

export function paceOf({ windows }: RateLimits): Pace {
    const lengths = windows.map((window) => window.per_seconds * 1000);
    const shortestMs = Math.min(...lengths);
    const transitMs = within(25, shortestMs / 40, 250);
    return {
        shortestMs,
        longestMs: Math.max(...lengths),
        slotMs: Math.max(...windows.map((window) => (window.per_seconds * 1000) / window.requests)),
        aheadMs: Math.min(shortestMs / 5, 250),
        transitMs,
        lateMs: 4 * transitMs,
        tellMs: Math.min(250, shortestMs / 4),
        graceMs: within(250, shortestMs * 0.4, 1000)
    };
}

function within(least: number, value: number, most: number): number {
    return Math.min(Math.max(least, value), most);
}
