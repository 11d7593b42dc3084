import type { CallInput } from '@patchbay/contracts/dashboard';
import type { listConnections } from '@patchbay/contracts';

type Status = NonNullable<NonNullable<CallInput<typeof listConnections>['query']>['status']>;

/** All filters are in the address. */
export interface ConnectionsSearch {
    search?: string;
    status?: Status;
    integration?: string;
    endUser?: string;
}

export const statusWords = {
    healthy: { kind: 'working', word: 'Working' },
    unverified: { kind: 'waiting', word: 'Not checked yet' },
    degraded: { kind: 'attention', word: 'Failing' },
    needs_attention: { kind: 'attention', word: 'Needs attention' },
    needs_reconnect: { kind: 'broken', word: 'Needs reconnecting' },
    paused: { kind: 'paused', word: 'Paused' }
} as const satisfies Record<Status, { kind: string; word: string }>;

const isStatus = (value: unknown): value is Status => typeof value === 'string' && Object.hasOwn(statusWords, value);
const text = (value: unknown) =>
    typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

export function connectionsSearch({ search, status, integration, endUser }: Record<string, unknown>): ConnectionsSearch {
    const given = {
        search: text(search),
        status: isStatus(status) ? status : undefined,
        integration: text(integration),
        endUser: text(endUser)
    };
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
