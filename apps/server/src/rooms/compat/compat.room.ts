import { room } from '../../room.ts';
import { compatRoutes } from './compat.routes.ts';
import { forgetOldPopups } from './forget-old-popups.ts';

export const compat = room({
    name: 'compat',
    routes: compatRoutes,
    cleanUps: { forgetOldPopups }
});
