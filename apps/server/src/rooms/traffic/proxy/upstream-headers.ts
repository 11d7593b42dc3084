import { placeholders, type Provider, type Templates } from '@patchbay/providers';
import { canonicalHeader } from '../../../kernel/egress/egress.ts';

/** What a provider's templates fill with credentials. */
interface CredentialNames {
    /** As {@link canonicalHeader} spells them. */
    headers: ReadonlySet<string>;
    query: ReadonlySet<string>;
    /** Whether they include the OAuth app's own: else its secret need not be opened. */
    namesClient: boolean;
}

const known = new WeakMap<Provider, CredentialNames>();

/** Headers and query parameters that callers may not set: `authorization` and credentials. */
export function credentialNames(provider: Provider): CredentialNames {
    const names = known.get(provider) ?? {
        headers: new Set(['authorization', ...namesUsingCredentials(provider, provider.proxy?.headers).map(canonicalHeader)]),
        query: new Set(namesUsingCredentials(provider, provider.proxy?.query)),
        namesClient: placeholdersOf(provider).some((path) => path === 'clientId' || path === 'clientSecret')
    };
    known.set(provider, names);
    return names;
}

function placeholdersOf({ proxy }: Provider): string[] {
    const templates = proxy ? [proxy.base_url, ...Object.values(proxy.headers ?? {}), ...Object.values(proxy.query ?? {})] : [];
    return templates.flatMap(placeholders);
}

function namesUsingCredentials(provider: Provider, templates: Templates = {}): string[] {
    return Object.entries(templates)
        .filter(([, template]) => placeholders(template).some((path) => isCredential(provider, path)))
        .map(([name]) => name);
}

function isCredential({ connection_config: fields = {} }: Provider, path: string): boolean {
    const field = /^connectionConfig\.(.+)$/.exec(path)?.[1];
    return field === undefined ? path !== 'sandboxUrl' : fields[field]?.secret === true;
}

/**
 * The headers of a request to a provider, in lower case: the definition's, overridden by the
 * caller's except for credentials and a user agent that the provider requires.
 * @param resolved the definition's templates, filled
 * @param given the caller's, without a prefix
 */
export function upstreamHeaders(
    provider: Provider,
    resolved: Readonly<Record<string, string>>,
    given: Readonly<Record<string, string>>
): Record<string, string> {
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(resolved)) headers[name.toLowerCase()] = value;
    const own = credentialNames(provider).headers;
    for (const [name, value] of Object.entries(given)) {
        const canonical = canonicalHeader(name);
        if (!own.has(canonical) && !(canonical === 'user-agent' && headers[canonical] !== undefined)) headers[name] = value;
    }
    return headers;
}
