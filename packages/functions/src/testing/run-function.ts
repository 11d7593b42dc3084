import type { PaginateConfig } from '../context.ts';
import type { AnyAction, AnyFunction, AnyOnEvent, AnySync } from '../definition.ts';
import { HostError } from '../errors.ts';
import type { HostLogLine, HostRecord, HostRequest, RunFacts, SetAsideRecord } from '../host.ts';
import { isObject, type Json } from '../json.ts';
import { plainObject } from '../plain.ts';
import { problemsOfDefinition } from '../problems.ts';
import {
    type ActionOutcome,
    type OnEventOutcome,
    runAction,
    type RunError,
    runOnEvent,
    runSync,
    runWebhook,
    type SyncOutcome
} from '../run.ts';
import { type Answer, Answers } from './answers.ts';
import { type MemoryContents, MemoryHost, surfaced, testFacts } from './memory-host.ts';
import { type Recording, recordingSchema } from './recording.ts';

/** What a function is run with. What is not given comes from the recording, where there is one. */
export interface TestOptions extends MemoryContents {
    /** Of an action. */
    input?: unknown;
    /** Gives it to the `onWebhook` of a sync, in place of `exec`. */
    webhook?: unknown;
    /** In this order; each is used once, but the last may be read again. */
    responses?: readonly Answer[];
    /** The content of a file that `patchbay dryrun --save` has written. */
    recording?: unknown;
    /** How the provider's lists are paged, if its definition has that. */
    paginate?: PaginateConfig;
    lastSyncDate?: Date | string;
    variant?: string;
    /** What functions that it calls give back, by their names. */
    actions?: Readonly<Record<string, (input: Json) => unknown>>;
    signal?: AbortSignal;
}

/** A request as the function sent it. */
export interface TestRequest {
    method: HostRequest['method'];
    endpoint: string;
    /** A name that is there several times has a list. */
    params: Readonly<Record<string, string | readonly string[]>>;
    headers: Readonly<Record<string, string>>;
    /** Parsed where it is JSON. */
    data: unknown;
}

/** What a run did. */
export interface TestRun {
    /** Of an action that succeeded. */
    output: Json;
    /** Why it failed, else `null`. */
    error: RunError | null;
    /** By model: those that are there after the run. */
    records: Readonly<Record<string, readonly HostRecord[]>>;
    /** What has not its model's form. */
    setAside: readonly SetAsideRecord[];
    logs: readonly HostLogLine[];
    requests: readonly TestRequest[];
    checkpoint: Json;
    metadata: Json;
}

/**
 * Runs a function as it would be run after it was deployed, but in this process.
 * @throws {Error} where it could not be deployed, and where it sends a request without a response
 */
export async function runFunction(definition: AnyFunction | RunnableFunction, options: TestOptions = {}): Promise<TestRun> {
    // The types of a definition say what it is more exactly.
    const own = definition as AnyFunction;
    const problems = problemsOfDefinition(own);
    if (problems.length > 0)
        throw new Error(`The function can't be deployed.\n${problems.map(({ path, message }) => `${path}: ${message}`).join('\n')}`);
    const recording = options.recording === undefined ? undefined : recordingSchema.parse(options.recording);
    const answers = new Answers(options.responses ?? [], recording?.exchanges ?? []);
    const host = new TestHost(answers, { ...contentsOf(recording), ...given(options) }, options.actions ?? {});
    const outcome = surfaced(await run(own, host, options, recording));
    if (answers.missing.length > 0) throw new Error(answers.missing.join('\n'));
    const models = own.type === 'sync' ? Object.keys(own.models) : [];
    return {
        output: 'output' in outcome ? outcome.output : null,
        error: outcome.status === 'failed' ? outcome.error : null,
        records: Object.fromEntries([...new Set([...models, ...host.models])].map((model) => [model, host.live(model)])),
        setAside: host.setAside,
        logs: host.lines,
        requests: host.requests.map(testRequest),
        checkpoint: host.checkpoint,
        metadata: host.metadata
    };
}

/** Any definition, whatever it takes and gives. */
// oxlint-disable-next-line typescript/no-explicit-any -- a function of any type is run
type RunnableFunction = { type: AnyFunction['type']; description: string; exec(...given: any[]): unknown };

class TestHost extends MemoryHost {
    readonly #actions: NonNullable<TestOptions['actions']>;

    constructor(answers: Answers, contents: MemoryContents, actions: NonNullable<TestOptions['actions']>) {
        super((request) => {
            const response = answers.respond(request);
            if (!response) throw new HostError('no_response', answers.missing.at(-1) ?? '');
            return response;
        }, contents);
        this.#actions = actions;
    }

    override async triggerAction(call: { providerConfigKey: string; connectionId: string; name: string; input: Json }) {
        await super.triggerAction(call);
        const action = this.#actions[call.name];
        if (!action) throw new HostError('unknown_action', `The test has no action ${call.name}. Give it in 'actions'.`);
        // As it comes from another run.
        return { output: JSON.parse(JSON.stringify(action(call.input) ?? null)) as Json };
    }
}

function run(
    definition: AnySync | AnyAction | AnyOnEvent,
    host: MemoryHost,
    { input, webhook, lastSyncDate, paginate, variant, connection, signal }: TestOptions,
    recording: Recording | undefined
): Promise<SyncOutcome | ActionOutcome | OnEventOutcome> {
    const of = { ...recording?.connection, ...connection };
    const last = lastSyncDate ?? recording?.last_sync_date ?? null;
    const facts: RunFacts = {
        ...testFacts,
        connectionId: of.connection_id ?? testFacts.connectionId,
        providerConfigKey: of.provider_config_key ?? testFacts.providerConfigKey,
        provider: of.provider ?? testFacts.provider,
        paginate: paginate ? plainObject(paginate) : (recording?.paginate ?? null),
        variant: variant ?? testFacts.variant,
        lastSyncDate: last === null ? null : new Date(last).toISOString()
    };
    if (definition.type === 'action') return runAction(definition, host, facts, input ?? recording?.input ?? null, signal);
    if (definition.type === 'onEvent') return runOnEvent(definition, host, facts, signal);
    // It is what a test wants to give.
    return webhook === undefined ? runSync(definition, host, facts, signal) : runWebhook(definition, host, facts, webhook as Json, signal);
}

function contentsOf(recording: Recording | undefined): MemoryContents {
    if (!recording) return {};
    const { metadata, checkpoint, connection } = recording;
    return { metadata, checkpoint, connection: Object.fromEntries(Object.entries(connection).filter(([, value]) => value !== undefined)) };
}

function given({ metadata, checkpoint, records, connection, integration, environmentVariables, webhookUrl }: TestOptions): MemoryContents {
    const all = { metadata, checkpoint, records, connection, integration, environmentVariables, webhookUrl };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function testRequest({ method, endpoint, query, headers, body }: HostRequest): TestRequest {
    const [path = '', inEndpoint = ''] = endpoint.split('?');
    const params = new URLSearchParams([inEndpoint, query].filter((part) => part !== '').join('&'));
    const names = [...new Set(params.keys())];
    return {
        method,
        endpoint: path,
        params: Object.fromEntries(names.map((name) => [name, valuesOf(params.getAll(name))])),
        headers,
        data: parsed(body)
    };
}

const valuesOf = ([first = '', ...rest]: string[]) => (rest.length === 0 ? first : [first, ...rest]);

function parsed(body: HostRequest['body']): unknown {
    if (typeof body !== 'string') return body;
    try {
        const value: unknown = JSON.parse(body);
        return isObject(value) || Array.isArray(value) ? value : body;
    } catch {
        return body;
    }
}
