import type { Json, RunError } from '@patchbay/functions';
import { sendJob } from '../../../kernel/jobs/send-job.sql.ts';
import type { Db } from '@patchbay/db';
import { recordEvent } from '../../outbox/events/record-event.ts';
import { webhooksWaitJob } from '../../outbox/incoming-webhooks/queue-for-syncs.ts';
import { findRunEnvironment } from '../../platform/functions/function-limits.ts';
import { findSyncFunction } from '../../platform/functions/functions-of.ts';
import type { WholeRow } from '../../connections/connection-store/usable-connection.sql.ts';
import { endAttempt, renewRunLease } from '../actions/actions.sql.ts';
import { actionCaller } from '../actions/call-action.ts';
import { type ClaimedRun, giveBackRun, queueAbandoned } from '../runs/claim-runs.sql.ts';
import type { HostDeps } from '../runs/connection-host.ts';
import { problemOf } from '../runs/connection-problem.ts';
import { giveBackUnbegun, isCutShort } from '../runs/cut-short.ts';
import { errorAfterRefusal } from '../runs/error-after-refusal.ts';
import { recordFailure } from '../runs/record-failure.ts';
import { storedError } from '../runs/run-error.ts';
import { runFacts } from '../runs/run-facts.ts';
import { runWebhookFunction } from '../runs/run-function.ts';
import { findConnectionOf, lockAbandoned } from '../runs/runs.sql.ts';
import { cancelledError, leaseMs, withLease } from '../runs/with-lease.ts';
import { tellsOfConnection } from './finish-run.ts';
import type { CountsByModel } from './sync-counts.ts';
import { isAskedForRecords } from './sync-runs.sql.ts';
import { WebhookHost } from './webhook-host.ts';
import { findSyncOfWebhook } from './webhook-runs.sql.ts';

type WebhookRun = Omit<ClaimedRun, 'environment_id' | 'createdAt' | 'startedAt'>;

interface End {
    error: RunError | undefined;
    counts: CountsByModel;
    setAside: Readonly<Record<string, number>>;
    log: string | null;
    calls: number;
}

const without = (code: string, message: string): End => ({
    error: { type: 'host_error', code, message, payload: null },
    counts: {},
    setAside: {},
    log: null,
    calls: 0
});

/**
 * Runs a webhook that this server has taken, to its end.
 * @race another server takes it up after its lease has ended: number of the attempt
 */
export async function runWebhook(deps: HostDeps, run: ClaimedRun): Promise<void> {
    const { startedAt } = run;
    if (deps.draining.aborted) return giveBackUnbegun(deps, run);
    const connection = await findConnectionOf(deps.db, run);
    // Its runs go with it.
    if (!connection) return;
    const ended = await runOnce(deps, run, connection, startedAt);
    const isCut = isCutShort(deps, ended.error);
    if (isCut && (await giveBackRun(deps.db, run, { hasBegun: true }))) return;
    // What waits no more was cancelled by another server.
    const end = isCut ? { ...ended, error: cancelledError } : ended;
    const isEnded = await deps.db.transaction().execute((trx) => finish(trx, deps, { run, connection, startedAt }, end));
    if (isEnded) deps.recordCounter.count({ environmentId: run.environmentId, integrationId: connection.integration_id }, end.counts);
}

