import type { ActionContext } from '@patchbay/functions';

/** Between the vendor's clock and ours. */
const clockDifferenceMs = 120_000;

/**
 * Whether an earlier attempt of this run can have created what the vendor has: what was there
 * before is another's, however alike it is.
 * @param createdAt as the vendor tells it, milliseconds since 1970
 */
export function isSinceFirstAttempt({ firstAttemptAt }: Pick<ActionContext, 'firstAttemptAt'>, createdAt: number): boolean {
    return firstAttemptAt !== null && createdAt >= firstAttemptAt.getTime() - clockDifferenceMs;
}
