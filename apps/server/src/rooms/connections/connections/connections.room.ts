import { room } from '../../../room.ts';
import { connectionRoutes } from './connections.routes.ts';

export const connections = room({
    name: 'connections',
    routes: connectionRoutes
});
