import type { Json, RunFacts } from '@patchbay/functions';
import { useBase64 } from '../inside/base64.ts';
import { makeConsole, textOf } from '../inside/console.ts';
import { openDoor, type Send } from '../inside/door.ts';
import { Runtime } from '../inside/runtime.ts';
import type { Kind, WatchedLimits } from '../protocol.ts';
import { AbortController } from './abort.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { type Compute, useCompute } from './compute.ts';
import { installGlobals } from './globals.ts';
import { areIntrinsicsSame, noteIntrinsics } from './intrinsics.ts';
import { libraries } from './libraries.ts';
import { requireModule } from './node-modules.ts';
import { areTimersLeft, forgetTimers, timerFired } from './timers.ts';

const runtime = new Runtime({
    requireModule,
    makeController: () => new AbortController(),
    describer: () => libraries.describe().describeDefinition,
    areTimersLeft,
    forgetTimers
});
/** What `globalThis` had when the bundle was loaded. */
let globals: ReadonlyMap<PropertyKey, PropertyDescriptor> = new Map();

/** What the child says to the isolate. */
const messages = {
    /** @returns whether it is loaded; where it is not, the child is told why */
    load(run: number, bundle: Parameters<Runtime['load']>[1]): boolean {
        if (!runtime.load(run, bundle)) return false;
        globals = readGlobals();
        noteIntrinsics();
        return true;
    },
    run(id: number, kind: Kind, facts: string, input: string, limits: string): void {
        // The runner made all three.
        const [ofRun, given, most] = JSON.parse(`[${facts},${input},${limits}]`) as [RunFacts, Json, WatchedLimits];
        void runtime.run(id, kind, ofRun, given, most);
    },
    ret: (run: number, seq: number, isOk: boolean, value: string): void => runtime.settle(run, seq, isOk, value),
    timer(id: number): void {
        try {
            timerFired(id);
        } catch (error) {
            runtime.log('error', `A timer failed: ${textOf(error)}`);
        }
    },
    abort: (run: number): void => runtime.abort(run),
    /** @returns whether nothing of the run is left, so that another may follow */
    settle(): boolean {
        return runtime.isReady && !areTimersLeft() && hasSameGlobals() && areIntrinsicsSame();
    }
};

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

/** @returns how the child tells the isolate something */
export function boot(send: Send, compute: Compute): (message: keyof typeof messages, ...values: never[]) => unknown {
    openDoor(send);
    useCompute(compute);
    useBase64({ toBase64, fromBase64 });
    installGlobals(makeConsole((level, message) => runtime.log(level, message)));
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
