import type { ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../deps.ts';
import type { Integration } from '../integrations/open-integration.ts';
import { rememberSecrets } from '../../kernel/request-context.ts';
import { findConnection } from './connections.sql.ts';
import { openSecretConfig } from './save-connection.ts';

/** The configuration of the connection that a session renews; undefined when the connection is gone. `openConfig` is without the secret fields. */
export async function openStoredConfig(
    { db, seal }: Pick<Deps, 'db' | 'seal'>,
    session: ConnectSessionRow,
    { row: integration }: Integration
): Promise<{ config: Record<string, unknown>; openConfig: Record<string, unknown>; accountLabel: string | null } | undefined> {
    const row =
        session.reconnect_connection_id === null
            ? undefined
            : await findConnection(db, session.environment_id, integration.id, session.reconnect_connection_id);
    if (!row) return undefined;
    const secret = openSecretConfig(seal, row);
    rememberSecrets(secret);
    return { config: { ...row.connection_config, ...secret }, openConfig: row.connection_config, accountLabel: row.identity_label };
}
