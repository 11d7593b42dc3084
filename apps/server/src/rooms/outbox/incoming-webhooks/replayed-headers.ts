import type { WebhookRequest } from '@patchbay/providers';
import { canonicalHeader, isReservedHeader } from '../../../kernel/egress/egress.ts';

/** Of proxies in between, of the caller's credentials, or ours on the way to the customer. */
const kept = new Set(
    'authorization cookie set-cookie referer user-agent www-authenticate server via forwarded x-real-ip accept accept-encoding'.split(' ')
);
const keptFamilies = /^(?:content|sec|proxy|webhook|x-forwarded|x-patchbay|x-nango)-/;

/** The headers of a provider's request that go on to the customer. */
export function replayedHeaders(headers: WebhookRequest['headers']): Record<string, string> {
    return Object.fromEntries(
        Object.entries(headers).flatMap(([given, values]) => {
            const name = canonicalHeader(given);
            if (!values || isReservedHeader(name) || kept.has(name) || keptFamilies.test(name)) return [];
            return [[given, values.join(', ')]];
        })
    );
}
