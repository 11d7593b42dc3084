// README: begin
import { ApiError, Patchbay } from '@patchbay/node';

const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY, baseUrl: process.env.PATCHBAY_PUBLIC_URL });

/**
 * Handles `POST /connect-session` of your backend.
 * @param userId from your own login, never from the request
 */
export async function respondWithSession(request: Request, userId: string): Promise<Response> {
    // The page's word: which button was clicked, and which connection it wants to renew.
    const { integration, connection } = (await request.json().catch(() => ({}))) as { integration?: string; connection?: string };
    const end_user = { id: userId };
    try {
        if (!connection) {
            const { data } = await patchbay.connectSessions.create({
                end_user,
                ...(integration && { allowed_integrations: [integration] })
            });
            return Response.json({ token: data.token });
        }
        // The id comes from the browser: only a connection that is this user's own is renewed.
        const wanted = { connectionId: connection, endUserId: userId, ...(integration && { integrationId: integration }) };
        const [own] = (await patchbay.connections.list(wanted)).connections;
        if (!own) return Response.json({ error: 'unknown_connection' }, { status: 404 });
        const key = { connection_id: own.connection_id, integration_id: own.provider_config_key };
        const { data } = await patchbay.connectSessions.reconnect({ ...key, end_user });
        return Response.json({ token: data.token });
    } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        return Response.json({ error: error.code }, { status: 400 });
    }
}
// README: end
