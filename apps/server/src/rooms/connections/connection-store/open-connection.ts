import type { StoredEndUser } from '@patchbay/db';
import type { CredentialValues } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { rememberSecrets } from '../../../kernel/log/request-context.ts';
import { type Integration, resolveWithLazySecrets } from '../../platform/integrations/open-integration.ts';
import type { Candidate } from './candidate.ts';
import { authorizationServerOf, secretPartOf, storedCredentials } from './client-of.ts';
import { unknownIntegration } from './require-connection.ts';
import { connectionPlace, openSecretConfig } from './save-connection.ts';
import type { UsableRow } from './usable-connection.sql.ts';

/** A connection ready for use, everything opened. */
export interface UsableConnection<Row extends UsableRow = UsableRow> {
    row: Row;
    integration: Integration;
    /** As on the wire. */
    credentials: CredentialValues & { type: string };
    /** Secret fields included. */
    config: Record<string, unknown>;
}

/** Opens a row's secrets. @throws {AppError} `unknown_provider_config` without its provider */
export function openConnection<Row extends UsableRow>(deps: Pick<Deps, 'seal' | 'providers'>, row: Row): UsableConnection<Row> {
    const integration = resolveWithLazySecrets(deps, row.integration);
    if (!integration) throw unknownIntegration();
    return { row, integration, ...openSealed(deps, row) };
}

/** The credentials, and the configuration with its secret fields. @throws {SealError} */
export function openSealed(
    { seal }: Pick<Deps, 'seal'>,
    row: Omit<UsableRow, 'integration'>
): Pick<UsableConnection, 'credentials' | 'config'> {
    const credentials = seal.open(connectionPlace(row, 'credentials'), row.credentials, storedCredentials);
    const secretConfig = openSecretConfig(seal, row);
    rememberSecrets([secretPartOf(credentials, authorizationServerOf(credentials)), secretConfig]);
    return { credentials, config: { ...row.connection_config, ...secretConfig } };
}

/** As if it were stored, for calls with credentials that are not, or not yet. */
export function asUsable(
    { integration, credentials, config }: Candidate,
    { connectionId, replaces, endUser }: { connectionId: string; replaces: number | null; endUser: StoredEndUser | null }
): UsableConnection {
    const { row } = integration;
    const nothing = Buffer.alloc(0);
    return {
        row: {
            environment_id: row.environment_id,
            // No connection has it.
            id: replaces ?? 0,
            integration_id: row.id,
            connection_id: connectionId,
            credentials: nothing,
            generation: 0,
            connection_config: config,
            secret_config: nothing,
            identity_hash: null,
            end_user: endUser,
            verified_at: null,
            refreshed_at: null,
            token_issued_at: null,
            refresh_fence: 0,
            refresh_lease_until: null,
            auth_state: 'ok',
            auth_failure: null,
            paused_functions: [],
            integration_key: row.unique_key,
            provider: row.provider,
            integration_enabled: row.enabled,
            integration_name: row.display_name,
            integration: row
        },
        integration,
        credentials,
        config
    };
}
