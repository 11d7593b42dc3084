import type { RefreshEventError } from '@patchbay/contracts';
import type { Db, IntegrationRow } from '@patchbay/db';
import { interpolationValues } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { recordEvent } from '../../outbox/events/record-event.ts';
import { endAppRefusal, lockApp, putAppRefusal, takeAppTurn } from './app-refusal.sql.ts';
import { clientOf } from '../connection-store/client-of.ts';
import { configuration, isClientRefused, classifyRefreshError, type RefreshError, waitMs } from './refresh-failure.ts';
import { resolveTokenEndpoint } from '../provider-calls/resolve-token-endpoint.ts';
import { tryRefusedAgain } from './try-refused-again.ts';
import type { UsableConnection } from '../connection-store/open-connection.ts';

type Told = Pick<Deps, 'db' | 'clock' | 'ids'>;
type AppUse = Pick<UsableConnection, 'integration' | 'credentials' | 'config'>;

/**
 * Whether what the provider answers about the client is true of the integration: not where a connection has a client of its own, or an
 * address of its own to ask for tokens at. Who names that address must not be able to stop the others.
 */
export function isAskedByApp({ config }: Pick<Deps, 'config'>, use: AppUse, purpose: 'token' | 'refresh'): boolean {
    const { integration, credentials } = use;
    const { provider } = integration;
    const client = clientOf(integration, {});
    const used = clientOf(integration, credentials);
    const isApps = used.clientId === client.clientId && used.clientSecret === client.clientSecret;
    if (provider.auth_mode !== 'OAUTH2' || !isApps) return false;
    const addressWith = (connectionConfig: Record<string, unknown>) =>
        resolveTokenEndpoint(provider, interpolationValues({ connectionConfig, client, sandboxUrl: config.sandboxUrl }), client, purpose)
            ?.tokenUrl;
    const shared = addressWith(integration.secrets.config);
    return shared !== undefined && shared === addressWith(use.config);
}

/** Why the provider is not asked with the app now; undefined when it may be: the app is not refused, or this is the one try for a while. */
export async function whyNotAsked(deps: Pick<Deps, 'db' | 'clock'>, row: IntegrationRow, until: Date): Promise<RefreshError | undefined> {
    const refusal = row.app_refusal;
    if (!refusal) return undefined;
    const now = deps.clock.now();
    if (Date.parse(refusal.retry_at) <= now.getTime() && (await takeAppTurn(deps.db, row, refusal.retry_at, until))) return undefined;
    return { ...configuration(refusal.message), retryAfterMs: Math.max(0, Date.parse(refusal.retry_at) - now.getTime()) };
}

/**
 * Notes what an answer to {@link isAskedByApp} says of the app. Never throws: the next answer says it again.
 * @param refusal undefined when a token was given
 * @returns whether the app is refused
 */
export async function noteOfApp(
    deps: Told & Pick<Deps, 'log'>,
    integration: Integration,
    refusal: Parameters<typeof isClientRefused>[0] | undefined
): Promise<boolean> {
    const isRefused = refusal !== undefined && isClientRefused(refusal);
    const refreshError = refusal && classifyRefreshError(refusal, integration.provider);
    try {
        if (refreshError && isRefused) await refuseApp(deps, integration, refreshError);
        // A provider that judges the grant has taken the client.
        else if (integration.row.app_refusal && (!refreshError || refreshError.kind === 'revoked')) await acceptApp(deps, integration);
    } catch (error) {
        deps.log.warn('oauth_app_not_noted: the state of an OAuth app could not be written', { error });
    }
    return isRefused;
}

/** Writes down that the provider refuses the app, and tells it when that is new. An app that was replaced meanwhile is not meant. */
async function refuseApp(deps: Told, integration: Integration, refreshError: RefreshError): Promise<void> {
    await deps.db.transaction().execute(async (trx) => {
        const row = await lockApp(trx, integration.row);
        if (!row) return;
        const now = deps.clock.now();
        const { app_refusal: previous } = row;
        const tries = (previous?.tries ?? 0) + 1;
        const { message } = refreshError;
        const eventId = previous?.event_id ?? deps.ids.uuid();
        await putAppRefusal(trx, row, {
            message,
            since: previous?.since ?? now.toISOString(),
            tries,
            retry_at: new Date(now.getTime() + waitMs(refreshError, tries, Math.random())).toISOString(),
            event_id: eventId
        });
        if (!previous)
            await tell(trx, deps, integration, { id: eventId, error: { type: 'refresh_token_external_error', description: message } });
    });
}

/** The integration has another app now: what waited for that is renewed. */
export async function clearAppRefusal(trx: Db, row: Pick<IntegrationRow, 'environment_id' | 'id'>, now: Date): Promise<void> {
    await putAppRefusal(trx, row, null);
    await tryRefusedAgain(trx, row, now);
}

/** The provider has taken the app again: what waited for that is renewed, and it is told. */
async function acceptApp(deps: Told, integration: Integration): Promise<void> {
    await deps.db.transaction().execute(async (trx) => {
        if (!(await endAppRefusal(trx, integration.row))) return;
        await tryRefusedAgain(trx, integration.row, deps.clock.now());
        await tell(trx, deps, integration, {});
    });
}

function tell(
    trx: Deps['db'],
    deps: Told,
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
