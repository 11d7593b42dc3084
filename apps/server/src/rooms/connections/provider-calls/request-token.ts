import type { AttemptCode } from '@patchbay/contracts';
import { readTokenResponse, type Token, type TokenRequest, type TokenResponse as ReadTokenResponse } from '@patchbay/oauth';
import type { McpGenericProvider, McpProvider, OAuth2ClientCredentialsProvider, OAuth2Provider, Provider } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { type ClientCertificate, EgressError, type EgressErrorCode, type EgressPurpose } from '../../../kernel/egress/egress.ts';
import { type ProviderText, type Scrubber, scrubberOf } from './provider-text.ts';
import { retryAfterMs } from '../../platform/providers/retry-after.ts';
import type { OAuthClient } from '../connection-store/client-of.ts';
import { type ProviderSecrets, tokensIn } from './provider-secrets.ts';

/** Why there is no token. `error` and `description` are the provider's own. */
export type TokenRefusal =
    | {
          kind: 'refused' | 'misconfigured' | 'transient' | 'malformed';
          status: number;
          error?: ProviderText;
          description?: ProviderText;
          /** How long the provider asks to be left alone. */
          retryAfterMs?: number;
      }
    | { kind: 'unanswered'; code: EgressErrorCode };

/** `receivedAt` is of `performance.now()`: until it is stored, the token is in memory alone. */
export type TokenResponse =
    | { ok: true; token: Token; receivedAt: number; /** For what is read from the response. */ scrubber: Scrubber }
    | { ok: false; refusal: TokenRefusal };

type Effects = Pick<Deps, 'egress' | 'clock' | 'log' | 'providerTimeouts'>;
export type TokenProvider = OAuth2Provider | OAuth2ClientCredentialsProvider | McpProvider | McpGenericProvider;
/** What a definition says of token responses; those of MCP servers say next to nothing. */
export type TokenRules = Pick<Provider, 'id' | 'proxy'> &
    Pick<OAuth2Provider, 'expires_in_unit' | 'token_types' | 'refresh' | 'tokenFromAnswer' | 'token_response_metadata'>;
/** Of OAuth 2, or of a login that is none. */
export type SentTokenRequest = Pick<TokenRequest, 'url' | 'headers'> & {
    method: 'GET' | 'POST';
    body?: string;
    clientCertificate?: ClientCertificate;
};
/** `date` is the header, by which clocks are compared. */
type ReadResponse = (response: { status: number; body: string; date?: string | undefined }, now: Date) => ReadTokenResponse;

/**
 * Sends a token request without redirects (a 307 would leak the secret, T-13), up to 1 MiB.
 * @param read how the response is read
 */
export async function sendTokenRequest(
    { egress, clock, log, providerTimeouts }: Effects,
    provider: Pick<Provider, 'id' | 'proxy'>,
    request: SentTokenRequest,
    secrets: ProviderSecrets,
    purpose: EgressPurpose,
    read: ReadResponse
): Promise<TokenResponse> {
    const { environmentId, integrationKey, connectionId } = purpose;
    const logFields = {
        environment: environmentId,
        provider: provider.id,
        ...(integrationKey === undefined ? {} : { integration_id: integrationKey }),
        ...(connectionId === undefined ? {} : { connection_id: connectionId })
    };
    const sentAt = clock.now();
    try {
        const response = await egress.request({
            ...request,
            purpose,
            timeoutMs: providerTimeouts.tokenMs,
            allowedHosts: [new URL(request.url).host]
        });
        const receivedAt = performance.now();
        const { status, headers, body } = response;
        const said = read({ status, body: body.toString('utf8'), date: headers['date'] }, sentAt);
        if (said.ok) {
            const { accessToken, refreshToken, scopes, raw } = said.token;
            const scrubber = scrubberOf([secrets, accessToken, refreshToken, tokensIn(raw)]);
            const token = {
                ...said.token,
                raw: scrubberOf(secrets.sent).values(raw),
                ...(scopes ? { scopes: scrubber.values(scopes) } : {})
            };
            return { ok: true, token, receivedAt, scrubber };
        }
        const { text } = scrubberOf(secrets);
        log.warn('token_request_failed', { ...logFields, status, code: said.kind });
        const { kind, error, description } = said;
        const words = { kind, ...(error && { error: text(error) }), ...(description && { description: text(description) }) };
        const waitMs = retryAfterMs(headers, provider.proxy?.retry, clock.now());
        return { ok: false, refusal: { ...words, status, ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) } };
    } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        log.warn('token_request_failed', { ...logFields, code: error.code });
        return { ok: false, refusal: { kind: 'unanswered', code: error.code } };
    }
}

/** By the definition of a provider of OAuth 2. */
export function oauthResponseReader(provider: TokenRules): ReadResponse {
    const { tokenFromAnswer } = provider;
    return (response, now) =>
        readTokenResponse(response, {
            now,
            expiresInUnit: provider.expires_in_unit,
            tokenTypes: provider.token_types,
            refreshExpiry: provider.refresh?.expiry,
            ...(tokenFromAnswer ? { normalise: (raw) => tokenFromAnswer(raw) } : {})
        });
}

export type TokenOutcome =
    | (Extract<TokenResponse, { ok: true }> & { /** From a request after it. */ config?: Record<string, unknown> })
    | { ok: false; code: AttemptCode; providerText?: ProviderText; refusal: TokenRefusal };

/** A token request of an attempt. */
export async function requestToken(
    deps: Effects,
    provider: TokenRules,
    request: SentTokenRequest,
    secrets: ProviderSecrets,
    /** What it means here that the provider refuses the grant, and that it refuses the client. */
    refusedAs: { grant: AttemptCode; client: AttemptCode },
    purpose: EgressPurpose
): Promise<TokenOutcome> {
    const reply = await sendTokenRequest(deps, provider, request, secrets, purpose, oauthResponseReader(provider));
    return reply.ok ? reply : failureOf(reply.refusal, refusedAs);
}

/** What a refusal of a token request means for the attempt. */
export function failureOf(
    refusal: TokenRefusal,
    refusedAs: { grant: AttemptCode; client: AttemptCode }
): Extract<TokenOutcome, { ok: false }> {
    if (refusal.kind === 'unanswered')
        return { ok: false, code: isAddressRefused(refusal.code) ? 'integration_misconfigured' : 'provider_down', refusal };
    const code: AttemptCode =
        refusal.kind === 'refused' ? refusedAs.grant : refusal.kind === 'misconfigured' ? refusedAs.client : 'provider_down';
    const text = refusal.description ?? refusal.error;
    return { ok: false, code, refusal, ...(text === undefined ? {} : { providerText: text }) };
}

/** Whether the address itself is wrong, so that nothing was sent and trying again is of no use. */
export function isAddressRefused(code: EgressErrorCode): boolean {
    return code === 'destination_not_allowed' || code === 'bad_url';
}

/** A token in the form stored and returned for OAUTH2 connections. */
export function toOAuth2Credentials(token: Token, client?: OAuthClient) {
    return {
        type: 'OAUTH2',
        access_token: token.accessToken,
        ...(token.refreshToken === undefined ? {} : { refresh_token: token.refreshToken }),
        ...(token.expiresAt === undefined ? {} : { expires_at: token.expiresAt.toISOString() }),
        raw: token.raw,
        ...clientOverrideOf(client)
    };
}

/** As `clientOf` reads it. @param client that the session or the import brought */
export function clientOverrideOf(client: OAuthClient | undefined) {
    return client ? { config_override: { client_id: client.clientId, client_secret: client.clientSecret } } : {};
}
