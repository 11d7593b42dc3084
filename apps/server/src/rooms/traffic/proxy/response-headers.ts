import { canonicalHeader } from '../../../kernel/egress/egress.ts';

/** Of one connection (RFC 9110 §7.6.1), or an instruction to browsers about the origin that an answer comes from, which is ours. */
const dropped: ReadonlySet<string> = new Set([
    'connection',
    'keep-alive',
    'proxy-authenticate',
    'proxy-authentication-info',
    'proxy-connection',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'alt-svc',
    'clear-site-data',
    'content-security-policy',
    'content-security-policy-report-only',
    'cross-origin-embedder-policy',
    'cross-origin-embedder-policy-report-only',
    'cross-origin-opener-policy',
    'cross-origin-opener-policy-report-only',
    'cross-origin-resource-policy',
    'nel',
    'origin-agent-cluster',
    'permissions-policy',
    'public-key-pins',
    'refresh',
    'report-to',
    'reporting-endpoints',
    'service-worker-allowed',
    'set-cookie',
    'set-cookie2',
    'strict-transport-security',
    'x-content-type-options'
]);
/** One address answers for many connections, so these choose between answers. */
const variesBy = 'authorization, connection-id, provider-config-key';

type Headers = Readonly<Record<string, string | string[]>>;

/** What is passed on of a provider's headers (T-60): everything but what would act on our own origin. A page in an answer runs nothing. */
export function responseHeaders(status: number, given: Headers): Record<string, string | string[]> {
    const named = listed(given['connection']).map(canonicalHeader);
    const headers: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(given)) {
        const canonical = canonicalHeader(name);
        // `patchbay-error` marks our own errors.
        if (!dropped.has(canonical) && !named.includes(canonical) && !/^(?:access-control|patchbay)-/.test(canonical))
            headers[name] = value;
    }
    // An answer without a body has no length either (RFC 9110 §8.6).
    if (status === 204) delete headers['content-length'];
    headers['vary'] = given['vary'] === undefined ? variesBy : [...listed(given['vary']), variesBy].join(', ');
    headers['content-security-policy'] = "sandbox; default-src 'none'; frame-ancestors 'none'";
    return headers;
}

function listed(value: string | string[] = []): string[] {
    return String(value)
        .toLowerCase()
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
}
