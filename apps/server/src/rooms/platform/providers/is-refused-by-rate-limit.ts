import { isRateLimited, type Signs, tellsRateLimitInBody } from '@patchbay/providers';
import { errorJson, type ErrorResponse } from './error-body.ts';

/**
 * Whether a response says that there were too many calls. Its body is looked into only where the
 * definition asks for that.
 */
export function isRefusedByRateLimit(response: ErrorResponse, signs: Signs | undefined): boolean {
    const { status, headers } = response;
    return isRateLimited({ status, headers, json: tellsRateLimitInBody(status, signs) ? errorJson(response) : undefined }, signs);
}
