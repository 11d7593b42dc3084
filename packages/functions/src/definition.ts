import type { z } from 'zod';
import type { ActionContext, ModelSchemas, RecordSource, SyncContext } from './context.ts';

/** Where a sync's records are listed, or an action is called, beside its name. */
export interface Endpoint {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    path: string;
    group?: string;
}

interface Shared<Metadata extends z.ZodType, Checkpoint extends z.ZodType> {
    description: string;
    version?: string;
    /**
     * What it runs in: `isolate` by default. `process` has all of Node's modules, starts in some
     * 100 ms for each run, and needs a server whose wall is `full`. A literal.
     */
    engine?: 'isolate' | 'process';
    /** OAuth scopes that the connection needs. */
    scopes?: readonly string[];
    /** The form of the connection's metadata, held before each run. */
    metadata?: Metadata;
    /** An object of strings, numbers and booleans. */
    checkpoint?: Checkpoint;
}

type MaybePromise<Value> = Value | Promise<Value>;

/** Reads records from a third party, on a schedule. */
export interface SyncDefinition<
    Models extends ModelSchemas = ModelSchemas,
    Metadata extends z.ZodType = z.ZodType,
    Checkpoint extends z.ZodType = z.ZodType
> extends Shared<Metadata, Checkpoint> {
    type: 'sync';
    /** Such as `every hour`. */
    frequency: string;
    models: Models;
    /** In the order of `models`. */
    endpoints?: readonly Endpoint[];
    /** Whether it starts with the connection; by default it does. */
    autoStart?: boolean;
    /**
     * After each successful run, deletes the records that it has not saved.
     * @deprecated by `trackDeletesStart` and `trackDeletesEnd` of the context
     */
    trackDeletes?: boolean;
    /** @deprecated It changes nothing: a sync with a checkpoint is incremental. */
    syncType?: 'full' | 'incremental';
    /** The types of webhooks that `onWebhook` is for; `*` for all. */
    webhookSubscriptions?: readonly string[];
    /**
     * Who shares an isolate, and with it what the function keeps in variables of its module. By
     * default, `shared`, a run may get that of an earlier run of the same deployment, whichever
     * connection it was of; with `connection` only of its own one; with `run` none, at a cost of
     * some 10 ms each. Of `onWebhook`: each run of `exec` has one of its own.
     */
    isolation?: 'shared' | 'connection' | 'run';
    /**
     * By model: paths, with `*` for each item, that differ from one response to the next without a
     * change, such as `attachments.*.url` of signed addresses. They do not count as a change.
     */
    volatile?: Partial<Record<keyof Models & string, readonly string[]>>;
    exec(context: SyncContext<Models, Metadata, Checkpoint>): MaybePromise<void>;
    /** Receives a webhook of the third party, as it was sent. */
    // oxlint-disable-next-line typescript/no-explicit-any -- each third party has its own form
    onWebhook?(context: SyncContext<Models, Metadata, Checkpoint>, payload: any): MaybePromise<void>;
}

/** A record as the third party has it after an action. */
export interface RenewedRecord {
    model: string;
    record: Record<string, unknown>;
    source?: RecordSource;
}

/** Does one thing at a third party, when it is called. */
export interface ActionDefinition<
    Input extends z.ZodType = z.ZodType,
    Output extends z.ZodType = z.ZodType,
    Metadata extends z.ZodType = z.ZodType,
    Checkpoint extends z.ZodType = z.ZodType
> extends Shared<Metadata, Checkpoint> {
    type: 'action';
    input: Input;
    output: Output;
    endpoint?: Endpoint;
    /**
     * Who shares an isolate, and with it what the function keeps in variables of its module. By
     * default, `shared`, a run may get that of an earlier run of the same deployment, whichever
     * connection it was of; with `connection` only of its own one; with `run` none, at a cost of
     * some 10 ms each.
     */
    isolation?: 'shared' | 'connection' | 'run';
    /** The output is this record as it is now, or `{ id }` of one that is gone. */
    result?: {
        model: string;
        kind: 'saved' | 'deleted';
        /** Whether the syncs leave this record out, as one that was voided. */
        isGone?(record: Readonly<Record<string, unknown>>, metadata: unknown): boolean;
    };
    /**
     * Reads the records that it changed beside its output, once it has succeeded. Where that fails,
     * it is tried again before the next sync.
     */
    renews?: {
        models: ModelSchemas;
        read(context: ActionContext<Metadata, Checkpoint>, output: z.output<Output>): Promise<readonly RenewedRecord[]>;
    };
    exec(context: ActionContext<Metadata, Checkpoint>, input: z.output<Input>): MaybePromise<z.input<Output>>;
}

export const connectionEvents = ['post-connection-creation', 'pre-connection-deletion', 'validate-connection'] as const;
export type ConnectionEvent = (typeof connectionEvents)[number];

/** Runs when something happens to a connection. */
export interface OnEventDefinition<Metadata extends z.ZodType = z.ZodType, Checkpoint extends z.ZodType = z.ZodType> extends Shared<
    Metadata,
    Checkpoint
> {
    type: 'onEvent';
    /** `validate-connection` refuses a connection by throwing. */
    event: ConnectionEvent;
    exec(context: ActionContext<Metadata, Checkpoint>): MaybePromise<void>;
}

export type AnySync = SyncDefinition;
export type AnyAction = ActionDefinition;
export type AnyOnEvent = OnEventDefinition;
export type AnyFunction = AnySync | AnyAction | AnyOnEvent;

export function createSync<Models extends ModelSchemas, Metadata extends z.ZodType, Checkpoint extends z.ZodType>(
    definition: Omit<SyncDefinition<Models, Metadata, Checkpoint>, 'type'>
): SyncDefinition<Models, Metadata, Checkpoint> {
    return { ...definition, type: 'sync' };
}

export function createAction<Input extends z.ZodType, Output extends z.ZodType, Metadata extends z.ZodType, Checkpoint extends z.ZodType>(
    definition: Omit<ActionDefinition<Input, Output, Metadata, Checkpoint>, 'type'>
): ActionDefinition<Input, Output, Metadata, Checkpoint> {
    return { ...definition, type: 'action' };
}

export function createOnEvent<Metadata extends z.ZodType, Checkpoint extends z.ZodType>(
    definition: Omit<OnEventDefinition<Metadata, Checkpoint>, 'type'>
): OnEventDefinition<Metadata, Checkpoint> {
    return { ...definition, type: 'onEvent' };
}
