// README: begin
import { ApiError, Patchbay } from '@patchbay/node';

const patchbay = new Patchbay({
    secretKey: process.env.PATCHBAY_SECRET_KEY,
    baseUrl: process.env.PATCHBAY_PUBLIC_URL
});

/** For your page: a token that lets one of your users connect accounts, good for 30 minutes. */
export async function mintSession(userId: string): Promise<string> {
    const { data } = await patchbay.connectSessions.create({ end_user: { id: userId } });
    return data.token;
}

/** What a user has connected. */
export async function connectionsOf(userId: string) {
    const { connections } = await patchbay.connections.list({ endUserId: userId });
    return connections;
}

/** Takes the access back; false when there was nothing to delete. */
export async function disconnect(connection: { connection_id: string; provider_config_key: string }): Promise<boolean> {
    try {
        await patchbay.connections.delete(connection);
        return true;
    } catch (error) {
        if (error instanceof ApiError && error.code === 'unknown_connection') return false;
        throw error;
    }
}
// README: end
