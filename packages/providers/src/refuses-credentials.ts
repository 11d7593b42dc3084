import { valueAt } from './connection-values.ts';
import { errorIn, type ProviderReply, type Signs } from './is-rate-limited.ts';

/** Whether a response says that the credentials were refused. */
export function refusesCredentials({ status, headers, json }: ProviderReply, signs: Signs = {}): boolean {
    const { credentials_refused: sign, errors_in_success: errors } = signs;
    if (status === 401) return true;
    if (status === 200) return errors?.credentials_refused?.includes(errorIn(json, errors) ?? '') ?? false;
    if (sign === undefined || status !== sign.status) return false;
    if (sign.unless) return valueAt(json, sign.unless.path) !== sign.unless.value;
    return headers[sign.header.toLowerCase()] === sign.value;
}

/** Whether only the body of a response with this status says if the credentials were refused. */
export function tellsRefusalInBody(status: number, { credentials_refused: sign, errors_in_success: errors }: Signs = {}): boolean {
    if (status === 200) return errors?.credentials_refused !== undefined;
    return sign?.unless !== undefined && sign.status === status;
}
