import type { z } from 'zod';
import { makeActionContext, metadataSchemaOf } from './action-context.ts';
import { jsonText, plain, plainObject } from './plain.ts';
import type { AnyAction, AnyOnEvent, AnySync } from './definition.ts';
import { ActionError, HostError, HttpError, parseAs, type Validated, ValidationError } from './errors.ts';
import type { Host, HostRecord, HostResponse, Issue, RecordChange, RunFacts } from './host.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import type { SyncContext } from './context.ts';
import { makeSyncContext } from './sync-context.ts';

/** Why a run failed. */
export type RunError =
    | { type: 'action_error'; payload: JsonObject }
    | { type: 'http_error'; response: HostResponse }
    | { type: 'validation_error'; validated: Validated; issues: readonly Issue[] }
    | { type: 'host_error'; code: string; message: string; payload: Json }
    | { type: 'internal_error'; name: string; message: string; stack: string | null };

export type SyncOutcome = { status: 'succeeded' | 'failed'; setAside: Readonly<Record<string, number>> } & (
    | { status: 'succeeded' }
    | { status: 'failed'; error: RunError }
);

/** `isGone`: the output is a record that the syncs leave out. */
export type ActionOutcome = { status: 'succeeded'; output: Json; isGone?: true } | { status: 'failed'; error: RunError };

export type OnEventOutcome = { status: 'succeeded' } | { status: 'failed'; error: RunError };

/**
 * Runs a sync. It never rejects. What was saved before a failure is written.
 * @param signal tells the function that its run is cancelled
 * @returns `setAside` counts records by model that had not its form
 */
export function runSync(definition: AnySync, host: Host, facts: RunFacts, signal: AbortSignal = neverAborted()): Promise<SyncOutcome> {
    return withSyncContext(definition, host, facts, signal, async (context) => {
        const models = Object.keys(definition.models);
        if (definition.trackDeletes || deletesPrevious(definition)) for (const model of models) await context.trackDeletesStart(model);
        await definition.exec(context);
        if (definition.trackDeletes) for (const model of models) await endTracking(context, model);
    });
}

/** Whether the function may call the method that needs a start which it has no call for. */
const deletesPrevious = ({ exec }: AnySync) => Function.prototype.toString.call(exec).includes('deleteRecordsFromPreviousExecutions');

async function endTracking(context: SyncContext, model: string): Promise<void> {
    try {
        await context.trackDeletesEnd(model);
    } catch (error) {
        // The function has ended it already.
        if (!(error instanceof HostError) || error.code !== 'track_deletes_not_started') throw error;
    }
}

/**
 * Gives a sync a webhook of the third party. It never rejects.
 * @param payload as the third party sent it
 * @param signal tells the function that its run is cancelled
 */
export function runWebhook(
    definition: AnySync,
    host: Host,
    facts: RunFacts,
    payload: Json,
    signal: AbortSignal = neverAborted()
): Promise<SyncOutcome> {
    return withSyncContext(definition, host, facts, signal, async (context) => {
        if (!definition.onWebhook) throw new HostError('webhook_not_handled', 'The sync has no onWebhook.');
        await definition.onWebhook(context, payload);
    });
}

async function withSyncContext(
    definition: AnySync,
    host: Host,
    facts: RunFacts,
    signal: AbortSignal,
    run: (context: SyncContext) => Promise<void>
): Promise<SyncOutcome> {
    const { context, buffer } = makeSyncContext(definition, host, facts, signal);
    const setAside = buffer.setAsideCounts;
    try {
        if (metadataSchemaOf(definition)) await context.getMetadata();
        await run(context);
        await buffer.flush();
        return { status: 'succeeded', setAside };
    } catch (error) {
        // The failure to report is the first one.
        await buffer.flush().catch(() => undefined);
        return { status: 'failed', setAside, error: runErrorOf(error) };
    }
}

/**
 * Runs an action. It never rejects.
 * @param signal tells the function that its run is cancelled
 */
