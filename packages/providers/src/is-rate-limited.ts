import { valueAt } from './connection-values.ts';
import type { ProxyDefinition, RetryDefinition } from './proxy-definition.ts';

export interface ProviderReply {
    status: number;
    /** Names in lower case. */
    headers: Readonly<Record<string, string | readonly string[]>>;
    /** Undefined where the body is not known, or not JSON. */
    json?: unknown;
}

/** How a definition tells what a response means, besides its status. */
export type Signs = Pick<ProxyDefinition, 'retry' | 'credentials_refused' | 'errors_in_success'>;

/** Whether a provider refused a call because there were too many before it. */
export function isRateLimited({ status, headers, json }: ProviderReply, { retry, errors_in_success: errors }: Signs = {}): boolean {
    if (status === 429) return true;
    if (status === 200) return errors?.rate_limited?.includes(errorIn(json, errors) ?? '') ?? false;
    const { rate_limited: sign } = retry ?? {};
    if (status !== sign?.status) return false;
    if (sign.path === undefined) return headers['retry-after'] !== undefined || isUsedUp(headers, retry);
    return valueAt(json, sign.path) === sign.value;
}

/** Whether only the body of a response with this status says if it was a rate limit. */
export function tellsRateLimitInBody(status: number, { retry, errors_in_success: errors }: Signs = {}): boolean {
    if (status === 200) return errors?.rate_limited !== undefined;
    return retry?.rate_limited?.path !== undefined && retry.rate_limited.status === status;
}

/** Whether a response says that there are no calls left. */
export function isUsedUp(headers: ProviderReply['headers'], definition: RetryDefinition | undefined): boolean {
    return definition?.remaining !== undefined && headers[definition.remaining.toLowerCase()] === '0';
}

/** The code of the error that a response with status 200 tells; undefined without one. */
export function errorIn(json: unknown, errors: Signs['errors_in_success']): string | undefined {
    const code = errors && valueAt(json, errors.code);
    return (typeof code === 'string' && code !== '') || typeof code === 'number' ? String(code) : undefined;
}
