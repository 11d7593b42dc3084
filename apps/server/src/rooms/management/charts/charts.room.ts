import { room } from '../../../room.ts';
import { chartRoutes } from './charts.routes.ts';

export const charts = room({ name: 'charts', routes: chartRoutes });
