import { room } from '../../../room.ts';
import { ownConnectionRoutes } from './own-connections.routes.ts';

export const ownConnections = room({
    name: 'own-connections',
    routes: ownConnectionRoutes
});
