import type { FailureCause, IntegrationStatus } from '@patchbay/contracts';
import { describeFailures, type Codes } from './evidence.ts';
import { failedOf, judge, type JudgedState, mainCause, type Usual } from './judge.ts';
import { type Counts, sumOf, tallyOf } from './tally.ts';
import type { Now } from './walk-minutes.ts';

export interface Hour {
    at: number;
    counts: Counts;
    codes: Codes;
}

export interface RatedHour extends Hour {
    state: JudgedState;
}

type Incident = IntegrationStatus['incidents'][number];

export function rateHours(hours: readonly Hour[], usual: Usual): RatedHour[] {
    let isInTrouble = false;
    return hours.map((hour) => {
        const state = judge(tallyOf(hour.counts), usual, isInTrouble);
        if (state !== 'unknown') isInTrouble = isTrouble(state);
        return { ...hour, state };
    });
}

/** The last minutes, and how many calls failed with which code. */
export type Present = Now & { codes: Codes };

export function isTrouble(state: JudgedState): boolean {
    return state === 'degraded' || state === 'down';
}

/** An incident and what came after it. */
interface Stretch {
    hours: RatedHour[];
    /** The first hour that was operational again. */
    until: number | undefined;
}

/** Hours of trouble, without those between them in which there were too few calls. */
function stretchesOf(hours: readonly RatedHour[]): Stretch[] {
    const stretches: Stretch[] = [];
    for (const hour of hours) {
        const last = stretches.at(-1);
        const isOpen = last?.until === undefined;
        if (isTrouble(hour.state)) {
            if (last && isOpen) last.hours.push(hour);
            else stretches.push({ hours: [hour], until: undefined });
        } else if (hour.state === 'operational' && last && isOpen) last.until = hour.at;
    }
    return stretches;
}

/**
 * When it was not operational, newest first. Trouble ends when it is seen to have ended.
 * @param now the present, which hours with too few calls do not show
 */
export function incidentsOf(hours: readonly RatedHour[], now: Present, at: number): Incident[] {
    const stretches = stretchesOf(hours);
    const incidents = stretches.map(describeStretch);
    const newest = incidents.at(-1);
    const isOpen = newest?.until === null;
    if (now.state === 'operational' && newest && isOpen) newest.until = new Date(now.since ?? at).toISOString();
    if (isTrouble(now.state)) {
        if (newest && isOpen) newest.since = beginningOf(stretches.at(-1), now);
        else incidents.push(describePresent(now, at));
    }
    return incidents.toReversed();
}

/** By the minute, where the trouble of the first hour is the present one. */
function beginningOf(stretch: Stretch | undefined, { since }: Present): string {
    const first = stretch?.hours[0]?.at ?? 0;
    return new Date(since !== undefined && stretch?.hours.length === 1 ? Math.max(first, since) : first).toISOString();
}

function describeStretch({ hours, until }: Stretch): Incident {
    const counts = sumOf(hours.map((hour) => hour.counts));
    const codes = new Map<string, number>();
    for (const hour of hours) for (const [code, count] of hour.codes) codes.set(code, (codes.get(code) ?? 0) + count);
    return {
        state: hours.some(({ state }) => state === 'down') ? 'down' : 'degraded',
        since: new Date(hours[0]?.at ?? 0).toISOString(),
        until: until === undefined ? null : new Date(until).toISOString(),
        ...describeCounts(counts, codes)
    };
}

function describePresent({ state, since, window, codes }: Present, at: number): Incident {
    return {
        state: state === 'down' ? 'down' : 'degraded',
        since: new Date(since ?? at).toISOString(),
        until: null,
        ...describeCounts(window, codes)
    };
}

function describeCounts(counts: Counts, codes: Codes): { cause: FailureCause | null; calls: number; failed: number; message: string } {
    const { calls } = counts;
    return { cause: mainCause(counts) ?? null, calls, failed: failedOf(counts), message: describeFailures(calls, failedOf(counts), codes) };
}
