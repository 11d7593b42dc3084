import { authenticationOf, type ClientAuthentication, refreshRequest, revocationRequest, type TokenRequest } from '@patchbay/oauth';
import type { McpGenericProvider, McpProvider } from '@patchbay/providers';
import { authorizationServerOf, clientOf, type OAuthClient, type StoredAuthorizationServer } from '../../connection-store/client-of.ts';
import type { Candidate } from '../../connection-store/candidate.ts';
import type { CredentialType } from './credential-type.ts';
import { withNewToken } from './oauth2.ts';
import { renewToken } from './renew-token.ts';

/** Tokens of a sign-in for an MCP server, renewed where that was. */
export const mcp: Pick<CredentialType<McpProvider | McpGenericProvider>, 'renew'> = {
    renew(deps, connection) {
        const { credentials, integration } = connection;
        const server = authorizationServerOf(credentials);
        const request =
            server &&
            refreshRequest({
                ...tokenEndpointOf(server, clientOf(integration, credentials)),
                refreshToken: String(credentials.refresh_token)
            });
        return renewToken(deps, connection, request, (token) => ({
            ...withNewToken(credentials, token),
            authorization_server: credentials.authorization_server
        }));
    }
};

/** Tokens are for one server alone (RFC 8707). */
export function tokenEndpointOf(server: StoredAuthorizationServer, client: OAuthClient): ClientAuthentication {
    return {
        ...authenticationOf({ ...client, authMethod: server.authMethod }),
        tokenUrl: server.tokenUrl,
        params: { resource: server.resource }
    };
}

/** RFC 7009; undefined where its server takes none back. */
export function mcpRevocationRequest({
    integration,
    credentials
}: Pick<Candidate, 'integration' | 'credentials'>): TokenRequest | undefined {
    const server = authorizationServerOf(credentials);
    const { refresh_token: refreshToken, access_token: accessToken } = credentials;
    const token = refreshToken ?? accessToken;
    if (server?.revocationUrl === undefined || typeof token !== 'string') return undefined;
    return revocationRequest({
        ...authenticationOf({ ...clientOf(integration, credentials), authMethod: server.authMethod }),
        tokenUrl: server.revocationUrl,
        token,
        tokenTypeHint: refreshToken === undefined ? 'access_token' : 'refresh_token'
    });
}