async function runOnce(deps: HostDeps, run: WebhookRun, connection: WholeRow, startedAt: Date): Promise<End> {
    const { environmentId, id: runId, name } = run;
    const { integration_key: integrationKey, provider, id: connectionRowId } = connection;
    const found = await findSyncFunction(deps.batches, { environmentId, integrationKey, provider }, name);
    const sync = await findSyncOfWebhook(deps.db, { environmentId, connectionRowId, name });
    const problem = problemOf(connection);
    if (problem) return without(problem.code, problem.message);
    const code = found?.source.codeHash;
    if (!sync || !found?.isEnabled || !code) return without('unknown_sync', 'There is no such function any more.');
    const target = { environmentId, integrationKey, connectionId: connection.connection_id };
    const running = deps.runningRuns.begin(runId);
    const scope = {
        runId,
        functionName: run.name,
        target,
        connectionRowId,
        signal: running.signal,
        sync: { environmentId, id: sync.id },
        variant: 'base',
        volatile: undefined,
        integrationId: connection.integration_id,
        startedAt,
        tellsRecords: await isAskedForRecords(deps.db, environmentId)
    };
    const host = new WebhookHost(deps, scope, actionCaller(deps));
    const { name: environmentName, limits } = await findRunEnvironment(deps, environmentId);
    const lastSyncDate = sync.succeeded_from?.toISOString() ?? null;
    const facts = runFacts({ runId, target, provider, environmentName, lastSyncDate, attempt: run.attempt });
    const outcome = await withLease(
        () => renewRunLease(deps.db, run, new Date(deps.clock.now().getTime() + leaseMs)),
        () => running.abort(),
        async () => {
            // Stored as JSON.
            const payload = JSON.parse(run.input ?? 'null') as Json;
            const ended = await runWebhookFunction(deps, code, { host, facts, signal: running.signal, limits }, payload);
            if (ended.status === 'succeeded' || running.signal.aborted) return ended;
            return { ...ended, error: await errorAfterRefusal(deps, host, ended.error, { mayRepeat: false }) };
        }
    ).finally(() => running.end());
    return {
        error: outcome.status === 'succeeded' ? undefined : running.signal.aborted ? cancelledError : outcome.error,
        counts: host.counts,
        setAside: outcome.setAside,
        log: host.end(),
        calls: host.calls
    };
}

async function finish(
    trx: Db,
    deps: HostDeps,
    { run, connection, startedAt }: { run: WebhookRun; connection: WholeRow; startedAt: Date },
    { error, counts, setAside, log, calls }: End
): Promise<boolean> {
    const isEnded = await endAttempt(trx, run, {
        status: error ? 'failed' : 'succeeded',
        counts: JSON.stringify({ counts, set_aside: setAside }),
        error: error ? storedError(error) : null,
        log,
        calls,
        now: deps.clock.now()
    });
    if (!isEnded) return false;
    const { environmentId, name } = run;
    const integrationId = connection.integration_id;
    const target = { environmentId, integrationKey: connection.integration_key, connectionId: connection.connection_id };
    if (error && error !== cancelledError && !tellsOfConnection(error))
        await recordFailure(trx, deps, { runId: run.id, target, integrationId, functionType: 'webhook', name, error });
    if (error) return true;
    const at = startedAt.toISOString();
    for (const [model, changed] of Object.entries(counts)) {
        if (changed.added + changed.updated + changed.deleted === 0) continue;
        await recordEvent(trx, deps, {
            environmentId,
            integrationId,
            content: {
                type: 'sync',
                connectionId: target.connectionId,
                providerConfigKey: target.integrationKey,
                syncName: name,
                syncVariant: 'base',
                model,
                syncType: 'WEBHOOK',
                success: true,
                modifiedAfter: at,
                queryTimeStamp: at,
                responseResults: changed
            }
        });
    }
    return true;
}

const atOnce = 500;
const interrupted: RunError = {
    type: 'host_error',
    code: 'outcome_unknown',
    message: 'The servers that ran the function have ended, each time: it is not repeated again.',
    payload: null
};

/**
 * Queues webhooks again whose server is gone, and ends those that were tried often enough.
 * @race two servers find the same: rows locked, those of others skipped
 */
export async function recoverWebhooks(deps: HostDeps): Promise<void> {
    const now = deps.clock.now();
    await deps.db.transaction().execute(async (trx) => {
        if ((await queueAbandoned(trx, 'webhook', now, atOnce)) > 0) await sendJob(trx, webhooksWaitJob, {});
        for (const run of await lockAbandoned(trx, 'webhook', now, atOnce)) {
            const connection = await findConnectionOf(trx, run);
            if (!connection) continue;
            const ended = { ...run, connectionRowId: connection.id };
            const end = { error: run.isCancelled ? cancelledError : interrupted, counts: {}, setAside: {}, log: null, calls: 0 };
            await finish(trx, deps, { run: ended, connection, startedAt: now }, end);
        }
    });
}
