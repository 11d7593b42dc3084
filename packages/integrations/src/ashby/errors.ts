import { HttpError } from '@patchbay/functions';
import { type FaultType, faultError, orUnknownOutcome } from '../vendor-fault.ts';
import { failureOf } from './call.ts';

/**
 * @param invalid what an invalid request means
 * @throws {ActionError} for each refusal, in the one shape of all vendors
 */
export async function reportFaults<Value>(work: () => Promise<Value>, invalid: FaultType = 'invalid'): Promise<Value> {
    try {
        return await work();
    } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        const { status, body } = error.response;
        const { code, message, json } = failureOf(error);
        const type = typeOf(status, code);
        throw faultError(
            {
                type: type === 'invalid' ? invalid : type,
                errors: [{ field: null, code, message: message ?? code ?? `Ashby responded with status ${status}.` }],
                vendor: { status, body: json ?? (typeof body === 'string' ? body : null) }
            },
            error.response
        );
    }
}

/**
 * As {@link reportFaults}, for a request that Ashby may have followed when it does not say so.
 * @throws {HostError} `outcome_unknown`
 */
export const reportWriteFaults = <Value>(work: () => Promise<Value>, howToFindOut: string): Promise<Value> =>
    reportFaults(() => orUnknownOutcome(work, howToFindOut));

/**
 * Refusals come with status 200, and their codes name the kind at their end. 403 is for wrong and
 * deactivated keys, and for those that lack a permission.
 * @see https://developers.ashbyhq.com/docs/authentication
 */
function typeOf(status: number, code: string | null): FaultType {
    if (status === 401 || (status === 403 && code !== 'missing_endpoint_permission')) return 'credentials';
    if (status === 429) return 'rate_limited';
    if (status >= 500) return 'unavailable';
    if (status === 404 || code?.endsWith('not_found')) return 'not_found';
    if (code?.startsWith('invalid') || status === 400 || status === 422) return 'invalid';
    return 'unknown';
}
