// README: begin
import { ApiError, Patchbay } from '@patchbay/node';

const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY, baseUrl: process.env.PATCHBAY_PUBLIC_URL });

/** Answers `POST /connect-session` of your backend. @param userId from your own login, never from the request */
export async function answerSession(request: Request, userId: string): Promise<Response> {
    // The page's word: which button was clicked, and which connection it wants to renew.
    const { integration, connection } = (await request.json().catch(() => ({}))) as { integration?: string; connection?: string };
    const end_user = { id: userId };
    try {
        const { data } =
            connection === undefined
                ? await patchbay.connectSessions.create({ end_user, ...(integration ? { allowed_integrations: [integration] } : {}) })
                : // `end_user` makes Patchbay refuse a connection that belongs to somebody else.
                  await patchbay.connectSessions.reconnect({ connection_id: connection, integration_id: integration ?? '', end_user });
        return Response.json({ token: data.token });
    } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        return Response.json({ error: error.code }, { status: error.code === 'end_user_mismatch' ? 403 : 400 });
    }
}
// README: end
