import { refusesCredentials, type Signs, tellsRefusalInBody } from '@patchbay/providers';
import { errorJson, type ErrorResponse } from './error-body.ts';

/**
 * Whether a response says that the credentials were refused. Its body is looked into only where the
 * definition asks for that.
 */
export function isRefusedForCredentials(response: ErrorResponse, signs: Signs | undefined): boolean {
    const { status, headers } = response;
    const json = tellsRefusalInBody(status, signs) ? errorJson(response) : undefined;
    return refusesCredentials({ status, headers, json }, signs);
}
