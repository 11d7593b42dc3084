import type { Db } from '@patchbay/db';
import { type ActionOutcome, type JsonObject, type RecordChange, type RunError } from '@patchbay/functions';
import { integrationOf } from '@patchbay/integrations';
import type { Deps } from '../../../deps.ts';
import { sendJobs } from '../../../kernel/jobs/send-job.sql.ts';
import type { ConnectionTarget, UsableRow } from '../../connections/connection-store/usable-connection.sql.ts';
import type { RunEnvironment } from '../../platform/functions/function-limits.ts';
import type { ActionFunction } from '../../platform/functions/functions-of.ts';
import { recordEvent } from '../../outbox/events/record-event.ts';
import { type CallAction, ConnectionHost, type HostDeps } from '../runs/connection-host.ts';
import { onceBack } from '../runs/database-away.ts';
import { runFacts } from '../runs/run-facts.ts';
import { brokenOf } from '../runs/connection-problem.ts';
import { readChangesOf, runActionFunction } from '../runs/run-function.ts';
import type { RunEnd } from '../runs/runs.sql.ts';
import { isCutShort } from '../runs/cut-short.ts';
import { cancelledError, leaseMs, withLease } from '../runs/with-lease.ts';
import { type RecordCounts, writeRecords } from '../records/write-records.ts';
import { type ActionRun, addCounts, endAttempt, queueAgain, renewRunLease } from './actions.sql.ts';
import { pauseOf } from './pause-of.ts';
import { isOfOlderVersion, storedError } from '../runs/run-error.ts';

/** Runs the next asynchronous action of an environment. */
export const runActionsJob = 'run-actions';

const timeoutMs = 15 * 60_000;
/** The caller of an action that has succeeded does not wait longer for what it changed. */
export const mostRenewalMs = 5_000;
/** Each with a sync of the connection. */
const mostRereads = 3;
const maxOutputBytes = 2 * 1024 * 1024;
/** Its server has ended, which may have asked the provider for what it was to do. */
export const interrupted = {
    code: 'outcome_unknown',
    message:
        'The server that ran the action has ended: whether it has done its work is not known. Look at the provider before you repeat it.'
};
const interruptedError: RunError = { type: 'host_error', ...interrupted, payload: null };
/** Before it, a larger output is only logged. @see GET /changes */
const outputLimitFrom = new Date('2025-10-01T00:00:00Z');

export interface ActionCall {
    run: ActionRun;
    target: ConnectionTarget;
    connection: Pick<UsableRow, 'id' | 'provider' | 'integration_id' | 'auth_state' | 'auth_failure'>;
    environment: RunEnvironment;
    action: ActionFunction;
    input: unknown;
    /** For actions that it calls. */
    callAction: CallAction;
}

/**
 * Runs an action that has a row, and writes its end: with what it wrote at the vendor, which is in
 * the records at once. With a broken connection it is not run.
 * @race another server has taken the run over: its attempt, under the lock of its row; a sync
 * writes the same record: the set is locked
 */
export async function executeAction(deps: HostDeps, call: ActionCall): Promise<ActionOutcome> {
    const { run, target, connection } = call;
    const { source } = call.action;
    const running = deps.runningRuns.begin(run.id);
    const signal = AbortSignal.any([running.signal, AbortSignal.timeout(timeoutMs)]);
    const scope = { runId: run.id, functionName: call.action.name, target, signal };
    const host = new ConnectionHost(deps, scope, { callAction: call.callAction, waitsForRateLimit: run.isAsync });
    const { name: environmentName, limits } = call.environment;
    const { attempt } = run;
    const firstAttemptAt = attempt > 1 ? run.createdAt.toISOString() : null;
    const facts = runFacts({ runId: run.id, target, provider: connection.provider, environmentName, attempt, firstAttemptAt });
    const { outcome, renewed } = await withLease(
        () => renewRunLease(deps.db, run, new Date(deps.clock.now().getTime() + leaseMs)),
        () => running.abort(),
        async (): Promise<Done> => {
            const broken = brokenOf(connection);
            if (broken) return { outcome: { status: 'failed', error: { type: 'host_error', ...broken, payload: null } }, renewed: [] };
            const execution = { host, facts, signal, limits };
            const done = await runActionFunction(deps, source, execution, call.input, outputLimits(deps.clock.now()));
            if (done.status === 'failed') {
                const hasAsked = host.calls > 0 && isCutShort(deps, done.error);
                const error = running.signal.aborted ? cancelledError : hasAsked ? interruptedError : done.error;
                return { outcome: { status: 'failed', error }, renewed: [] };
            }
            const timer = setTimeout(() => running.abort(), mostRenewalMs);
            const records = await readChangesOf(deps, call.action, execution, done.output);
            clearTimeout(timer);
            return { outcome: done, renewed: records };
        }
    ).finally(() => running.end());
    const limited = limitOutput(outcome, deps.clock.now(), host);
    const end = {
        status: limited.status,
        output: limited.status === 'succeeded' ? JSON.stringify(limited.output) : null,
        error: limited.status === 'failed' ? storedError(limited.error) : null,
        log: host.end(),
        calls: host.calls,
        rereadsLeft: renewed ? null : mostRereads,
        now: deps.clock.now()
    };
    const hasMore = run.isAsync || (limited.status === 'succeeded' && (call.action.result || renewed?.length));
    // The provider has done it: its caller must not be told that the database is away.
    await onceBack(deps, async () => {
        if (hasMore) await deps.db.transaction().execute((trx) => endWithMore(trx, deps, call, { outcome: limited, renewed }, end));
        else await endAttempt(deps.db, run, end);
    });
    return limited;
}

