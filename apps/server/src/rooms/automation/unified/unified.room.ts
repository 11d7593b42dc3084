import { room } from '../../../room.ts';
import { createRunSlots, type RunSlots } from '../runs/run-slots.ts';
import { unifiedRoutes } from './unified.routes.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** Files that this server holds in memory at once. */
        uploadSlots: RunSlots;
    }
}

/** Each has 2 MiB, and as much again in the provider's form. */
const uploadsAtOnce = 8;

export const unified = room({
    name: 'unified',
    routes: unifiedRoutes,
    open: () => ({ state: { uploadSlots: createRunSlots(uploadsAtOnce) } })
});
