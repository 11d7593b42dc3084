import { valueAt } from './connection-values.ts';
import type { RetryDefinition } from './proxy-definition.ts';

export interface ProviderReply {
    status: number;
    /** Names in lower case. */
    headers: Readonly<Record<string, string | readonly string[]>>;
    /** Undefined where the body is not known, or not JSON. */
    json?: unknown;
}

/** Whether a provider refused a call because there were too many before it. */
export function isRateLimited({ status, headers, json }: ProviderReply, definition: RetryDefinition | undefined): boolean {
    const { rate_limited: sign } = definition ?? {};
    if (status === 429) return true;
    if (status !== sign?.status) return false;
    if (sign.path === undefined) return headers['retry-after'] !== undefined || isUsedUp(headers, definition);
    return valueAt(json, sign.path) === sign.value;
}

/** Whether only the body of a response with this status says if it was a rate limit. */
export function tellsRateLimitInBody(status: number, definition: RetryDefinition | undefined): boolean {
    return definition?.rate_limited?.path !== undefined && definition.rate_limited.status === status;
}

/** Whether a response says that there are no calls left. */
export function isUsedUp(headers: ProviderReply['headers'], definition: RetryDefinition | undefined): boolean {
    return definition?.remaining !== undefined && headers[definition.remaining.toLowerCase()] === '0';
}
