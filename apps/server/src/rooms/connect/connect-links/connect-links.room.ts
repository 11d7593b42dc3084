import { room } from '../../../room.ts';
import { connectLinkRoutes } from './connect-links.routes.ts';
import { deleteExpiredLinks } from './delete-expired-links.ts';

export const connectLinks = room({
    name: 'connect-links',
    routes: connectLinkRoutes,
    cleanUps: { deleteExpiredLinks }
});
