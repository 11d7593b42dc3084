import type { AttemptCode } from '@patchbay/contracts';
import { readTokenAnswer, type Token, type TokenRequest } from '@patchbay/oauth';
import type { OAuth2ClientCredentialsProvider, OAuth2Provider } from '@patchbay/providers';
import type { Deps } from '../../deps.ts';
import { EgressError } from '../../kernel/egress.ts';
import { rememberSecrets } from '../../kernel/request-context.ts';

export type TokenOutcome = { ok: true; token: Token } | { ok: false; code: AttemptCode; providerText?: string };

/**
 * Sends a token request. Redirects are never followed (a 307 would hand the client secret on, T-13), and at most 1 MiB is read.
 * A provider that says no, one that is down and one that was set up wrong get different codes, because different people must act.
 */
export async function requestToken(
    { egress, clock, log, providerPatience }: Pick<Deps, 'egress' | 'clock' | 'log' | 'providerPatience'>,
    provider: OAuth2Provider | OAuth2ClientCredentialsProvider,
    request: TokenRequest,
    /** What it means here that the provider refuses the grant, and that it refuses the client. */
    refusedAs: { grant: AttemptCode; client: AttemptCode }
): Promise<TokenOutcome> {
    try {
        const sentAt = clock.now();
        const answer = await egress.request({ ...request, timeoutMs: providerPatience.tokenMs, allowedHosts: [new URL(request.url).host] });
        const { tokenFromAnswer } = provider;
        const read = readTokenAnswer(
            { status: answer.status, body: answer.body.toString('utf8') },
            {
                now: sentAt,
                expiresInUnit: provider.expires_in_unit,
                ...(tokenFromAnswer ? { normalise: (raw) => tokenFromAnswer(raw) } : {})
            }
        );
        if (read.ok) {
            rememberSecrets(read.token.raw);
            return read;
        }
        log.warn('a token request failed', { provider: provider.id, status: answer.status, code: read.kind });
        const code: AttemptCode =
            read.kind === 'refused' ? refusedAs.grant : read.kind === 'misconfigured' ? refusedAs.client : 'provider_down';
        const text = read.description ?? read.error;
        return { ok: false, code, ...(text === undefined ? {} : { providerText: text }) };
    } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        log.warn('a token request failed', { provider: provider.id, code: error.code });
        return {
            ok: false,
            code: error.code === 'destination_not_allowed' || error.code === 'bad_url' ? 'integration_misconfigured' : 'provider_down'
        };
    }
}

/** A token as stored and answered for OAUTH2 connections. */
export function toOAuth2Credentials(token: Token, client?: { clientId: string; clientSecret: string }) {
    return {
        type: 'OAUTH2',
        access_token: token.accessToken,
        ...(token.refreshToken === undefined ? {} : { refresh_token: token.refreshToken }),
        ...(token.expiresAt === undefined ? {} : { expires_at: token.expiresAt.toISOString() }),
        raw: token.raw,
        ...(client ? { config_override: { client_id: client.clientId, client_secret: client.clientSecret } } : {})
    };
}
