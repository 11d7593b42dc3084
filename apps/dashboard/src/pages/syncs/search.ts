import type { countSyncs, listSyncs } from '@patchbay/contracts';
import type { CallInput, CountedSyncState, SuccessOut, SyncState } from '@patchbay/contracts/dashboard';
import type { StatusKind } from '../../parts/Status.tsx';
import { given, nameParam, textParam } from '../../parts/search-params.ts';

export type Sync = SuccessOut<typeof listSyncs>['data'][number];
type Query = CallInput<typeof listSyncs>['query'];

export const stateWords = {
    working: { kind: 'working', word: 'Working' },
    failing: { kind: 'broken', word: 'Failing' },
    paused: { kind: 'paused', word: 'Paused' },
    running: { kind: 'waiting', word: 'Running' },
    new: { kind: 'unknown', word: 'Not run yet' },
    off: { kind: 'unknown', word: 'Switched off' }
} as const satisfies Record<SyncState, { kind: StatusKind; word: string }>;

/** What can be searched for, in the order in which it is shown. */
export const stateFilters = { running: 'Running', failing: 'Failing', paused: 'Paused' } as const satisfies Record<
    CountedSyncState,
    string
>;

/** All filters are in the address. */
export interface SyncsSearch {
    state?: keyof typeof stateFilters;
    integration?: string;
    connection?: string;
    name?: string;
}

export function syncsSearch({ state, integration, connection, name }: Record<string, unknown>): SyncsSearch {
    return given({
        state: nameParam(state, stateFilters),
        integration: textParam(integration),
        connection: textParam(connection),
        name: textParam(name)
    });
}

/** What is counted by state. */
export function scopeOf(environment: string, { integration, connection, name }: SyncsSearch): CallInput<typeof countSyncs>['query'] {
    return {
        environment,
        ...(name !== undefined && { name }),
        ...(integration !== undefined && { integration_id: integration }),
        ...(connection !== undefined && { connection_id: connection })
    };
}

export function queryOf(environment: string, search: SyncsSearch): Query {
    return { ...scopeOf(environment, search), limit: 50, ...(search.state !== undefined && { state: search.state }) };
}

/** As people know it. */
export const customerOf = ({ customer, connection_id: id }: Pick<Sync, 'customer' | 'connection_id'>): string => customer ?? id;
export const nameOf = ({ name, variant }: Pick<Sync, 'name' | 'variant'>): string => (variant === 'base' ? name : `${name} (${variant})`);
export const recordsWords = (count: number) => (count === 1 ? '1 record' : `${count.toLocaleString()} records`);
