import { AppError, type listSyncs as listSyncsContract, mostShownRuns, type ParsedInput, type SyncOfConnection } from '@patchbay/contracts';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { findUnstorable } from '../../../kernel/http/json-body.ts';
import { sumOfChanges } from '../../automation/records/run-counts.ts';
import { describeSync } from '../../automation/syncs/sync-status.ts';
import { findStates } from '../../automation/syncs/syncs.sql.ts';
import { findIntegrationIdByKey } from '../../platform/integrations/find-integration-id.ts';
import { findLastRuns, findPageOfSyncs, type RunOfSync, type SyncPlace } from './sync-overview.sql.ts';

type Query = ParsedInput<typeof listSyncsContract>['query'];
type StateRow = Awaited<ReturnType<typeof findStates>>[number];

/** @throws {AppError} `invalid_cursor` */
export async function listSyncs(
    { db, clock }: Pick<Deps, 'clock' | 'db'>,
    environmentId: string,
    { state, integration_id: integrationKey, connection_id: connectionId, name, cursor, limit }: Query
): Promise<{ data: SyncOfConnection[]; next_cursor: string | null }> {
    const now = clock.now();
    const after = cursor === undefined ? undefined : placeOf(cursor);
    const integrationId = integrationKey === undefined ? undefined : await findIntegrationIdByKey(db, environmentId, integrationKey);
    if (integrationId === undefined && integrationKey !== undefined) return { data: [], next_cursor: null };
    const found = await findPageOfSyncs(db, {
        environmentId,
        state,
        integrationId,
        connectionId,
        name,
        after,
        now,
        limit: limit + 1
    });
    const page = found.slice(0, limit);
    const ids = page.map(({ id }) => id);
    const [states, runs] = await Promise.all([findStates(db, ids, environmentId), findLastRuns(db, environmentId, ids, mostShownRuns)]);
    const byId = new Map(states.map((row) => [row.id, row]));
    const runsOf = Map.groupBy(runs, ({ sync_id: id }) => id);
    const last = found.length > limit ? page.at(-1) : undefined;
    return {
        // One that was deleted meanwhile is left out.
        data: ids.flatMap((id) => {
            const row = byId.get(id);
            return row ? [describe(row, runsOf.get(id) ?? [], now)] : [];
        }),
        next_cursor: last ? cursorOf(last) : null
    };
}

function describe(row: StateRow, runs: readonly RunOfSync[], now: Date): SyncOfConnection {
    const sync = describeSync(row, now);
    const person = row.end_user;
    return {
        id: row.id,
        name: row.name,
        variant: row.variant,
        integration_id: row.integration_key,
        connection_id: row.connection_id,
        customer: person?.display_name ?? person?.organization?.display_name ?? person?.email ?? person?.id ?? null,
        state: stateOf(row, sync.status),
        frequency: sync.frequency,
        next_run_at: sync.nextScheduledSyncAt,
        finished_at: sync.finishedAt ?? null,
        records: Object.values(sync.recordCount).reduce((sum, count) => sum + count, 0),
        failures: row.failures,
        error: sync.error,
        runs: runs.map(({ id, status, created_at: at, counts }) => ({ id, status, at: at.toISOString(), changed: changedBy(counts) }))
    };
}

function stateOf(row: StateRow, status: ReturnType<typeof describeSync>['status']): SyncOfConnection['state'] {
    if (status === 'RUNNING') return 'running';
    if (status === 'STOPPED') return 'off';
    if (status === 'PAUSED') return 'paused';
    if (row.failures > 0) return 'failing';
    return row.finished_at === null ? 'new' : 'working';
}

function changedBy(counts: string | null): number {
    const { added, updated, deleted } = sumOfChanges(counts);
    return added + updated + deleted;
}

const cursorOf = ({ connection_row_id: connection, name, variant }: SyncPlace) =>
    Buffer.from(JSON.stringify([connection, name, variant])).toString('base64url');

const place = z.tuple([z.int(), z.string(), z.string()]);

function placeOf(cursor: string): SyncPlace {
    try {
        const [connection, name, variant] = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
        if (!findUnstorable([name, variant])) return { connection_row_id: connection, name, variant };
    } catch {
        // It is none of ours.
    }
    throw new AppError('invalid_cursor');
}
