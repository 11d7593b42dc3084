import { setTimeout as sleep } from 'node:timers/promises';
import { revocationRequest, type TokenRequest } from '@patchbay/oauth';
import {
    interpolationValues,
    interpolateUrl,
    isMcp,
    type OAuth2Provider,
    type Provider,
    type Revocation,
    UnsafeValueError
} from '@patchbay/providers';
import { z } from 'zod';
import { type Egress, EgressError, type EgressPurpose } from '../../../kernel/egress/egress.ts';
import { signInHalf } from '../../platform/integrations/sign-in-half.ts';
import { scrubberOf } from '../provider-calls/provider-text.ts';
import { userHalfOf } from '../connection-store/credential-halves.ts';
import { authorizationServerOf, clientOf } from '../connection-store/client-of.ts';
import { mcpRevocationRequest } from '../provider-calls/credential-types/mcp.ts';
import { type ProviderCallDeps, providerRequest } from '../provider-calls/provider-request.ts';
import { beginProviderOperation } from '../provider-calls/begin-provider-operation.ts';
import { secretsOf } from '../provider-calls/provider-secrets.ts';
import { isAddressRefused } from '../provider-calls/request-token.ts';
import { resolveTokenEndpoint } from '../provider-calls/resolve-token-endpoint.ts';
import type { EnvironmentLogFields } from '../../../kernel/log/log.ts';
import { type Candidate } from '../connection-store/candidate.ts';

/** What a sign-in gave may be taken back at the provider. */
const bySignIn: readonly Provider['auth_mode'][] = ['OAUTH2', 'OAUTH1', 'CUSTOM', 'INSTALL_PLUGIN'];
/** Of the time that there is; the rest is for a second try. */
const shareOfFirstTry = 0.6;
/** Codes for a token that means nothing any more, which RFC 7009 (2.2) would not call an error. */
const alreadyRevokedErrors = ['invalid_token', 'invalid_grant'];

/**
 * Revokes a grant by RFC 7009 or the definition's hook, with one retry, within
 * `providerTimeouts.revokeMs`. Never throws; callers delete whatever the outcome.
 */
export async function revokeGrant(deps: ProviderCallDeps, candidate: Candidate, subject: Subject = {}): Promise<Revocation> {
    const { reason, ...rest } = await requestRevocation(deps, candidate, subject);
    const revocation: Revocation = reason === undefined ? rest : { ...rest, reason: scrubberOf(secretsOf(candidate)).text(reason) };
    const about = { ...aboutOf(candidate, subject), code: revocation.outcome };
    if (revocation.outcome === 'failed') deps.log.warn('grant_not_revoked', { ...about, reason: revocation.reason ?? '' });
    else if (revocation.outcome === 'revoked') deps.log.info('grant_revoked', about);
    return revocation;
}

/** Why the provider need not be asked; undefined when it can be. */
export function revocationUnsupportedReason(provider: Provider): string | undefined {
    const name = provider.display_name;
    if (provider.auth_mode === 'NONE') return 'There is nothing to revoke.';
    if (provider.auth_mode === 'APP' || (provider.auth_mode === 'CUSTOM' && !provider.revoke)) return staysInstalled(name);
    // Whether its server takes a token back is known of each connection.
    if (isMcp(provider)) return undefined;
    if (!bySignIn.includes(provider.auth_mode)) return `These credentials stay valid until they are deleted at ${name}.`;
    if (provider.revoke ?? (provider.auth_mode === 'OAUTH2' && provider.revocation_url)) return undefined;
    return onlyEndUser(name);
}

function staysInstalled(name: string): string {
    return `The app stays installed. An owner of the account can uninstall it in the settings of ${name}.`;
}

/** Of CUSTOM the tokens of who signed in; undefined where there are none. */
function revocablePartOf(candidate: Candidate): Candidate | undefined {
    const { integration, credentials } = candidate;
    const { provider } = integration;
    if (provider.auth_mode !== 'CUSTOM') return candidate;
    const user = userHalfOf(credentials);
    return user && { ...candidate, integration: signInHalf({ ...integration, provider }), credentials: user };
}

function onlyEndUser(name: string): string {
    return `Only the end user can revoke the access, in the account settings of ${name}.`;
}

/** What the grant is of, as log lines name it. */
type Subject = Pick<EnvironmentLogFields, 'connection_id' | 'attempt_id'>;

function aboutOf({ integration: { provider, row } }: Candidate, subject: Subject) {
    return { environment: row.environment_id, provider: provider.id, integration_id: row.unique_key, ...subject };
}

