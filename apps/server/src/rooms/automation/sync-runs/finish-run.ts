import type { Db } from '@patchbay/db';
import type { RunError, SyncOutcome } from '@patchbay/functions';
import { storableJson } from '../../../kernel/sql/storable-json.ts';
import type { WholeRow } from '../../connections/connection-store/usable-connection.sql.ts';
import type { SyncFunction } from '../../platform/functions/functions-of.ts';
import { recordEvent } from '../../outbox/events/record-event.ts';
import { describeRunError, retryAfterOf, storedError } from '../runs/run-error.ts';
import type { HostDeps } from '../runs/connection-host.ts';
import { wasDatabaseAway } from '../runs/database-away.ts';
import { endRun } from '../runs/runs.sql.ts';
import { cancelledError } from '../runs/with-lease.ts';
import { setName } from '../records/record-scope.ts';
import { markRun } from '../records/record-sets.sql.ts';
import { intervalMsOf } from '../syncs/sync-functions.ts';
import { tellOfWaitingSyncs } from '../syncs/sync-jobs.ts';
import { type Counts, readCounts } from './sync-counts.ts';
import type { SyncHost } from './sync-host.ts';
import type { LeasedSync } from './claim-syncs.sql.ts';
import { endSyncRun, type Held, lockHeld } from './sync-runs.sql.ts';

export interface Run {
    runId: string;
    startedAt: Date;
}

interface About {
    sync: LeasedSync;
    held: Held;
    connection: WholeRow;
    function: SyncFunction;
}

/** The first repetition of a failed run; each further one waits twice as long. */
const retryAfterMs = 60_000;
/** A provider that asks for more is asked once a day. */
const mostAskedMs = 24 * 60 * 60_000;
const cutShort: ReadonlySet<string> = new Set(['run_aborted', 'runner_closed']);
/** Of which the connection's own events tell. */
const ofConnection: ReadonlySet<string> = new Set([
    'connection_refresh_exhausted',
    'connection_refresh_backoff',
    'integration_disabled',
    'frozen',
    'not_found'
]);

/** Whether the connection's own events tell of it. */
export const tellsOfConnection = (error: RunError): boolean => ofConnection.has(describeRunError(error).code);

function nextAt(
    { sync, connection, function: found }: About,
    { startedAt, failures, now, askedMs }: { startedAt: Date; failures: number; now: Date; askedMs: number }
): Date {
    const intervalMs = intervalMsOf({ frequency: sync.frequency, metadata: connection.metadata, sync: found });
    const usual = Math.max(startedAt.getTime() + intervalMs, now.getTime());
    if (failures === 0) return new Date(usual);
    const retryAt = Math.min(usual, now.getTime() + retryAfterMs * 2 ** Math.min(failures - 1, 10));
    return new Date(Math.max(retryAt, now.getTime() + askedMs));
}

/** For how long the provider has asked to be left alone. */
function askedMsOf(outcome: SyncOutcome, now: Date): number {
    const { retryAfterS = 0 } = (outcome.status === 'failed' && retryAfterOf(outcome.error, now)) || {};
    return Math.min(retryAfterS * 1000, mostAskedMs);
}

/**
 * Ends a run: its state, its events and when the next run is due are one transaction.
 * @param run `isCancelled`: unless the sync is lost, since that looks the same
 * @race the sync is paused, triggered or reset at that moment: fence, and its row is locked
 */
