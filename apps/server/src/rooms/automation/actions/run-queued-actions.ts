import { errorCatalog } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import type { RunError } from '@patchbay/functions';
import { sendJob } from '../../../kernel/jobs/send-job.sql.ts';
import { findRunEnvironment } from '../../platform/functions/function-limits.ts';
import { findActionFunction, toAction } from '../../platform/functions/functions-of.ts';
import { recordEvent } from '../../outbox/events/record-event.ts';
import type { Deps } from '../../../deps.ts';
import type { HostDeps } from '../runs/connection-host.ts';
import { type AbandonedRun, endRun, findConnectionOf, lockAbandoned } from '../runs/runs.sql.ts';
import { isAlone } from '../runs/start-looks.ts';
import { leaseMs } from '../runs/with-lease.ts';
import {
    abandonLeases,
    type ActionRun,
    claimNextAction,
    findWaitingEnvironments,
    hasWaitingActions,
    lockQueue,
    queueAgain
} from './actions.sql.ts';
import { actionCaller } from './call-action.ts';
import { executeAction, interrupted, runActionsJob } from './run-action.ts';
import { storedError } from '../runs/run-error.ts';

/**
 * Runs the next asynchronous action of an environment, and sends a job for the one behind it.
 * @race two servers, two actions of one environment at once: advisory lock of the environment while
 * one is claimed
 */
export async function runNextAction(deps: HostDeps, environmentId: string): Promise<void> {
    const now = deps.clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const run = await deps.db.transaction().execute((trx) => claimNextAction(trx, environmentId, { leaseUntil, now }));
    if (!run) return;
    deps.background.run(
        runClaimed(deps, run)
            .catch((error: unknown) => deps.log.error('action_run_failed', { environment: environmentId, code: run.name, error }))
            .then(async () => {
                await deps.db.transaction().execute(async (trx) => {
                    await lockQueue(trx, environmentId);
                    if (await hasWaitingActions(trx, environmentId, deps.clock.now())) await sendJob(trx, runActionsJob, { environmentId });
                });
            })
            // The look for abandoned ones finds it.
            .catch(() => {})
    );
}

async function runClaimed(deps: HostDeps, run: ActionRun): Promise<void> {
    const connection = await findConnectionOf(deps.db, run);
    const environment = await findRunEnvironment(deps, run.environmentId);
    const row =
        connection &&
        (await findActionFunction(
            deps.batches,
            { environmentId: run.environmentId, integrationKey: connection.integration_key },
            run.name
        ));
    const action = connection && toAction(connection.provider, run.name, row);
    if (!connection || !action?.isEnabled) {
        const gone = { code: 'not_found', message: 'The action or its connection is gone.' };
        return deps.db.transaction().execute((trx) => endWithout(trx, deps, run, gone));
    }
    const target = {
        environmentId: run.environmentId,
        integrationKey: connection.integration_key,
        connectionId: connection.connection_id
    };
    const input: unknown = JSON.parse(run.input ?? 'null');
    await executeAction(deps, { run, target, connection, environment, action, input, callAction: actionCaller(deps) });
}

export type EndedRun = Pick<AbandonedRun, 'environmentId' | 'id' | 'connectionRowId' | 'isAsync'>;

/** Ends a run that has no outcome of its own, and tells of it. */
export async function endWithout(
    trx: Db,
    deps: Pick<Deps, 'clock' | 'ids'>,
    run: EndedRun,
    { code, message }: { code: string; message: string }
): Promise<void> {
    const connection = await findConnectionOf(trx, run);
    const error: RunError = { type: 'host_error', code, message, payload: null };
    await endRun(trx, run, { status: 'failed', error: storedError(error), log: null, calls: 0, now: deps.clock.now() });
    if (!connection || !run.isAsync) return;
    await recordEvent(trx, deps, {
        environmentId: run.environmentId,
        integrationId: connection.integration_id,
        content: {
            type: 'async_action',
            connectionId: connection.connection_id,
            providerConfigKey: connection.integration_key,
            payload: { id: run.id, statusUrl: `/action/${run.id}` }
        }
    });
}

/** What its customer has ended. */
export const cancelled = { code: 'script_aborted', message: errorCatalog.script_aborted.message };

const atOnce = 50;
/** A job comes sooner. */
const waitsMs = 15_000;

/**
 * Ends or repeats actions whose server is gone, and sends jobs that were lost. An action is
 * repeated only where its caller has allowed retries.
 * @race two servers find the same: rows locked, those of others skipped
 */
export async function recoverActions(deps: HostDeps): Promise<void> {
    const now = deps.clock.now();
    const abandoned = await deps.db.transaction().execute(async (trx) => {
        const runs = await lockAbandoned(trx, 'action', now, atOnce);
        for (const run of runs) {
            if (run.isCancelled) await endWithout(trx, deps, run, cancelled);
            else if (run.isAsync && run.attempt < run.mostAttempts) await queueAgain(trx, run, now);
            else await endWithout(trx, deps, run, interrupted);
        }
        return runs;
    });
    const waiting = await findWaitingEnvironments(deps.db, new Date(now.getTime() - waitsMs), atOnce);
    for (const environmentId of new Set([...waiting, ...abandoned.map((run) => run.environmentId)]))
        await sendJob(deps.db, runActionsJob, { environmentId });
}

/** What a killed server has left on a database of our own does not wait for its lease. */
export async function takeUpActions(deps: HostDeps): Promise<void> {
    if (!isAlone(deps)) return;
    await abandonLeases(deps.db, deps.clock.now());
    await recoverActions(deps);
}
