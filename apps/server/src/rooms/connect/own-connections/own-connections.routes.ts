import { AppError, deleteOwnConnection, listOwnConnections } from '@patchbay/contracts';
import type { ConnectSessionRow, StoredEndUser } from '@patchbay/db';
import { route } from '../../../kernel/http/mount.ts';
import { deleteConnection } from '../../connections/connection-removal/delete-connection.ts';
import { listOwnConnections as list } from './list-own-connections.ts';

export const ownConnectionRoutes = [
    route(listOwnConnections, async (deps, { auth, headers }) => ({
        data: await list(deps, auth.session, requireManager(auth.session), headers['accept-language'])
    })),
    route(deleteOwnConnection, async (deps, { auth, params, query }) => {
        const endUser = requireManager(auth.session);
        const { environment_id: environmentId, allowed_integrations: allowed } = auth.session;
        const target = { environmentId, integrationKey: query.integration_id, connectionId: params.connection_id };
        // Also of one that is switched off: the product still has the access.
        const isAllowed = allowed.length === 0 || allowed.includes(query.integration_id);
        const revocation = isAllowed ? await deleteConnection(deps, target, endUser) : undefined;
        if (!revocation) throw new AppError('unknown_connection');
        // Why it was not revoked is for the product: it may quote the provider about the OAuth app.
        return { success: true as const, revocation: { outcome: revocation.outcome } };
    })
];

/** Whose connections the session manages. @throws {AppError} `connections_not_managed` */
function requireManager({ manages_connections: isAllowed, end_user: endUser }: ConnectSessionRow): StoredEndUser {
    if (!isAllowed || !endUser) throw new AppError('connections_not_managed');
    return endUser;
}
