import { authorizationCodeRequest } from '@patchbay/oauth';
import { interpolationValues } from '@patchbay/providers';
import type { Deps } from '../../../../deps.ts';
import { findConnection } from '../../../connections/connection-store/connections.sql.ts';
import { usesIntegrationApp, recordAppResult } from '../../../connections/credentials/app-refusal.ts';
import { isClientRefused } from '../../../connections/credentials/refresh-failure.ts';
import { clientOverrideOf, requestToken, type TokenOutcome } from '../../../connections/provider-calls/request-token.ts';
import { resolveTokenEndpoint } from '../../../connections/provider-calls/resolve-token-endpoint.ts';
import { findSessionOf } from '../../connect-sessions/connect-sessions.sql.ts';
import { openSessionDefaults } from '../../connect-sessions/session-defaults.ts';
import type { AttemptSecrets } from '../attempt-secrets.ts';
import { type Failed, failed } from '../outcome/decide-outcome.ts';
import type { Attempt } from '../outcome/settle-attempt.ts';
import { redirectUri } from '../start/launch-attempt.ts';
import { configOfSession } from '../start/prepare-input.ts';
import { type AcceptedCallback, decideCallback, decideToken, type Granted } from './decide-callback.ts';

/** Checks a callback whose state has been spent, and exchanges its code for a grant. */
export async function exchangeCode(
    deps: Deps,
    { row, integration }: Attempt,
    secrets: AttemptSecrets,
    query: Readonly<Record<string, string | string[]>>
): Promise<Failed | Granted> {
    const { sandboxUrl } = deps.config;
    const session = await findSessionOf(deps.db, row);
    const hasConnection = row.is_reconnect && (await findConnection(deps.db, row)) !== undefined;
    const callback = decideCallback({ row, integration, secrets, session, hasConnection, sandboxUrl }, query);
    if (callback.kind === 'failed') return callback;
    const defaults = session && openSessionDefaults(deps, session)[callback.integration.row.unique_key];
    const response = await requestTokenFor(deps, callback, secrets);
    return response
        ? decideToken(callback, secrets, response, configOfSession(defaults), deps.clock.now())
        : failed('integration_misconfigured');
}

/** @returns undefined when the configuration lacks what the token URL needs */
async function requestTokenFor(deps: Deps, callback: AcceptedCallback, secrets: AttemptSecrets): Promise<TokenOutcome | undefined> {
    const { provider, integration, client, code, known } = callback;
    const values = interpolationValues({ connectionConfig: secrets.config, client, sandboxUrl: deps.config.sandboxUrl });
    const endpoint = resolveTokenEndpoint(provider, values, client);
    if (!endpoint) return undefined;
    const codeVerifier = provider.disable_pkce ? undefined : secrets.codeVerifier;
    const request = authorizationCodeRequest({ ...endpoint, code, redirectUri: redirectUri(deps.config), codeVerifier });
    const refusedAs = { grant: 'provider_error', client: 'integration_misconfigured' } as const;
    const outcome = await requestToken(deps, provider, request, known, refusedAs, {
        integration_id: integration.row.unique_key
    });
    const use = { integration, credentials: { type: 'OAUTH2', ...clientOverrideOf(secrets.client) }, config: secrets.config };
    // An end user can send any code: only an error that names the client is about the app.
    const isAboutApp =
        outcome.ok || ('error' in outcome.refusal && outcome.refusal.error !== undefined && isClientRefused(outcome.refusal));
    if (isAboutApp && usesIntegrationApp(deps, use, 'token'))
        await recordAppResult(deps, integration, outcome.ok ? undefined : outcome.refusal);
    return outcome;
}
