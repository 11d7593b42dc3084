import { room } from '../../../room.ts';
import { functionRoutes } from './function-api.routes.ts';

export const functionApi = room({ name: 'function-api', routes: functionRoutes });
