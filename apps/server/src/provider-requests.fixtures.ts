import type { IntegrationRow } from '@patchbay/db';
import {
    checkFields,
    type CustomProvider,
    type FormField,
    type FormFields,
    interpolationValues,
    isMcp,
    type InstallPluginProvider,
    type McpGenericProvider,
    type McpProvider,
    needsApp,
    type OAuth1Provider,
    type OAuth2Provider,
    placeholders,
    type Provider,
    type TokenStep,
    type TwoStepProvider,
    visibleFields
} from '@patchbay/providers';
import type { Deps } from './deps.ts';
import type { Egress } from './kernel/egress/egress.ts';
import { codeRequest } from './rooms/connect/attempts/callback/finish-attempt.ts';
import { signInUrl } from './rooms/connect/attempts/start/launch-attempt.ts';
import { approvalUrl } from './rooms/connect/attempts/start/approval-sign-in.ts';
import { oauth1Url } from './rooms/connect/attempts/start/oauth1-sign-in.ts';
import type { Candidate } from './rooms/connections/connection-store/candidate.ts';
import { userHalfOf } from './rooms/connections/connection-store/credential-halves.ts';
import { beginProviderOperation } from './rooms/connections/provider-calls/begin-provider-operation.ts';
import { checkCredentials } from './rooms/connections/provider-calls/check-credentials.ts';
import { apiRootOf, approvalDiscoveryUrl } from './rooms/connections/provider-calls/discovery/find-approval-page.ts';
import { providerRequest } from './rooms/connections/provider-calls/provider-request.ts';
import { clientTokenRequest } from './rooms/connections/provider-calls/credential-types/oauth2-cc.ts';
import { oauth1Request } from './rooms/connections/provider-calls/credential-types/oauth1-calls.ts';
import { stepRequest, stepValues } from './rooms/connections/provider-calls/credential-types/step-request.ts';
import { refreshTokenRequest } from './rooms/connections/provider-calls/credential-types/oauth2.ts';
import { rfc7009Request } from './rooms/connections/revocation/revoke-grant.ts';
import { signInHalf } from './rooms/platform/integrations/sign-in-half.ts';
import { idempotencyOf, prepareRequest } from './rooms/traffic/proxy/prepare-request.ts';

/** A request as it leaves for the provider. */
interface SentRequest {
    method?: string;
    url: string;
    headers?: Record<string, string>;
    body?: string | Uint8Array;
}

const client = { clientId: 'client-id', clientSecret: 'client-secret' };
const verifier = 'a-verifier-of-43-characters-as-rfc-7636-asks';
const challenge = 'its-challenge';
// Of the server, only what its functions make requests of.
const deps = {
    config: { publicUrl: 'https://patchbay.example', sandboxUrl: 'https://sandbox.example', allowPrivateHosts: [] },
    clock: { now: () => new Date('2026-01-01T00:00:00Z') },
    ids: { uuid: () => 'idempotency-key' },
    log: { debug() {}, info() {}, warn() {}, error() {} }
} as unknown as Deps;

/**
 * What the server shows and sends for a provider: the form, and each request that its own functions
 * build, with a fixed OAuth app and the examples of the fields.
 */
export async function describeRequests(provider: Provider): Promise<string> {
    const candidate = candidateOf(provider);
    const blocks = [
        ['Form', formOf(provider)],
        ...(provider.auth_mode === 'OAUTH2' ? signIn(provider, candidate) : []),
        ...(provider.auth_mode === 'CUSTOM' ? [['Refresh', refreshOfPerson(provider, candidate)]] : []),
        ...(provider.auth_mode === 'OAUTH1' ? signInByOAuth1(provider, candidate) : []),
        ...(provider.auth_mode === 'INSTALL_PLUGIN' ? approval(provider, candidate) : []),
        ...(provider.auth_mode === 'OAUTH2_CC' ? [['Token', printed(clientToken(provider, candidate))]] : []),
        ...(isMcp(provider) ? [['Registration', registrationOf(provider)]] : []),
        ...(provider.auth_mode === 'TWO_STEP' ? twoSteps(provider, candidate) : []),
        ['Proxied request', provider.proxy ? attempt(() => proxied(candidate)) : 'None: there is no API address.'],
        ['Check', provider.proxy ? print(await checks(provider, candidate), provider.no_check) : 'None.'],
        ...(['OAUTH2', 'OAUTH1', 'CUSTOM', 'INSTALL_PLUGIN'].includes(provider.auth_mode)
            ? [['Revocation', await revocation(provider, candidate)]]
            : [])
    ];
    return `${blocks.map(([title, text]) => `${title}\n\n${text}`).join('\n\n')}\n`;
}

