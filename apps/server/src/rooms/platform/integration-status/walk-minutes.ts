import { failedOf, judge, type JudgedState, type Usual } from './judge.ts';
import { type Counts, sumOf, tallyOf } from './tally.ts';

export const minuteMs = 60_000;
export const windowMinutes = 5;
/** So far back a change of state is dated by the minute. */
export const walkedMinutes = 30;

/** How it is in the last minute of a walk. */
export interface Now {
    state: JudgedState;
    window: Counts;
    /** When it began to be so; undefined: before the walk, or not known. */
    since: number | undefined;
}

/**
 * Judges the window that ends with each minute, one after another, as each depends on the one
 * before. Windows with too few calls change nothing.
 * @param minutes by their beginning
 * @param lastMinute beginning of the present one
 */
export function walkMinutes(minutes: ReadonlyMap<number, Counts>, lastMinute: number, usual: Usual): Now {
    let isInTrouble = false;
    let since: number | undefined;
    let now: Now = { state: 'unknown', window: sumOf([]), since };
    const first = lastMinute - (walkedMinutes - windowMinutes) * minuteMs;
    for (let minute = first; minute <= lastMinute; minute += minuteMs) {
        const window = windowUpTo(minutes, minute);
        const state = judge(tallyOf(window), usual, isInTrouble);
        const isBad = state === 'degraded' || state === 'down';
        if (state !== 'unknown' && isBad !== isInTrouble) {
            isInTrouble = isBad;
            since = minute === first ? undefined : beginningOf(minutes, minute, isBad);
        }
        now = { state, window, since: state === 'unknown' ? undefined : since };
    }
    return now;
}

function windowUpTo(minutes: ReadonlyMap<number, Counts>, last: number): Counts {
    return sumOf(minutesOf(last).flatMap((minute) => minutes.get(minute) ?? []));
}

function minutesOf(last: number): number[] {
    return Array.from({ length: windowMinutes }, (_, index) => last - (windowMinutes - 1 - index) * minuteMs);
}

/** Of trouble: the first minute of the window in which a call failed, or else was slow. */
function beginningOf(minutes: ReadonlyMap<number, Counts>, last: number, isBad: boolean): number {
    if (!isBad) return last;
    const known = minutesOf(last).filter((minute) => minutes.has(minute));
    return known.find((minute) => failedOf(minutes.get(minute) ?? sumOf([])) > 0) ?? known[0] ?? last;
}
