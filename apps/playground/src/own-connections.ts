import type { ConnectionSummary, Patchbay } from '@patchbay/node';
import { RequestError } from './request.ts';

/** The signed-in user; a real product takes it from its own login. */
export const currentUser = { id: 'user_1', email: 'noor@juniper.example', display_name: 'Noor Haddad' };

/** Ids come from the page, so look whether they are this user's before doing anything with them. */
export async function findOwn(patchbay: Patchbay, connectionId: string, integrationId: string | undefined): Promise<ConnectionSummary> {
    if (connectionId === '' || !integrationId) throw new RequestError(400, 'Name a connection and its integration.');
    const { connections } = await patchbay.connections.list({ endUserId: currentUser.id, connectionId, integrationId });
    const own = connections.find(({ connection_id: id, provider_config_key: key }) => id === connectionId && key === integrationId);
    if (!own) throw new RequestError(404, 'This user has no such connection.');
    return own;
}

/** The newest of this user's connections of an integration. */
export async function findNewest(patchbay: Patchbay, integrationId: string): Promise<ConnectionSummary | undefined> {
    const { connections } = await patchbay.connections.list({ endUserId: currentUser.id, integrationId, limit: 1 });
    return connections.find(({ provider_config_key: key }) => key === integrationId);
}

/** As {@link findNewest}. @throws {RequestError} where there is none */
export async function requireNewest(patchbay: Patchbay, integrationId: string): Promise<ConnectionSummary> {
    const found = await findNewest(patchbay, integrationId);
    if (!found) throw new RequestError(404, 'Nothing is connected yet.');
    return found;
}
