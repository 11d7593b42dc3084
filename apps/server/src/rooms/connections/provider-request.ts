import { interpolationValues, type CredentialValues, type ProviderRequest, resolveProxy } from '@patchbay/providers';
import type { Deps } from '../../deps.ts';
import type { Integration } from '../integrations/open-integration.ts';

/** Credentials and configuration that are not stored, or not yet. */
export interface Candidate {
    integration: Integration;
    credentials: CredentialValues & { type: string };
    /** Secret fields included. */
    config: Record<string, unknown>;
    /** Absent where the provider grants nothing, or it is not known. */
    grant?: Grant;
    /** What else the provider was sent on the way, and may repeat: the code, the PKCE verifier. */
    spent?: readonly unknown[];
}

/** What a sign-in asked for and was given. */
export interface Grant {
    askedScopes: string[];
    /** As the provider names them; null where it does not say. */
    grantedScopes: string[] | null;
    /** When the token came, ISO 8601. Absent in attempts of older servers. */
    issuedAt?: string;
    /** ISO 8601; null where the provider names no end. */
    endsAt: string | null;
    /** When it ends unless it is used before, ISO 8601; null where the provider does not state it. Absent in attempts of older servers. */
    idleEndsAt?: string | null;
    /** The integration's OAuth app that this was granted to; absent where the session or the import brought its own. */
    clientId?: string;
}

/**
 * Calls the provider as this candidate, confined to the host of the provider's own base URL: credentials go nowhere else (T-54).
 * Undefined when the definition has no API, or the configuration lacks what its address needs.
 * @throws {UnsafeValueError} when a value would change the address
 */
export function providerRequest(
    { egress, config }: Pick<Deps, 'egress' | 'config'>,
    candidate: Candidate,
    timeoutMs: number
): ProviderRequest | undefined {
    const { integration, credentials } = candidate;
    const client = { clientId: integration.row.client_id ?? '', clientSecret: integration.secrets.clientSecret ?? '' };
    const values = interpolationValues({ credentials, connectionConfig: candidate.config, client, sandboxUrl: config.sandboxUrl });
    const proxy = resolveProxy(integration.provider, values);
    if (!proxy) return undefined;
    const deadline = AbortSignal.timeout(timeoutMs);
    return async ({ method = 'GET', url, headers = {}, body }) => {
        const target = new URL(proxy.baseUrl + url);
        for (const [name, value] of Object.entries(proxy.query)) target.searchParams.set(name, value);
        const answer = await egress.request({
            url: target.href,
            method,
            headers: {
                accept: 'application/json',
                ...(body === undefined ? {} : { 'content-type': 'application/json' }),
                ...lowerCased(proxy.headers),
                ...lowerCased(headers)
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            timeoutMs,
            signal: deadline,
            allowedHosts: [new URL(proxy.baseUrl).host]
        });
        const text = answer.body.toString('utf8');
        return { status: answer.status, text, json: parseJson(text) };
    };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function parseJson(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}
