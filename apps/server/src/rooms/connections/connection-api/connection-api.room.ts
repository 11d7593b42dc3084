import { room } from '../../../room.ts';
import { connectionApiRoutes } from './connection-api.routes.ts';

export const connectionApi = room({
    name: 'connection-api',
    routes: connectionApiRoutes
});
