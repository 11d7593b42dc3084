import type { ConnectionSummary, Patchbay, SyncStatus } from '@patchbay/node';
import { describeApp } from './apps.ts';
import { connectionHealth } from './connection-health.ts';
import { findNewest } from './own-connections.ts';
import type { Deps } from './request.ts';

/** Whether a system is connected, whether it still lets Juniper in, and how far it was read. */
export async function describeSystem(deps: Deps, integration: string, wanted: readonly string[]) {
    const { patchbay, vendors } = deps;
    const vendor = vendors.find(({ id }) => id === integration);
    if (!vendor) return { app: null, link: null, syncs: [] };
    const connection = await findNewest(patchbay, integration);
    const { syncs } = connection ? await patchbay.syncs.status(connection) : { syncs: [] };
    const hasFailed = syncs.some(({ status }) => status === 'ERROR');
    return {
        app: describeApp(deps, vendor),
        link: connection
            ? {
                  connection: connection.connection_id,
                  integration,
                  isBroken: connection.health.status === 'needs_reconnect' || (hasFailed && (await isRefused(patchbay, connection))),
                  reason: connection.health.cause?.message ?? null
              }
            : null,
        syncs: wanted.flatMap((name) => syncs.filter((sync) => sync.name === name).map(describeSync))
    };
}

/** Patchbay calls a key refused only when it was so for some time; here a user waits. */
async function isRefused(patchbay: Patchbay, connection: ConnectionSummary): Promise<boolean> {
    return (await connectionHealth(patchbay, connection)).state === 'refused';
}

function describeSync({ name, type, status, recordCount, finishedAt, error }: SyncStatus) {
    return {
        name,
        isFirst: type === 'INITIAL',
        state: stateOf(status, type),
        count: Object.values(recordCount).reduce((sum, count) => sum + count, 0),
        finishedAt: finishedAt ?? null,
        error: error?.message ?? null
    };
}

function stateOf(status: SyncStatus['status'], type: SyncStatus['type']): 'reading' | 'done' | 'failed' | 'paused' {
    if (status === 'ERROR') return 'failed';
    if (status === 'PAUSED' || status === 'STOPPED') return 'paused';
    // The first run may be due, and not yet under way.
    return status === 'RUNNING' || type === 'INITIAL' ? 'reading' : 'done';
}
