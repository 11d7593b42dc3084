import type { RateLimits } from '@patchbay/providers';

/**
 * How many calls a window counts, and the time by which the provider has certainly counted them.
 */
export type Marks = [atMs: number, count: number][];

/**
 * One budget as stored. Times are in milliseconds of its own clock: the database's, without its
 * jumps.
 */
export interface BudgetState {
    /** When it was changed last. */
    nowMs: number;
    /** What the database's clock showed then, since 1970. */
    clockMs: number;
    /** How many permits were ever given; each one's number. */
    given: number;
    /** By the length of the window in seconds. */
    marks: Record<string, Marks>;
    servers: Record<string, ServerState>;
    /** Lanes with calls waiting → when they last had their turn. */
    served: Record<string, number>;
    /**
     * The provider refused a call: nothing is sent until then. Kept until it accepts one; `given`:
     * permits given since.
     */
    closed?: { untilMs: number; given: number; refusals: number };
    /** So many calls of the same key were not ours, as the provider's headers tell. */
    elsewhere?: { count: number; untilMs: number; given: number };
}

export interface ServerState {
    seenMs: number;
    /** When it will ask again, if it has calls waiting. */
    comesMs: number;
    /** How many permits it has that are not known to be used. */
    held: number;
    waiting: [lane: string, sinceMs: number, count: number][];
}

export function newBudget(clockMs: number): BudgetState {
    return { nowMs: clockMs, clockMs, given: 0, marks: {}, servers: {}, served: {} };
}

/**
 * A copy at a later time, without what has left its window. The database's clock may be set back,
 * or be ahead after a failover: at most as much time passes as one server has measured.
 * @param elapsedMs since the budget was changed last, at most
 */
export function at(clockMs: number, elapsedMs: number, before: BudgetState): BudgetState {
    const nowMs = before.nowMs + Math.max(0, Math.min(clockMs - before.clockMs, elapsedMs));
    const state = { ...structuredClone(before), nowMs, clockMs };
    for (const [seconds, marks] of Object.entries(state.marks))
        state.marks[seconds] = marks.filter(([atMs]) => atMs + Number(seconds) * 1000 > nowMs);
    if (state.elsewhere && state.elsewhere.untilMs <= nowMs) delete state.elsewhere;
    return state;
}

/** Keeps the row small, for a loss of at most 0.4 % of the window. */
const bucketsPerWindow = 256;

/** Counts calls at `atMs` in every window, a little later rather than earlier. */
export function addMark(state: BudgetState, { windows }: RateLimits, atMs: number, count = 1): void {
    if (count === 0) return;
    for (const { per_seconds: seconds } of windows) state.marks[seconds] ??= [];
    // Those of other versions of the definition as well, which may be at work.
    for (const [seconds, marks] of Object.entries(state.marks)) {
        const grainMs = Math.ceil((Number(seconds) * 1000) / bucketsPerWindow);
        const roundedMs = Math.ceil(atMs / grainMs) * grainMs;
        const same = marks.find(([markMs]) => markMs === roundedMs);
        if (same) same[1] += count;
        else marks.push([roundedMs, count]);
    }
}

/** When nothing of the state matters any more, by the database's clock. */
export function keptUntilMs(state: BudgetState, { windows }: RateLimits): number {
    const ends = Object.entries(state.marks).flatMap(([seconds, marks]) => marks.map(([atMs]) => atMs + Number(seconds) * 1000));
    // The calls of permits that are held have yet to be counted.
    if (Object.values(state.servers).some(({ held }) => held > 0))
        ends.push(...windows.map(({ per_seconds: seconds }) => state.nowMs + seconds * 1000));
    const endMs = Math.max(state.nowMs, state.closed?.untilMs ?? 0, state.elsewhere?.untilMs ?? 0, ...ends);
    return endMs - state.nowMs + state.clockMs;
}
