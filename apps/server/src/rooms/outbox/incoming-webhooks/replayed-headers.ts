import type { WebhookRequest } from '@patchbay/providers';

/**
 * Of this connection, of proxies in between, of the caller's credentials, or ours on the way to the
 * customer.
 */
const kept = new Set(
    'host authorization connection keep-alive cookie set-cookie referer user-agent www-authenticate server via forwarded x-real-ip transfer-encoding te trailer upgrade expect accept accept-encoding'.split(
        ' '
    )
);
const keptFamilies = /^(?:content|sec|proxy|webhook|x-forwarded|x-patchbay|x-nango)-/;

/** The headers of a provider's request that go on to the customer. */
export function replayedHeaders(headers: WebhookRequest['headers']): Record<string, string> {
    return Object.fromEntries(
        Object.entries(headers).flatMap(([name, values]) => {
            if (!values || kept.has(name) || keptFamilies.test(name)) return [];
            return [[name, values.join(', ')]];
        })
    );
}
