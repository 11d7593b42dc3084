import { room } from '../../../room.ts';
import { integrationStatusRoutes } from './integration-status.routes.ts';

export const integrationStatus = room({
    name: 'integration-status',
    // Before `/integrations/:id`, which `/integrations/status` matches, too.
    routes: integrationStatusRoutes
});
