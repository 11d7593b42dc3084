import {
    allows,
    AppError,
    checkConnection,
    confirmConnection,
    countConnections,
    deleteConnection,
    getConnection,
    type HealthStatus,
    importConnection,
    importConnectionLegacy,
    listConnections,
    type ParsedInput,
    setMetadata,
    setMetadataLegacy,
    summarizeHealth,
    updateConnection,
    updateMetadata,
    updateMetadataLegacy
} from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../kernel/http/mount.ts';
import { openIntegration } from '../../platform/integrations/open-integration.ts';
import { changeConnection } from './change-connection.ts';
import { confirmConnection as confirm } from './confirm-connection.ts';
import { countFound, findConnections } from '../connection-store/connection-list.sql.ts';
import type { ConnectionWithIntegration } from '../connection-store/connections.sql.ts';
import { checkConnection as check } from '../credentials/check-connection.ts';
import { deleteConnection as deleteIt } from '../connection-removal/delete-connection.ts';
import { describeConnection, summarizeConnection } from './describe-connection.ts';
import { getWithCredentials } from '../credentials/get-credentials.ts';
import { importConnection as importIt } from './import-connection.ts';
import { readLegacyCredentials } from './import-legacy.ts';
import { requireConnection } from '../connection-store/require-connection.ts';
import { CredentialsUnavailableError } from '../credentials/refresh-failure.ts';
import { signAppToken } from '../provider-calls/credential-types/app-calls.ts';
import { problemOfFilter, toHealthFilter } from './health-filter.ts';
import { summarizeHealth as summarize } from './summarize-health.ts';
import { saveMetadata } from './save-metadata.ts';
import { type ConnectionTarget } from '../connection-store/usable-connection.sql.ts';
import { halvesOf } from '../connection-store/credential-halves.ts';
import { openSealed, type UsableConnection } from '../connection-store/open-connection.ts';

const defaultLimit = 10_000;

export const connectionApiRoutes = [
    // Before the routes with :connection_id, which would take `metadata` for an id.
    route(setMetadata, async (deps, { auth, body }) => saveMetadata(deps, auth.environmentId, body, { merge: false })),
    route(updateMetadata, async (deps, { auth, body }) => saveMetadata(deps, auth.environmentId, body, { merge: true })),
    route(importConnection, async (deps, { auth, body }) => {
        const integration = await openIntegration(deps, auth.environmentId, body.provider_config_key);
        if (!integration) throw new AppError('not_found', { message: 'Integration does not exist' });
        const row = await importIt(deps, integration, {
            caller: auth,
            connectionId: body.connection_id,
            credentials: body.credentials,
            connectionConfig: body.realmId === undefined ? body.connection_config : { realmId: body.realmId, ...body.connection_config },
            metadata: body.metadata,
            endUser: body.end_user,
            tags: body.tags,
            webhookUrlOverride: body.webhook_url_override
        });
        const opened = allows(auth.scopes, 'environment:connections:read_credentials') ? openSealed(deps, row) : undefined;
        return describeConnection(deps, row, opened, { withRefreshToken: true });
    }),
    route(listConnections, async (deps, { auth, query }) => {
        const limit = query.limit ?? defaultLimit;
        if (query.before !== undefined && query.page !== undefined)
            throw new AppError('invalid_query_params', { message: 'Give before or page, not both.' });
        const problem = problemOfFilter(query);
        if (problem) throw new AppError('invalid_query_params', { message: problem });
        const rows = await findConnections(deps.db, {
            ...toFilter(auth.environmentId, query),
            connectionId: query.connectionId,
            unconfirmedAt: query.unconfirmed ? deps.clock.now() : undefined,
            ...toHealthFilter(query),
            before: query.before,
            limit,
            offset: (query.page ?? 0) * limit
        });
        return { connections: rows.map((row) => summarizeConnection(deps, row)) };
    }),
    route(countConnections, async (deps, { auth, query }) => {
        const { counts, isComplete } = await countFound(deps.db, { ...toFilter(auth.environmentId, query), status: query.status });
        const of = (status: HealthStatus) => counts.get(status) ?? 0;
        return {
            data: {
                counts: {
                    healthy: of('healthy'),
                    unverified: of('unverified'),
                    degraded: of('degraded'),
                    needs_attention: of('needs_attention'),
                    needs_reconnect: of('needs_reconnect'),
                    paused: of('paused')
                },
                is_complete: isComplete
            }
        };
    }),
    route(summarizeHealth, async (deps, { auth }) => ({ data: await summarize(deps, auth.environmentId) })),
    route(getConnection, async (deps, { auth, params, query }) => {
        const withCredentials = allows(auth.scopes, 'environment:connections:read_credentials');
        if (!withCredentials && (query.force_refresh || query.refresh_token || query.refresh_github_app_jwt_token))
            throw new AppError('forbidden', { message: 'Insufficient scope. Required: environment:connections:read_credentials' });
        const target = targetOf(auth, params, query);
        if (!withCredentials) {
            const row = await requireConnection(deps, target);
            // Who looks at it in the dashboard does not use it.
            if (auth.member) return describeConnection(deps, row);
            const now = deps.clock.now();
            deps.lastUsedBuffer.mark(row, now);
            return describeConnection(deps, { ...row, last_fetched_at: now });
        }
        const connection = await getWithCredentials(deps, target, { force: query.force_refresh ?? false }).catch(async (error: unknown) => {
            throw error instanceof CredentialsUnavailableError
                ? toInvalidCredentials(deps, error, await requireConnection(deps, target))
                : error;
        });
        deps.harvestAlarm.note(auth, connection.row.id);
        const jwtToken = query.refresh_github_app_jwt_token ? await signAppToken(connection.integration, deps.clock.now()) : undefined;
        const opened = jwtToken === undefined ? connection : { ...connection, credentials: withTokenOfApp(connection, jwtToken) };
        return describeConnection(deps, connection.row, opened, { withRefreshToken: query.refresh_token ?? false });
    }),
    route(checkConnection, async (deps, { auth, params, query }) => ({
        data: { ...(await check(deps, targetOf(auth, params, query))), checked_at: deps.clock.now().toISOString() }
    })),
    route(updateConnection, async (deps, { auth, params, query, body }) => {
        await changeConnection(deps, targetOf(auth, params, query), body);
        return { success: true as const };
    }),
    route(deleteConnection, async (deps, { auth, params, query }) => {
        const revocation = await deleteIt(deps, {
            environmentId: auth.environmentId,
            integrationKey: query.provider_config_key,
            connectionId: params.connection_id
        });
        if (!revocation) throw new AppError('unknown_connection');
        return { success: true as const, revocation };
    }),
    route(confirmConnection, async (deps, { auth, params, body }) => {
        await confirm(deps, {
            environmentId: auth.environmentId,
            integrationKey: body.provider_config_key,
            connectionId: params.connection_id,
            endUserId: body.end_user_id
        });
        return { data: { confirmed: true as const } };
    }),
    route(importConnectionLegacy, async (deps, { auth, body }) => {
        if (body.provider_config_key === undefined) throw new AppError('missing_provider_config');
        const integration = await openIntegration(deps, auth.environmentId, body.provider_config_key);
        if (!integration) throw new AppError('unknown_provider_config');
        const row = await importIt(deps, integration, {
            caller: auth,
            connectionId: body.connection_id,
            credentials: readLegacyCredentials(integration.provider.auth_mode, body, deps.clock.now()),
            connectionConfig: body.connection_config,
            metadata: body.metadata,
            endUser: body.end_user,
            tags: undefined,
            webhookUrlOverride: body.webhook_url_override
        });
        return { ...body, connection_id: row.connection_id };
    }),
    route(setMetadataLegacy, async (deps, { auth, params, query, headers, body }) => {
        await saveMetadata(deps, auth.environmentId, legacyTarget(params, query, headers, body), { merge: false });
        return body;
    }),
    route(updateMetadataLegacy, async (deps, { auth, params, query, headers, body }) => {
        await saveMetadata(deps, auth.environmentId, legacyTarget(params, query, headers, body), { merge: true });
        return body;
    })
];