function signIn(provider: OAuth2Provider, candidate: Candidate): [string, string][] {
    const url = attempt(() =>
        printed({ url: signInUrl(deps, candidate.integration, attemptSecrets(provider, candidate), 'state', challenge) })
    );
    const code = { provider, client, code: 'code' };
    const token = printed(codeRequest(deps, code, { config: candidate.config, codeVerifier: verifier }));
    const refresh = provider.no_refresh ?? printed(refreshTokenRequest(deps, provider, candidate));
    return [
        ['Sign-in', url],
        ['Token', token],
        ...exchange(provider, candidate),
        ['Refresh', provider.token_step?.renews ? 'By the token exchange.' : refresh]
    ];
}

const tokensOfPerson = { type: 'OAUTH2', access_token: 'token-of-the-person', refresh_token: 'refresh-token' };

function refreshOfPerson(provider: CustomProvider, candidate: Candidate): string {
    const integration = {
        ...candidate.integration,
        secrets: { ...candidate.integration.secrets, app: { link: '', privateKey: '', user: client } }
    };
    const half = signInHalf({ ...integration, provider });
    return printed(refreshTokenRequest(deps, half.provider, { ...candidate, integration: half, credentials: tokensOfPerson }));
}

function exchange(
    { token_step: step, connection_config: fields }: OAuth2Provider,
    { credentials, config: connectionConfig }: Candidate
): [string, string][] {
    const values = interpolationValues({ credentials, connectionConfig, client, sandboxUrl: deps.config.sandboxUrl });
    return step ? [['Token exchange', printed(stepRequest(step, values, fields))]] : [];
}

function signInByOAuth1(provider: OAuth1Provider, candidate: Candidate): [string, string][] {
    const use = { integration: { ...candidate.integration, provider }, config: candidate.config, client };
    const url = oauth1Url(deps, use.integration, { config: candidate.config, authorizationParams: {} }, 'temporary-token');
    const callback = 'https://patchbay.example/oauth/callback?state=state';
    const temporary = { token: 'temporary-token', secret: 'temporary-secret' };
    return [
        ['Temporary credentials', printed(oauth1Request(deps, use, { kind: 'temporary', callback }))],
        ['Sign-in', printed({ url })],
        ['Token', printed(oauth1Request(deps, use, { kind: 'token', temporary, verifier: 'verifier' }))]
    ];
}

/** Which page it is, the site says. */
function approval(provider: InstallPluginProvider, { config }: Candidate): [string, string][] {
    const root = apiRootOf(deps, { provider }, config) ?? '';
    const app = { name: 'Acme', id: '00000000-0000-4000-8000-000000000000' };
    const page = `${root.replace(/\/wp-json$/, '')}/wp-admin/authorize-application.php`;
    const ties = { state: 'state', redirectUri: 'https://patchbay.example/oauth/callback' };
    return [
        ['Discovery', printed({ url: approvalDiscoveryUrl(root) })],
        ['Approval', printed({ url: approvalUrl(page, app, ties) })]
    ];
}

function attemptSecrets({ default_scopes: scopes = [] }: OAuth2Provider, { config: connectionConfig }: Candidate) {
    const secrets = { config: connectionConfig, scopes: [...scopes], authorizationParams: {}, codeVerifier: verifier };
    return { ...secrets, selectAccount: false, locale: 'en', theme: 'light' } as const;
}

/** Where to sign in is what the server says; of that, what the definition says. */
function registrationOf(provider: McpProvider | McpGenericProvider): string {
    const { registration_params: params = {}, default_scopes: scopes = [] } = provider;
    const fixed = provider.auth_mode === 'MCP_OAUTH2' ? provider : undefined;
    const how = needsApp(provider) ? 'Of an operator.' : (fixed?.client_registration ?? 'As the server allows.');
    const lines = [
        ['issuer', fixed?.issuer],
        ['registration_url', fixed?.registration_url],
        ['scope', scopes.join(' ')],
        ...Object.entries(params)
    ];
    return [how, ...lines.flatMap(([name, value]) => (value ? [`    ${name}: ${value}`] : []))].join('\n');
}

