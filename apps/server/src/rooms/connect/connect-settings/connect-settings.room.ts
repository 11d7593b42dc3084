import { room } from '../../../room.ts';
import { connectSettingsRoutes } from './connect-settings.routes.ts';

export const connectSettings = room({
    name: 'connect-settings',
    routes: connectSettingsRoutes
});
