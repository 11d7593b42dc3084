import { valueAt } from './connection-values.ts';
import type { RetryDefinition } from './proxy-definition.ts';

/**
 * Whether a provider refused a call because there were too many before it.
 * @param response.json undefined where the body is not known, or not JSON
 */
export function isRateLimited(response: { status: number; json?: unknown }, definition: RetryDefinition | undefined): boolean {
    const { rate_limited: sign } = definition ?? {};
    return response.status === 429 || (response.status === sign?.status && valueAt(response.json, sign.path) === sign.value);
}
