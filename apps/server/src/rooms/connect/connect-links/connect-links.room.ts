import { room } from '../../../room.ts';
import { connectLinkRoutes } from './connect-links.routes.ts';
import { forgetOldLinks } from './forget-old-links.ts';

export const connectLinks = room({
    name: 'connect-links',
    routes: connectLinkRoutes,
    cleanUps: { forgetOldLinks }
});
