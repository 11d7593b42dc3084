import type { RateLimits } from '@patchbay/providers';
import type { BudgetState } from './budget-state.ts';
import { paceOf } from './pace.ts';

/** What a response says about the budget. */
export interface Told {
    /** That the call was made with. */
    permit: number;
    /** Since the response came. */
    agoMs: number;
    isRefused: boolean;
    /** How long the provider asks to wait, or until there are more calls. */
    waitMs?: number;
    /** Calls left: by the provider, and as estimated when the permit was given. */
    left?: { told: number; thought: number };
}

const firstWaitMs = 1000;
const longestWaitMs = 30_000;
/** Whatever a provider says, it is asked again after that time. */
const longestTrustMs = 3_600_000;

export function learn(state: BudgetState, limits: RateLimits, told: Told): void {
    const { shortestMs, longestMs } = paceOf(limits);
    const saidMs = told.waitMs === undefined ? undefined : Math.min(told.waitMs, longestTrustMs);
    const untilMs = (waitMs: number) => state.nowMs - told.agoMs + waitMs;
    const close = (waitMs: number, refusals: number) => {
        state.closed = { untilMs: Math.max(state.closed?.untilMs ?? 0, untilMs(waitMs)), given: state.given, refusals };
    };

    if (told.isRefused) {
        const refusals = state.closed?.refusals ?? 0;
        // Calls that were already under way are refused as well, and that is no news.
        if (!state.closed || told.permit > state.closed.given) close(saidMs ?? nextWaitMs(limits, refusals), refusals + 1);
        else if (saidMs !== undefined) state.closed.untilMs = Math.max(state.closed.untilMs, untilMs(saidMs));
        return;
    }
    if (state.closed && told.permit > state.closed.given) delete state.closed;

    if (!told.left || told.permit < (state.elsewhere?.given ?? 0)) return;
    // A quota that none of the windows tells of.
    if (told.left.told === 0 && saidMs !== undefined && saidMs > longestMs) return close(saidMs, 0);
    // The provider may not have counted concurrent calls yet; only the rest are another client's.
    const count = told.left.thought - Math.max(0, state.given - told.permit) - told.left.told;
    if (count > 0) state.elsewhere = { count, untilMs: untilMs(saidMs ?? shortestMs), given: told.permit };
    else delete state.elsewhere;
}

function nextWaitMs(limits: RateLimits, refusals: number): number {
    return limits.wait_seconds === undefined ? Math.min(longestWaitMs, firstWaitMs * 2 ** refusals) : limits.wait_seconds * 1000;
}
