import {
    type ActionOutcome,
    type AnyAction,
    type AnyFunction,
    type Host,
    HostError,
    isJsonObject,
    type Json,
    type OnEventOutcome,
    readRenewed,
    runAction,
    type RunFacts,
    runOnEvent,
    runSync,
    runWebhook,
    type SyncOutcome
} from '@patchbay/functions';
import type { describeDefinition, FunctionPlace } from '@patchbay/functions/describe';
import type { Kind, WatchedLimits } from '../protocol.ts';
import { Calls } from './calls.ts';
import { type ConsoleLevel, textOf } from './console.ts';
import { send } from './door.ts';
import { makeHost } from './host.ts';
import { definitionTypes, sendOutcome, sendUndescribed } from './outcome.ts';

/** The wrapper of a bundle. */
type Bundle = (exports: object, require: (name: unknown) => unknown, module: { exports: object }) => void;

/** What each engine has in its own way. */
export interface Engine {
    /** What `require` is in a bundle. */
    requireModule(name: unknown): unknown;
    makeController(): Pick<AbortController, 'signal' | 'abort'>;
    describer(): typeof describeDefinition;
    areTimersLeft(): boolean;
    forgetTimers(): void;
}

interface Run {
    id: number;
    calls: Calls;
    controller: Pick<AbortController, 'signal' | 'abort'>;
    log(level: ConsoleLevel, message: string): void;
}

/** One bundle and its runs, one at a time, beside the code of the function itself. */
export class Runtime {
    readonly #engine: Engine;
    #definition: unknown;
    /** As it was when it was loaded. */
    #isolation: unknown;
    #isLoaded = false;
    #current: Run | undefined;

    constructor(engine: Engine) {
        this.#engine = engine;
    }

    /** Whether another run may begin. */
    get isReady(): boolean {
        return this.#isLoaded && !this.#current;
    }

    /** @returns whether it is loaded; where it is not, the child is told why */
    load(run: number, bundle: Bundle): boolean {
        const module: { exports: object } = { exports: {} };
        try {
            bundle(module.exports, (name) => this.#engine.requireModule(name), module);
            this.#definition = 'default' in module.exports ? module.exports.default : module.exports;
            this.#isolation = isJsonObject(this.#definition) ? this.#definition['isolation'] : undefined;
        } catch (error) {
            const isError = error instanceof Error;
            send('invalid', run, isError ? error.message : textOf(error), isError ? (error.stack ?? null) : null);
            return false;
        }
        return (this.#isLoaded = true);
    }

    /** It never rejects: a function may have replaced anything that this makes use of. */
    async run(id: number, kind: Kind, facts: RunFacts, input: Json, limits: WatchedLimits): Promise<void> {
        try {
            await this.#runToEnd(id, kind, facts, input, limits);
        } catch {
            this.#current = undefined;
            sendUndescribed(id);
        }
    }

    async #runToEnd(id: number, kind: Kind, facts: RunFacts, input: Json, limits: WatchedLimits): Promise<void> {
        const calls = new Calls(id, limits);
        const { host, logs } = makeHost(calls, limits);
        const controller = this.#engine.makeController();
        this.#current = {
            id,
            calls,
            controller,
            log(level, message) {
                // Describing has no host.
                if (kind !== 'describe') void host.log({ lines: [{ level, message, meta: null, at: new Date().toISOString() }] });
            }
        };
        const outcome = await this.#outcomeOf(kind, host, facts, input, controller.signal);
        const isIdle = calls.areIdle;
        await logs.end();
        calls.end();
        this.#current = undefined;
        const isClean = isIdle && !this.#engine.areTimersLeft() && outcome?.status === 'succeeded';
        this.#engine.forgetTimers();
        const reuse = { isClean: isClean && this.#isolation !== 'run', isOfConnection: this.#isolation === 'connection' };
        sendOutcome(id, kind, outcome, reuse, limits);
    }

    settle(run: number, seq: number, isOk: boolean, value: string): void {
        if (this.#current?.id === run) this.#current.calls.settle(seq, isOk, value);
    }

    abort(run: number): void {
        if (this.#current?.id === run) this.#current.controller.abort(new HostError('run_aborted', 'The run was cancelled.'));
    }

    /** What the function writes outside of its context. */
    log(level: ConsoleLevel, message: string): void {
        this.#current?.log(level, message);
    }

    /** @returns undefined where the bundle has nothing of that kind */
    async #outcomeOf(
        kind: Kind,
        host: Host,
        facts: RunFacts,
        input: Json,
        signal: AbortSignal
    ): Promise<ActionOutcome | SyncOutcome | OnEventOutcome | undefined> {
        const own = this.#definition;
        if (kind === 'describe') return described(this.#engine.describer(), own, input);
        if (!isDefinition(own) || own.type !== definitionTypes[kind]) return undefined;
        if (own.type === 'onEvent') return runOnEvent(own, host, facts, signal);
        if (own.type === 'sync')
            return kind === 'webhook' ? runWebhook(own, host, facts, input, signal) : runSync(own, host, facts, signal);
        return kind === 'renew' ? renewed(own, host, facts, input) : runAction(own, host, facts, input, signal);
    }
}

async function renewed(action: AnyAction, host: Host, facts: RunFacts, output: Json): Promise<ActionOutcome> {
    // They are made of JSON.
    return { status: 'succeeded', output: ((await readRenewed(action, host, facts, output)) ?? null) as unknown as Json };
}

function described(describe: typeof describeDefinition, definition: unknown, input: Json): ActionOutcome {
    // The runner made it.
    const place = input as unknown as FunctionPlace;
    // It is made of JSON.
    return { status: 'succeeded', output: describe(definition, place) as unknown as Json };
}

function isDefinition(value: unknown): value is AnyFunction {
    return isJsonObject(value) && typeof value['type'] === 'string' && typeof value['exec'] === 'function';
}
