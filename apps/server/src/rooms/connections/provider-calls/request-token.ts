import type { AttemptCode } from '@patchbay/contracts';
import { readTokenAnswer, type Token, type TokenRequest } from '@patchbay/oauth';
import type { OAuth2ClientCredentialsProvider, OAuth2Provider } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { EgressError, type EgressErrorCode } from '../../../kernel/egress/egress.ts';
import { type ProviderText, type Scrubber, scrubberOf } from '../../../kernel/egress/provider-text.ts';
import { retryAfterMs } from '../../platform/providers/retry-after.ts';
import type { OAuthClient } from '../connection-store/client-of.ts';
import { type ProviderSecrets, tokensIn } from './provider-secrets.ts';

/** Why there is no token: what the provider said, or that it said nothing. `error` and `description` are its own words. */
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

/** `answeredAt` is of `performance.now()`: from then on the token exists in this process's memory alone, until it is stored. */
export type TokenReply =
    | { ok: true; token: Token; answeredAt: number; /** For what is read from the answer. */ scrubber: Scrubber }
    | { ok: false; refusal: TokenRefusal };

type Effects = Pick<Deps, 'egress' | 'clock' | 'log' | 'providerPatience'>;
type TokenProvider = OAuth2Provider | OAuth2ClientCredentialsProvider;

/** Sends a token request. Redirects are never followed (a 307 would hand the client secret on, T-13), and at most 1 MiB is read. */
export async function askForToken(
    { egress, clock, log, providerPatience }: Effects,
    provider: TokenProvider,
    request: TokenRequest,
    secrets: ProviderSecrets
): Promise<TokenReply> {
    const sentAt = clock.now();
    try {
        const answer = await egress.request({ ...request, timeoutMs: providerPatience.tokenMs, allowedHosts: [new URL(request.url).host] });
        const answeredAt = performance.now();
        const { tokenFromAnswer } = provider;
        const read = readTokenAnswer(
            { status: answer.status, body: answer.body.toString('utf8') },
            {
                now: sentAt,
                expiresInUnit: provider.expires_in_unit,
                tokenTypes: provider.token_types,
                refreshExpiry: provider.refresh?.expiry,
                ...(tokenFromAnswer ? { normalise: (raw) => tokenFromAnswer(raw) } : {})
            }
        );
        if (read.ok) {
            const { accessToken, refreshToken, scopes, raw } = read.token;
            const scrubber = scrubberOf([secrets, accessToken, refreshToken, tokensIn(raw)]);
            const token = {
                ...read.token,
                raw: scrubberOf(secrets.sent).values(raw),
                ...(scopes ? { scopes: scrubber.values(scopes) } : {})
            };
            return { ok: true, token, answeredAt, scrubber };
        }
        const { text } = scrubberOf(secrets);
        log.warn('token_request_failed', { provider: provider.id, status: answer.status, code: read.kind });
        const { kind, error, description } = read;
        const said = { kind, ...(error && { error: text(error) }), ...(description && { description: text(description) }) };
        const waitMs = retryAfterMs(answer.headers, provider.proxy?.retry, clock.now());
        return { ok: false, refusal: { ...said, status: answer.status, ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) } };
    } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        log.warn('token_request_failed', { provider: provider.id, code: error.code });
        return { ok: false, refusal: { kind: 'unanswered', code: error.code } };
    }
}

export type TokenOutcome =
    | Extract<TokenReply, { ok: true }>
    | { ok: false; code: AttemptCode; providerText?: ProviderText; refusal: TokenRefusal };

/** A token request of an attempt. The code tells who has to act: end user, provider or customer. */
export async function requestToken(
    deps: Effects,
    provider: TokenProvider,
    request: TokenRequest,
    secrets: ProviderSecrets,
    /** What it means here that the provider refuses the grant, and that it refuses the client. */
    refusedAs: { grant: AttemptCode; client: AttemptCode }
): Promise<TokenOutcome> {
    const reply = await askForToken(deps, provider, request, secrets);
    if (reply.ok) return reply;
    const { refusal } = reply;
    if (refusal.kind === 'unanswered')
        return { ok: false, code: isOurFault(refusal.code) ? 'integration_misconfigured' : 'provider_down', refusal };
    const code: AttemptCode =
        refusal.kind === 'refused' ? refusedAs.grant : refusal.kind === 'misconfigured' ? refusedAs.client : 'provider_down';
    const text = refusal.description ?? refusal.error;
    return { ok: false, code, refusal, ...(text === undefined ? {} : { providerText: text }) };
}

/** Whether the address itself is wrong, so that nothing was sent and trying again is of no use. */
export function isOurFault(code: EgressErrorCode): boolean {
    return code === 'destination_not_allowed' || code === 'bad_url';
}

/** A token as stored and answered for OAUTH2 connections. */
export function toOAuth2Credentials(token: Token, client?: OAuthClient) {
    return {
        type: 'OAUTH2',
        access_token: token.accessToken,
        ...(token.refreshToken === undefined ? {} : { refresh_token: token.refreshToken }),
        ...(token.expiresAt === undefined ? {} : { expires_at: token.expiresAt.toISOString() }),
        raw: token.raw,
        ...overrideOf(client)
    };
}

/** As `clientOf` reads it. @param client that the session or the import brought */
export function overrideOf(client: OAuthClient | undefined) {
    return client ? { config_override: { client_id: client.clientId, client_secret: client.clientSecret } } : {};
}
