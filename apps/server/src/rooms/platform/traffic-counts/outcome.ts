import type { FailureCause, RequestKind } from '@patchbay/contracts';
import { type Signs, tellsRateLimitInBody } from '@patchbay/providers';
import { EgressError, type EgressErrorCode, type EgressObserver, type Exchange } from '../../../kernel/egress/egress.ts';
import { maxErrorBytes } from '../providers/error-body.ts';
import { isRefusedByRateLimit } from '../providers/is-refused-by-rate-limit.ts';

export interface Failure {
    cause: FailureCause;
    /** The status, or the code of the error. */
    code: string;
}

/** Requests that were refused or ended on our side. */
const ofPlatform: readonly EgressErrorCode[] = ['bad_url', 'destination_not_allowed', 'too_large', 'too_many_redirects'];
/** A refusal of a token is 400 (RFC 6749 §5.2). */
const tokenKinds: readonly RequestKind[] = ['token', 'refresh'];

/** How much of a response `failureOf` looks at. @param status absent before the response */
export function sampleFor(status: number | undefined, signs: Signs | undefined): ReturnType<EgressObserver['sampleBytes']> {
    return { request: 0, response: status !== undefined && tellsRateLimitInBody(status, signs) ? maxErrorBytes : 0 };
}

/**
 * Why an exchange failed; null: it did not. What callers get wrong (400, 404, 422) is no failure.
 * @param signs how its provider tells rate limits
 * @returns undefined where it says nothing: its caller had gone before there was a response
 */
export function failureOf(
    { error, status, purpose, responseHeaders, responseBody }: Exchange,
    signs: Signs | undefined
): Failure | null | undefined {
    if (error instanceof EgressError) return { cause: ofPlatform.includes(error.code) ? 'platform' : 'provider', code: error.code };
    if (error?.name === 'TimeoutError') return { cause: 'provider', code: 'timeout' };
    if (status === undefined) return undefined;
    const body = tellsRateLimitInBody(status, signs) ? Buffer.concat(responseBody.chunks) : undefined;
    const isRateLimited = isRefusedByRateLimit({ status, headers: responseHeaders, body }, signs);
    const cause = isRateLimited ? 'rate_limit' : causeOf(status, purpose.kind);
    return cause ? { cause, code: String(status) } : null;
}

function causeOf(status: number, kind: RequestKind): FailureCause | undefined {
    if (status >= 500) return 'provider';
    if (status === 401 || status === 403) return 'credentials';
    return status === 400 && tokenKinds.includes(kind) ? 'credentials' : undefined;
}
