import type { IntegrationRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import { connectionPlace } from '../../connections/connection-store/save-connection.ts';
import { storedCredentials } from '../../connections/connection-store/client-of.ts';
import { redirectUri } from '../../connect/attempts/start/launch-attempt.ts';
import { readWebhookCounts } from '../../outbox/incoming-webhooks/incoming-webhooks.sql.ts';
import { type Integration, nameOf, resolveWithLazySecrets } from '../../platform/integrations/open-integration.ts';
import { webhookSecretsOf } from '../../platform/integrations/webhook-secrets.ts';
import { findRecentAttempts, type RecentCall, type RecentSession, sampleConnections, type SampledConnection } from './doctor.sql.ts';
import type { IntegrationFacts } from './facts.ts';
import { probeProvider } from './probe.ts';

const weekMs = 7 * 24 * 60 * 60_000;
/** So many connections are opened, to see what is in them. */
const mostOpened = 5;

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'ids' | 'egress' | 'seal' | 'providers'>;

/** What is the same for all integrations of an environment. */
export interface Shared {
    isProduction: boolean;
    sessions: readonly RecentSession[];
    calls: readonly RecentCall[];
    since: Date;
}

/** @returns undefined where the provider is no longer in the catalogue */
export async function gatherIntegrationFacts(
    deps: Needs,
    row: IntegrationRow,
    { isProduction, sessions, calls, since }: Shared,
    isProbed: boolean
): Promise<IntegrationFacts | undefined> {
    const integration = resolveWithLazySecrets(deps, row);
    if (!integration) return undefined;
    const { environment_id: environmentId, id: integrationId } = row;
    const now = deps.clock.now();
    const [connections, attempts, counts] = await Promise.all([
        sampleConnections(deps.db, environmentId, integrationId),
        findRecentAttempts(deps.db, environmentId, integrationId, since),
        readWebhookCounts(deps.db, { environmentId, integrationId }, new Date(now.getTime() - weekMs))
    ]);
    const isReadable = hasReadableSecrets(integration);
    const isAsked = isProbed && isReadable && row.enabled && row.freeze_id === null;
    return {
        name: nameOf(integration),
        row,
        provider: integration.provider,
        isProduction,
        redirectUri: redirectUri(deps.config),
        hasReadableSecrets: isReadable,
        hasWebhookSecret: isReadable && webhookSecretsOf(integration, now).some((secret) => secret !== ''),
        connections,
        opened: openSome(deps, integration, connections),
        attempts,
        // An earlier integration may have had the same key.
        calls: calls.filter(({ integration_key: key, started_at: at }) => key === row.unique_key && at >= row.created_at),
        webhooks: Object.fromEntries(counts.map(({ outcome, count }) => [outcome, count])),
        sessions,
        probe: isAsked ? await probeProvider(deps, integration, connections[0]?.connection_config ?? {}) : undefined
    };
}

function hasReadableSecrets(integration: Integration): boolean {
    try {
        return integration.secrets !== undefined;
    } catch (error) {
        if (error instanceof SealError) return false;
        throw error;
    }
}

function openSome(
    { seal }: Pick<Deps, 'seal'>,
    { provider }: Integration,
    connections: readonly SampledConnection[]
): IntegrationFacts['opened'] {
    const tried = connections.slice(0, mostOpened);
    const opened = { count: tried.length, unreadable: 0, withoutRefreshToken: 0 };
    const canRefresh = provider.auth_mode === 'OAUTH2' && provider.no_refresh === undefined;
    for (const row of tried) {
        try {
            const credentials = seal.open(connectionPlace(row, 'credentials'), row.credentials, storedCredentials);
            const isMissing = typeof credentials.expires_at === 'string' && typeof credentials.refresh_token !== 'string';
            if (canRefresh && isMissing) opened.withoutRefreshToken += 1;
        } catch (error) {
            if (!(error instanceof SealError)) throw error;
            opened.unreadable += 1;
        }
    }
    return opened;
}
