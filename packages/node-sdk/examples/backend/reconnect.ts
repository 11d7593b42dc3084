import { patchbay } from './client.ts';

// README: begin
/**
 * @param userId who is signed in at your product, from your own login
 * @param wanted what the page asks for: look at whose it is before you mint
 * @returns undefined where there is nothing of this user's to reconnect: respond with 404
 */
export async function reconnect(
    userId: string,
    wanted: { connection_id: string; provider_config_key: string }
): Promise<string | undefined> {
    // A list, since reading a connection that has broken is refused.
    const { connections } = await patchbay.connections.list({
        connectionId: wanted.connection_id,
        integrationId: wanted.provider_config_key,
        endUserId: userId
    });
    const [own] = connections;
    if (!own) return undefined;
    const { data } = await patchbay.connectSessions.reconnect({
        connection_id: own.connection_id,
        integration_id: own.provider_config_key,
        end_user: { id: userId }
    });
    return data.token;
}
// README: end
