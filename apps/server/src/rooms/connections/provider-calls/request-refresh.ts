import { refreshRequest, type Token, type TokenRequest } from '@patchbay/oauth';
import { copyMetadata, type CredentialValues, interpolationValues, type OAuth2Provider } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { clientOf } from '../connection-store/client-of.ts';
import { beginProviderOperation } from './begin-provider-operation.ts';
import { secretsOf } from './provider-secrets.ts';
import { clientTokenRequest, withClientToken } from './request-client-token.ts';
import { sendTokenRequest, type TokenProvider, type TokenRefusal, toOAuth2Credentials } from './request-token.ts';
import { resolveTokenEndpoint } from './resolve-token-endpoint.ts';
import type { UsableConnection } from '../connection-store/open-connection.ts';
import type { UsableRow } from '../connection-store/usable-connection.sql.ts';
import type { ProviderCallDeps } from './provider-request.ts';

/** Credentials as they are to be stored instead of the old ones. */
export interface RefreshedCredentials {
    credentials: UsableConnection['credentials'];
    /** What changed in the connection's configuration. */
    config: Record<string, unknown>;
    grantedScopes: string[] | undefined;
    /** Null: each refresh moves the end, so none is stored. Undefined: the provider states none. */
    grantEndsAt: Date | null | undefined;
    /** When the grant ends unless it is used before. */
    idleEndsAt: Date | undefined;
    /** `performance.now()` when the response arrived. */
    receivedAt: number;
}

/** Credentials that can be renewed. */
export type RefreshableConnection<Row extends UsableRow = UsableRow> = UsableConnection<Row> & { integration: { provider: TokenProvider } };

export type RefreshResult = { ok: true; renewed: RefreshedCredentials } | { ok: false; refusal: TokenRefusal | { kind: 'unresolved' } };

/** Whether there is anything to ask the provider with. Keys and passwords stay as they are. */
export function isRefreshable<Row extends UsableRow>(connection: UsableConnection<Row>): connection is RefreshableConnection<Row> {
    const { auth_mode: mode } = connection.integration.provider;
    return mode === 'OAUTH2_CC' || (mode === 'OAUTH2' && typeof connection.credentials.refresh_token === 'string');
}

/** Requests the next credentials, by credential type. */
export async function requestRefresh(deps: ProviderCallDeps, connection: RefreshableConnection): Promise<RefreshResult> {
    const { provider, row: integration } = connection.integration;
    const { credentials, config } = connection;
    const request =
        provider.auth_mode === 'OAUTH2'
            ? refreshTokenRequest(deps, provider, connection)
            : clientTokenRequest(deps, provider, { credentials, config, scopes: integration.scopes });
    if (!request) return { ok: false, refusal: { kind: 'unresolved' } };
    const operation = beginProviderOperation('refresh', connection, connection.row.connection_id);
    const reply = await sendTokenRequest(deps, provider, request, secretsOf(connection), operation);
    if (!reply.ok) return reply;
    const { token, receivedAt, scrubber } = reply;
    return {
        ok: true,
        renewed: {
            credentials:
                provider.auth_mode === 'OAUTH2' ? withNewToken(credentials, token) : withClientToken(credentials, token, deps.clock.now()),
            config: scrubber.values(changedMetadata(provider.token_response_metadata, credentials.raw, token.raw, config)),
            grantedScopes: token.scopes,
            grantEndsAt: token.grantEndsAt ?? (token.refreshExpiresAt && !provider.refresh?.grant_hours ? null : undefined),
            idleEndsAt: token.refreshExpiresAt,
            receivedAt
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
function withNewToken({ refresh_token, config_override }: CredentialValues, token: Token): UsableConnection['credentials'] {
    return { refresh_token, ...toOAuth2Credentials(token), ...(config_override === undefined ? {} : { config_override }) };
}

/** Metadata of the token response that changed, unless it was set by hand when connecting. */
function changedMetadata(
    keys: readonly string[] | undefined,
    before: unknown,
    after: Record<string, unknown>,
    config: Record<string, unknown>
): Record<string, unknown> {
    const known = copyMetadata(typeof before === 'object' && before !== null ? { ...before } : {}, keys);
    const told = Object.entries(copyMetadata(after, keys));
    return Object.fromEntries(told.filter(([key, value]) => config[key] === known[key] && config[key] !== value));
}
