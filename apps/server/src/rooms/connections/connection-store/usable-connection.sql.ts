import { type ConnectionRow, type Db, type IntegrationRow, prepareRead, type StatementRunner } from '@patchbay/db';
import { type ConnectionWithIntegration, joined } from './connections.sql.ts';

/** The columns to use, refresh and revoke a connection. Each proxied request reads them. */
const usedColumns = [
    'environment_id',
    'id',
    'integration_id',
    'connection_id',
    'credentials',
    'generation',
    'connection_config',
    'secret_config',
    'identity_hash',
    'end_user',
    'verified_at',
    'refreshed_at',
    'token_issued_at',
    'refresh_fence',
    'refresh_lease_until',
    'auth_state',
    'auth_failure',
    'paused_functions'
] as const satisfies readonly (keyof ConnectionRow)[];

/** A connection that can be used, and its integration, from one statement. */
export type UsableRow = Pick<
    ConnectionWithIntegration,
    (typeof usedColumns)[number] | 'integration_key' | 'provider' | 'integration_enabled' | 'integration_name'
> & {
    integration: IntegrationRow;
};

/** The same with all that is shown of it. */
export type WholeRow = ConnectionWithIntegration & { integration: IntegrationRow };

function usable(db: Db) {
    return joined(db)
        .select([
            'integrations.display_name as i_display_name',
            'integrations.client_id as i_client_id',
            'integrations.scopes as i_scopes',
            'integrations.forward_webhooks as i_forward_webhooks',
            'integrations.enabled as i_enabled',
            'integrations.freeze_id as i_freeze_id',
            'integrations.allowed_base_urls as i_allowed_base_urls',
            'integrations.secrets as i_secrets',
            'integrations.app_refusal as i_app_refusal',
            'integrations.created_at as i_created_at',
            'integrations.updated_at as i_updated_at'
        ])
        .where('connections.confirm_before', 'is', null);
}

function used(db: Db) {
    return usable(db).select(usedColumns.map((name) => `connections.${name}` as const));
}

function whole(db: Db) {
    return usable(db).selectAll('connections');
}

type Row<Query extends typeof used | typeof whole> = NonNullable<Awaited<ReturnType<ReturnType<Query>['executeTakeFirst']>>>;

function withIntegration<Flat extends Row<typeof used>>(flat: Flat) {
    return {
        ...flat,
        integration_enabled: flat.i_enabled,
        integration_name: flat.i_display_name,
        integration: {
            environment_id: flat.environment_id,
            id: flat.integration_id,
            unique_key: flat.integration_key,
            provider: flat.provider,
            display_name: flat.i_display_name,
            client_id: flat.i_client_id,
            scopes: flat.i_scopes,
            forward_webhooks: flat.i_forward_webhooks,
            enabled: flat.i_enabled,
            freeze_id: flat.i_freeze_id,
            allowed_base_urls: flat.i_allowed_base_urls,
            secrets: flat.i_secrets,
            app_refusal: flat.i_app_refusal,
            // Read by sessions alone.
            enabled_after_freeze: true,
            access: [],
            guide: [],
            single_account: false,
            // Connections of deleted integrations are not found.
            deleted_at: null,
            revocations: {},
            created_at: flat.i_created_at,
            updated_at: flat.i_updated_at
        }
    };
}

/** Which connection, as a backend names it. */
export interface ConnectionTarget {
    environmentId: string;
    integrationKey: string;
    connectionId: string;
}

const usedByNames = prepareRead<ConnectionTarget, Row<typeof used>>((db, param) =>
    used(db)
        .where('connections.environment_id', '=', param('environmentId'))
        .where('integrations.unique_key', '=', param('integrationKey'))
        .where('connections.connection_id', '=', param('connectionId'))
);

const wholeByNames = prepareRead<ConnectionTarget, Row<typeof whole>>((db, param) =>
    whole(db)
        .where('connections.environment_id', '=', param('environmentId'))
        .where('integrations.unique_key', '=', param('integrationKey'))
        .where('connections.connection_id', '=', param('connectionId'))
);

export async function findUsable(runner: StatementRunner, target: ConnectionTarget): Promise<UsableRow | undefined> {
    const [row] = await usedByNames(runner, target);
    return row && withIntegration(row);
}

export async function findWhole(runner: StatementRunner, target: ConnectionTarget): Promise<WholeRow | undefined> {
    const [row] = await wholeByNames(runner, target);
    return row && withIntegration(row);
}

type Key = Pick<ConnectionRow, 'environment_id' | 'id'>;

export async function findWholeById(db: Db, { environment_id: environmentId, id }: Key): Promise<WholeRow | undefined> {
    const row = await whole(db).where('connections.environment_id', '=', environmentId).where('connections.id', '=', id).executeTakeFirst();
    return row && withIntegration(row);
}
