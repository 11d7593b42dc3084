import type { AttemptRow } from '@patchbay/db';
import { copyMetadata, type OAuth1Provider } from '@patchbay/providers';
import type { Deps } from '../../../../deps.ts';
import { beginProviderOperation } from '../../../connections/provider-calls/begin-provider-operation.ts';
import { type OAuth1Pair, requestOAuth1 } from '../../../connections/provider-calls/credential-types/oauth1-calls.ts';
import type { ProviderCallDeps } from '../../../connections/provider-calls/provider-request.ts';
import { scrubberOf } from '../../../connections/provider-calls/provider-text.ts';
import { secretsOf } from '../../../connections/provider-calls/provider-secrets.ts';
import { clientOverrideOf } from '../../../connections/provider-calls/request-token.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import type { AttemptSecrets } from '../attempt-secrets.ts';
import { type Failed, failed } from '../outcome/decide-outcome.ts';
import { refusedOAuth1 } from '../outcome/refused-oauth1.ts';
import { oauth1ClientOf } from '../start/oauth1-sign-in.ts';
import { type CallbackContext, decideContext, type Granted } from './decide-callback.ts';

type OAuth1Integration = Integration & { provider: OAuth1Provider };

/** A callback whose temporary credentials may be traded for a token. */
export interface Verified {
    kind: 'verifier';
    integration: OAuth1Integration;
    temporary: OAuth1Pair;
    verifier: string;
    params: Readonly<Record<string, string>>;
}

/** How providers say that the end user refused, where they do not send `denied`. */
const deniedProblems = ['user_refused', 'permission_denied', 'access_denied'];

/** Checks a callback of OAuth 1.0a (RFC 5849 §2.2), whose state has been spent. */
export function decideVerifier(
    context: CallbackContext,
    integration: OAuth1Integration,
    query: Readonly<Record<string, string | string[]>>
): Failed | Verified {
    const problem = decideContext(context, integration);
    if (problem) return problem;
    const params = Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
    const { temporary } = context.secrets;
    if (params.length < Object.keys(query).length || !temporary) return failed('state_mismatch');
    const given = new Map(params);
    // Twitter names the token that was refused; others have words of OAuth 2 or of an extension.
    const said = given.get('oauth_problem') ?? given.get('error');
    if (given.has('denied') || deniedProblems.includes(said ?? '')) return failed('consent_denied');
    if (said) {
        const { text } = scrubberOf(secretsOf({ integration, credentials: { type: 'OAUTH1' }, config: context.secrets.config }));
        return failed('provider_error', { isFromCallback: true, providerText: text(given.get('error_description') ?? said) });
    }
    if (given.get('oauth_token') !== temporary.token) return failed('state_mismatch');
    const verifier = given.get('oauth_verifier');
    if (!verifier) return failed('provider_error', { isFromCallback: true });
    return { kind: 'verifier', integration, temporary, verifier, params: Object.fromEntries(params) };
}

/** Trades temporary credentials for a token (RFC 5849 §2.3). @param declared takes precedence */
export async function acceptVerifier(
    deps: ProviderCallDeps & Pick<Deps, 'db'>,
    { integration, temporary, verifier, params }: Verified,
    { secrets, row, declared }: { secrets: AttemptSecrets; row: AttemptRow; declared: Record<string, unknown> }
): Promise<Failed | Granted> {
    const { config, client } = secrets;
    const spent = [verifier, temporary.secret, client?.clientSecret];
    const credentials = { type: 'OAUTH1', ...clientOverrideOf(client) };
    const purpose = beginProviderOperation('token', { integration, credentials, config, spent }, row.connection_id);
    const use = { integration, config, client: oauth1ClientOf(integration, secrets) };
    const reply = await requestOAuth1(deps, use, { kind: 'token', temporary, verifier }, purpose);
    if (!reply.ok) return refusedOAuth1(reply.refusal);
    const { pair, raw, scrubber } = reply;
    const { token_response_metadata: ofToken, redirect_uri_metadata: ofCallback } = integration.provider;
    const told = scrubber.values({ ...copyMetadata(raw, ofToken), ...copyMetadata(params, ofCallback) });
    const grant = {
        askedScopes: [],
        grantedScopes: null,
        issuedAt: deps.clock.now().toISOString(),
        endsAt: null,
        idleEndsAt: null,
        ...(client || secrets.clientId === undefined ? {} : { clientId: secrets.clientId })
    };
    return {
        kind: 'granted',
        candidate: {
            integration,
            credentials: { ...credentials, oauth_token: pair.token, oauth_token_secret: pair.secret, raw },
            config: { ...config, ...told, ...declared },
            grant,
            spent
        },
        missing: []
    };
}
