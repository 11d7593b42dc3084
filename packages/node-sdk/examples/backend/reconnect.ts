import { ApiError } from '@patchbay/node';
import { patchbay } from './client.ts';

// README: begin
/**
 * @param userId who is signed in at your product, from your own login
 * @param wanted what the page asks for: look at whose it is before you mint
 * @returns undefined where there is nothing of this user's to reconnect: answer 404
 */
export async function reconnect(
    userId: string,
    wanted: { connection_id: string; provider_config_key: string }
): Promise<string | undefined> {
    try {
        const connection = await patchbay.connections.get(wanted);
        if (connection.end_user?.id !== userId) return undefined;
        const { data } = await patchbay.connectSessions.reconnect({
            connection_id: wanted.connection_id,
            integration_id: wanted.provider_config_key,
            end_user: { id: userId }
        });
        return data.token;
    } catch (error) {
        if (error instanceof ApiError && error.status === 404) return undefined;
        throw error;
    }
}
// README: end
