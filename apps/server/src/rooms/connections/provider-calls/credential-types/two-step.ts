import type { Token } from '@patchbay/oauth';
import { type CredentialValues, type TwoStepProvider, valueAt } from '@patchbay/providers';
import type { Candidate } from '../../connection-store/candidate.ts';
import type { EgressPurpose } from '../../../../kernel/egress/egress.ts';
import { beginProviderOperation } from '../begin-provider-operation.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import { failureOf, type TokenResponse } from '../request-token.ts';
import type { CredentialType } from './credential-type.ts';
import { logIn, sendStep } from './log-in.ts';

/** Logins of vendors that name no end last at least this long; most end after an hour of rest. */
const defaultLifetimeMs = 55 * 60_000;

/** A login of the vendor's own: what was typed is traded for a token, in one request or several. */
export const twoStep: CredentialType<TwoStepProvider> = {
    async issue(deps, integration, { credentials: typed, config }) {
        const candidate = { integration, config, credentials: { ...typed, type: 'TWO_STEP' } };
        const reply = await logIn(deps, candidate, integration.provider, beginProviderOperation('token', candidate));
        if (reply === undefined) return { ok: false, code: 'integration_misconfigured' };
        if (!reply.ok) return failureOf(reply.refusal, { grant: 'credentials_rejected', client: 'credentials_rejected' });
        return { ok: true, config, credentials: withToken(candidate.credentials, integration.provider, reply.token, deps.clock.now()) };
    },

    async renew(deps, connection) {
        const { provider } = connection.integration;
        const operation = beginProviderOperation('refresh', connection, connection.row.connection_id);
        const reply = (await refresh(deps, connection, provider, operation)) ?? (await logIn(deps, connection, provider, operation));
        if (reply === undefined) return { ok: false, refusal: { kind: 'unresolved' } };
        if (!reply.ok) return reply;
        const credentials = withToken(connection.credentials, provider, reply.token, deps.clock.now());
        const { receivedAt } = reply;
        const unstated = { grantedScopes: undefined, grantEndsAt: undefined, idleEndsAt: undefined };
        return { ok: true, renewed: { credentials, config: {}, receivedAt, ...unstated } };
    }
};

/** Undefined where there is no refresh token, or the provider does not accept it any more. */
async function refresh(
    deps: ProviderCallDeps,
    candidate: Candidate,
    provider: TwoStepProvider,
    purpose: EgressPurpose
): Promise<TokenResponse | undefined> {
    const { refresh_step: step } = provider;
    if (!step || typeof candidate.credentials.refresh_token !== 'string') return undefined;
    const reply = await sendStep(deps, candidate, provider, { step, responses: [], isLast: true }, purpose);
    const isRefused = reply?.ok === false && ['refused', 'misconfigured'].includes(reply.refusal.kind);
    return isRefused ? undefined : reply;
}

function withToken(before: CredentialValues, provider: TwoStepProvider, token: Token, now: Date): Candidate['credentials'] {
    const { refresh_token: former, ...typed } = before;
    const renewal = token.refreshToken ?? former;
    return {
        ...typed,
        type: 'TWO_STEP',
        token: token.accessToken,
        ...(renewal === undefined ? {} : { refresh_token: renewal }),
        expires_at: (token.expiresAt ?? endOf(provider, token.accessToken, now)).toISOString(),
        raw: token.raw
    };
}

function endOf({ token_expires_in_ms: lifetimeMs }: TwoStepProvider, token: string, now: Date): Date {
    const stated = lifetimeMs === undefined ? endOfJwt(token) : undefined;
    return stated ?? new Date(now.getTime() + (lifetimeMs ?? defaultLifetimeMs));
}

/** `exp` of a JWT (RFC 7519 §4.1.4), as the provider put it there: no signature is checked. */
function endOfJwt(token: string): Date | undefined {
    const [, payload = '', ...rest] = token.split('.');
    if (rest.length !== 1) return undefined;
    try {
        const seconds = valueAt(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')), 'exp');
        const end = typeof seconds === 'number' ? new Date(seconds * 1000) : undefined;
        return end && !Number.isNaN(end.getTime()) && end.getUTCFullYear() < 10_000 ? end : undefined;
    } catch {
        return undefined;
    }
}
