import { room } from '../../../room.ts';
import { connectionPageRoutes } from './connection-page.routes.ts';

export const connectionPage = room({ name: 'connection-page', routes: connectionPageRoutes });