type Succeeded = Extract<ActionOutcome, { status: 'succeeded' }>;

interface Done {
    outcome: ActionOutcome;
    /** What it changed beside its output; undefined: it could not be read. */
    renewed: readonly RecordChange[] | undefined;
}

/** Ends an attempt with its records, and an asynchronous one with another attempt or its event. */
async function endWithMore(trx: Db, deps: HostDeps, call: ActionCall, { outcome, renewed }: Done, end: RunEnd): Promise<void> {
    const { run } = call;
    if (outcome.status === 'failed' && isRepeated(run, outcome.error)) return repeat(trx, deps, run, outcome.error);
    if (!(await endAttempt(trx, run, end))) return;
    if (outcome.status === 'succeeded') await writeChanges(trx, deps, call, [...resultOf(call.action, outcome), ...(renewed ?? [])]);
    if (run.isAsync) await recordAsyncEnd(trx, deps, call);
}

async function repeat(trx: Db, { clock }: Pick<Deps, 'clock'>, run: ActionRun, error: RunError): Promise<void> {
    const now = clock.now();
    const pauseMs = pauseOf({ attempt: run.attempt, error, random: Math.random(), now });
    await queueAgain(trx, run, new Date(now.getTime() + pauseMs));
    await sendJobs(trx, runActionsJob, [{ environmentId: run.environmentId }], pauseMs);
}

/** Whether its caller has allowed another try, which could end otherwise. */
function isRepeated({ attempt, mostAttempts }: ActionRun, error: RunError): boolean {
    if (attempt >= mostAttempts || error.type === 'validation_error' || error === cancelledError) return false;
    return !(error.type === 'action_error' && isOfOlderVersion(error.payload));
}

/** Before there was a limit, of deployed code too: as much as comes through in one piece. */
const outputLimits = (now: Date) => (now < outputLimitFrom ? { outputBytes: 3 * 1024 * 1024 } : {});

function limitOutput(outcome: ActionOutcome, now: Date, { runLog }: Pick<ConnectionHost, 'runLog'>): ActionOutcome {
    if (outcome.status === 'failed') return outcome;
    const bytes = Buffer.byteLength(JSON.stringify(outcome.output));
    if (bytes <= maxOutputBytes) return outcome;
    if (now < outputLimitFrom) {
        const warning = `The output has ${bytes} bytes. From 2025-10-01 on an action fails with more than ${maxOutputBytes}.`;
        runLog.note({ level: 'warn', message: warning, meta: null, at: now.toISOString() });
        return outcome;
    }
    const message = `The output of the action has ${bytes} bytes; ${maxOutputBytes} are permitted.`;
    return { status: 'failed', error: { type: 'host_error', code: 'script_output_too_large', message, payload: null } };
}

/** The vendor's version of what it returned, where the model has one. */
function versionOf(output: JsonObject): string | null {
    const version = output['sync_token'] ?? output['updated_at'];
    return typeof version === 'string' ? version : null;
}

/** What its output says of the records. */
function resultOf({ result }: ActionFunction, { output, isGone }: Succeeded): RecordChange[] {
    if (!result || typeof output !== 'object' || output === null || Array.isArray(output)) return [];
    // Not a list, as seen above.
    const object = output as JsonObject;
    const { id } = object;
    if (typeof id !== 'string') return [];
    const { model } = result;
    if (result.kind === 'deleted' || isGone === true) return [{ kind: 'delete', model, ids: [id] }];
    const sources = [{ raw: 'null', version: versionOf(object) }];
    return [{ kind: 'save', model, records: [{ ...object, id }], sources, mergingStrategy: 'override' }];
}

interface Writer extends Pick<ActionCall, 'target'> {
    run: Pick<ActionRun, 'environmentId' | 'id'>;
    connection: Pick<UsableRow, 'id' | 'provider'>;
}

/** Writes what a run has changed at the provider, as ours, and adds it to what the run counts. */
export async function writeChanges(
    trx: Db,
    { clock }: Pick<Deps, 'clock'>,
    { run, target, connection }: Writer,
    changes: readonly RecordChange[]
): Promise<void> {
    if (changes.length === 0) return;
    const now = clock.now();
    const context = {
        environmentId: target.environmentId,
        connectionId: connection.id,
        variant: 'base',
        runId: run.id,
        startedAt: now,
        now,
        origin: 'us' as const,
        volatile: volatileOf(connection.provider)
    };
    const written = await writeRecords(trx, context, { changes, setAside: [] });
    const counts: Record<string, Pick<RecordCounts, 'added' | 'updated' | 'deleted'>> = {};
    for (const [model, { added, updated, deleted }] of Object.entries(written)) counts[model] = { added, updated, deleted };
    await addCounts(trx, run, JSON.stringify(counts));
}

/** As the syncs of these models count changes. */
function volatileOf(provider: string): Readonly<Record<string, readonly string[]>> {
    const syncs = Object.values(integrationOf(provider)?.syncs ?? {});
    return Object.fromEntries(syncs.flatMap(({ volatile = {} }) => Object.entries(volatile).map(([model, paths]) => [model, paths ?? []])));
}

async function recordAsyncEnd(trx: Db, deps: Pick<Deps, 'clock' | 'ids'>, { run, target, connection }: ActionCall): Promise<void> {
    await recordEvent(trx, deps, {
        environmentId: target.environmentId,
        integrationId: connection.integration_id,
        content: {
            type: 'async_action',
            connectionId: target.connectionId,
            providerConfigKey: target.integrationKey,
            payload: { id: run.id, statusUrl: `/action/${run.id}` }
        }
    });
}
