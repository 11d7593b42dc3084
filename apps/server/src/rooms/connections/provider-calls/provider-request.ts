import { interpolationValues, isRateLimited, type ProviderRequest, refusesCredentials, resolveProxy } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import type { EgressPurpose } from '../../../kernel/egress/egress.ts';
import type { Candidate } from '../connection-store/candidate.ts';

/** What a request to a provider takes, whatever it is for. */
export type ProviderCallDeps = Pick<Deps, 'egress' | 'clock' | 'config' | 'log' | 'providerTimeouts'>;

/**
 * Calls the provider with a candidate's credentials, confined to the host of its base URL (T-54).
 * Undefined when the definition has no API, or the configuration lacks what its address needs.
 * @throws {UnsafeValueError} when a value would change the address
 */
export function providerRequest(
    { egress, config }: Pick<Deps, 'egress' | 'config'>,
    candidate: Candidate,
    timeoutMs: number,
    purpose: EgressPurpose
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
        const response = await egress.request({
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
            purpose,
            allowedHosts: [new URL(proxy.baseUrl).host]
        });
        const text = response.body.toString('utf8');
        const json = parseJson(text);
        const { retry, credentials_refused: sign } = integration.provider.proxy ?? {};
        const reply = { status: response.status, headers: response.headers, json };
        const status = isRateLimited(reply, retry) ? 429 : reply.status;
        return { status, text, json, refusesCredentials: status !== 401 && refusesCredentials(reply, sign) };
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
