import { authorizationUrl, chooseAuthMethod } from '@patchbay/oauth';
import {
    interpolateUrl,
    interpolationValues,
    isMcp,
    type McpGenericProvider,
    type McpProvider,
    needsApp,
    UnsafeValueError
} from '@patchbay/providers';
import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import type { StoredAuthorizationServer } from '../../../connections/connection-store/client-of.ts';
import { beginProviderOperation } from '../../../connections/provider-calls/begin-provider-operation.ts';
import { issuerHash, redirectUriFor } from '../../../connections/provider-calls/mcp/addresses.ts';
import type { Asking } from '../../../connections/provider-calls/discovery/ask.ts';
import { discoverServer, type DiscoveredServer } from '../../../connections/provider-calls/mcp/discover.ts';
import { type ServerProblem, unusable } from '../../../connections/provider-calls/discovery/problem.ts';
import { clientAt } from '../../../connections/provider-calls/mcp/register-client.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import { readSettings } from '../../connect-settings/read-settings.ts';
import type { AttemptSecrets } from '../attempt-secrets.ts';
import { type Failed, failed } from '../outcome/decide-outcome.ts';

type McpIntegration = Integration & { provider: McpProvider | McpGenericProvider };

export function isMcpIntegration(integration: Integration): integration is McpIntegration {
    return isMcp(integration.provider);
}

/** What is kept of a sign-in at an MCP server until the browser is back. */
type Found = Required<Pick<AttemptSecrets, 'authorizationServer'>> & Pick<AttemptSecrets, 'scopes'>;

/**
 * Finds the authorization server of an MCP server, and a client there; then where to send the
 * browser. What was found is kept with the attempt, so that its code goes nowhere else.
 */
export async function mcpSignIn(
    deps: Deps,
    row: AttemptRow,
    integration: McpIntegration,
    secrets: AttemptSecrets,
    { state, challenge }: { state: string; challenge: string }
): Promise<{ ok: true; url: string; secrets: Found } | { ok: false; outcome: Failed }> {
    const { config } = deps;
    const { provider } = integration;
    const candidate = { integration, credentials: { type: 'OAUTH2' }, config: secrets.config };
    const asking = {
        purpose: beginProviderOperation('token', candidate, row.connection_id),
        signal: AbortSignal.timeout(deps.providerTimeouts.tokenMs)
    };
    const values = interpolationValues({ connectionConfig: secrets.config, sandboxUrl: config.sandboxUrl });
    let serverUrl: string | undefined;
    try {
        serverUrl = interpolateUrl(provider.proxy.base_url, values, provider.connection_config);
    } catch (error) {
        if (!(error instanceof UnsafeValueError)) throw error;
        return refused(unusable('The address of the server cannot be used. It may have no query and no user.'));
    }
    if (serverUrl === undefined) return { ok: false, outcome: failed('integration_misconfigured') };
    const expected = provider.auth_mode === 'MCP_OAUTH2' ? provider.issuer : undefined;
    const found = await discoverServer(
        deps,
        asking,
        serverUrl,
        expected === undefined ? undefined : interpolateUrl(expected, values, provider.connection_config)
    );
    if (!found.ok) return refused(found);
    const client = await chooseClient(deps, integration, secrets, found, asking);
    if (!client.ok) return 'outcome' in client ? client : refused(client);
    const { issuer, tokenUrl, revocationUrl, sendsIssuer, authorizationUrl: address } = found.metadata;
    // What the integration or the session asks for, else what the server does.
    const scopes = secrets.scopes.length > 0 ? secrets.scopes : (found.scopes ?? []);
    const { redirectUri, clientId, authMethod, registered } = client;
    return {
        ok: true,
        url: authorizationUrl({
            authorizationUrl: address,
            clientId,
            redirectUri,
            scopes,
            state,
            codeChallenge: challenge,
            params: { ...secrets.authorizationParams, resource: found.resource }
        }),
        secrets: {
            scopes,
            authorizationServer: {
                issuer,
                tokenUrl,
                ...(revocationUrl === undefined ? {} : { revocationUrl }),
                resource: found.resource,
                authMethod,
                ...(registered ? { client: registered } : {}),
                sendsIssuer,
                redirectUri
            }
        }
    };
}

function refused({ code, text }: ServerProblem): { ok: false; outcome: Failed } {
    return { ok: false, outcome: failed(code, { isFromCallback: false, providerText: text }) };
}

interface ChosenClient extends Pick<StoredAuthorizationServer, 'authMethod'> {
    ok: true;
    clientId: string;
    redirectUri: string;
    registered?: StoredAuthorizationServer['client'];
}

/** The session's, the operator's, or one that this server gets to know now. */
async function chooseClient(
    deps: Deps,
    integration: McpIntegration,
    secrets: AttemptSecrets,
    { metadata }: DiscoveredServer,
    asking: Asking
): Promise<ChosenClient | ServerProblem | { ok: false; outcome: Failed }> {
    const { config } = deps;
    const { provider, row } = integration;
    const redirectUri = redirectUriFor(config, issuerHash(metadata.issuer));
    if (secrets.client) {
        // Its secret would go to whichever server an end user names.
        if (provider.auth_mode === 'MCP_OAUTH2_GENERIC')
            return {
                ok: false,
                outcome: failed('integration_misconfigured', {
                    description: 'A session cannot bring an OAuth app for a server whose address the end user gives.'
                })
            };
        const { clientId, clientSecret } = secrets.client;
        return { ok: true, clientId, redirectUri, authMethod: chooseAuthMethod(metadata.authMethods, clientSecret !== '') };
    }
    if (needsApp(provider)) {
        const clientId = row.client_id ?? '';
        // As the operator has registered it.
        const registeredUri = `${config.publicUrl}/oauth/callback`;
        return clientId === ''
            ? { ok: false, outcome: failed('integration_misconfigured') }
            : { ok: true, clientId, redirectUri: registeredUri, authMethod: chooseAuthMethod(metadata.authMethods) };
    }
    const { app_name: name } = await readSettings(deps.db, row.environment_id);
    const found = await clientAt(deps, integration, { metadata, name: name ?? config.appName ?? 'Patchbay' }, asking);
    if (!found.ok) return found;
    const { clientId, clientSecret = '', authMethod } = found.client;
    return { ok: true, clientId, redirectUri, authMethod, registered: { clientId, clientSecret } };
}
