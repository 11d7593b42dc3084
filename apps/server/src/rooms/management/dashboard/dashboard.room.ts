import { room } from '../../../room.ts';

export const dashboard = room({ name: 'dashboard' });
