import { isUsedUp, type RetryDefinition } from '@patchbay/providers';
import { EgressError } from '../../../kernel/egress/egress.ts';
import { retryAfterMs } from '../../platform/providers/retry-after.ts';

/** What came of one attempt. */
export type Outcome = { status: number; headers: Readonly<Record<string, string | string[]>>; isRateLimited: boolean } | EgressError;

// RFC 9110 §9.2.2 and, for the last two, RFC 4918 and RFC 3253.
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PROPFIND', 'REPORT']);
const initialWaitMs = 3000;
const maxWaitMs = 10 * 60_000;

/** Whether doing it twice is the same as doing it once, by the method's own definition. */
export function isIdempotentMethod(method: string): boolean {
    return idempotentMethods.has(method);
}

/** Whether another attempt could end better. @param retryOn statuses that the caller names */
export function isRetryable(outcome: Outcome, retryOn: readonly number[], definition: RetryDefinition | undefined): boolean {
    if (outcome instanceof EgressError) return outcome.code === 'unreachable' || outcome.code === 'timeout';
    const { status, headers, isRateLimited } = outcome;
    if (retryOn.includes(status)) return true;
    if (status < 400) return isRateLimited;
    if (isUsedUp(headers, definition)) return true;
    if (definition?.error_code) return definition.error_code.some((pattern) => matchesStatus(pattern, status));
    return status >= 500 || isRateLimited;
}

/** @param pattern `429`, `5xx` or `500-502` */
function matchesStatus(pattern: string, status: number): boolean {
    const [from = '', to = from] = pattern.toLowerCase().split('-');
    return status >= Number(from.replaceAll('x', '0')) && status <= Number(to.replaceAll('x', '9'));
}

/**
 * Whether the request may be sent again without the risk of doing something twice.
 * @param call.isIdempotent the provider does it once, by the key that the request carries
 * @param call.hasMoved the outcome is that of another request, to which a redirect has led
 */
export function isSafeToRetry(
    outcome: Outcome,
    call: { method: string; retryOn: readonly number[]; isIdempotent: boolean; hasMoved: boolean }
): boolean {
    if (isIdempotentMethod(call.method) || call.isIdempotent) return true;
    // The redirected request failed, but the write may be done.
    if (call.hasMoved) return false;
    if (outcome instanceof EgressError) return !outcome.mayHaveArrived;
    // A rate limit refuses before processing; other statuses are the caller's responsibility.
    return outcome.isRateLimited || call.retryOn.includes(outcome.status);
}

/**
 * The wait before the next attempt: as the provider states, else 3 s doubling up to 10 minutes,
 * minus up to half as jitter.
 * @param args.attempts made so far
 * @param args.random from 0 to below 1
 */
export function waitMs(
    outcome: Outcome,
    args: { attempts: number; definition: RetryDefinition | undefined; now: Date; random: number }
): number {
    const said = outcome instanceof EgressError ? undefined : retryAfterMs(outcome.headers, args.definition, args.now);
    return said ?? Math.min(maxWaitMs, initialWaitMs * 2 ** (args.attempts - 1)) * (1 - args.random / 2);
}