export async function runAction(
    definition: AnyAction,
    host: Host,
    facts: RunFacts,
    input: unknown,
    signal: AbortSignal = neverAborted()
): Promise<ActionOutcome> {
    try {
        const parsed = parseInput(definition.input, input);
        const context = makeActionContext(definition, host, facts, signal);
        const metadata = metadataSchemaOf(definition) ? await context.getMetadata() : {};
        const output = plain(parseAs(definition.output, await definition.exec(context, parsed), 'output'));
        const isGone = isObject(output) && definition.result?.isGone?.(output, metadata);
        return { status: 'succeeded', output, ...(isGone && { isGone: true }) };
    } catch (error) {
        return { status: 'failed', error: runErrorOf(error) };
    }
}

/**
 * JSON has no `undefined`: that is what no input is to a form without `null`.
 * @throws {ValidationError}
 */
function parseInput(schema: z.ZodType, input: unknown): unknown {
    if (input === null) {
        const missing = schema.safeParse(undefined);
        if (missing.success && !schema.safeParse(null).success) return missing.data;
    }
    return parseAs(schema, input, 'input');
}

/**
 * Runs an on-event. It never rejects.
 * @param signal tells the function that its run is cancelled
 */
export async function runOnEvent(
    definition: AnyOnEvent,
    host: Host,
    facts: RunFacts,
    signal: AbortSignal = neverAborted()
): Promise<OnEventOutcome> {
    try {
        const context = makeActionContext(definition, host, facts, signal);
        if (metadataSchemaOf(definition)) await context.getMetadata();
        await definition.exec(context);
        return { status: 'succeeded' };
    } catch (error) {
        return { status: 'failed', error: runErrorOf(error) };
    }
}

type SavedRecords = Extract<RecordChange, { kind: 'save' }>;

/**
 * Reads what an action changed beside its output. It never rejects: what cannot be read is logged.
 * @param output of its run
 * @returns undefined where it could not be read
 */
export async function readRenewed(definition: AnyAction, host: Host, facts: RunFacts, output: Json): Promise<SavedRecords[] | undefined> {
    const { renews } = definition;
    if (!renews) return [];
    try {
        const context = makeActionContext(definition, host, facts, neverAborted());
        const renewed = await renews.read(context, parseAs(definition.output, output, 'output'));
        return [...Map.groupBy(renewed, ({ model }) => model)].map(([model, some]) => ({
            kind: 'save',
            model,
            records: some.map(({ record }) => recordOf(renews.models[model], model, record)),
            sources: some.map(({ source }) => (source ? { raw: jsonText(source.raw), version: source.version ?? null } : null)),
            mergingStrategy: 'override'
        }));
    } catch (error) {
        const message = `What was changed could not be read, and comes with the next sync: ${reasonOf(error)}`;
        await host.log({ lines: [{ level: 'warn', message, meta: null, at: new Date().toISOString() }] }).catch(() => undefined);
        return undefined;
    }
}

/** @throws {ValidationError} */
function recordOf(schema: z.ZodObject | undefined, model: string, record: Record<string, unknown>): HostRecord {
    if (!schema) throw new HostError('unknown_model', `The action does not declare ${model}.`);
    const own = plainObject(parseAs(schema, record, 'response'));
    const { id } = own;
    if (typeof id !== 'string' || id === '') throw new HostError('missing_id', `A record of ${model} has no id.`);
    return { ...own, id };
}

/** Without what the third party sent. */
function reasonOf(error: unknown): string {
    const isOurs = error instanceof HttpError || error instanceof HostError || error instanceof ValidationError;
    return isOurs ? error.message : error instanceof Error ? error.name : 'unknown';
}

const neverAborted = () => new AbortController().signal;

function runErrorOf(error: unknown): RunError {
    try {
        return describe(error);
    } catch {
        // What it threw runs code of its own when it is looked at, and that threw too.
        return { type: 'internal_error', name: 'Error', message: 'The function threw something that cannot be described.', stack: null };
    }
}

function describe(error: unknown): RunError {
    if (error instanceof ActionError) return { type: 'action_error', payload: error.payload };
    if (error instanceof HttpError) return { type: 'http_error', response: error.response };
    if (error instanceof ValidationError) return { type: 'validation_error', validated: error.validated, issues: error.issues };
    if (error instanceof HostError) return { type: 'host_error', code: error.code, message: error.message, payload: error.payload };
    if (error instanceof Error) return { type: 'internal_error', name: error.name, message: error.message, stack: error.stack ?? null };
    return { type: 'internal_error', name: 'Error', message: String(error), stack: null };
}
