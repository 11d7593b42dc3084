import { room } from '../../../room.ts';
import { providerRoutes } from './providers.routes.ts';

export const providers = room({
    name: 'providers',
    routes: providerRoutes
});
