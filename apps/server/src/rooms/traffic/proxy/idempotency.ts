import type { Provider } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import type { ProxyCall } from './forward.ts';
import type { IdempotencyKey } from './prepare-request.ts';
import { isRepeatable } from './retry.ts';
import { hasParameter } from './target-url.ts';

/**
 * Whether the provider does this write only once, however often it is sent: by the caller's key, or by one that is made here for a call
 * that may be retried and has none.
 */
export function idempotencyOf(
    { ids }: Pick<Deps, 'ids'>,
    { method, path, headers, retries }: ProxyCall,
    { proxy }: Provider
): { isIdempotent: boolean; key?: IdempotencyKey } {
    const definition = proxy?.idempotency;
    if (!definition || retries === 0 || isRepeatable(method)) return { isIdempotent: false };
    if (definition.header !== undefined) {
        const name = definition.header.toLowerCase();
        return headers[name] === undefined
            ? { isIdempotent: true, key: { headers: { [name]: ids.uuid() }, query: {} } }
            : { isIdempotent: true };
    }
    return hasParameter(path, definition.query)
        ? { isIdempotent: true }
        : { isIdempotent: true, key: { headers: {}, query: { [definition.query]: ids.uuid() } } };
}
