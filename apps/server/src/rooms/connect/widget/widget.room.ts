import { room } from '../../../room.ts';

export const widget = room({ name: 'widget' });
