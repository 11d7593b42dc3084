import { makeActionContext, plain } from './action-context.ts';
import type { AnyAction, AnySync } from './definition.ts';
import { ActionError, HostError, HttpError, parseAs, type Validated, ValidationError } from './errors.ts';
import type { Host, HostResponse, Issue, RunFacts } from './host.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
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

/**
 * Runs a sync. It never rejects. What was saved before a failure is written.
 * @returns `setAside` counts records by model that had not its form
 */
export async function runSync(definition: AnySync, host: Host, facts: RunFacts): Promise<SyncOutcome> {
    const { context, buffer } = makeSyncContext(definition, host, facts);
    const setAside = buffer.setAsideCounts;
    try {
        if (definition.metadata) await context.getMetadata();
        await definition.exec(context);
        await buffer.flush();
        return { status: 'succeeded', setAside };
    } catch (error) {
        // The failure to report is the first one.
        await buffer.flush().catch(() => undefined);
        return { status: 'failed', setAside, error: runErrorOf(error) };
    }
}

/** Runs an action. It never rejects. */
export async function runAction(definition: AnyAction, host: Host, facts: RunFacts, input: unknown): Promise<ActionOutcome> {
    try {
        const parsed = parseAs(definition.input, input, 'input');
        const context = makeActionContext(definition, host, facts);
        const metadata = definition.metadata ? await context.getMetadata() : {};
        const output = plain(parseAs(definition.output, await definition.exec(context, parsed), 'output'));
        const isGone = isObject(output) && definition.result?.isGone?.(output, metadata);
        return { status: 'succeeded', output, ...(isGone && { isGone: true }) };
    } catch (error) {
        return { status: 'failed', error: runErrorOf(error) };
    }
}

function runErrorOf(error: unknown): RunError {
    if (error instanceof ActionError) return { type: 'action_error', payload: error.payload };
    if (error instanceof HttpError) return { type: 'http_error', response: error.response };
    if (error instanceof ValidationError) return { type: 'validation_error', validated: error.validated, issues: error.issues };
    if (error instanceof HostError) return { type: 'host_error', code: error.code, message: error.message, payload: error.payload };
    if (error instanceof Error) return { type: 'internal_error', name: error.name, message: error.message, stack: error.stack ?? null };
    return { type: 'internal_error', name: 'Error', message: String(error), stack: null };
}
