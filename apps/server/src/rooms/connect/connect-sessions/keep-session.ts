import type { ConnectSessionRow, Db } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { insertSession } from './connect-sessions.sql.ts';
import { sessionPlace } from './mint-session.ts';
import { openSessionDefaults } from './session-defaults.ts';

/**
 * Copies a session for an attempt that outlives it. The copy has no token and no page; it ends with
 * the secret key and the share link of the session.
 * @param integrationKey the only one that the copy allows
 * @returns the copy's id
 */
export async function keepSession(
    trx: Db,
    { ids, keyedHash, seal }: Pick<Deps, 'ids' | 'keyedHash' | 'seal'>,
    session: ConnectSessionRow,
    integrationKey: string,
    expiresAt: Date
): Promise<string> {
    const id = ids.uuid();
    const place = (column: string) => sessionPlace({ environment_id: session.environment_id, id }, column);
    await insertSession(trx, {
        environment_id: session.environment_id,
        id,
        token_hash: keyedHash.hash(ids.secret()),
        link_hash: keyedHash.hash(ids.secret()),
        link_token: seal.seal(place('link_token'), ''),
        end_user: session.end_user && JSON.stringify(session.end_user),
        tags: JSON.stringify(session.tags),
        allowed_integrations: [integrationKey],
        config_defaults: seal.seal(place('config_defaults'), openSessionDefaults({ seal }, session)),
        overrides: JSON.stringify(session.overrides),
        allowed_origins: session.allowed_origins,
        webhook_url_override: session.webhook_url_override,
        appearance: JSON.stringify(session.appearance),
        locale: session.locale,
        success: session.success && JSON.stringify(session.success),
        manages_connections: session.manages_connections,
        reconnect_integration_id: session.reconnect_integration_id,
        reconnect_connection_id: session.reconnect_connection_id,
        link_id: session.link_id,
        secret_key_id: session.secret_key_id,
        expires_at: expiresAt
    });
    return id;
}
