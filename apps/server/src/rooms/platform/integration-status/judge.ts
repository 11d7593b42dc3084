import { type FailureCause, failureCauses } from '@patchbay/contracts';

/** Fewer calls say nothing: of 20, one failure is already 5 %. */
export const minCalls = 20;
/** A week with fewer is no comparison. */
const minUsualCalls = 100;

/** Half of the calls, and of the connections: most of what customers try does not work. */
const downShare = 0.5;
/** One call in ten is noticed; but five failures at least, as two of 20 may be chance. */
const degradedShare = 0.1;
const minFailures = 5;
/** Some APIs always refuse some calls: only what is clearly more than usual counts. */
const timesUsual = 3;
/** Also slower by this factor, which is more than a bucket of the counts, and noticeably slow. */
const minSlowMs = 1000;
/** A state is left at half of what it is entered at, so that it does not flap in between. */
const leavingFactor = 0.5;

/** What was counted in a window of time. */
export interface Tally {
    calls: number;
    failures: Record<FailureCause, number>;
    /** How many of them were of no connection. */
    failuresWithoutConnection: number;
    /** About. */
    connections: number;
    failedConnections: number;
    /** Of proxied calls; undefined: there were too few. */
    p95: number | undefined;
    refreshes: { calls: number; failed: number; failedConnections: number };
}

/** How it usually is; undefined: not known. */
export interface Usual {
    errorRate: number | undefined;
    p95: number | undefined;
    refreshFailureRate: number | undefined;
}

export type JudgedState = 'operational' | 'degraded' | 'down' | 'unknown';

export function failedOf({ failures }: Pick<Tally, 'failures'>): number {
    return failureCauses.reduce((sum, cause) => sum + failures[cause], 0);
}

/** @returns undefined: too few calls to tell */
export function rateOf(failed: number, calls: number, least = minCalls): number | undefined {
    return calls < least ? undefined : failed / calls;
}

export function usualOf(week: Tally | undefined): Usual {
    if (!week) return { errorRate: undefined, p95: undefined, refreshFailureRate: undefined };
    const { calls, refreshes } = week;
    return {
        errorRate: rateOf(failedOf(week), calls, minUsualCalls),
        p95: calls < minUsualCalls ? undefined : week.p95,
        refreshFailureRate: rateOf(refreshes.failed, refreshes.calls, minUsualCalls)
    };
}

/**
 * How it is, by the calls of a window.
 * @param isInTrouble whether it was degraded or down before, which is left later than entered
 */
export function judge(window: Tally, usual: Usual, isInTrouble: boolean): JudgedState {
    if (window.calls < minCalls) return 'unknown';
    const factor = isInTrouble ? leavingFactor : 1;
    if (isDown(window, factor)) return 'down';
    return failsMore(window, usual, factor) || isSlower(window, usual, factor) ? 'degraded' : 'operational';
}

function isDown(window: Tally, factor: number): boolean {
    const { calls, failed } = tellingOf(window);
    const affected = window.connections === 0 ? 1 : window.failedConnections / window.connections;
    return failed > 0 && failed / calls >= downShare * factor && affected >= downShare * factor;
}

function failsMore(window: Tally, { errorRate = 0 }: Usual, factor: number): boolean {
    const { calls, failed } = tellingOf(window);
    return failed >= minFailures * factor && failed / calls >= threshold(errorRate) * factor;
}

/** Without the failures of one connection that fails alone: those are about it. */
function tellingOf(window: Tally): { calls: number; failed: number } {
    const { calls, failuresWithoutConnection } = window;
    const failed = failedOf(window);
    if (!isOfOneConnection(window)) return { calls, failed };
    return { calls: calls - failed + failuresWithoutConnection, failed: failuresWithoutConnection };
}

/** At half of the calls it is exceeded whatever is usual: else a long outage would become usual. */
function threshold(usualRate: number): number {
    return Math.min(Math.max(degradedShare, timesUsual * usualRate), downShare);
}

function isSlower({ p95 }: Tally, usual: Usual, factor: number): boolean {
    return p95 !== undefined && usual.p95 !== undefined && p95 >= minSlowMs * factor && p95 >= timesUsual * usual.p95 * factor;
}

/** One of several: that is about the connection, and says nothing of the integration. */
export function isOfOneConnection({ connections, failedConnections }: Pick<Tally, 'connections' | 'failedConnections'>): boolean {
    return failedConnections === 1 && connections > 1;
}

/** Whether renewing credentials fails more than usual, which calls show only later. */
export function failsToRefresh({ refreshes, connections }: Tally, { refreshFailureRate = 0 }: Usual): boolean {
    const { calls, failed, failedConnections } = refreshes;
    return (
        calls >= minCalls &&
        failed >= minFailures &&
        failed / calls >= threshold(refreshFailureRate) &&
        !isOfOneConnection({ connections, failedConnections })
    );
}

/** What most failures are due to; undefined: none failed. */
export function mainCause({ failures }: Pick<Tally, 'failures'>): FailureCause | undefined {
    const [first] = failureCauses.toSorted((one, other) => failures[other] - failures[one]);
    return first !== undefined && failures[first] > 0 ? first : undefined;
}
