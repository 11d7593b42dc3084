import { room } from '../../../room.ts';
import { sealedIntegrations } from './open-integration.ts';
import { createTtlCache, type TtlCache, rowCacheMs } from '../../../kernel/runtime/ttl-cache.ts';

declare module '../../../deps.ts' {
    interface Deps {
        /** Provider ids by the keys of an environment's integrations. */
        providersOf: TtlCache<ReadonlyMap<string, string>>;
    }
}

declare module '../../../kernel/log/log.ts' {
    interface EnvironmentLogFields {
        /** The key that the customer gave it. */
        integration_id?: string;
    }
}

export const integrations = room({
    name: 'integrations',
    sealed: [sealedIntegrations],
    open: ({ clock }) => ({
        state: { providersOf: createTtlCache<ReadonlyMap<string, string>>({ clock, lifetimeMs: rowCacheMs }) }
    })
});
