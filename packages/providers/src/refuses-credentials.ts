import { valueAt } from './connection-values.ts';
import type { ProviderReply } from './is-rate-limited.ts';
import type { CredentialsRefused } from './proxy-definition.ts';

/** Whether a response says that the credentials were refused. */
export function refusesCredentials({ status, headers, json }: ProviderReply, sign: CredentialsRefused | undefined): boolean {
    if (status === 401) return true;
    if (sign === undefined || status !== sign.status) return false;
    if (sign.unless) return valueAt(json, sign.unless.path) !== sign.unless.value;
    return headers[sign.header.toLowerCase()] === sign.value;
}