export async function finishRun(
    deps: HostDeps,
    about: About,
    { runId, startedAt, outcome: ended, isCancelled, host }: Run & { outcome: SyncOutcome; isCancelled: boolean; host: SyncHost }
): Promise<void> {
    const { sync, held, connection } = about;
    const { environmentId } = held;
    const { models } = about.function;
    const changed = await deps.db.transaction().execute(async (trx) => {
        const now = deps.clock.now();
        const locked = await lockHeld(trx, held);
        const outcome: SyncOutcome = locked && isCancelled ? { ...ended, status: 'failed', error: cancelledError } : ended;
        const error = outcome.status === 'failed' ? describeRunError(outcome.error) : undefined;
        const isInterrupted = error !== undefined && (cutShort.has(error.code) || wasDatabaseAway(error));
        const failures = !error ? 0 : isInterrupted || isCancelled ? sync.failures : sync.failures + 1;
        const status = isInterrupted || !locked ? 'interrupted' : outcome.status;
        const counts = readCounts(locked?.pending_counts ?? null);
        await endRun(
            trx,
            { environmentId, id: runId },
            {
                status,
                counts: JSON.stringify({ counts, set_aside: outcome.setAside }),
                error: outcome.status === 'failed' ? storedError(outcome.error) : null,
                log: host.end(),
                calls: host.calls,
                now
            }
        );
        if (!locked) return {};
        const isWaiting = await endSyncRun(trx, held, {
            status,
            error: error && !isInterrupted ? storableJson(error) : null,
            failures,
            lastCounts: isInterrupted ? null : JSON.stringify(withAll(models, counts)),
            startedAt,
            now,
            // What a server that stops, or its database, has cut short goes on at once.
            nextAt: isInterrupted ? now : nextAt(about, { startedAt, failures, now, askedMs: askedMsOf(outcome, now) }),
            models
        });
        if (status === 'succeeded') {
            const names = models.map((model) => setName(model, sync.variant));
            await markRun(trx, { environmentId, connectionId: connection.id }, names, now);
        }
        if (!isInterrupted && !isCancelled)
            await recordSyncEvents(trx, deps, about, { startedAt, now, counts: withAll(models, counts), error });
        if (isWaiting) await tellOfWaitingSyncs(trx);
        // Of an interrupted run, the one that goes on counts them.
        return isInterrupted ? {} : counts;
    });
    deps.recordCounter.count({ environmentId, integrationId: connection.integration_id }, changed);
}

function withAll(models: readonly string[], counts: Readonly<Record<string, Counts>>): Record<string, Counts> {
    return Object.fromEntries(models.map((model) => [model, counts[model] ?? { added: 0, updated: 0, deleted: 0 }]));
}

/** One event for each model; of failures in a row one, unless the reason changes. */
async function recordSyncEvents(
    trx: Db,
    deps: HostDeps,
    { sync, held, connection, function: { models } }: About,
    run: { startedAt: Date; now: Date; counts: Record<string, Counts>; error: { code: string; message: string } | undefined }
): Promise<void> {
    const { error, startedAt, now } = run;
    if (error && (ofConnection.has(error.code) || (sync.failures > 0 && codeOf(sync.error) === error.code))) return;
    const about = {
        type: 'sync' as const,
        connectionId: connection.connection_id,
        providerConfigKey: connection.integration_key,
        syncName: sync.name,
        syncVariant: sync.variant,
        syncType: sync.succeeded_at === null ? ('INITIAL' as const) : ('INCREMENTAL' as const)
    };
    const owner = { environmentId: held.environmentId, integrationId: connection.integration_id };
    const from = startedAt.toISOString();
    for (const model of models) {
        const content = error
            ? {
                  ...about,
                  model,
                  success: false as const,
                  error: { type: error.code, description: error.message },
                  startedAt: from,
                  failedAt: now.toISOString()
              }
            : {
                  ...about,
                  model,
                  success: true as const,
                  modifiedAfter: from,
                  queryTimeStamp: from,
                  responseResults: run.counts[model] ?? { added: 0, updated: 0, deleted: 0 }
              };
        await recordEvent(trx, deps, { ...owner, content });
    }
}

function codeOf(error: string | null): string | undefined {
    // Written by `finishRun`.
    return error === null ? undefined : (JSON.parse(error) as { code?: string }).code;
}

/** Nothing is asked of the provider: the connection cannot be used, or the function is gone. */
export async function skipRun(
    deps: HostDeps,
    {
        sync,
        held,
        connection,
        function: found,
        problem
    }: Pick<About, 'sync' | 'held'> & {
        connection: WholeRow | undefined;
        function: SyncFunction | undefined;
        problem: { code: string; message: string } | undefined;
    },
    { startedAt }: Run
): Promise<void> {
    if (!connection) return;
    const now = deps.clock.now();
    const error = problem ?? { code: 'unknown_sync', message: 'There is no such function any more.' };
    const interval = intervalMsOf({ frequency: sync.frequency, metadata: connection.metadata, sync: found });
    await deps.db.transaction().execute(async (trx) => {
        const isWaiting = await endSyncRun(trx, held, {
            status: 'failed',
            error: JSON.stringify(error),
            failures: Math.max(1, sync.failures),
            lastCounts: null,
            startedAt,
            now,
            nextAt: new Date(now.getTime() + interval),
            models: found?.models ?? []
        });
        if (isWaiting) await tellOfWaitingSyncs(trx);
    });
}