function clientToken(provider: Provider & { auth_mode: 'OAUTH2_CC' }, { credentials, config: connectionConfig }: Candidate) {
    return clientTokenRequest(deps, provider, { credentials, config: connectionConfig, scopes: provider.default_scopes ?? [] });
}

function twoSteps({ connection_config: fields, ...provider }: TwoStepProvider, candidate: Candidate): [string, string][] {
    const { refresh_step: refresh, additional_steps: further = [] } = provider;
    const withRefresh = { ...candidate, credentials: { ...candidate.credentials, refresh_token: 'refresh-token' } };
    const request = (step: TokenStep) => printed(stepRequest(step, { ...stepValues(deps, withRefresh, []), ...examplesOf(step) }, fields));
    return [
        ['Token', [provider, ...further].map(request).join('\n\n')],
        ...(refresh ? [['Refresh', request(refresh)] satisfies [string, string]] : [])
    ];
}

/** What earlier responses bring, as far as this request takes it: the path itself. */
function examplesOf({ token_params: params = {}, token_headers: headers = {}, token_url: url }: TokenStep): Record<string, unknown> {
    const steps: Record<string, Record<string, unknown>> = {};
    const paths = [url, ...Object.values(params), ...Object.values(headers)].flatMap(placeholders);
    for (const path of paths.filter((one) => /^step\d+\./.test(one))) {
        const [step = '', ...names] = path.split('.');
        const value = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), names.at(-1));
        steps[step] = { ...steps[step], ...(value as Record<string, unknown>) };
    }
    return steps;
}

function proxied(candidate: Candidate): string {
    const call = {
        target: {},
        path: '/path',
        headers: {},
        acceptEncoding: '',
        body: undefined,
        bodyLength: undefined,
        readOnly: false,
        baseUrlOverride: undefined,
        retries: 1,
        retryOn: [],
        decompress: undefined,
        forwardHeadersOnRedirect: undefined
    };
    const { provider } = candidate.integration;
    // Of the call, only what the request is made of.
    const post = { ...call, method: 'POST' } as unknown as Parameters<typeof prepareRequest>[1];
    const { key } = idempotencyOf(deps, post, provider);
    const connection = candidate as unknown as Parameters<typeof prepareRequest>[2];
    const { url, headers } = prepareRequest(deps, post, connection, key);
    const { 'accept-encoding': _, ...shown } = headers;
    return printed({ method: 'POST', url, headers: shown });
}

/** Also those that are sent only where the one before did not tell. */
async function checks(provider: Provider, candidate: Candidate): Promise<SentRequest[]> {
    const sent = new Map<string, SentRequest>();
    for (const status of [404, 200]) {
        const { egress, requests } = recorder(status);
        await checkCredentials({ ...deps, egress }, candidate, 1000);
        for (const request of requests) sent.set(JSON.stringify([request.method, request.url]), request);
    }
    return [...sent.values()];
}

async function revocation(provider: Provider, candidate: Candidate): Promise<string> {
    if (!provider.revoke)
        return provider.auth_mode === 'OAUTH2' && provider.revocation_url ? printed(rfc7009Request(deps, provider, candidate)) : 'None.';
    const { egress, requests } = recorder(200);
    const request = providerRequest({ ...deps, egress }, candidate, 1000, beginProviderOperation('revocation', candidate));
    if (!request) return 'None: a value is missing.';
    const { config: connectionConfig } = candidate;
    const credentials = userHalfOf(candidate.credentials) ?? candidate.credentials;
    await provider.revoke({ credentials, connectionConfig, client, request });
    return print(requests);
}

function recorder(status: number): { egress: Egress; requests: SentRequest[] } {
    const requests: SentRequest[] = [];
    return {
        requests,
        egress: {
            ...deps.egress,
            async request({ method = 'GET', url, headers = {}, body }) {
                requests.push({ method, url, headers, ...(body === undefined ? {} : { body }) });
                return { status, headers: {}, body: Buffer.from('{}'), url };
            }
        }
    };
}

