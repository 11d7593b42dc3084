import { errorCatalog } from '@patchbay/contracts';
import type { SyncOutcome } from '@patchbay/functions';
import { findSyncFunction, type SyncFunction } from '../../platform/functions/functions-of.ts';
import { findRunEnvironment } from '../../platform/functions/function-limits.ts';
import { findWholeById, type WholeRow } from '../../connections/connection-store/usable-connection.sql.ts';
import { actionCaller } from '../actions/call-action.ts';
import { readChangesAgain } from '../actions/read-again.ts';
import type { HostDeps } from '../runs/connection-host.ts';
import { type Problem, problemOrDoubtOf } from '../runs/connection-problem.ts';
import { errorAfterRefusal } from '../runs/error-after-refusal.ts';
import { runFacts } from '../runs/run-facts.ts';
import { runSyncFunction } from '../runs/run-function.ts';
import { isDatabaseAway, onceBack } from '../runs/database-away.ts';
import { endAbandonedRun, insertRun } from '../runs/runs.sql.ts';
import { leaseMs, withLease } from '../runs/with-lease.ts';
import { tellOfWaitingSyncs } from '../syncs/sync-jobs.ts';
import type { LeasedSync } from './claim-syncs.sql.ts';
import { finishRun, type Run, skipRun } from './finish-run.ts';
import { SyncHost } from './sync-host.ts';
import { giveBack, type Held, isAskedForRecords, renewSyncLease } from './sync-runs.sql.ts';

/** Of one run; it goes on at its checkpoint afterwards. */
const timeoutMs = 24 * 60 * 60_000;
/** Failures in a row that are not told of while it is unknown whether the key is refused. */
const mostUntold = 3;

/**
 * Runs a sync that this server has taken, to its end.
 * @race another server takes it up after its lease has ended: fence
 */
export async function runSync(deps: HostDeps, sync: LeasedSync): Promise<void> {
    const held = { environmentId: sync.environment_id, id: sync.id, fence: sync.fence };
    // Taken while the server was told to stop.
    if (deps.draining.aborted) return handBack(deps, held);
    await execute(deps, { sync, held }, { runId: sync.run_id, startedAt: sync.started_at }).catch(async (error: unknown) => {
        if (isDatabaseAway(error)) await onceBack(deps, () => handBack(deps, held));
        throw error;
    });
}

/** Another run goes on at the checkpoint, at once. */
async function handBack({ db }: Pick<HostDeps, 'db'>, held: Held): Promise<void> {
    await db.transaction().execute(async (trx) => {
        if (await giveBack(trx, held)) await tellOfWaitingSyncs(trx);
    });
}

async function execute(deps: HostDeps, { sync, held }: { sync: LeasedSync; held: Held }, run: Run): Promise<void> {
    if (sync.abandoned_run_id !== null)
        await endAbandonedRun(deps.db, { environmentId: sync.environment_id, id: sync.abandoned_run_id }, run.startedAt);
    const connection = await findWholeById(deps.db, { environment_id: sync.environment_id, id: sync.connection_row_id });
    const owner = connection && {
        environmentId: held.environmentId,
        integrationKey: connection.integration_key,
        provider: connection.provider
    };
    const found = owner && (await findSyncFunction(deps.batches, owner, sync.name));
    const problem = connection ? (problemOrDoubtOf(connection) ?? (found && disabled(found))) : undefined;
    if (!connection || !found || problem) return skipRun(deps, { sync, held, connection, function: found, problem }, run);
    const { environmentId } = held;
    await insertRun(deps.db, {
        environmentId,
        id: run.runId,
        integrationId: connection.integration_id,
        connectionRowId: connection.id,
        kind: 'sync',
        name: sync.name,
        variant: sync.variant,
        now: run.startedAt
    });
    const about = { sync, held, connection, function: found };
    const { host, outcome, isCancelled } = await runInLease(deps, about, run);
    await onceBack(deps, async () =>
        finishRun(deps, about, {
            ...run,
            outcome: isCancelled ? outcome : await withReason(deps, connection, outcome),
            isCancelled,
            host
        })
    );
}

/** What the vendor has refused since the connection broke is only a sign of that. */
async function withReason({ db }: Pick<HostDeps, 'db'>, { environment_id, id }: WholeRow, outcome: SyncOutcome): Promise<SyncOutcome> {
    if (outcome.status === 'succeeded' || outcome.error.type === 'host_error') return outcome;
    const connection = await findWholeById(db, { environment_id, id });
    const problem = connection && problemOrDoubtOf(connection);
    return problem ? { ...outcome, error: { type: 'host_error', ...problem, payload: null } } : outcome;
}

async function runInLease(
    deps: HostDeps,
    { sync, held, connection, function: found }: { sync: LeasedSync; held: Held; connection: WholeRow; function: SyncFunction },
    { runId, startedAt }: Run
): Promise<{ host: SyncHost; outcome: SyncOutcome; isCancelled: boolean }> {
    const running = deps.runningRuns.begin(runId);
    const signal = AbortSignal.any([running.signal, deps.draining, AbortSignal.timeout(timeoutMs)]);
    const { environmentId } = held;
    const target = { environmentId, integrationKey: connection.integration_key, connectionId: connection.connection_id };
    const host = new SyncHost(
        deps,
        {
            runId,
            functionName: sync.name,
            target,
            connectionRowId: connection.id,
            signal,
            held,
            variant: sync.variant,
            volatile: found.volatile,
            integrationId: connection.integration_id,
            startedAt,
            allowsDeletion: sync.allows_deletion,
            tellsRecords: await isAskedForRecords(deps.db, environmentId)
        },
        actionCaller(deps)
    );
    const environment = await findRunEnvironment(deps, environmentId);
    const { name: environmentName, limits } = environment;
    const lastSyncDate = sync.succeeded_from?.toISOString() ?? null;
    const facts = runFacts({ runId, target, provider: connection.provider, environmentName, variant: sync.variant, lastSyncDate });
    const outcome = await withLease(
        () => renewSyncLease(deps.db, held, new Date(deps.clock.now().getTime() + leaseMs)),
        () => running.abort(),
        async () => {
            if (sync.variant === 'base') await readChangesAgain(deps, { target, connection, environment, models: found.models, signal });
            const ended = await runSyncFunction(deps, found.source, { host, facts, signal, limits });
            if (ended.status === 'succeeded' || signal.aborted) return ended;
            const mayRepeat = sync.failures < mostUntold;
            return { ...ended, error: await errorAfterRefusal(deps, host, ended.error, { mayRepeat }) };
        }
    ).finally(() => running.end());
    return { host, outcome, isCancelled: outcome.status === 'failed' && running.signal.aborted };
}

function disabled({ isEnabled }: SyncFunction): Problem | undefined {
    return isEnabled ? undefined : { code: 'disabled_resource', message: errorCatalog.disabled_resource.message };
}
