import { authorizationCodeRequest, authorizationUrl, readTokenResponse } from '@patchbay/oauth';
import {
    type InstalledProvider,
    interpolationValues,
    interpolateUrl,
    type OAuth1Provider,
    type OAuth2Provider,
    resolveTemplates,
    UnsafeValueError
} from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { EgressError, type EgressResponse } from '../../../kernel/egress/egress.ts';
import { appRefusal, signAppToken } from '../../connections/provider-calls/credential-types/app-calls.ts';
import { clockProblem } from '../../connections/provider-calls/credential-types/clock-problem.ts';
import { oauth1Request, readOAuth1Response } from '../../connections/provider-calls/credential-types/oauth1-calls.ts';
import { secretsOf } from '../../connections/provider-calls/provider-secrets.ts';
import { scrubberOf } from '../../connections/provider-calls/provider-text.ts';
import { resolveTokenEndpoint } from '../../connections/provider-calls/resolve-token-endpoint.ts';
import { signInHalf } from '../../platform/integrations/sign-in-half.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { redirectWords } from './checks/provider-checks.ts';
import type { ProbeAnswer } from './facts.ts';
import { readAuthorizationResponse, readStatus, type Reading } from './read-authorization-response.ts';

type Needs = Pick<Deps, 'clock' | 'egress' | 'config' | 'ids'>;

const timeoutMs = 5000;
/** No provider has issued it: a code that is refused says that the client was accepted. */
const spentCode = 'patchbay-doctor-asks-for-nothing';

/**
 * Asks the provider without effect there: what it says to the start of a sign-in and to a code that
 * it has not issued, or else whether its API responds. Not counted as traffic of the integration.
 * @param config of one of its connections, where the addresses need one
 * @returns undefined where there is nothing to ask
 */
export async function probeProvider(
    deps: Needs,
    integration: Integration,
    config: Readonly<Record<string, unknown>>
): Promise<ProbeAnswer[] | undefined> {
    const { provider } = integration;
    try {
        if (provider.auth_mode === 'OAUTH2')
            return await probeApp(deps, integration, provider, { ...config, ...integration.secrets.config });
        if (provider.auth_mode === 'APP') return await probeInstalledApp(deps, integration, provider);
        if (provider.auth_mode === 'CUSTOM') {
            const signIn = signInHalf({ ...integration, provider });
            const ofApp = await probeInstalledApp(deps, integration, provider);
            const ofSignIn = await probeApp(deps, signIn, signIn.provider, config);
            return ofApp && ofSignIn && [...ofApp, ...ofSignIn];
        }
        if (provider.auth_mode === 'OAUTH1') return await probeOAuth1(deps, { ...integration, provider }, config);
        const values = interpolationValues({
            connectionConfig: { ...config, ...integration.secrets.config },
            sandboxUrl: deps.config.sandboxUrl
        });
        const base = provider.proxy && interpolateUrl(provider.proxy.base_url, values, provider.connection_config);
        return base === undefined ? undefined : [await ask(deps, 'api', { url: base }, ({ status }) => readStatus(status))];
    } catch (error) {
        if (error instanceof UnsafeValueError) return undefined;
        throw error;
    }
}

async function probeApp(
    deps: Needs,
    integration: Integration,
    provider: OAuth2Provider,
    connectionConfig: Readonly<Record<string, unknown>>
): Promise<ProbeAnswer[] | undefined> {
    const { row, secrets } = integration;
    const client = { clientId: row.client_id ?? '', clientSecret: secrets.clientSecret ?? '' };
    const values = interpolationValues({ connectionConfig, client, sandboxUrl: deps.config.sandboxUrl });
    const address = interpolateUrl(provider.authorization_url, values, provider.connection_config);
    const endpoint = resolveTokenEndpoint(provider, values, client);
    if (address === undefined || !endpoint) return undefined;
    const redirectUri = `${deps.config.publicUrl}/oauth/callback`;
    const url = authorizationUrl({
        authorizationUrl: address,
        clientId: client.clientId,
        redirectUri,
        scopes: row.scopes,
        scopeSeparator: provider.scope_separator,
        state: spentCode,
        params: resolveTemplates(provider.authorization_params, values)
    });
    const token = authorizationCodeRequest({ ...endpoint, code: spentCode, redirectUri });
    const { text } = scrubberOf(secretsOf({ integration, credentials: { type: 'OAUTH2' }, config: {}, spent: [] }));
    return Promise.all([
        ask(deps, 'authorization', { url, headers: { accept: 'text/html' } }, (response) =>
            readAuthorizationResponse(response, redirectUri)
        ),
        ask(deps, 'token', token, (response) => readTokenRefusal(response, text))
    ]);
}

