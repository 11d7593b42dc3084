import type { listFunctionRuns } from '@patchbay/contracts';
import type { CallInput } from '@patchbay/contracts/dashboard';
import { given, nameParam, textParam } from '../../parts/search-params.ts';

type Query = NonNullable<CallInput<typeof listFunctionRuns>['query']>;
type RunType = NonNullable<Query['type']>;
type RunStatus = NonNullable<Query['status']>;

export const typeWords = {
    sync: 'Sync',
    action: 'Action',
    'on-event': 'On event',
    webhook: 'Sync on a webhook'
} as const satisfies Record<RunType, string>;

export const runStatuses = {
    queued: { kind: 'waiting', word: 'Waiting' },
    running: { kind: 'waiting', word: 'Running' },
    succeeded: { kind: 'working', word: 'Succeeded' },
    failed: { kind: 'broken', word: 'Failed' },
    interrupted: { kind: 'attention', word: 'Interrupted' }
} as const satisfies Record<RunStatus, { kind: string; word: string }>;

/** All filters are in the address. */
export interface RunsSearch {
    type?: RunType;
    status?: RunStatus;
    integration?: string;
    connection?: string;
    name?: string;
}

export function runsSearch({ type, status, integration, connection, name }: Record<string, unknown>): RunsSearch {
    return given({
        type: nameParam(type, typeWords),
        status: nameParam(status, runStatuses),
        integration: textParam(integration),
        connection: textParam(connection),
        name: textParam(name)
    });
}

export function queryOf({ integration, connection, ...search }: RunsSearch): Query {
    return {
        limit: 50,
        ...search,
        ...(integration !== undefined && { integration_id: integration }),
        ...(connection !== undefined && { connection_id: connection })
    };
}
