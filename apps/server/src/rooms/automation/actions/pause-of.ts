import type { RunError } from '@patchbay/functions';
import { retryAfterOf } from '../runs/run-error.ts';

const firstMs = 1000;
/** Vendors state the rest of a day, too. */
const longestMs = 60 * 60_000;

/**
 * Milliseconds between a failed attempt and the next one: as the vendor says, else 1 s doubling,
 * minus up to half as jitter.
 * @param attempt which one failed
 * @param random from 0 to below 1
 */
export function pauseOf({ attempt, error, random, now }: { attempt: number; error: RunError; random: number; now: Date }): number {
    const said = retryAfterOf(error, now);
    return Math.min(longestMs, said ? said.retryAfterS * 1000 : firstMs * 2 ** (attempt - 1) * (1 - random / 2));
}
