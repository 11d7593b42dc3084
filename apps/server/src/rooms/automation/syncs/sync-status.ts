import { AppError, type getSyncStatus, type SuccessIn } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { setName } from '../records/record-scope.ts';
import { requireConnectionOf } from './change-syncs.ts';
import { toSync } from '../../platform/functions/functions-of.ts';
import { frequencyOf, intervalMsOf } from './sync-functions.ts';
import { findFirstSyncIds, findStates, findSyncOfModel, type SyncOfModel, type SyncSelection } from './syncs.sql.ts';

type StateRow = Awaited<ReturnType<typeof findStates>>[number];
type Status = SuccessIn<typeof getSyncStatus>['syncs'][number];

const mostStates = 1000;

/**
 * @returns none for an unknown integration, as at the reference
 * @throws {AppError} `invalid_body` for an unknown connection
 */
export async function listStates(deps: Pick<Deps, 'batches' | 'clock' | 'db' | 'ids'>, selection: SyncSelection): Promise<Status[]> {
    const { environmentId, integrationKey, connectionId } = selection;
    if (connectionId !== undefined)
        await requireConnectionOf(deps, { environmentId, integrationKey, connectionId }).catch((error: unknown) => {
            // As the reference has it.
            throw error instanceof AppError && error.code === 'unknown_connection'
                ? new AppError('invalid_body', { message: 'Connection not found' })
                : error;
        });
    const ids = await findFirstSyncIds(deps.db, selection, mostStates);
    const now = deps.clock.now();
    return (await findStates(deps.db, ids, environmentId)).map((row) => describeSync(row, now));
}

export function describeSync(row: StateRow, now: Date): Status {
    const sync = toSync(row.provider, row.name, row.function ?? undefined);
    const isRunning = row.lease_until !== null && row.lease_until > now;
    const last = isRunning ? 'RUNNING' : row.status === 'failed' ? 'ERROR' : row.status === 'succeeded' ? 'SUCCESS' : undefined;
    return {
        id: row.id,
        connection_id: row.connection_id,
        name: row.name,
        variant: row.variant,
        type: row.succeeded_at === null ? 'INITIAL' : 'INCREMENTAL',
        status: statusOf(row, { isRunning, isGone: !sync?.isEnabled }),
        frequency: frequencyOf({ ...row, sync }),
        nextScheduledSyncAt: row.due_at?.toISOString() ?? null,
        recordCount: Object.fromEntries(row.models.map((model) => [model, row.record_counts[setName(model, row.variant)] ?? 0])),
        // Written by `checkpointWrite` as JSON of an object.
        checkpoint: row.checkpoint === null ? null : (JSON.parse(row.checkpoint) as Record<string, unknown>),
        // Written by `finishRun`.
        error: row.error === null ? null : (JSON.parse(row.error) as Status['error']),
        failures: row.failures,
        ...(row.finished_at ? { finishedAt: row.finished_at.toISOString() } : {}),
        // As `finishRun` has it.
        ...(row.last_counts === null ? {} : { latestResult: JSON.parse(row.last_counts) as NonNullable<Status['latestResult']> }),
        ...(last ? { latestExecutionStatus: last } : {})
    };
}

function statusOf(
    { is_paused: isPaused, status }: Pick<StateRow, 'is_paused' | 'status'>,
    { isRunning, isGone }: { isRunning: boolean; isGone: boolean }
): Status['status'] {
    if (isRunning) return 'RUNNING';
    if (isGone) return 'STOPPED';
    if (isPaused) return 'PAUSED';
    return status === 'failed' ? 'ERROR' : 'SUCCESS';
}

/** So many intervals after its last run a list is no longer said to be current. */
const currentForIntervals = 2;
/** Runs take a while too. */
const graceMs = 60_000;

/** How far a list of records can be trusted, for the two headers. */
export async function syncStateOf(
    { batches, clock }: Pick<Deps, 'batches' | 'clock'>,
    target: ConnectionTarget,
    { model, variant }: { model: string; variant: string }
): Promise<Record<string, string>> {
    const [sync] = await findSyncOfModel(batches, { ...target, model, variant });
    if (!sync) return {};
    return {
        'patchbay-sync-status': trustOf(sync, clock.now()),
        ...(sync.succeeded_at ? { 'patchbay-synced-at': sync.succeeded_at.toISOString() } : {})
    };
}

function trustOf(sync: SyncOfModel, now: Date): 'initial' | 'current' | 'stale' | 'failing' | 'paused' {
    if (sync.is_paused) return 'paused';
    if (sync.failures > 0) return 'failing';
    if (sync.succeeded_at === null) return 'initial';
    const intervalMs = intervalMsOf({ ...sync, sync: toSync(sync.provider, sync.name, sync.function ?? undefined) });
    const isCurrent = now.getTime() - sync.succeeded_at.getTime() <= currentForIntervals * intervalMs + graceMs;
    return isCurrent ? 'current' : 'stale';
}
