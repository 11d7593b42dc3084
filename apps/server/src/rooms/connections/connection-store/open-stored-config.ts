import type { ConnectionRow, ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { rememberSecrets } from '../../../kernel/log/request-context.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import { type ConnectionWithIntegration, findConnection } from './connections.sql.ts';
import { openSecretConfig } from './save-connection.ts';

/**
 * The configuration of a connection to reconnect; `openConfig` is without the secret fields.
 * @returns undefined when there is none, or this session may not reconnect it
 */
export async function openStoredConfig(
    { db, seal, log }: Pick<Deps, 'db' | 'seal' | 'log'>,
    session: ConnectSessionRow,
    { row: integration }: Integration,
    connectionId: string
): Promise<{ config: Record<string, unknown>; openConfig: Record<string, unknown>; accountLabel: string | null } | undefined> {
    const row = await findConnection(db, {
        environment_id: session.environment_id,
        integration_id: integration.id,
        connection_id: connectionId
    });
    if (!row || !mayReconnect(session, row)) return undefined;
    const secret = readableSecrets({ seal, log }, row);
    rememberSecrets(secret);
    return { config: { ...row.connection_config, ...secret }, openConfig: row.connection_config, accountLabel: row.identity_label };
}

/** Empty where they cannot be opened: the form then asks for them again. */
function readableSecrets({ seal, log }: Pick<Deps, 'seal' | 'log'>, row: ConnectionWithIntegration): Record<string, unknown> {
    try {
        return openSecretConfig(seal, row);
    } catch (error) {
        if (!(error instanceof SealError)) throw error;
        log.error('connection_unreadable: the form asks for the secrets again', {
            environment: row.environment_id,
            integration_id: row.integration_key,
            connection_id: row.connection_id,
            error
        });
        return {};
    }
}

/** Another person may have opened a share link; one may work for several organizations. */
function mayReconnect(session: ConnectSessionRow, row: ConnectionRow): boolean {
    if (session.reconnect_connection_id !== null) return session.reconnect_connection_id === row.connection_id;
    if (session.link_id !== null || session.end_user === null || row.end_user?.id !== session.end_user.id) return false;
    const [own, its] = [session.end_user.organization?.id, row.end_user.organization?.id];
    return own === undefined || its === undefined || own === its;
}
