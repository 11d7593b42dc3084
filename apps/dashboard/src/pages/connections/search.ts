import type { CallInput } from '@patchbay/contracts/dashboard';
import type { listConnections } from '@patchbay/contracts';
import { given, nameParam, textParam } from '../../parts/search-params.ts';

type Status = NonNullable<NonNullable<CallInput<typeof listConnections>['query']>['status']>;

/** All filters are in the address. */
export interface ConnectionsSearch {
    search?: string;
    status?: Status;
    integration?: string;
    endUser?: string;
    /** Instead of connections the sign-ins that wait for approval; most have no connection. */
    waiting?: true;
}

export const statusWords = {
    healthy: { kind: 'working', word: 'Working' },
    unverified: { kind: 'waiting', word: 'Not checked yet' },
    degraded: { kind: 'attention', word: 'Failing' },
    needs_attention: { kind: 'attention', word: 'Needs attention' },
    needs_reconnect: { kind: 'broken', word: 'Needs reconnecting' },
    paused: { kind: 'paused', word: 'Paused' }
} as const satisfies Record<Status, { kind: string; word: string }>;

/** Of a sign-in, and beside the status of a connection that it is to renew. */
export const waitingWord = { value: 'pending_approval', kind: 'waiting', word: 'Waiting for approval' } as const;

/** The status of one connection: healthy ones that were never used have a word of their own. */
export function statusOf({ health, last_fetched_at: lastUsed }: { health: { status: Status }; last_fetched_at: string | null }) {
    return health.status === 'healthy' && lastUsed === null
        ? ({ kind: 'unknown', word: 'Never used' } as const)
        : statusWords[health.status];
}

export function connectionsSearch({ search, status, integration, endUser, waiting }: Record<string, unknown>): ConnectionsSearch {
    return given({
        search: textParam(search),
        status: nameParam(status, statusWords),
        integration: textParam(integration),
        endUser: textParam(endUser),
        waiting: waiting === true ? waiting : undefined
    });
}
