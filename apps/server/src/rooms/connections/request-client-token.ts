import type { AttemptCode } from '@patchbay/contracts';
import { clientCredentialsRequest } from '@patchbay/oauth';
import { copyMetadata, interpolationValues } from '@patchbay/providers';
import type { Deps } from '../../deps.ts';
import type { Integration } from '../integrations/open-integration.ts';
import type { Candidate } from './provider-request.ts';
import { requestToken } from './request-token.ts';
import { resolveTokenEndpoint } from './resolve-token-endpoint.ts';

/** Providers that say nothing of an expiry mean about an hour; five minutes less is safe. */
const defaultLifetimeMs = 55 * 60_000;

/** Gets a first token for the client id and secret that the end user typed. */
export async function requestClientToken(
    deps: Pick<Deps, 'egress' | 'clock' | 'log' | 'config' | 'providerPatience'>,
    { provider, row }: Integration,
    input: { credentials: Record<string, string>; config: Record<string, unknown> }
): Promise<
    | { ok: true; credentials: Candidate['credentials']; config: Record<string, unknown> }
    | { ok: false; code: AttemptCode; providerText?: string }
> {
    if (provider.auth_mode !== 'OAUTH2_CC') throw new Error(`${provider.id} has no client credentials`);
    const { client_id: clientId = '', client_secret: clientSecret = '' } = input.credentials;
    const values = interpolationValues({
        credentials: input.credentials,
        connectionConfig: input.config,
        client: { clientId, clientSecret },
        sandboxUrl: deps.config.sandboxUrl
    });
    const endpoint = resolveTokenEndpoint(provider, values, { clientId, clientSecret });
    if (!endpoint) return { ok: false, code: 'integration_misconfigured' };
    const typedScopes = input.config.oauth_scopes;
    const scopes = typeof typedScopes === 'string' ? typedScopes.split(/[\s,]+/).filter((scope) => scope !== '') : row.scopes;
    const request = clientCredentialsRequest({ ...endpoint, scopes, scopeSeparator: provider.scope_separator });
    // Here it is the end user's own client, so a provider that does not know it has refused what was typed.
    const outcome = await requestToken(deps, provider, request, { grant: 'credentials_rejected', client: 'credentials_rejected' });
    if (!outcome.ok) return outcome;
    const { token } = outcome;
    const expiresAt = token.expiresAt ?? new Date(deps.clock.now().getTime() + defaultLifetimeMs);
    return {
        ok: true,
        credentials: {
            ...input.credentials,
            type: 'OAUTH2_CC',
            token: token.accessToken,
            client_id: clientId,
            client_secret: clientSecret,
            expires_at: expiresAt.toISOString(),
            raw: token.raw
        },
        config: { ...input.config, ...copyMetadata(token.raw, provider.token_response_metadata) }
    };
}
