import { type CredentialsRefused, refusesCredentials } from '@patchbay/providers';
import { errorJson, type ErrorResponse } from './error-body.ts';

/**
 * Whether a response says that the credentials were refused. Its body is looked into only where the
 * definition asks for that.
 */
export function isRefusedForCredentials(response: ErrorResponse, sign: CredentialsRefused | undefined): boolean {
    const { status, headers } = response;
    const json = sign?.unless && sign.status === status ? errorJson(response) : undefined;
    return refusesCredentials({ status, headers, json }, sign);
}
