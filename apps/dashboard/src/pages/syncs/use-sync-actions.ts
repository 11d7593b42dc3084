import { countSyncs, listSyncs, pauseSync, startSync, triggerSync } from '@patchbay/contracts/dashboard';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callFor, keyOf, useEnvironment } from '../../api/use-api.ts';
import type { Sync } from './search.ts';

/** `restart`: from the beginning; `empty`: its records are deleted before. */
export type SyncAction = 'run' | 'restart' | 'empty' | 'pause' | 'resume';

export interface SyncChange {
    action: SyncAction;
    syncs: readonly Sync[];
}

/** Does the same with several syncs, by a call for each connection; then tells the first error. */
export function useSyncActions() {
    const environment = useEnvironment();
    const client = useQueryClient();
    const call = callFor(environment, triggerSync);
    const changeOf = (action: SyncAction, [first, ...others]: readonly Sync[]): Promise<unknown> => {
        if (!first) return Promise.resolve();
        const body = {
            provider_config_key: first.integration_id,
            connection_id: first.connection_id,
            syncs: [first, ...others].map(({ name, variant }) => ({ name, variant }))
        };
        if (action === 'pause') return call(pauseSync, { body });
        if (action === 'resume') return call(startSync, { body });
        const opts = { reset: action !== 'run', emptyCache: action === 'empty' };
        return call(triggerSync, { body: { ...body, opts } });
    };
    return useMutation({
        async mutationFn({ action, syncs }: SyncChange) {
            const ofConnections = Map.groupBy(syncs, (sync) => JSON.stringify([sync.integration_id, sync.connection_id]));
            const results = await Promise.allSettled([...ofConnections.values()].map((some) => changeOf(action, some)));
            const failed = results.find((result) => result.status === 'rejected');
            if (failed) throw failed.reason;
        },
        onSettled: () =>
            Promise.all([listSyncs, countSyncs].map((each) => client.invalidateQueries({ queryKey: keyOf(environment, each) })))
    });
}