function candidateOf(provider: Provider): Candidate {
    const credentials = valuesOf(provider.credentials ?? {});
    const scopes = 'default_scopes' in provider ? [...(provider.default_scopes ?? [])] : [];
    const row = { provider: provider.id, unique_key: provider.id, client_id: client.clientId, scopes, allowed_base_urls: [] };
    const secrets = { clientSecret: client.clientSecret, config: {}, custom: {} };
    return {
        // Of the row, only what the requests are made of.
        integration: { row: row as unknown as IntegrationRow, provider, secrets },
        credentials: {
            type: provider.auth_mode,
            ...credentials,
            ...(provider.auth_mode === 'OAUTH2' && { access_token: 'access-token', refresh_token: 'refresh-token' }),
            ...(provider.auth_mode === 'OAUTH1' && { oauth_token: 'token', oauth_token_secret: 'token-secret' }),
            ...(provider.auth_mode === 'CUSTOM' && { app: { type: 'APP', access_token: 'access-token' }, user: tokensOfPerson }),
            ...((provider.auth_mode === 'APP' || isMcp(provider)) && { access_token: 'access-token' }),
            ...(provider.auth_mode === 'BILL' && { session_id: 'session-id' }),
            ...(['OAUTH2_CC', 'TWO_STEP', 'JWT', 'SIGNATURE'].includes(provider.auth_mode) && { token: 'access-token' })
        },
        config: valuesOf(provider.connection_config ?? {})
    };
}

/** An example for each field, as far as it takes one; optional ones only where they have one. */
function valuesOf(fields: FormFields): Record<string, string> {
    const values = Object.entries(fields).flatMap(([name, field]): [string, string][] => {
        const own = [field.enum?.[0], field.example, field.default_value];
        const made = field.optional ? [] : [name, '00000000-0000-4000-8000-000000000000', `${name}.example`, `https://${name}.example`];
        const value = [...own, ...made].find((one) => one !== undefined && isAccepted(field, one));
        return value === undefined ? [] : [[name, value]];
    });
    const all = Object.fromEntries(values);
    return Object.fromEntries(values.filter(([name]) => isShown(fields[name], all)));
}

function isAccepted({ visible_when: _, ...field }: FormField, value: string): boolean {
    return /^[\u0020-\u007e]+$/.test(value) && checkFields({ field }, { field: value }).length === 0;
}

function isShown(field: FormField | undefined, values: Record<string, string>): boolean {
    return !field?.visible_when || values[field.visible_when.field] === field.visible_when.equals;
}

function formOf(provider: Provider): string {
    const fields = Object.entries(visibleFields(provider)).flatMap(([target, shown]) =>
        Object.entries(shown).map(([name, { type: _, order: __, ...field }]) => {
            const lines = Object.entries(field).map(
                ([key, value]) => `    ${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
            );
            return [`${target}.${name}`, ...lines].join('\n');
        })
    );
    return fields.join('\n') || 'Asks for nothing.';
}

function attempt(build: () => string): string {
    try {
        return build();
    } catch (error) {
        return `None: ${error instanceof Error ? error.message : String(error)}`;
    }
}

function print(requests: readonly SentRequest[], none = 'None.'): string {
    return requests.map(printed).join('\n\n') || none;
}

function printed(request: SentRequest | { url: undefined } | undefined): string {
    if (request?.url === undefined) return 'None: a value is missing.';
    const { method = 'GET', url, headers = {}, body = '' } = request;
    const { origin, pathname, search } = new URL(url);
    const parameters = search === '' ? [] : search.slice(1).split('&');
    const shown = Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return [
        `${method} ${origin}${pathname}`,
        ...parameters.map((parameter, index) => `    ${index === 0 ? '?' : '&'}${parameter}`),
        ...shown.map(([name, value]) => `    ${name}: ${readable(value)}`),
        ...bodyLines(String(body)).map((line) => `        ${line}`)
    ].join('\n');
}

function bodyLines(body: string): string[] {
    if (body.startsWith('{')) return JSON.stringify(JSON.parse(body), null, 4).split('\n');
    return body === '' ? [] : body.split('&');
}

/** Basic credentials in words. */
function readable(value: string): string {
    const encoded = /^Basic (\S+)$/.exec(value)?.[1];
    return encoded === undefined ? value : `Basic base64(${Buffer.from(encoded, 'base64').toString()})`;
}
