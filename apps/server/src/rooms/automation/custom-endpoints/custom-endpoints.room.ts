import { room } from '../../../room.ts';

/** Its route is the last of all: `compat` mounts it. */
export const customEndpoints = room({ name: 'custom-endpoints' });
