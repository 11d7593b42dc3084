import { room } from '../../room.ts';
import { compatRoutes } from './compat.routes.ts';
import { deleteExpiredPopups } from './delete-expired-popups.ts';

export const compat = room({
    name: 'compat',
    routes: compatRoutes,
    cleanUps: { deleteExpiredPopups }
});
