import type { Check, EndpointFacts, ServerFacts } from '../facts.ts';
import { disabledByRequest } from '../../../outbox/webhook-deliveries/endpoints.sql.ts';

const maxAheadMs = 60_000;
const localHost = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/;

function isLocal(address: string): boolean {
    return localHost.test(new URL(address).hostname);
}

const unlessEmpty = (evidence: string[]) => (evidence.length > 0 ? evidence : undefined);

/** What is wrong with the server and the environment, whatever the integration. */
export const serverChecks: readonly Check<ServerFacts>[] = [
    {
        code: 'public_url_mismatch',
        find({ config: { publicUrl }, request: { host, forwardedHost, forwardedProto, isFromBrowser } }) {
            const { host: ownHost, protocol } = new URL(publicUrl);
            const isTold = isFromBrowser || forwardedHost !== undefined || forwardedProto !== undefined;
            const seen = forwardedHost ?? host;
            if (!isTold) return undefined;
            return unlessEmpty([
                ...(seen !== undefined && seen !== ownHost
                    ? [`This request was sent to ${seen}, and PATCHBAY_PUBLIC_URL is ${publicUrl}.`]
                    : []),
                ...(forwardedProto !== undefined && `${forwardedProto}:` !== protocol
                    ? [`The proxy in front was reached by ${forwardedProto}, and PATCHBAY_PUBLIC_URL is ${publicUrl}.`]
                    : [])
            ]);
        }
    },
    {
        code: 'not_https',
        find: ({ config: { publicUrl, connectUrl } }) =>
            unlessEmpty(
                Object.entries({ PATCHBAY_PUBLIC_URL: publicUrl, PATCHBAY_CONNECT_URL: connectUrl })
                    .filter(([, url]) => url.startsWith('http:') && !isLocal(url))
                    .map(([name, url]) => `${name} is ${url}.`)
            )
    },
    {
        code: 'proxy_not_trusted',
        find: ({ config: { trustedProxies }, request }) =>
            request.isForwardedFor && 'hops' in trustedProxies && trustedProxies.hops === 0
                ? ['This request came with X-Forwarded-For, and PATCHBAY_TRUSTED_PROXIES is not set.']
                : undefined
    },
    {
        code: 'embed_origin_refused',
        find({ config: { embedOrigins, publicUrl }, pageOrigin, sessions }) {
            if (embedOrigins.includes('*')) return undefined;
            const mayEmbed = (origin: string) => embedOrigins.includes(origin) || origin === publicUrl;
            const ofSessions = new Set(sessions.flatMap(({ allowed_origins: origins }) => origins));
            return unlessEmpty([
                ...(pageOrigin !== undefined && !mayEmbed(pageOrigin) ? [`PATCHBAY_EMBED_ORIGINS lacks ${pageOrigin}.`] : []),
                ...[...ofSessions]
                    .filter((origin) => origin !== pageOrigin && !mayEmbed(origin))
                    .map((origin) => `A recent session allows ${origin}, and PATCHBAY_EMBED_ORIGINS lacks it.`)
            ]);
        }
    },
    {
        code: 'embed_origins_open',
        find: ({ config: { embedOrigins, publicUrl }, isProduction }) =>
            isProduction && embedOrigins.includes('*') && !isLocal(publicUrl) ? ['PATCHBAY_EMBED_ORIGINS is *.'] : undefined
    },
    {
        code: 'clock_skew',
        find: ({ clocks }) =>
            unlessEmpty(
                clocks
                    .filter(({ aheadMs }) => Math.abs(aheadMs) > maxAheadMs)
                    .map(({ who, aheadMs }) => {
                        const seconds = Math.round(Math.abs(aheadMs) / 1000);
                        return `It is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of ${who}.`;
                    })
            )
    },
    {
        code: 'server_outdated',
        find: ({ migrations: { unknown } }) =>
            unknown.length > 0 ? [`The database has ${unknown.join(', ')}, which this release does not know.`] : undefined
    },
    {
        code: 'migrations_pending',
        find: ({ migrations: { pending } }) => (pending.length > 0 ? [`The database lacks ${pending.join(', ')}.`] : undefined)
    },
    {
        code: 'webhook_endpoint_failing',
        find: ({ endpoints }) => unlessEmpty(endpoints.flatMap(describeEndpoint))
    }
];

function describeEndpoint({ endpoint, failure }: EndpointFacts): string[] {
    const { url, disabled_at: disabledAt, disabled_reason: reason, failing_since: since } = endpoint;
    const name = url ?? 'The URLs of single connections';
    const last = failure === undefined ? '' : ` The last failure: ${failure}`;
    if (disabledAt && reason !== disabledByRequest) return [`${name} was disabled at ${disabledAt.toISOString()}: ${reason ?? ''}${last}`];
    return since && !disabledAt ? [`${name} fails since ${since.toISOString()}.${last}`] : [];
}
