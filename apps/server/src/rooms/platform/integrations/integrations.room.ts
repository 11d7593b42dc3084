import { room } from '../../../room.ts';
import { createShortMemory, type ShortMemory, shortMemoryMs } from '../../../kernel/runtime/short-memory.ts';
import { integrationRoutes } from './integrations.routes.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** Provider ids by the keys of an environment's integrations. */
        providersOf: ShortMemory<ReadonlyMap<string, string>>;
    }
}

export const integrations = room({
    name: 'integrations',
    routes: integrationRoutes,
    open: ({ clock }) => ({
        state: { providersOf: createShortMemory<ReadonlyMap<string, string>>({ clock, lifetimeMs: shortMemoryMs }) }
    })
});
