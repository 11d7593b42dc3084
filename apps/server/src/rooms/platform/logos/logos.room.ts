import { room } from '../../../room.ts';
import { logoRoutes } from './logos.routes.ts';

export const logos = room({
    name: 'logos',
    routes: logoRoutes
});
