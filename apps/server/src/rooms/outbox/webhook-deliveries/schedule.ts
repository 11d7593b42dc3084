const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Waits after each failed attempt; the first attempt is made at once. In sum 75 h. */
const waitsMs = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 14 * hourMs, 20 * hourMs, 24 * hourMs];
const jitter = 0.2;
const longestRetryAfterMs = 24 * hourMs;

/**
 * When to try again after so many failed attempts; undefined: not again.
 * @param random from 0 to 1
 * @param retryAfterMs what a 429 or 503 asks for, followed up to 24 h
 */
export function nextAttemptAt(
    attempts: number,
    { now, random, retryAfterMs = 0 }: { now: Date; random: number; retryAfterMs?: number | undefined }
): Date | undefined {
    const waitMs = waitsMs[attempts - 1];
    if (waitMs === undefined) return undefined;
    const spread = waitMs * (1 + jitter * (2 * random - 1));
    return new Date(now.getTime() + Math.max(spread, Math.min(retryAfterMs, longestRetryAfterMs)));
}
