import { countSyncs, listSyncs, pauseSync, startSync, triggerSync } from '@patchbay/contracts/dashboard';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callFor, keyOf, useEnvironment } from '../../api/use-api.ts';
import { offerUndo } from '../../parts/undo.ts';
import type { Sync } from './search.ts';

/** `restart`: from the beginning, its records kept. */
export type SyncAction = 'run' | 'restart' | 'pause' | 'resume';

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
        return call(triggerSync, { body: { ...body, opts: { reset: action === 'restart', emptyCache: false } } });
    };
    const apply = async ({ action, syncs }: SyncChange) => {
        const ofConnections = [...Map.groupBy(syncs, (sync) => JSON.stringify([sync.integration_id, sync.connection_id])).values()];
        const results = await Promise.allSettled(ofConnections.map((some) => changeOf(action, some)));
        const done = ofConnections.filter((_, at) => results[at]?.status === 'fulfilled').flat();
        return { done, failed: results.find((result) => result.status === 'rejected') };
    };
    const takeBack = async (change: SyncChange) => {
        const { failed } = await apply(change);
        void refresh();
        if (failed) throw failed.reason;
    };
    const refresh = () =>
        Promise.all([listSyncs, countSyncs].map((each) => client.invalidateQueries({ queryKey: keyOf(environment, each) })));
    return useMutation({
        async mutationFn(change: SyncChange) {
            const { done, failed } = await apply(change);
            // Also of those that were changed where others were not.
            const back = reverseOf({ ...change, syncs: done });
            if (back) offerUndo(doneWords(change.action, back.syncs), () => takeBack(back));
            if (failed) throw failed.reason;
        },
        onSettled: refresh
    });
}

/** Of those alone whose state it has changed; undefined: nothing is to be taken back. */
function reverseOf({ action, syncs }: SyncChange): SyncChange | undefined {
    if (action !== 'pause' && action !== 'resume') return undefined;
    const changed = syncs.filter(({ state }) => (state === 'paused') === (action === 'resume'));
    return changed.length === 0 ? undefined : { action: action === 'pause' ? 'resume' : 'pause', syncs: changed };
}

function doneWords(action: SyncAction, [first, ...others]: readonly Sync[]): string {
    const what = others.length === 0 ? (first?.name ?? '') : `${(others.length + 1).toLocaleString()} syncs`;
    return action === 'pause' ? `Paused ${what}.` : `Resumed ${what}.`;
}
