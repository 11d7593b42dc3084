/**
 * The program of a process that runs one function in its own realm, with Node's modules, and is
 * killed then. The function shares it with this code and can change all of it: there is nothing
 * here that it may not have, and the runner trusts nothing that comes from here.
 */
import { createRequire, isBuiltin } from 'node:module';
import { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { compileFunction, constants } from 'node:vm';
import * as functions from '@patchbay/functions';
import { describeDefinition } from '@patchbay/functions/describe';
import type { Json, RunFacts } from '@patchbay/functions';
import * as zod from 'zod';
import { functionModules, providedLibrary } from '../bundle-format.ts';
import type { Receiver } from '../child/function-isolate.ts';
import { residentBytes } from '../child/resident-bytes.ts';
import { ChildRun, type Realm } from '../child/run.ts';
import { seenOfMachine } from '../child/seen-of-machine.ts';
import type { FrameFromChild } from '../frame-from-child.ts';
import { encodeFrame, FrameReader } from '../frames.ts';
import { useBase64 } from '../inside/base64.ts';
import { makeConsole, noFetch, textOf } from '../inside/console.ts';
import { openDoor } from '../inside/door.ts';
import { Runtime } from '../inside/runtime.ts';
import { type FrameToChild, HOLDS_TOO_MUCH, MAX_FRAME_FROM_CHILD, MAX_FRAME_TO_CHILD, type WatchedLimits } from '../protocol.ts';

const WATCH_MS = 100;

process.argv.splice(1);
const pipe = new Socket({ fd: 3 });
const requireBuiltin = createRequire('file:///function.js');
let source: Extract<FrameToChild, { type: 'code' }> | undefined;
let run: ChildRun<ProcessRealm> | undefined;

function send(frame: FrameFromChild): void {
    pipe.write(encodeFrame(frame));
}

const runtime = new Runtime({
    requireModule(given) {
        if (functionModules.some((name) => name === given)) return functions;
        if (given === providedLibrary) return zod;
        const name = String(given);
        if (!isBuiltin(name)) throw new Error(`A function can't import '${name}' that is not in its bundle.`);
        // Any of Node's.
        return requireBuiltin(name) as unknown;
    },
    makeController: () => new AbortController(),
    describer: () => describeDefinition,
    // They end with the process.
    areTimersLeft: () => false,
    forgetTimers: () => undefined
});

class ProcessRealm implements Realm {
    runs = 0;
    receiver: Receiver = () => undefined;
    readonly isDisposed = false;

    tell(message: string, ...values: (string | number | boolean)[]): void {
        // The run's own messages have these values.
        const [one, two, three, four, five] = values as [number, never, string, string, string];
        if (message === 'run') {
            // The runner made all three.
            const [facts, input, limits] = JSON.parse(`[${three},${four},${five}]`) as [RunFacts, Json, WatchedLimits];
            void runtime.run(one, two, facts, input, limits);
        } else if (message === 'ret') runtime.settle(one, two, Boolean(three), four);
        else if (message === 'abort') runtime.abort(one);
    }

    async settle() {
        return { isClean: false, heapBytes: getHeapStatistics().used_heap_size };
    }
}

const realm = new ProcessRealm();
let startMs = 0;
const processorMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
};
const meter = { start: () => void (startMs = processorMs()), stop: () => undefined, read: () => processorMs() - startMs };

function startRun(order: Extract<FrameToChild, { type: 'run' }>): void {
    const started = new ChildRun(order, realm, {
        meter,
        sendCall(seq, method, args) {
            const frame = encodeFrame({ type: 'call', run: order.run, seq, method, args } satisfies FrameFromChild);
            return frame.length <= MAX_FRAME_FROM_CHILD && (pipe.write(frame) || true);
        },
        onEnd: send
    });
    run = started;
    try {
        if (!source) throw new Error('A run came before its code.');
        const bundle = compileFunction(source.source, ['exports', 'require', 'module'], {
            filename: source.fileName,
            importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
        });
        // It is a function of these three.
        if (runtime.load(order.run, bundle as Parameters<Runtime['load']>[1])) started.start();
    } catch (error) {
        started.invalid(error instanceof Error ? error.message : 'it is not JavaScript', null);
    }
}

function receive(frame: FrameToChild): void {
    if (frame.type === 'code') source = frame;
    else if (frame.type === 'run') startRun(frame);
    else if (frame.type === 'ret') run?.settleCall(frame.seq, frame.ok, frame.value);
    else if (frame.type === 'abort') run?.abort(frame.graceMs);
    else if (frame.type === 'ping') send({ type: 'pong' });
}

openDoor((message, ...values) => realm.receiver(message, ...values));
useBase64({
    toBase64: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    fromBase64: (text) => Uint8Array.from(Buffer.from(text, 'base64'))
});
Object.assign(
    globalThis.console,
    makeConsole((level, message) => runtime.log(level, message))
);
Object.defineProperty(globalThis, 'fetch', { value: noFetch, configurable: true, writable: true });
process.on('uncaughtException', (error) => runtime.log('error', `Not caught: ${textOf(error)}`));
// As in an isolate.
process.on('unhandledRejection', () => undefined);
setInterval(() => {
    run?.watch();
    // The runner looks too, where the system tells it.
    if (run && residentBytes() > run.limits.rssMb * 1024 ** 2) process.exit(HOLDS_TOO_MUCH);
}, WATCH_MS);

const reader = new FrameReader(MAX_FRAME_TO_CHILD);
// Frames of the runner are not parsed again: what can send them owns this process.
pipe.on('data', (chunk) => [...reader.push(chunk)].forEach((frame) => receive(frame as FrameToChild)));
pipe.on('close', () => process.exit());
pipe.on('error', () => process.exit());
send({ type: 'hello', cache: null, ...seenOfMachine() });
