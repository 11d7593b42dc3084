import type { FailureCause, RequestKind } from '@patchbay/contracts';
import { EgressError, type EgressErrorCode, type Exchange } from '../../../kernel/egress/egress.ts';

export interface Failure {
    cause: FailureCause;
    /** The status, or the code of the error. */
    code: string;
}

/** Requests that were refused or ended on our side. */
const ofPlatform: readonly EgressErrorCode[] = ['bad_url', 'destination_not_allowed', 'too_large', 'too_many_redirects'];
/** A refusal of a token is 400 (RFC 6749 §5.2). */
const tokenKinds: readonly RequestKind[] = ['token', 'refresh'];

/**
 * Why an exchange failed; null: it did not. What callers get wrong (400, 404, 422) is no failure.
 * @returns undefined where it says nothing: its caller had gone before there was a response
 */
export function failureOf({ error, status, purpose }: Pick<Exchange, 'error' | 'status' | 'purpose'>): Failure | null | undefined {
    if (error instanceof EgressError) return { cause: ofPlatform.includes(error.code) ? 'platform' : 'provider', code: error.code };
    if (error?.name === 'TimeoutError') return { cause: 'provider', code: 'timeout' };
    if (status === undefined) return undefined;
    const cause = causeOf(status, purpose.kind);
    return cause ? { cause, code: String(status) } : null;
}

function causeOf(status: number, kind: RequestKind): FailureCause | undefined {
    if (status >= 500) return 'provider';
    if (status === 429) return 'rate_limit';
    if (status === 401 || status === 403) return 'credentials';
    return status === 400 && tokenKinds.includes(kind) ? 'credentials' : undefined;
}
