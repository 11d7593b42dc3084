import {
    errorIn,
    interpolationValues,
    isRateLimited,
    type ProviderRequest,
    type ProxyDefinition,
    refusesCredentials,
    resolveHeaders,
    resolveProxy
} from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import type { EgressPurpose } from '../../../kernel/egress/egress.ts';
import type { Candidate } from '../connection-store/candidate.ts';
import { clientCertificateOf } from '../connection-store/client-certificate.ts';
import { credentialTraits } from '../connection-store/credential-traits.ts';
import { isSigned, signatureOf } from './credential-types/sign-request.ts';

/** What a request to a provider takes, whatever it is for. */
export type ProviderCallDeps = Pick<Deps, 'egress' | 'clock' | 'config' | 'ids' | 'log' | 'providerTimeouts'>;

/**
 * Calls the provider with a candidate's credentials, confined to the host of its base URL (T-54).
 * Undefined when the definition has no API, or the configuration lacks what its address needs.
 * @throws {UnsafeValueError} when a value would change the address
 */
export function providerRequest(
    deps: Pick<Deps, 'egress' | 'config' | 'clock' | 'ids'>,
    candidate: Candidate,
    timeoutMs: number,
    purpose: EgressPurpose
): ProviderRequest | undefined {
    const { egress, config } = deps;
    const { integration, credentials } = candidate;
    const client = { clientId: integration.row.client_id ?? '', clientSecret: integration.secrets.clientSecret ?? '' };
    const values = interpolationValues({ credentials, connectionConfig: candidate.config, client, sandboxUrl: config.sandboxUrl });
    const { proxy, identity } = integration.provider;
    const api = resolveProxy(integration.provider, values);
    // The address of the API may depend on what `identity` brings.
    if (!proxy || (!api && !isAbsolute(identity?.url))) return undefined;
    const ownHeaders = api?.headers ?? resolveHeaders(proxy.headers, values);
    const deadline = AbortSignal.timeout(timeoutMs);
    return async ({ method = 'GET', url, headers = {}, body }) => {
        // A path alone, where the address of the API is not known yet, is refused as it is sent.
        const target = URL.parse(isAbsolute(url) ? url : `${api?.baseUrl ?? ''}${url}`);
        if (!isAbsolute(url)) for (const [name, value] of Object.entries(api?.query ?? {})) target?.searchParams.set(name, value);
        const apiHost = api ? [new URL(api.baseUrl).host] : [];
        const unsigned = {
            url: target?.href ?? url,
            method,
            headers: {
                accept: 'application/json',
                ...(body === undefined ? {} : { 'content-type': 'application/json' }),
                ...lowerCased(ownHeaders),
                ...lowerCased(headers)
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) })
        };
        const response = await egress.request({
            ...unsigned,
            ...clientCertificateOf(candidate, purpose),
            headers: { ...unsigned.headers, ...(await signatureOf(deps, candidate, unsigned)) },
            timeoutMs,
            signal: deadline,
            purpose,
            allowedHosts: isAbsolute(url) ? [...apiHost, ...(proxy.hosts ?? [])] : apiHost
        });
        const text = response.body.toString('utf8');
        const json = parseJson(text);
        const reply = { status: response.status, headers: response.headers, json };
        const comparesClocks = isSigned(integration.provider) || credentialTraits(integration.provider).usesOurClock;
        const clockOffMs = comparesClocks ? clockOffMsOf(response.headers.date, deps.clock.now()) : undefined;
        return {
            status: meantBy(reply, proxy),
            text,
            json,
            refusesCredentials: reply.status !== 401 && refusesCredentials(reply, proxy),
            ...(clockOffMs === undefined ? {} : { clockOffMs })
        };
    };
}

/** An error with status 200 has the status that it would have elsewhere; an unknown one: 502. */
function meantBy(reply: { status: number; headers: Record<string, string | string[]>; json: unknown }, proxy: ProxyDefinition): number {
    if (isRateLimited(reply, proxy)) return 429;
    if (reply.status !== 200) return reply.status;
    if (refusesCredentials(reply, proxy)) return 401;
    return errorIn(reply.json, proxy.errors_in_success) === undefined ? 200 : 502;
}

/** By how much our clock is ahead of the provider's; undefined where the response does not tell. */
function clockOffMsOf(date: string | string[] | undefined, now: Date): number | undefined {
    const theirs = typeof date === 'string' ? Date.parse(date) : Number.NaN;
    return Number.isNaN(theirs) ? undefined : now.getTime() - theirs;
}

function isAbsolute(url: string | undefined): boolean {
    return url !== undefined && /^(?:https?:\/\/|\$\{sandboxUrl\})/.test(url);
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
