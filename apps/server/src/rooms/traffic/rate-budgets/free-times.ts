import type { RateLimits } from '@patchbay/providers';
import type { BudgetState } from './budget-state.ts';

export interface FreeTime {
    atMs: number;
    /** False: at the earliest, because it depends on permits that are still out. */
    isCertain: boolean;
}

/** When the next permit is free, the one after it, and so on, counted from 1. All windows hold. */
export function freeTimes(state: BudgetState, { windows }: RateLimits): (position: number) => FreeTime {
    const perWindow = windows.map((window) => freeTimesOf(state, window));
    return (position) => {
        const times = perWindow.map((timeOf) => timeOf(position));
        const latest = times.reduce((a, b) => (b.atMs > a.atMs ? b : a));
        return { atMs: Math.max(latest.atMs, state.closed?.untilMs ?? 0), isCertain: latest.isCertain };
    };
}

function freeTimesOf(state: BudgetState, window: RateLimits['windows'][number]): (position: number) => FreeTime {
    const { nowMs, elsewhere } = state;
    const lengthMs = window.per_seconds * 1000;
    const used = usedIn(state, window.per_seconds) + (elsewhere?.count ?? 0);
    const leaving = (state.marks[window.per_seconds] ?? []).map(([atMs, count]) => ({ atMs: atMs + lengthMs, count }));
    if (elsewhere) leaving.push({ atMs: Math.min(elsewhere.untilMs, nowMs + lengthMs), count: elsewhere.count });
    leaving.sort((a, b) => a.atMs - b.atMs);
    let known = 0;
    const left = leaving.map(({ atMs, count }) => ({ atMs, upTo: (known += count) }));
    return (position) => {
        const mustLeave = used + position - window.requests;
        if (mustLeave <= 0) return { atMs: nowMs, isCertain: true };
        // Who comes after a whole window of others takes the place of one of them.
        const rounds = Math.floor((mustLeave - 1) / window.requests);
        const last = left.find(({ upTo }) => upTo >= mustLeave - rounds * window.requests);
        return { atMs: (last?.atMs ?? nowMs + lengthMs) + rounds * lengthMs, isCertain: last !== undefined && rounds === 0 };
    };
}

/** How many calls more the tightest window takes, as far as our own are concerned. */
export function leftOfOurs(state: BudgetState, { windows }: RateLimits): number {
    return Math.min(...windows.map((window) => window.requests - usedIn(state, window.per_seconds)));
}

/** How many calls of ours count in a window, with those on their way. */
export function usedIn(state: BudgetState, seconds: number): number {
    const held = Object.values(state.servers).reduce((sum, server) => sum + server.held, 0);
    return (state.marks[seconds] ?? []).reduce((sum, [, count]) => sum + count, held);
}
