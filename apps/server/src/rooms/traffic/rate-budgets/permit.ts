import type { Pace } from './pace.ts';

/** The right to make one call. It has to be ended by `responded` or `failed`. */
export interface Permit {
    /**
     * The whole request was sent. Without this call a slow provider is called less often than
     * allowed.
     */
    sent(): void;
    /** The response headers have arrived. */
    responded(response: ObservedResponse): void;
    /** No response arrived; the provider may still have counted the call. */
    failed(): void;
}

export interface ObservedResponse {
    isRefused: boolean;
    /** What its headers say: how long to wait, or until there are more calls. */
    waitMs?: number;
    /** How many calls are left until then. */
    left?: number;
}

/** The budget waits no longer than this for a response. */
const MAX_RESPONSE_WAIT_MS = 1000;

/**
 * @param end called once with the time (`performance.now()`) when the provider had counted the call
 */
export function createPermit(
    { shortestMs, lateMs }: Pick<Pace, 'shortestMs' | 'lateMs'>,
    {
        end,
        certainAfter,
        learn
    }: { end(countedMs: number): void; certainAfter(tookMs: number): number; learn(response: ObservedResponse): void }
): Permit {
    let begunMs = performance.now();
    let hasEnded = false;
    let late: NodeJS.Timeout | undefined;
    function endOnce(countedMs: number) {
        clearTimeout(late);
        if (!hasEnded) end(countedMs);
        hasEnded = true;
    }
    return {
        sent() {
            begunMs = performance.now();
            late = setTimeout(() => endOnce(begunMs + lateMs), Math.min(MAX_RESPONSE_WAIT_MS, shortestMs * 0.9)).unref();
        },
        responded(response) {
            const nowMs = performance.now();
            endOnce(nowMs - certainAfter(nowMs - begunMs));
            learn(response);
        },
        failed: () => endOnce(performance.now() + lateMs)
    };
}
