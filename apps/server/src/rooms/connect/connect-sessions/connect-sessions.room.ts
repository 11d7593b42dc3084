import { room } from '../../../room.ts';
import { connectSessionRoutes } from './connect-sessions.routes.ts';
import { sealedSessions, sessionGraceMs } from './mint-session.ts';
import { sealedResponses } from './with-idempotency-key.ts';
import { isKept } from './waits.sql.ts';
import { popularForMs } from './popular-integrations.ts';
import { createTtlCache, type TtlCache } from '../../../kernel/runtime/ttl-cache.ts';
import { reconnectRoutes } from './reconnect/reconnect.routes.ts';
import type { SessionCaller } from './authenticate-session.ts';
import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';

declare module '../../../kernel/http/authenticate.ts' {
    interface Callers {
        connect_session: SessionCaller;
    }
}

declare module '../../../deps.ts' {
    interface Deps {
        /** How many connections each integration of an environment has. */
        popularIntegrations: TtlCache<ReadonlyMap<string, number>>;
    }
}

export const connectSessions = room({
    name: 'connect-sessions',
    open: ({ clock }) => ({
        state: { popularIntegrations: createTtlCache<ReadonlyMap<string, number>>({ clock, lifetimeMs: popularForMs }) }
    }),
    sealed: [sealedSessions, sealedResponses],
    routes: [...connectSessionRoutes, ...reconnectRoutes],
    cleanUps: {
        deleteExpiredSessions: deleteOlder('connect_sessions', 'expires_at', sessionGraceMs, isKept),
        deleteExpiredResponses: deleteOlder('idempotent_answers', 'expires_at', 0)
    }
});
