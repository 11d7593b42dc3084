import { room } from '../../../room.ts';
import { aboutRoutes } from './about.routes.ts';

export const about = room({
    name: 'about',
    routes: aboutRoutes
});
