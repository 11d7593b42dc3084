import { authorizationCodeRequest, readCallback } from '@patchbay/oauth';
import type { McpGenericProvider, McpProvider } from '@patchbay/providers';
import type { Deps } from '../../../../deps.ts';
import { authorizationServer, clientOf } from '../../../connections/connection-store/client-of.ts';
import { registersClients } from '../../../connections/connection-store/credential-traits.ts';
import { usesIntegrationApp, recordAppResult } from '../../../connections/credentials/app-refusal.ts';
import { isClientRefused } from '../../../connections/credentials/refresh-failure.ts';
import { beginProviderOperation } from '../../../connections/provider-calls/begin-provider-operation.ts';
import { tokenEndpointOf } from '../../../connections/provider-calls/credential-types/mcp.ts';
import { redirectUriFor } from '../../../connections/provider-calls/mcp/addresses.ts';
import { forgetClient } from '../../../connections/provider-calls/mcp/register-client.ts';
import type { ProviderCallDeps } from '../../../connections/provider-calls/provider-request.ts';
import { secretsOf } from '../../../connections/provider-calls/provider-secrets.ts';
import { scrubberOf } from '../../../connections/provider-calls/provider-text.ts';
import { clientOverrideOf, requestToken, toOAuth2Credentials } from '../../../connections/provider-calls/request-token.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import { type Failed, failed } from '../outcome/decide-outcome.ts';
import { type CallbackContext, decideContext, type Granted } from './decide-callback.ts';

type McpIntegration = Integration & { provider: McpProvider | McpGenericProvider };
type Needs = ProviderCallDeps & Pick<Deps, 'db' | 'ids'>;
type Query = Readonly<Record<string, string | string[]>>;

/**
 * Exchanges the code of a callback from an MCP server's authorization server, at the address that
 * was found before the browser was sent there.
 * @param issuer which the redirect URI was for
 */
export async function acceptMcp(
    deps: Needs,
    context: CallbackContext,
    integration: McpIntegration,
    { query, issuer }: { query: Query; issuer: string | undefined },
    connectionId: string
): Promise<Failed | Granted> {
    const { secrets } = context;
    const problem = decideContext(context, integration);
    if (problem) return problem;
    const { sendsIssuer = false, redirectUri = '', ...found } = secrets.authorizationServer ?? {};
    const { data: server } = authorizationServer.safeParse(found);
    if (!server || redirectUri !== redirectUriOf(deps.config, issuer) || !isOfIssuer(query, server.issuer, sendsIssuer))
        return failed('state_mismatch');
    const credentials = { type: 'OAUTH2', ...clientOverrideOf(secrets.client), authorization_server: server };
    const spent = [query['code'], secrets.codeVerifier];
    const use = { integration, credentials, config: secrets.config, spent };
    const known = secretsOf(use);
    const read = readCallback(query);
    if (!read.ok)
        return failed(read.code, {
            isFromCallback: read.code === 'provider_error',
            ...(read.providerText === undefined ? {} : { providerText: scrubberOf(known).text(read.providerText) })
        });
    const request = authorizationCodeRequest({
        ...tokenEndpointOf(server, clientOf(integration, credentials)),
        code: read.code,
        redirectUri,
        codeVerifier: secrets.codeVerifier
    });
    const refusedAs = { grant: 'provider_error', client: 'integration_misconfigured' } as const;
    const purpose = beginProviderOperation('token', use, connectionId);
    const outcome = await requestToken(deps, integration.provider, request, known, refusedAs, purpose);
    const isRefused = !outcome.ok && isClientRefused(outcome.refusal);
    if (isRefused && registersClients(integration.provider)) await forgetClient(deps, integration, server.issuer);
    if (usesIntegrationApp(deps, use, 'token') && (outcome.ok || isRefused))
        await recordAppResult(deps, integration, outcome.ok ? undefined : outcome.refusal);
    if (!outcome.ok) return failed(outcome.code, outcome.providerText === undefined ? {} : { providerText: outcome.providerText });
    const { token } = outcome;
    const grant = {
        askedScopes: secrets.scopes,
        grantedScopes: token.scopes ?? null,
        issuedAt: deps.clock.now().toISOString(),
        endsAt: token.grantEndsAt?.toISOString() ?? null,
        idleEndsAt: token.refreshExpiresAt?.toISOString() ?? null,
        ...(secrets.client || secrets.clientId === undefined ? {} : { clientId: secrets.clientId })
    };
    const granted = { ...toOAuth2Credentials(token, secrets.client), authorization_server: server };
    return { kind: 'granted', candidate: { integration, credentials: granted, config: secrets.config, grant, spent }, missing: [] };
}

function redirectUriOf(config: Deps['config'], issuer: string | undefined): string {
    return issuer === undefined ? `${config.publicUrl}/oauth/callback` : redirectUriFor(config, issuer);
}

/** RFC 9207 §2.4: compared where it is there, and there where it was promised. */
function isOfIssuer({ iss }: Query, issuer: string, sendsIssuer: boolean): boolean {
    return iss === undefined ? !sendsIssuer : iss === issuer;
}
