import { room } from '../../../room.ts';
import { connectSessionRoutes } from './connect-sessions.routes.ts';
import type { SessionCaller } from './authenticate-session.ts';
import { deleteExpiredSessions } from './delete-expired-sessions.ts';

declare module '../../../kernel/http/authenticate.ts' {
    interface Callers {
        connect_session: SessionCaller;
    }
}

export const connectSessions = room({
    name: 'connect-sessions',
    routes: connectSessionRoutes,
    cleanUps: { deleteExpiredSessions }
});
