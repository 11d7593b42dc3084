import { room } from '../../../room.ts';
import { environmentApiRoutes } from './environment-api.routes.ts';
import { removeDeletedEnvironments } from './remove-environment.ts';

export const environmentApi = room({
    name: 'environment-api',
    routes: environmentApiRoutes,
    cleanUps: { removeDeletedEnvironments }
});
