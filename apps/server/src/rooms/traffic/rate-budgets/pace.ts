import type { RateLimits } from '@patchbay/providers';

/** What follows from a provider's windows; all in milliseconds. */
export interface Pace {
    shortestMs: number;
    longestMs: number;
    /** Between two calls, on average, when all that is allowed is used. */
    slotMs: number;
    /** Permits are issued so long before they are valid, to hide the database's latency. */
    aheadMs: number;
    /**
     * How much later than usual a call may reach the provider without this showing in its response.
     */
    transitMs: number;
    /** Whatever became of a call, the provider has it so long after it was sent. */
    lateMs: number;
    /** Delay of servers' reports: all know when the provider forgets a call long before it does. */
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
