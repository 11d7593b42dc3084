import { room } from '../../../room.ts';
import { connectSessionRoutes } from './connect-sessions.routes.ts';
import { sealedSessions, sessionGraceMs } from './mint-session.ts';
import { sealedResponses } from './with-idempotency-key.ts';
import { isKept } from './waits.sql.ts';
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
    sealed: [sealedSessions, sealedResponses],
    routes: [...connectSessionRoutes, ...reconnectRoutes],
    cleanUps: {
        deleteExpiredSessions: deleteOlder('connect_sessions', 'expires_at', sessionGraceMs, isKept),
        deleteExpiredResponses: deleteOlder('idempotent_answers', 'expires_at', 0)
    }
});
