import type { Token, TokenRequest } from '@patchbay/oauth';
import { copyMetadata } from '@patchbay/providers';
import { clientCertificateOf } from '../../connection-store/client-certificate.ts';
import type { UsableConnection } from '../../connection-store/open-connection.ts';
import { beginProviderOperation } from '../begin-provider-operation.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import { secretsOf } from '../provider-secrets.ts';
import { oauthResponseReader, sendTokenRequest, type TokenProvider, type TokenRules } from '../request-token.ts';
import type { ConnectionTo, RefreshResult } from './credential-type.ts';

/** Sends a token request of OAuth 2 for a connection. @param request undefined: no address */
export async function renewToken(
    deps: ProviderCallDeps,
    connection: ConnectionTo<TokenProvider>,
    request: TokenRequest | undefined,
    withToken: (token: Token) => UsableConnection['credentials']
): Promise<RefreshResult> {
    const provider: TokenRules = connection.integration.provider;
    if (!request) return { ok: false, refusal: { kind: 'unresolved' } };
    const operation = beginProviderOperation('refresh', connection, connection.row.connection_id);
    const sent = { ...request, ...clientCertificateOf(connection, operation) };
    const reply = await sendTokenRequest(deps, provider, sent, secretsOf(connection), operation, oauthResponseReader(provider));
    if (!reply.ok) return reply;
    const { token, receivedAt, scrubber } = reply;
    const { credentials, config } = connection;
    return {
        ok: true,
        renewed: {
            credentials: withToken(token),
            config: scrubber.values(changedMetadata(provider.token_response_metadata, credentials.raw, token.raw, config)),
            grantedScopes: token.scopes,
            grantEndsAt: token.grantEndsAt ?? (token.refreshExpiresAt && !provider.refresh?.grant_hours ? null : undefined),
            idleEndsAt: token.refreshExpiresAt,
            receivedAt
        }
    };
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