async function requestRevocation(deps: ProviderCallDeps, whole: Candidate, subject: Subject): Promise<Revocation> {
    const { provider } = whole.integration;
    const name = provider.display_name;
    const reason = revocationUnsupportedReason(provider);
    if (reason !== undefined) return { outcome: 'unsupported', reason };
    // RFC 7009 (2.1): only the client that a token was issued to may revoke it.
    if (whole.grant?.clientId !== undefined && whole.grant.clientId !== clientOf(whole.integration, whole.credentials).clientId)
        return failed('It was granted to an OAuth app that the integration no longer has.');
    const candidate = revocablePartOf(whole);
    if (!candidate) return { outcome: 'unsupported', reason: staysInstalled(name) };
    const { integration, credentials, config } = candidate;
    const { revokeMs } = deps.providerTimeouts;
    const egress = withOneRetry(deps.egress, revokeMs);
    const operation = beginProviderOperation('revocation', candidate, subject.connection_id);
    try {
        if (isMcp(provider) && authorizationServerOf(credentials)?.revocationUrl === undefined)
            return { outcome: 'unsupported', reason: onlyEndUser(name) };
        const request = isMcp(provider) ? mcpRevocationRequest(candidate) : rfc7009RequestOf(deps, candidate);
        if (!provider.revoke) return await sendRevocation({ ...deps, egress }, request, name, operation);
        const call = providerRequest({ ...deps, egress }, candidate, revokeMs, operation);
        if (!call) return failed(`The address of ${name} cannot be made from the configuration of the connection.`);
        return await provider.revoke({ credentials, connectionConfig: config, client: clientOf(integration, credentials), request: call });
    } catch (error) {
        if (error instanceof UnsafeValueError || (error instanceof EgressError && isAddressRefused(error.code)))
            return failed(`Calls to the address of ${name} are not allowed.`);
        if (error instanceof EgressError) return failed(`${name} could not be reached or did not respond in time.`);
        deps.log.error('grant_not_revoked: the provider sent an unexpected response', {
            ...aboutOf(candidate, subject),
            error
        });
        return failed(`${name} sent an unexpected response.`);
    }
}

function rfc7009RequestOf(deps: Pick<ProviderCallDeps, 'config'>, candidate: Candidate): TokenRequest | undefined {
    const { provider } = candidate.integration;
    return provider.auth_mode === 'OAUTH2' && !provider.revoke ? rfc7009Request(deps, provider, candidate) : undefined;
}

/** @param name of the provider */
async function sendRevocation(
    { egress, providerTimeouts }: ProviderCallDeps,
    request: TokenRequest | undefined,
    name: string,
    purpose: EgressPurpose
): Promise<Revocation> {
    if (!request) return failed(`The connection lacks a value that ${name} needs to revoke its access.`);
    const response = await egress.request({
        ...request,
        purpose,
        signal: AbortSignal.timeout(providerTimeouts.revokeMs),
        allowedHosts: [new URL(request.url).host]
    });
    if (response.status >= 200 && response.status < 300) return { outcome: 'revoked' };
    const error = errorCode(response.body.toString('utf8'));
    if (alreadyRevokedErrors.includes(error)) return { outcome: 'revoked' };
    if (error === 'unsupported_token_type') return { outcome: 'unsupported', reason: `${name} cannot revoke tokens of this kind.` };
    return failed(`${name} responded with status ${response.status}${error && ` ${error}`}.`);
}

/**
 * RFC 7009: the refresh token if there is one, which also revokes the access tokens. Undefined when
 * the connection lacks a value that the request needs.
 */
export function rfc7009Request(
    { config }: Pick<ProviderCallDeps, 'config'>,
    provider: OAuth2Provider,
    { integration, credentials, config: connectionConfig }: Pick<Candidate, 'integration' | 'credentials' | 'config'>
): TokenRequest | undefined {
    const client = clientOf(integration, credentials);
    const values = interpolationValues({ credentials, connectionConfig, client, sandboxUrl: config.sandboxUrl });
    const endpoint = resolveTokenEndpoint(provider, values, client);
    const address = interpolateUrl(provider.revocation_url ?? '', values, provider.connection_config);
    const { refresh_token: refreshToken, access_token: accessToken } = credentials;
    const token = refreshToken ?? accessToken;
    if (!endpoint || address === undefined || typeof token !== 'string') return undefined;
    const isJson = provider.revocation_body_format === 'json';
    return revocationRequest({
        ...endpoint,
        tokenUrl: address,
        bodyFormat: isJson ? 'json' : 'form',
        params: undefined,
        token,
        tokenTypeHint: isJson ? undefined : refreshToken === undefined ? 'access_token' : 'refresh_token'
    });
}

/** Tries one request of the whole conversation again. Revoking twice is revoking once. */
function withOneRetry(egress: Egress, totalMs: number): Egress {
    let isSpent = false;
    const send: Egress['request'] = (input) => egress.request({ ...input, timeoutMs: totalMs * shareOfFirstTry });
    return {
        ...egress,
        async request(input) {
            const response = await send(input).catch((error: unknown) => {
                if (isSpent || !(error instanceof EgressError) || isAddressRefused(error.code)) throw error;
                return undefined;
            });
            if (response && (isSpent || (response.status < 500 && response.status !== 429))) return response;
            isSpent = true;
            // Past the conversation's time limit, the request that follows times out.
            await sleep(totalMs / 10, undefined, input.signal ? { signal: input.signal } : {}).catch(() => {});
            return send(input);
        }
    };
}

/** RFC 6749 §5.2, with a code that is fit for a log. */
const oauthError = z.object({ error: z.string().regex(/^\w{1,60}$/) });

function errorCode(body: string): string {
    try {
        return oauthError.safeParse(JSON.parse(body)).data?.error ?? '';
    } catch {
        return '';
    }
}

function failed(reason: string): Revocation {
    return { outcome: 'failed', reason };
}
