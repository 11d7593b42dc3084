import { readTokenResponse, type Token } from '@patchbay/oauth';
import {
    type ExchangeStep,
    interpolationValues,
    isValidValue,
    type OAuth2Provider,
    type TokenResponsePaths,
    valueAt
} from '@patchbay/providers';
import type { EgressPurpose } from '../../../../kernel/egress/egress.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import type { Candidate } from '../../connection-store/candidate.ts';
import { clientOf } from '../../connection-store/client-of.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import { secretsOf } from '../provider-secrets.ts';
import { sendTokenRequest, type TokenRefusal, type TokenResponse } from '../request-token.ts';
import { shaped } from './log-in.ts';
import { stepRequest } from './step-request.ts';

type Accepted = Extract<TokenResponse, { ok: true }>;
/** The token that calls carry, and what came with it for the connection's configuration. */
type ExchangedToken = (Accepted & { config: Record<string, unknown> }) | { ok: false; refusal: TokenRefusal };

/**
 * Trades an access token by the provider's further request.
 * @param candidate the OAuth app that the token was issued to, and the configuration
 * @returns undefined when the configuration lacks what the address needs
 */
export async function exchangeToken(
    deps: ProviderCallDeps,
    candidate: Candidate & { integration: Integration & { provider: OAuth2Provider } },
    step: ExchangeStep,
    token: Token,
    purpose: EgressPurpose
): Promise<ExchangedToken | undefined> {
    const { integration, config: connectionConfig } = candidate;
    const { provider } = integration;
    const credentials = { ...candidate.credentials, access_token: token.accessToken };
    const { sandboxUrl } = deps.config;
    const values = interpolationValues({ credentials, connectionConfig, client: clientOf(integration, credentials), sandboxUrl });
    const request = stepRequest(step, values, provider.connection_config);
    if (!request) return undefined;
    const sentAt = deps.clock.now();
    const reply = await sendTokenRequest(
        deps,
        provider,
        request,
        secretsOf({ ...candidate, credentials }),
        purpose,
        ({ status, body }, now) =>
            readTokenResponse({ status, body: withErrorCode(step, body) }, { now, normalise: (raw) => shaped(pathsOf(step), raw) })
    );
    if (!reply.ok) return { ok: false, refusal: aboutToken(reply.refusal) };
    const config = configOf(provider, step, reply.token.raw);
    if (!config) return { ok: false, refusal: { kind: 'malformed', status: 200 } };
    return { ...reply, token: exchanged(step, token, reply.token, sentAt), config: reply.scrubber.values(config) };
}

function exchanged({ renews, token_expires_in_ms: lifetimeMs }: ExchangeStep, before: Token, after: Token, sentAt: Date): Token {
    const { expiresAt: endBefore, ...rest } = before;
    const stated = after.expiresAt ?? (lifetimeMs === undefined ? undefined : new Date(sentAt.getTime() + lifetimeMs));
    const expiresAt = stated ?? endBefore;
    return {
        ...rest,
        accessToken: after.accessToken,
        ...(expiresAt && { expiresAt }),
        // What it is renewed with, and until when it can be.
        ...(renews && { refreshToken: after.accessToken, ...(expiresAt && { refreshExpiresAt: expiresAt }) }),
        raw: { ...before.raw, ...after.raw }
    };
}

function pathsOf({ token_response: paths }: ExchangeStep): TokenResponsePaths {
    return paths;
}

/** Undefined where a value is missing, or is no value of its field: calls could not be sent. */
function configOf(provider: OAuth2Provider, { connection_config: paths = {} }: ExchangeStep, raw: unknown) {
    const config: Record<string, string> = {};
    for (const [name, path] of Object.entries(paths)) {
        const value = valueAt(raw, path);
        const field = provider.connection_config?.[name];
        if (typeof value !== 'string' || (field && !isValidValue(field, value))) return undefined;
        config[name] = value;
    }
    return config;
}

/** In the shape of RFC 6749 §5.2. */
function withErrorCode({ error: paths }: ExchangeStep, body: string): string {
    if (!paths) return body;
    try {
        const said: unknown = JSON.parse(body);
        const code = valueAt(said, paths.code);
        if (typeof code !== 'string' && typeof code !== 'number') return body;
        const message = paths.message === undefined ? undefined : valueAt(said, paths.message);
        return JSON.stringify({ error: String(code), error_description: message });
    } catch {
        return body;
    }
}

/** 401 is about the token here, and not about the OAuth app. */
function aboutToken(refusal: TokenRefusal): TokenRefusal {
    return refusal.kind === 'misconfigured' ? { ...refusal, kind: 'refused' } : refusal;
}
