// README: begin
import { connectSession } from './next.ts';

interface Response {
    status(code: number): { json(body: unknown): unknown };
}

/**
 * `app.post('/api/connect-session', express.json(), connectSessionHandler(userOf))`.
 * @param userOf the signed-in user, from your own login
 */
export function connectSessionHandler<Request extends { body?: unknown }>(userOf: (request: Request) => string | undefined) {
    return async (request: Request, response: Response): Promise<void> => {
        const asked = new globalThis.Request('http://unused', { method: 'POST', body: JSON.stringify(request.body ?? {}) });
        const session = await connectSession(async () => userOf(request))(asked);
        response.status(session.status).json(await session.json());
    };
}
// README: end
