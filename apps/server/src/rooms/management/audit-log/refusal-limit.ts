import type { Clock } from '../../../kernel/runtime/clock.ts';

/** Whether one more refusal is written. */
export type RefusalLimit = (whose: string) => boolean;

const windowMs = 10 * 60_000;
/** Of one who is refused the same thing. */
const mostAlike = 10;
/** Of all, so that attackers of many addresses fill no disk: under 30,000 a day and server. */
const mostOfAll = 200;

/**
 * Lets the first refusals of each ten minutes into the audit log. What succeeds is always written.
 * @param leftOut told once in each ten minutes that there are more
 */
export function createRefusalLimit(clock: Clock, leftOut: () => void): RefusalLimit {
    let until = 0;
    let written = 0;
    let isTold = false;
    const counts = new Map<string, number>();
    return (whose) => {
        const time = clock.now().getTime();
        if (time >= until) {
            until = time + windowMs;
            written = 0;
            isTold = false;
            counts.clear();
        }
        const count = counts.get(whose) ?? 0;
        if (count < mostAlike && written < mostOfAll) {
            counts.set(whose, count + 1);
            written += 1;
            return true;
        }
        if (!isTold) leftOut();
        isTold = true;
        return false;
    };
}
