import { refreshRequest, type Token, type TokenRequest } from '@patchbay/oauth';
import { type CredentialValues, type ExchangeStep, interpolationValues, type OAuth2Provider } from '@patchbay/providers';
import type { Deps } from '../../../../deps.ts';
import { clientOf } from '../../connection-store/client-of.ts';
import type { UsableConnection } from '../../connection-store/open-connection.ts';
import { expiryOf } from '../../connection-store/refresh-schedule.ts';
import { beginProviderOperation } from '../begin-provider-operation.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import { toOAuth2Credentials } from '../request-token.ts';
import { resolveTokenEndpoint } from '../resolve-token-endpoint.ts';
import type { ConnectionTo, CredentialType, KeepRenewed, RefreshedCredentials, RefreshResult } from './credential-type.ts';
import { exchangeToken } from './exchange-token.ts';
import { renewToken } from './renew-token.ts';

/** Tokens of a sign-in; the sign-in itself is the room `connect/attempts`. */
export const oauth2: Pick<CredentialType<OAuth2Provider>, 'renew'> = {
    async renew(deps, connection, keep) {
        const { token_step: step } = connection.integration.provider;
        if (step?.renews) return exchangeAgain(deps, connection, step);
        const renewal = await renewByRefreshToken(deps, connection);
        return step && renewal.ok ? exchangeRenewed(deps, connection, step, renewal.renewed, keep) : renewal;
    }
};

type Connection = ConnectionTo<OAuth2Provider>;

function renewByRefreshToken(deps: ProviderCallDeps, connection: Connection): Promise<RefreshResult> {
    const request = refreshTokenRequest(deps, connection.integration.provider, connection);
    return renewToken(deps, connection, request, (token) => withNewToken(connection.credentials, token));
}

/**
 * The rotated refresh token is stored before the token is traded, so that it outlives whatever
 * happens to that. Calls go on with the token from before.
 */
async function exchangeRenewed(
    deps: ProviderCallDeps,
    connection: Connection,
    step: ExchangeStep,
    renewed: RefreshedCredentials,
    keep: KeepRenewed
): Promise<RefreshResult> {
    const { credentials } = renewed;
    const { refresh_token: refreshToken } = credentials;
    const isRotated = refreshToken !== connection.credentials.refresh_token;
    if (isRotated && !(await keep({ ...renewed, credentials: { ...connection.credentials, refresh_token: refreshToken } })))
        return { ok: false, refusal: { kind: 'unresolved' } };
    const after = { ...connection, credentials, config: { ...connection.config, ...renewed.config } };
    const outcome = await exchange(deps, after, step);
    return outcome.ok
        ? { ok: true, renewed: { ...renewed, ...outcome.renewed, config: { ...renewed.config, ...outcome.renewed.config } } }
        : outcome;
}

async function exchangeAgain(deps: ProviderCallDeps, connection: Connection, step: ExchangeStep): Promise<RefreshResult> {
    const outcome = await exchange(deps, connection, step);
    const unstated = { grantedScopes: undefined, grantEndsAt: undefined, idleEndsAt: undefined };
    return outcome.ok ? { ok: true, renewed: { ...unstated, ...outcome.renewed } } : outcome;
}

type Exchange =
    | { ok: true; renewed: Pick<RefreshedCredentials, 'credentials' | 'config' | 'receivedAt'> & { idleEndsAt?: Date } }
    | Extract<RefreshResult, { ok: false }>;

async function exchange(deps: ProviderCallDeps, connection: Connection, step: ExchangeStep): Promise<Exchange> {
    const { credentials, config, row } = connection;
    const { access_token: accessToken, raw } = credentials;
    const end = step.renews ? undefined : expiryOf(credentials);
    const token: Token = {
        accessToken: String(accessToken),
        ...(end && { expiresAt: end }),
        raw: typeof raw === 'object' && raw !== null ? { ...raw } : {}
    };
    const operation = beginProviderOperation('refresh', connection, row.connection_id);
    const outcome = await exchangeToken(deps, connection, step, token, operation);
    if (!outcome?.ok) return outcome ?? { ok: false, refusal: { kind: 'unresolved' } };
    const { refreshExpiresAt: idleEndsAt } = outcome.token;
    return {
        ok: true,
        renewed: {
            credentials: withNewToken(credentials, outcome.token),
            config: Object.fromEntries(Object.entries(outcome.config).filter(([name, value]) => config[name] !== value)),
            receivedAt: outcome.receivedAt,
            ...(idleEndsAt && { idleEndsAt })
        }
    };
}

/** Undefined when the configuration lacks what the token URL needs. */
export function refreshTokenRequest(
    { config }: Pick<Deps, 'config'>,
    provider: OAuth2Provider,
    connection: Pick<UsableConnection, 'integration' | 'credentials' | 'config'>
): TokenRequest | undefined {
    const { integration, credentials } = connection;
    const client = clientOf(integration, credentials);
    const values = interpolationValues({ credentials, connectionConfig: connection.config, client, sandboxUrl: config.sandboxUrl });
    const endpoint = resolveTokenEndpoint(provider, values, client, 'refresh');
    return endpoint && refreshRequest({ ...endpoint, refreshToken: String(credentials.refresh_token) });
}

/** A response without a refresh token keeps the old one (RFC 6749 §6). */
export function withNewToken({ refresh_token, config_override }: CredentialValues, token: Token): UsableConnection['credentials'] {
    return { refresh_token, ...toOAuth2Credentials(token), ...(config_override === undefined ? {} : { config_override }) };
}
