/**
 * The program of the child processes. It has no key, database, network or environment, and does
 * what the runner says on file descriptor 3. What functions want from outside is asked for there.
 */
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { FrameFromChild } from '../frame-from-child.ts';
import { encodeFrame, FrameReader } from '../frames.ts';
import { type ChildOptions, type FrameToChild, HOLDS_TOO_MUCH, MAX_FRAME_FROM_CHILD, MAX_FRAME_TO_CHILD } from '../protocol.ts';
import { loadAddon } from './addon.ts';
import { CpuMeter } from './cpu-meter.ts';
import type { FunctionIsolate, Source } from './function-isolate.ts';
import { IsolatePool } from './isolate-pool.ts';
import { residentBytes } from './resident-bytes.ts';
import { ChildRun } from './run.ts';
import { seenOfMachine } from './seen-of-machine.ts';

const WATCH_MS = 100;

// The runner made it.
const options = JSON.parse(process.argv[2] ?? '') as ChildOptions;
const pipe = new Socket({ fd: 3 });
const sources = new Map<string, Source>();
const runs = new Map<number, ChildRun<FunctionIsolate>>();
const meter = new CpuMeter<FunctionIsolate>();
const isolates = new IsolatePool(
    loadAddon(options.addon),
    { text: readFileSync(options.runtime, 'utf8'), fileName: 'patchbay:runtime' },
    options
);

function send(frame: FrameFromChild): void {
    pipe.write(encodeFrame(frame));
}

function sendCall(run: number, seq: number, method: string, args: string): boolean {
    const frame = encodeFrame({ type: 'call', run, seq, method, args } satisfies FrameFromChild);
    if (frame.length > MAX_FRAME_FROM_CHILD) return false;
    return pipe.write(frame) || true;
}

async function startRun(order: Extract<FrameToChild, { type: 'run' }>): Promise<void> {
    const { hash, limits, isolation, connection } = order;
    const warm = isolates.take(order, limits.heapMb);
    const isolate = warm ?? isolates.make(hash, limits.heapMb);
    const run = new ChildRun(order, isolate, {
        meter,
        sendCall: (seq, method, args) => sendCall(order.run, seq, method, args),
        onEnd(end, isClean) {
            runs.delete(order.run);
            isolate.stopTimers();
            if (isClean && isolation === 'deployment') isolates.giveBack(isolate, run.isOfConnection ? connection : undefined);
            else isolate.dispose();
            send(end);
        }
    });
    runs.set(order.run, run);
    if (!warm && !(await prepare(run, isolate, hash))) return;
    run.start();
}

/** @returns whether the code is loaded; else the run has ended */
async function prepare(run: ChildRun<FunctionIsolate>, isolate: FunctionIsolate, hash: string): Promise<boolean> {
    const source = sources.get(hash);
    if (!source) throw new Error('A run came before its code.');
    await isolates.boot(isolate).catch((error: unknown) => {
        // Its limits are looked at first: they dispose of the isolate, and so does this.
        run.watch();
        if (runs.has(run.id)) throw error;
    });
    run.countFromHere();
    try {
        if (await isolate.load(run.id, source)) return true;
        run.invalid('it cannot be loaded', null);
    } catch (error) {
        run.watch();
        run.invalid(error instanceof Error ? error.message : 'it is not JavaScript', null);
    }
    return false;
}

function receive(frame: FrameToChild): void {
    switch (frame.type) {
        case 'cache':
            isolates.useCache(Buffer.from(frame.base64, 'base64'));
            return;
        case 'code':
            sources.set(frame.hash, { text: frame.source, fileName: frame.fileName });
            return;
        case 'run':
            void startRun(frame);
            return;
        case 'ret':
            runs.get(frame.run)?.settleCall(frame.seq, frame.ok, frame.value);
            return;
        case 'abort':
            runs.get(frame.run)?.abort(frame.graceMs);
            return;
        case 'ping':
            send({ type: 'pong' });
    }
}

setInterval(() => {
    meter.tick();
    for (const run of runs.values()) run.watch();
    // The runner looks too, where the system tells it.
    const mostMb = Math.max(...[...runs.values()].map(({ limits }) => limits.rssMb));
    if (residentBytes() > mostMb * 1024 ** 2 && runs.size > 0) process.exit(HOLDS_TOO_MUCH);
}, WATCH_MS);

const reader = new FrameReader(MAX_FRAME_TO_CHILD);
// Frames of the runner are not parsed again: what can send them owns this process.
pipe.on('data', (chunk) => [...reader.push(chunk)].forEach((frame) => receive(frame as FrameToChild)));
pipe.on('close', () => process.exit());
pipe.on('error', () => process.exit());

send({ type: 'hello', cache: options.makesCache ? Buffer.from(await isolates.makeCache()).toString('base64') : null, ...seenOfMachine() });
