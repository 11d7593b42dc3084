import { room } from '../../../room.ts';
import { mcpRoutes } from './mcp.routes.ts';

export const mcp = room({ name: 'mcp', routes: mcpRoutes });
