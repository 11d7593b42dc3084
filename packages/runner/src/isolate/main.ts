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
import type { FunctionPlace } from '@patchbay/functions/describe';
import type { Kind, WatchedLimits } from '../protocol.ts';
import { AbortController } from './abort.ts';
import { Calls } from './calls.ts';
import { type ChildDoor, door, openDoor } from './child-door.ts';
import { installGlobals } from './globals.ts';
import { makeHost } from './host.ts';
import { libraries } from './libraries.ts';
import { requireModule } from './node-modules.ts';
import { definitionTypes, sendOutcome } from './outcome.ts';
import { areTimersLeft, forgetTimers, timerFired } from './timers.ts';

/** The wrapper of a bundle. */
type Bundle = (exports: object, require: (name: unknown) => unknown, module: { exports: object }) => void;

interface Run {
    id: number;
    calls: Calls;
    controller: AbortController;
    log(level: 'debug' | 'info' | 'warn' | 'error', message: string): void;
}

let definition: unknown;
let isLoaded = false;
let current: Run | undefined;
/** What `globalThis` had when the bundle was loaded. */
let globals: ReadonlyMap<PropertyKey, PropertyDescriptor> = new Map();

/** What the child says to the isolate. */
const messages = {
    /** @returns whether it is loaded; where it is not, the child is told why */
    load(run: number, bundle: Bundle): boolean {
        const module: { exports: object } = { exports: {} };
        try {
            bundle(module.exports, requireModule, module);
            definition = 'default' in module.exports ? module.exports.default : module.exports;
        } catch (error) {
            const isError = error instanceof Error;
            door().send('invalid', run, isError ? error.message : textOf(error), isError ? (error.stack ?? null) : null);
            return false;
        }
        isLoaded = true;
        globals = readGlobals();
        return true;
    },
    run(id: number, kind: Kind, facts: string, input: string, limits: string): void {
        // The runner made all three.
        const [ofRun, given, most] = JSON.parse(`[${facts},${input},${limits}]`) as [RunFacts, Json, WatchedLimits];
        void runFunction(id, kind, ofRun, given, most);
    },
    ret(run: number, seq: number, isOk: boolean, value: string): void {
        if (current?.id === run) current.calls.settle(seq, isOk, value);
    },
    timer(id: number): void {
        try {
            timerFired(id);
        } catch (error) {
            current?.log('error', `A timer failed: ${textOf(error)}`);
        }
    },
    abort(run: number): void {
        if (current?.id === run) current.controller.abort(new HostError('run_aborted', 'The run was cancelled.'));
    },
    /** @returns whether nothing of the run is left, so that another may follow */
    settle(): boolean {
        return isLoaded && !current && !areTimersLeft() && hasSameGlobals();
    }
};

async function runFunction(id: number, kind: Kind, facts: RunFacts, input: Json, limits: WatchedLimits): Promise<void> {
    const calls = new Calls(id, limits);
    const { host, logs } = makeHost(calls, limits);
    const controller = new AbortController();
    // They are two classes by this name; this one has all that a function uses.
    const signal = controller.signal as unknown as AbortSignal;
    current = {
        id,
        calls,
        controller,
        log(level, message) {
            // Describing has no host.
            if (kind !== 'describe') void host.log({ lines: [{ level, message, meta: null, at: new Date().toISOString() }] });
        }
    };
    const outcome = await outcomeOf(kind, host, facts, input, signal);
    const isIdle = calls.areIdle;
    await logs.end();
    calls.end();
    current = undefined;
    const isClean = isIdle && !areTimersLeft() && outcome?.status === 'succeeded';
    forgetTimers();
    sendOutcome(id, kind, outcome, isClean, limits);
}

/** @returns undefined where the bundle has nothing of that kind */
async function outcomeOf(
    kind: Kind,
    host: Host,
    facts: RunFacts,
    input: Json,
    signal: AbortSignal
): Promise<ActionOutcome | SyncOutcome | OnEventOutcome | undefined> {
    if (kind === 'describe') return described(input);
    const own = definition;
    if (!isDefinition(own) || own.type !== definitionTypes[kind]) return undefined;
    if (own.type === 'onEvent') return runOnEvent(own, host, facts, signal);
    if (own.type === 'sync') return kind === 'webhook' ? runWebhook(own, host, facts, input, signal) : runSync(own, host, facts, signal);
    return kind === 'renew' ? renewed(own, host, facts, input) : runAction(own, host, facts, input, signal);
}

async function renewed(action: AnyAction, host: Host, facts: RunFacts, output: Json): Promise<ActionOutcome> {
    // They are made of JSON.
    return { status: 'succeeded', output: (await readRenewed(action, host, facts, output)) as unknown as Json };
}

function described(input: Json): ActionOutcome {
    // The runner made it.
    const place = input as unknown as FunctionPlace;
    // It is made of JSON.
    return { status: 'succeeded', output: libraries.describe().describeDefinition(definition, place) as unknown as Json };
}

function isDefinition(value: unknown): value is AnyFunction {
    return isJsonObject(value) && typeof value['type'] === 'string' && typeof value['exec'] === 'function';
}

function readGlobals(): Map<PropertyKey, PropertyDescriptor> {
    return new Map(Reflect.ownKeys(globalThis).map((key) => [key, Object.getOwnPropertyDescriptor(globalThis, key) ?? {}]));
}

function hasSameGlobals(): boolean {
    const now = readGlobals();
    if (now.size !== globals.size) return false;
    for (const [key, { value, get }] of globals) {
        const other = now.get(key);
        if (!other || !Object.is(other.value, value) || other.get !== get) return false;
    }
    return true;
}

function textOf(value: unknown): string {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return value.stack ?? String(value);
    try {
        return JSON.stringify(value) ?? String(value);
    } catch {
        return Object.prototype.toString.call(value);
    }
}

/** @returns how the child tells the isolate something */
export function boot(
    given: ChildDoor['send'],
    compute: ChildDoor['compute']
): (message: keyof typeof messages, ...values: never[]) => unknown {
    openDoor({ send: given, compute });
    installGlobals((level, values) => current?.log(level, values.map(textOf).join(' ')));
    const { apply } = Reflect;
    return (message, ...values) => {
        try {
            const result: unknown = apply(messages[message], undefined, values);
            return result;
        } catch {
            // What is thrown would be copied out of the isolate.
            return false;
        }
    };
}
