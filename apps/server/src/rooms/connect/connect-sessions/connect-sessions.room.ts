import { room } from '../../../room.ts';
import { connectSessionRoutes } from './connect-sessions.routes.ts';
import { forgetOldSessions } from './forget-old-sessions.ts';

export const connectSessions = room({
    name: 'connect-sessions',
    routes: connectSessionRoutes,
    cleanUps: { forgetOldSessions }
});