/** Where those of the app are. */
function withTokenOfApp({ credentials }: UsableConnection, jwtToken: string): UsableConnection['credentials'] {
    const halves = halvesOf(credentials);
    return halves ? { ...credentials, app: { ...halves.app, jwtToken } } : { ...credentials, jwtToken };
}

function toFilter(
    environmentId: string,
    { search, endUserId, endUserOrganizationId, integrationId, tags }: Omit<ParsedInput<typeof countConnections>['query'], 'status'>
) {
    return {
        environmentId,
        search,
        endUserId,
        organizationId: endUserOrganizationId,
        integrationKeys: integrationId?.split(','),
        tags: tags && Object.fromEntries(Object.entries(tags).map(([key, value]) => [key.toLowerCase(), value]))
    };
}

function targetOf(
    auth: { environmentId: string },
    params: { connection_id: string },
    query: { provider_config_key: string }
): ConnectionTarget {
    return { environmentId: auth.environmentId, integrationKey: query.provider_config_key, connectionId: params.connection_id };
}

/** Adds the connection's view to the error. */
function toInvalidCredentials(
    deps: Pick<Deps, 'providers'>,
    { message, status, retryAfterS }: CredentialsUnavailableError,
    row: ConnectionWithIntegration
): AppError {
    return new AppError('invalid_credentials', {
        message,
        status,
        ...(retryAfterS === undefined ? {} : { retryAfterS }),
        payload: { connection: describeConnection(deps, row) }
    });
}

function legacyTarget(
    params: { connection_id: string },
    query: { provider_config_key?: string | undefined },
    headers: { 'provider-config-key'?: string | undefined },
    metadata: Record<string, unknown>
) {
    const integrationKey = query.provider_config_key ?? headers['provider-config-key'];
    if (integrationKey === undefined) throw new AppError('missing_provider_config');
    return { connection_id: params.connection_id, provider_config_key: integrationKey, metadata };
}
