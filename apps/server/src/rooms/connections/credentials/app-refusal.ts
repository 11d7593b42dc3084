import type { RefreshEventError } from '@patchbay/contracts';
import type { Db, IntegrationRow } from '@patchbay/db';
import { interpolationValues, interpolateUrl, isInstalled, isMcp, needsApp } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { recordEvent } from '../../outbox/events/record-event.ts';
import { endAppRefusal, lockApp, setAppRefusal, claimAppRetry, retryRefusedConnections } from './app-refusal.sql.ts';
import { clientOf } from '../connection-store/client-of.ts';
import { configurationError, isClientRefused, classifyRefreshError, type RefreshError, waitMs } from './refresh-failure.ts';
import { resolveTokenEndpoint } from '../provider-calls/resolve-token-endpoint.ts';
import type { UsableConnection } from '../connection-store/open-connection.ts';

type EventDeps = Pick<Deps, 'db' | 'clock' | 'ids'>;
type AppUse = Pick<UsableConnection, 'integration' | 'credentials' | 'config'>;

/**
 * Whether a token request uses the integration's own client and token endpoint. A connection with
 * another endpoint must not be able to stop the others.
 */
export function usesIntegrationApp({ config }: Pick<Deps, 'config'>, use: AppUse, purpose: 'token' | 'refresh'): boolean {
    const { integration, credentials } = use;
    const { provider } = integration;
    if (isInstalled(provider)) return true;
    const client = clientOf(integration, {});
    const used = clientOf(integration, credentials);
    const isApps = used.clientId === client.clientId && used.clientSecret === client.clientSecret;
    // Its definition names the one authorization server.
    if (isMcp(provider)) return needsApp(provider) && isApps;
    if ((provider.auth_mode !== 'OAUTH2' && provider.auth_mode !== 'OAUTH1') || !isApps) return false;
    const addressWith = (connectionConfig: Record<string, unknown>) => {
        const values = interpolationValues({ connectionConfig, client, sandboxUrl: config.sandboxUrl });
        return provider.auth_mode === 'OAUTH1'
            ? interpolateUrl(provider.request_url, values, provider.connection_config)
            : resolveTokenEndpoint(provider, values, client, purpose)?.tokenUrl;
    };
    const shared = addressWith(integration.secrets.config);
    return shared !== undefined && shared === addressWith(use.config);
}

/**
 * Why no token is requested with a refused app now; undefined when this caller may try.
 * @param asked.isOfSignIn whether by the client too by which people sign in
 * @race all connections of a refused app retry it at once: compare-and-set on `retry_at`
 */
export async function appBackoff(
    deps: Pick<Deps, 'db' | 'clock'>,
    row: IntegrationRow,
    until: Date,
    { isOfSignIn }: { isOfSignIn: boolean }
): Promise<RefreshError | undefined> {
    const refusal = row.app_refusal;
    if (!refusal || (refusal.of_sign_in === true && !isOfSignIn)) return undefined;
    const now = deps.clock.now();
    if (Date.parse(refusal.retry_at) <= now.getTime() && (await claimAppRetry(deps.db, row, refusal.retry_at, until))) return undefined;
    return { ...configurationError(refusal.message), retryAfterMs: Math.max(0, Date.parse(refusal.retry_at) - now.getTime()) };
}

/**
 * Records whether the provider accepted the integration's app. Never throws: the next response
 * repeats it.
 * @param refusal undefined when a token was issued
 * @param asked.isOfSignIn of a refusal: of the client by which people sign in, where the app has a
 * key too; else: whether that client was accepted as well
 * @returns whether the app is refused
 * @race many find a refused app, and each records an event; the refusal of a replaced app is stored
 * for the new one: the integration's row locked, condition on the app's client ID and secret; its
 * end is one statement with the same condition
 */
export async function recordAppResult(
    deps: EventDeps & Pick<Deps, 'log'>,
    integration: Integration,
    refusal: Parameters<typeof isClientRefused>[0] | undefined,
    { isOfSignIn = refusal === undefined }: { isOfSignIn?: boolean } = {}
): Promise<boolean> {
    const isRefused = refusal !== undefined && isClientRefused(refusal);
    const refreshError = refusal && classifyRefreshError(refusal, integration);
    const { app_refusal: earlier } = integration.row;
    // What was refused has to be what was asked.
    const isAnswered = earlier && (earlier.of_sign_in === true ? isOfSignIn : !refusal || !isOfSignIn);
    try {
        if (refreshError && isRefused) await recordRefusal(deps, integration, refreshError, isOfSignIn);
        // A provider that refuses the grant has authenticated the client.
        else if (isAnswered && (!refreshError || refreshError.kind === 'revoked')) await endRefusal(deps, integration);
    } catch (error) {
        deps.log.warn('oauth_app_state_not_stored: the next token response stores it', {
            environment: integration.row.environment_id,
            integration_id: integration.row.unique_key,
            error
        });
    }
    return isRefused;
}

/** Stores the refusal, with an event when it is new. Not for an app replaced meanwhile. */
async function recordRefusal(deps: EventDeps, integration: Integration, refreshError: RefreshError, isOfSignIn: boolean): Promise<void> {
    await deps.db.transaction().execute(async (trx) => {
        const row = await lockApp(trx, integration.row);
        if (!row) return;
        const now = deps.clock.now();
        const { app_refusal: previous } = row;
        const tries = (previous?.tries ?? 0) + 1;
        const { message } = refreshError;
        const eventId = previous?.event_id ?? deps.ids.uuid();
        await setAppRefusal(trx, row, {
            message,
            since: previous?.since ?? now.toISOString(),
            tries,
            retry_at: new Date(now.getTime() + waitMs(refreshError, tries, Math.random())).toISOString(),
            event_id: eventId,
            // Of a key that was refused before nothing new is known.
            ...(isOfSignIn && (!previous || previous.of_sign_in) && { of_sign_in: true })
        });
        if (!previous)
            await recordAppEvent(trx, deps, integration, {
                id: eventId,
                error: { type: 'refresh_token_external_error', description: message }
            });
    });
}

/** The integration has another app now: connections that waited for one are refreshed. */
export async function clearAppRefusal(trx: Db, row: Pick<IntegrationRow, 'environment_id' | 'id'>, now: Date): Promise<void> {
    await setAppRefusal(trx, row, null);
    await retryRefusedConnections(trx, row, now);
}

/** Ends the refusal: waiting connections are refreshed, and an event is recorded. */
async function endRefusal(deps: EventDeps, integration: Integration): Promise<void> {
    await deps.db.transaction().execute(async (trx) => {
        if (!(await endAppRefusal(trx, integration.row))) return;
        await retryRefusedConnections(trx, integration.row, deps.clock.now());
        await recordAppEvent(trx, deps, integration, {});
    });
}

function recordAppEvent(
    trx: Deps['db'],
    deps: EventDeps,
    { row, provider }: Integration,
    news: { id?: string; error?: RefreshEventError }
): Promise<void> {
    const { id, error } = news;
    return recordEvent(trx, deps, {
        ...(id === undefined ? {} : { id }),
        environmentId: row.environment_id,
        integrationId: row.id,
        content: {
            type: 'auth',
            operation: 'refresh',
            ...(error ? { success: false as const, error } : { success: true as const }),
            providerConfigKey: row.unique_key,
            provider: provider.id,
            authMode: provider.auth_mode,
            tags: {}
        }
    });
}
