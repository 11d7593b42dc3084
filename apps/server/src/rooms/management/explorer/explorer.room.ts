import { room } from '../../../room.ts';
import { explorerRoutes } from './explorer.routes.ts';

export const explorer = room({ name: 'explorer', routes: explorerRoutes });
