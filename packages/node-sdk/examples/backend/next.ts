// README: begin
import { respondWithSession } from '../session-endpoint.ts';

/**
 * In `app/api/connect-session/route.ts`: `export const POST = connectSession(userOf)`.
 * @param userOf the signed-in user, from your own login
 */
export function connectSession(userOf: (request: Request) => Promise<string | undefined>) {
    return async (request: Request): Promise<Response> => {
        const userId = await userOf(request);
        if (userId === undefined) return Response.json({ error: 'Sign in first.' }, { status: 401 });
        try {
            return await respondWithSession(request, userId);
        } catch (error) {
            console.error('connect_session_failed', error);
            return Response.json({ error: 'Connecting is not possible right now.' }, { status: 502 });
        }
    };
}
// README: end
