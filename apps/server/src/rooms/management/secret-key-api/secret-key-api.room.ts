import { room } from '../../../room.ts';
import { secretKeyApiRoutes } from './secret-key-api.routes.ts';

export const secretKeyApi = room({
    name: 'secret-key-api',
    routes: secretKeyApiRoutes
});
