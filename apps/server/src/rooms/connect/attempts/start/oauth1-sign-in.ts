import { interpolationValues, interpolateUrl, type OAuth1Provider, resolveTemplates, UnsafeValueError } from '@patchbay/providers';
import type { Deps } from '../../../../deps.ts';
import { recordAppResult, usesIntegrationApp } from '../../../connections/credentials/app-refusal.ts';
import { beginProviderOperation } from '../../../connections/provider-calls/begin-provider-operation.ts';
import { requestOAuth1 } from '../../../connections/provider-calls/credential-types/oauth1-calls.ts';
import type { ProviderCallDeps } from '../../../connections/provider-calls/provider-request.ts';
import { clientOverrideOf } from '../../../connections/provider-calls/request-token.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import type { AttemptSecrets } from '../attempt-secrets.ts';
import { type Failed, failed } from '../outcome/decide-outcome.ts';
import { refusedOAuth1 } from '../outcome/refused-oauth1.ts';

type Needs = ProviderCallDeps & Pick<Deps, 'db'>;
type OAuth1Integration = Integration & { provider: OAuth1Provider };

/** What ties the provider's redirect to this attempt. */
interface Ties {
    state: string;
    redirectUri: string;
    connectionId: string;
}

type SignIn = { ok: true; url: string; secrets: Partial<AttemptSecrets> } | { ok: false; outcome: Failed };

/**
 * Asks for temporary credentials, and says where the browser is sent with them. The state is in the
 * address that it comes back to, which is signed; the attempt is found by it as in OAuth 2.
 */
export async function oauth1SignIn(deps: Needs, integration: OAuth1Integration, secrets: AttemptSecrets, ties: Ties): Promise<SignIn> {
    try {
        return await request(deps, integration, secrets, ties);
    } catch (error) {
        if (!(error instanceof UnsafeValueError)) throw error;
        return { ok: false, outcome: failed('integration_misconfigured') };
    }
}

async function request(
    deps: Needs,
    integration: OAuth1Integration,
    secrets: AttemptSecrets,
    { state, redirectUri, connectionId }: Ties
): Promise<SignIn> {
    const { config } = secrets;
    const client = oauth1ClientOf(integration, secrets);
    const callback = `${redirectUri}?${new URLSearchParams({ state }).toString()}`;
    const use = { integration, credentials: { type: 'OAUTH1', ...clientOverrideOf(secrets.client) }, config };
    const purpose = beginProviderOperation('token', use, connectionId);
    const reply = await requestOAuth1(deps, { integration, config, client }, { kind: 'temporary', callback }, purpose);
    const refusal = reply.ok ? undefined : reply.refusal;
    if (usesIntegrationApp(deps, use, 'token')) await recordAppResult(deps, integration, refusal);
    if (!reply.ok) return { ok: false, outcome: refusedOAuth1(reply.refusal) };
    const url = oauth1Url(deps, integration, secrets, reply.pair.token);
    if (url === undefined) return { ok: false, outcome: failed('integration_misconfigured') };
    return { ok: true, url, secrets: { clientId: client.clientId, temporary: reply.pair } };
}

/** The app: the session's own, when the backend gave one, else the integration's. */
export function oauth1ClientOf({ row, secrets: { clientSecret = '' } }: Integration, { client }: AttemptSecrets) {
    return client ?? { clientId: row.client_id ?? '', clientSecret };
}

/** RFC 5849 §2.2: undefined when the configuration lacks what the address needs. */
export function oauth1Url(
    { config }: Pick<Deps, 'config'>,
    { provider }: OAuth1Integration,
    { config: connectionConfig, authorizationParams }: Pick<AttemptSecrets, 'config' | 'authorizationParams'>,
    token: string
): string | undefined {
    const values = interpolationValues({ connectionConfig, sandboxUrl: config.sandboxUrl });
    const address = interpolateUrl(provider.authorization_url, values, provider.connection_config);
    if (address === undefined) return undefined;
    const url = new URL(address);
    const params = { ...resolveTemplates(provider.authorization_params, values), ...authorizationParams };
    for (const [name, value] of Object.entries(params)) {
        // Neither the token nor where the browser is sent back to.
        if (value === 'undefined' || /^oauth_/i.test(name)) url.searchParams.delete(name);
        else url.searchParams.set(name, value);
    }
    url.searchParams.set('oauth_token', token);
    url.search = url.searchParams.toString().replaceAll('+', '%20');
    return url.href;
}
