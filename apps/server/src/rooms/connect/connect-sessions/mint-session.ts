import type { StatementRunner } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { sealedTable } from '../../../kernel/crypto/sealed-table.ts';
import { insertSession } from './connect-sessions.sql.ts';
import { columnsOf } from './session-options.ts';
import type { SessionRequest } from './session-request.ts';
import { mintSessionToken } from './session-token.ts';

export const sessionLifetimeMs = 30 * 60_000;
/** For so long after a session ended, its token may still ask what became of an attempt. */
export const sessionGraceMs = 24 * 60 * 60_000;

export interface MintedSession {
    token: string;
    connectLink: string;
    expiresAt: Date;
}

export interface ReconnectedConnection {
    integrationId: string;
    connectionId: string;
}

/**
 * @param request as `checkSessionRequest` returned it
 * @param origin.keyId the secret key that mints it, and with which it ends
 * @param origin.reconnect the connection to renew, when the session is for that
 * @param origin.managesConnections whether the end user may see and delete what they connected
 * @param origin.linkId the share link that opens it
 */
export async function mintSession(
    runner: StatementRunner,
    { clock, ids, keyedHash, seal, config }: Pick<Deps, 'clock' | 'ids' | 'keyedHash' | 'seal' | 'config'>,
    environmentId: string,
    request: SessionRequest,
    origin: { reconnect?: ReconnectedConnection | undefined } & ({ keyId: string; managesConnections?: boolean } | { linkId: string })
): Promise<MintedSession> {
    const { linkId, keyId, reconnect, managesConnections } = {
        linkId: null,
        keyId: null,
        reconnect: undefined,
        managesConnections: false,
        ...origin
    };
    const id = ids.uuid();
    const { token, secret } = mintSessionToken();
    const linkCode = ids.secret();
    const expiresAt = new Date(clock.now().getTime() + sessionLifetimeMs);
    const place = (column: 'link_token' | 'config_defaults') => sessionPlace({ environment_id: environmentId, id }, column);
    await insertSession(runner, {
        environment_id: environmentId,
        id,
        // Only hashes are stored: a leaked table must not be a pile of usable tokens.
        token_hash: keyedHash.hash(secret),
        link_hash: keyedHash.hash(linkCode),
        link_token: seal.seal(place('link_token'), token),
        end_user: request.endUser ? JSON.stringify(request.endUser) : null,
        tags: JSON.stringify(request.tags),
        allowed_integrations: request.allowedIntegrations,
        config_defaults: seal.seal(place('config_defaults'), request.defaults),
        ...columnsOf(request),
        reconnect_integration_id: reconnect?.integrationId ?? null,
        reconnect_connection_id: reconnect?.connectionId ?? null,
        link_id: linkId,
        secret_key_id: keyId,
        manages_connections: managesConnections,
        expires_at: expiresAt
    });
    return { token, connectLink: `${config.connectUrl}/l/${linkCode}`, expiresAt };
}

export const sealedSessions = sealedTable({
    name: 'connect_sessions',
    columns: ['link_token', 'config_defaults'],
    key: 'id',
    boundTo: ['id']
});
export const sessionPlace = sealedSessions.place;
