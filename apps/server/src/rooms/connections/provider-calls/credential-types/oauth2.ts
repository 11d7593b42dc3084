import { refreshRequest, type Token, type TokenRequest } from '@patchbay/oauth';
import { type CredentialValues, interpolationValues, type OAuth2Provider } from '@patchbay/providers';
import type { Deps } from '../../../../deps.ts';
import { clientOf } from '../../connection-store/client-of.ts';
import type { UsableConnection } from '../../connection-store/open-connection.ts';
import { toOAuth2Credentials } from '../request-token.ts';
import { resolveTokenEndpoint } from '../resolve-token-endpoint.ts';
import type { CredentialType } from './credential-type.ts';
import { renewToken } from './renew-token.ts';

/** Tokens of a sign-in; the sign-in itself is the room `connect/attempts`. */
export const oauth2: Pick<CredentialType<OAuth2Provider>, 'renew'> = {
    renew: (deps, connection) =>
        renewToken(deps, connection, refreshTokenRequest(deps, connection.integration.provider, connection), (token) =>
            withNewToken(connection.credentials, token)
        )
};

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
