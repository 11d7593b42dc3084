import { hash as hashOf } from 'node:crypto';
import {
    type ActionOutcome,
    type AnyAction,
    type AnySync,
    type Host,
    HostError,
    type HostRecord,
    isJsonObject,
    type Json,
    type OnEventOutcome,
    readRenewed,
    type RecordChange,
    runAction,
    type RunError,
    type RunFacts,
    runSync,
    type SyncOutcome
} from '@patchbay/functions';
import { type Code, type RunLimits, type RunOutcome, type RunRequest, sourceText } from '@patchbay/runner';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { limitGroupOf, type RunEnvironment } from '../../platform/functions/function-limits.ts';
import type { ActionFunction, FunctionSource } from '../../platform/functions/functions-of.ts';
import { findCode } from '../../platform/functions/functions.sql.ts';

/** One execution: what it may reach, and what it is told. */
export interface FunctionRun {
    host: Host;
    facts: RunFacts;
    /** Cancels it. */
    signal: AbortSignal;
    /** Of its environment. */
    limits: RunEnvironment['limits'];
}

type RunDeps = Pick<Deps, 'db' | 'functionCode' | 'functionRunner'>;

/** Runs a sync: ours in this process, a customer's behind the wall. It never rejects. */
export async function runSyncFunction(deps: RunDeps, source: FunctionSource<AnySync>, run: FunctionRun): Promise<SyncOutcome> {
    if (source.definition) return runSync(source.definition, run.host, run.facts, run.signal);
    return toSyncOutcome(await runDeployed(deps, source.codeHash, 'sync', run, null));
}

/** Runs an action, as {@link runSyncFunction}. */
export async function runActionFunction(
    deps: RunDeps,
    source: FunctionSource<AnyAction>,
    run: FunctionRun,
    input: unknown,
    limits: Partial<RunLimits> = {}
): Promise<ActionOutcome> {
    if (source.definition) return runAction(source.definition, run.host, run.facts, input, run.signal);
    // It came as JSON, or from another function.
    const outcome = await runDeployed(deps, source.codeHash, 'action', run, (input ?? null) as Json, limits);
    if (outcome.status === 'failed') return withRunError(outcome);
    const { output, isGone } = outcome;
    return { status: 'succeeded', output, ...(isGone && { isGone }) };
}

/**
 * What an action changed beside its output. It never rejects.
 * @returns undefined where it could not be read
 */
export async function readChangesOf(
    deps: RunDeps,
    { source, renews }: Pick<ActionFunction, 'source' | 'renews'>,
    run: FunctionRun,
    output: Json
): Promise<RecordChange[] | undefined> {
    if (renews.length === 0) return [];
    if (source.definition) return readRenewed(source.definition, run.host, run.facts, output);
    const outcome = await runDeployed(deps, source.codeHash, 'renew', run, output);
    const { data } = savedRecords.safeParse(outcome.status === 'succeeded' ? outcome.output : null);
    return data?.filter(({ model }) => renews.includes(model));
}

/** As `readRenewed` returns them, in the words of customers' code. */
const savedRecords = z
    .array(
        z.object({
            kind: z.literal('save'),
            model: z.string(),
            records: z.array(z.custom<HostRecord>((value) => isJsonObject(value) && typeof value['id'] === 'string' && value['id'] !== '')),
            sources: z.array(z.object({ raw: sourceText, version: z.string().nullable() }).nullable()),
            mergingStrategy: z.literal('override')
        })
    )
    .max(100);

/** Runs a customer's function on an event of a connection. @param mostMs it may not take longer */
export async function runOnEventFunction(deps: RunDeps, codeHash: string, run: FunctionRun, mostMs: number): Promise<OnEventOutcome> {
    const wallMs = Math.min(mostMs, run.limits.actions.wallMs ?? mostMs);
    const outcome = await runDeployed(deps, codeHash, 'onEvent', run, null, { wallMs });
    return outcome.status === 'failed' ? withRunError(outcome) : { status: 'succeeded' };
}

/** Gives a customer's sync a webhook of the provider. @param payload as it was sent */
export async function runWebhookFunction(deps: RunDeps, codeHash: string, run: FunctionRun, payload: Json): Promise<SyncOutcome> {
    return toSyncOutcome(await runDeployed(deps, codeHash, 'webhook', run, payload));
}

function toSyncOutcome(outcome: RunOutcome): SyncOutcome {
    const { setAside } = outcome;
    return outcome.status === 'succeeded' ? { status: 'succeeded', setAside } : { ...withRunError(outcome), setAside };
}

async function runDeployed(
    deps: RunDeps,
    codeHash: string,
    kind: RunRequest['kind'],
    { host, facts, signal, limits: ofEnvironment }: FunctionRun,
    input: Json,
    ofRun: Partial<RunLimits> = {}
): Promise<RunOutcome> {
    const { environmentId } = facts;
    try {
        const code = await loadCode(deps, environmentId, codeHash);
        const runner = await deps.functionRunner.get();
        const limits = { ...ofEnvironment[limitGroupOf(kind)], ...ofRun };
        return await runner.run({ environmentId, code, kind, facts, input, host, signal, limits });
    } catch (error) {
        if (!(error instanceof HostError)) throw error;
        const failure = { type: 'host_error' as const, code: error.code, message: error.message, payload: null };
        return { status: 'failed', error: failure, setAside: {}, cpuMs: 0, peakMemoryBytes: 0 };
    }
}

/** @throws {HostError} `function_code_changed` */
async function loadCode({ db, functionCode }: RunDeps, environmentId: string, codeHash: string): Promise<Code> {
    const code = await functionCode.get(`${environmentId}/${codeHash}`, async () => {
        const row = await findCode(db, environmentId, codeHash);
        if (!row) return undefined;
        // Only what was deployed is run, whatever the database has by now.
        if (hashOf('sha256', row.bundle) !== codeHash) throw changed();
        return {
            hash: codeHash,
            source: row.bundle,
            fileName: row.file_name,
            ...(row.source_map !== null && { sourceMap: row.source_map })
        };
    });
    if (!code) throw changed();
    return code;
}

const changed = () => new HostError('function_code_changed', 'The stored code is not what was deployed. Deploy the function again.');

function withRunError({ error }: Extract<RunOutcome, { status: 'failed' }>): { status: 'failed'; error: RunError } {
    return { status: 'failed', error: errorOfRunner(error) };
}

/** What ended a run that its code did not end is told as what the server refuses. */
export function errorOfRunner(error: Extract<RunOutcome, { status: 'failed' }>['error']): RunError {
    if (error.type !== 'runner_error') return error;
    // As of ours, that find their signal aborted: what has aborted it says why.
    const code = error.code === 'script_aborted' ? 'run_aborted' : error.code;
    const { message } = error;
    return { type: 'host_error', code, message, payload: null };
}
