import { room } from '../../../room.ts';
import { connectSessionRoutes } from './connect-sessions.routes.ts';
import { reconnectRoutes } from './reconnect/reconnect.routes.ts';
import type { SessionCaller } from './authenticate-session.ts';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';

declare module '../../../kernel/http/authenticate.ts' {
    interface Callers {
        connect_session: SessionCaller;
    }
}

export const connectSessions = room({
    name: 'connect-sessions',
    routes: [...connectSessionRoutes, ...reconnectRoutes],
    cleanUps: {
        // For a day after it ended, its token may still ask what became of an attempt.
        deleteExpiredSessions: deleteOlder('connect_sessions', 'expires_at', 24 * 60 * 60_000),
        deleteExpiredResponses: deleteOlder('idempotent_answers', 'expires_at', 0)
    }
});
