import { clientCredentialsRequest, type Token, type TokenRequest } from '@patchbay/oauth';
import { copyMetadata, interpolationValues, type OAuth2ClientCredentialsProvider } from '@patchbay/providers';
import type { Deps } from '../../../../deps.ts';
import type { Candidate } from '../../connection-store/candidate.ts';
import { clientCertificateOf } from '../../connection-store/client-certificate.ts';
import { beginProviderOperation } from '../begin-provider-operation.ts';
import { secretsOf } from '../provider-secrets.ts';
import { requestToken } from '../request-token.ts';
import { resolveTokenEndpoint } from '../resolve-token-endpoint.ts';
import type { CredentialType } from './credential-type.ts';
import { renewToken } from './renew-token.ts';
import { wrongCertificate } from './wrong-certificate.ts';

/** Providers that say nothing of an expiry mean about an hour; five minutes less is safe. */
const defaultLifetimeMs = 55 * 60_000;

/** A token for the client ID and secret that the end user typed (RFC 6749 §4.4). */
export const oauth2ClientCredentials: CredentialType<OAuth2ClientCredentialsProvider> = {
    wrongField: ({ provider }, { credentials }, now) => wrongCertificate(provider, credentials, now),

    async issue(deps, integration, input) {
        const { provider, row } = integration;
        const request = clientTokenRequest(deps, provider, { ...input, scopes: row.scopes });
        if (!request) return { ok: false, code: 'integration_misconfigured' };
        // The client is the end user's own, so a refused client means refused input.
        const refusedAs = { grant: 'credentials_rejected', client: 'credentials_rejected' } as const;
        const candidate = { integration, credentials: { ...input.credentials, type: 'OAUTH2_CC' }, config: input.config };
        const operation = beginProviderOperation('token', candidate);
        const sent = { ...request, ...clientCertificateOf(candidate, operation) };
        const outcome = await requestToken(deps, provider, sent, secretsOf(candidate), refusedAs, operation);
        if (!outcome.ok) return outcome;
        return {
            ok: true,
            credentials: withClientToken(input.credentials, outcome.token, deps.clock.now()),
            config: { ...input.config, ...outcome.scrubber.values(copyMetadata(outcome.token.raw, provider.token_response_metadata)) }
        };
    },

    renew(deps, connection) {
        const { integration, credentials, config } = connection;
        const request = clientTokenRequest(deps, integration.provider, { credentials, config, scopes: integration.row.scopes });
        return renewToken(deps, connection, request, (token) => withClientToken(credentials, token, deps.clock.now()));
    }
};

/** Undefined without a token URL. @param input.scopes overridden by the end user's */
export function clientTokenRequest(
    { config }: Pick<Deps, 'config'>,
    provider: OAuth2ClientCredentialsProvider,
    input: { credentials: Readonly<Record<string, unknown>>; config: Record<string, unknown>; scopes: readonly string[] }
): TokenRequest | undefined {
    const { client_id: id, client_secret: secret } = input.credentials;
    const client = { clientId: typeof id === 'string' ? id : '', clientSecret: typeof secret === 'string' ? secret : '' };
    const values = interpolationValues({
        credentials: input.credentials,
        connectionConfig: input.config,
        client,
        sandboxUrl: config.sandboxUrl
    });
    const endpoint = resolveTokenEndpoint(provider, values, client);
    const typedScopes = input.config.oauth_scopes;
    const scopes = typeof typedScopes === 'string' ? typedScopes.split(/[\s,]+/).filter((scope) => scope !== '') : input.scopes;
    return endpoint && clientCredentialsRequest({ ...endpoint, scopes, scopeSeparator: provider.scope_separator });
}

/** The same client with another token. */
function withClientToken(credentials: Readonly<Record<string, unknown>>, token: Token, now: Date): Candidate['credentials'] {
    const expiresAt = token.expiresAt ?? new Date(now.getTime() + defaultLifetimeMs);
    return { ...credentials, type: 'OAUTH2_CC', token: token.accessToken, expires_at: expiresAt.toISOString(), raw: token.raw };
}
