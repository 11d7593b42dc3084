import { room } from '../../../room.ts';
import { syncOverviewRoutes } from './sync-overview.routes.ts';

export const syncOverview = room({ name: 'sync-overview', routes: syncOverviewRoutes });
