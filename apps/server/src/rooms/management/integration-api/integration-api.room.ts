import { room } from '../../../room.ts';
import { integrationApiRoutes } from './integration-api.routes.ts';

export const integrationApi = room({
    name: 'integration-api',
    routes: integrationApiRoutes
});