/** Asks for an installation that no app has: whether it accepts the app's own token. */
async function probeInstalledApp(deps: Needs, integration: Integration, provider: InstalledProvider): Promise<ProbeAnswer[] | undefined> {
    const values = interpolationValues({ connectionConfig: { installation_id: '0' }, sandboxUrl: deps.config.sandboxUrl });
    const url = interpolateUrl(provider.installation.url, values, provider.connection_config);
    const token = await signAppToken(integration, deps.clock.now());
    if (url === undefined || token === undefined) return undefined;
    const { text } = scrubberOf([secretsOf({ integration, credentials: { type: 'APP' }, config: {} }), token]);
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    return [
        await ask(deps, 'token', { url, headers }, ({ status, body }) => {
            const said = appRefusal(provider, status, body.toString('utf8'));
            return said === undefined ? readStatus(status) : { kind: 'client_refused', said: `it responded with “${text(said)}”.` };
        })
    ];
}

/** Asks for temporary credentials, which end by themselves. */
async function probeOAuth1(
    deps: Needs,
    integration: Integration & { provider: OAuth1Provider },
    config: Readonly<Record<string, unknown>>
): Promise<ProbeAnswer[] | undefined> {
    const client = { clientId: integration.row.client_id ?? '', clientSecret: integration.secrets.clientSecret ?? '' };
    const use = { integration, config: { ...config, ...integration.secrets.config }, client };
    const callback = `${deps.config.publicUrl}/oauth/callback?state=${spentCode}`;
    const request = oauth1Request(deps, use, { kind: 'temporary', callback });
    if (!request) return undefined;
    const { text } = scrubberOf(secretsOf({ integration, credentials: { type: 'OAUTH1' }, config: {} }));
    return [
        await ask(deps, 'token', request, ({ status, headers, body }) => {
            const clock = clockProblem(integration, headers['date'], deps.clock.now());
            const read = readOAuth1Response({ status, body: body.toString('utf8') }, 'temporary', clock);
            if (read.ok || read.kind !== 'misconfigured') return readStatus(read.ok ? 200 : status);
            const words = text(read.description ?? read.error ?? `status ${status}`);
            const kind = redirectWords.test(words) || /callback/.test(words) ? 'redirect_refused' : 'client_refused';
            return { kind: /consumer_key/.test(words) ? 'client_unknown' : kind, said: `it responded with “${words}”.` };
        })
    ];
}

async function ask(
    { egress }: Needs,
    at: ProbeAnswer['at'],
    request: { url: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string },
    read: (response: EgressResponse) => Reading
): Promise<ProbeAnswer> {
    const { host } = new URL(request.url);
    try {
        const response = await egress.request({ ...request, timeoutMs, allowedHosts: [host] });
        const date = new Date(response.headers['date'] ?? '');
        return { at, host, ...read(response), ...(Number.isNaN(date.getTime()) ? {} : { date }) };
    } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        return { at, host, kind: kindOf(error), said: `${error.message.replace(`${host}: `, '')}.` };
    }
}

function kindOf({ code }: EgressError): ProbeAnswer['kind'] {
    if (code === 'destination_not_allowed' || code === 'bad_url') return 'blocked';
    return code === 'too_large' || code === 'too_many_redirects' ? 'ok' : 'unreachable';
}

function readTokenRefusal({ status, body }: EgressResponse, scrub: (text: string) => string): Reading {
    if (status >= 500) return readStatus(status);
    const read = readTokenResponse({ status, body: body.toString('utf8') }, { now: new Date(0) });
    if (read.ok || read.kind !== 'misconfigured') return { kind: 'ok', said: '' };
    const words = scrub([read.error, read.description].filter((text) => text !== undefined).join(': '));
    const said = words === '' ? `it responded with status ${status}.` : `it responded with “${words}”.`;
    if (redirectWords.test(words)) return { kind: 'redirect_refused', said };
    if (/invalid_client_id/.test(words)) return { kind: 'client_unknown', said };
    return { kind: /scope/.test(words) ? 'scopes_refused' : 'client_refused', said };
}
