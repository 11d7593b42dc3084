import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import type { RunnerErrorCode } from './errors.ts';
import type { Execution, Log } from './execution.ts';
import { type FrameFromChild, type Hello, parseFrame } from './frame-from-child.ts';
import { encodeFrame, FrameReader, ProtocolError } from './frames.ts';
import {
    type ChildOptions,
    type FrameToChild,
    type Isolation,
    MAX_FRAME_FROM_CHILD,
    MAX_FRAME_TO_CHILD,
    HOLDS_TOO_MUCH,
    type ProcessKind
} from './protocol.ts';
import { endFirstWithoutMemory, innermostProcess, processorMs, residentBytes } from './process-usage.ts';
import type { Launch } from './wall.ts';

const START_MS = 10_000;
const PING_MS = 3_000;
/** From the end of its pipe to its own. */
const EXIT_MS = 5_000;
/** A child that has not ended a run this long after it should have does not listen. */
const LATE_MS = 150;
const MOST_SOURCES = 64;

interface Death {
    code: RunnerErrorCode;
    detail?: string;
}

/** One child process, and what it may do: run what it was given, and nothing else. */
export class Sandbox {
    hello: Hello | undefined;
    environmentId: string | undefined;
    kind: ProcessKind = 'action';
    idleSince = Date.now();
    /** It is given no further run. */
    isSpent = false;
    readonly exited: Promise<void>;
    readonly #process: ChildProcess;
    readonly #pipe: Duplex;
    readonly #log: Log;
    readonly #executions = new Map<number, { execution: Execution; timers: NodeJS.Timeout[] }>();
    readonly #sources = new Set<string>();
    readonly #ping: NodeJS.Timeout;
    #pid = 0;
    #pings = 0;
    #errorText = '';
    #death: Death | undefined;
    #onHello: (hello: Hello) => void = () => undefined;
    #onDeath: () => void = () => undefined;

    /**
     * @param options of a process with isolates
     * @param whenV8Ends how a run has ended whose process V8 has ended
     */
    constructor(
        { command, args }: Launch,
        options: ChildOptions | undefined,
        log: Log,
        whenV8Ends: RunnerErrorCode = 'function_runtime_out_of_memory'
    ) {
        this.#log = log;
        // A shell, PATH and variables of ours are not for it.
        this.#process = spawn(command, [...args, ...(options ? [JSON.stringify(options)] : [])], {
            env: {},
            cwd: '/',
            stdio: ['ignore', 'ignore', 'pipe', 'pipe']
        });
        this.exited = new Promise((resolve) => {
            this.#process.once('exit', (code, signal) => {
                const ofMemory =
                    code === HOLDS_TOO_MUCH ? 'function_runtime_out_of_memory' : isOutOfMemory(signal) ? whenV8Ends : undefined;
                this.kill({
                    code: ofMemory ?? 'function_runtime_other',
                    detail: lastLine(this.#errorText)
                });
                resolve();
            });
            this.#process.once('error', ({ message }) => {
                this.#errorText = message;
                this.kill({ code: 'function_runtime_other', detail: message });
                resolve();
            });
        });
        this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
            this.#errorText = (this.#errorText + text).slice(-4_096);
        });
        // stdio has it: the fourth is a pipe.
        this.#pipe = this.#process.stdio[3] as Duplex;
        const reader = new FrameReader(MAX_FRAME_FROM_CHILD);
        this.#pipe.on('data', (chunk: Buffer) => this.#receive(reader, chunk));
        // Its exit, which follows, says why.
        this.#pipe.on('error', () => undefined);
        this.#pipe.once('close', () => setTimeout(() => this.kill({ code: 'function_runtime_other' }), EXIT_MS).unref());
        this.#ping = setInterval(() => this.#checkAlive(), PING_MS);
        this.#ping.unref();
    }

    get isAlive(): boolean {
        return this.#death === undefined;
    }

    /** Whether it may be given another run. */
    get isOpen(): boolean {
        return this.isAlive && this.#pipe.writable;
    }

    /** Of the processor, by all of it; undefined where the system does not tell. */
    get processorMs(): number | undefined {
        return processorMs(this.#pid);
    }

    get active(): number {
        return this.#executions.size;
    }

    get hasRoomForCode(): boolean {
        return this.#sources.size < MOST_SOURCES;
    }

    knows(hash: string): boolean {
        return this.#sources.has(hash);
    }

    /** @throws {Error} where it does not start */
    async started(): Promise<Hello> {
        const timer = setTimeout(() => this.kill({ code: 'function_runtime_other', detail: 'it did not start' }), START_MS);
        const hello = await new Promise<Hello | undefined>((resolve) => {
            this.#onHello = resolve;
            void this.exited.then(() => resolve(undefined));
        });
        clearTimeout(timer);
        if (!hello) throw new Error(this.#errorText || 'The process does not start.');
        this.#pid = innermostProcess(this.#process.pid ?? 0);
        endFirstWithoutMemory(this.#pid);
        return hello;
    }

    useCache(base64: string): void {
        this.#send({ type: 'cache', base64 });
    }

    /** @param onDeath is called once, when it will run nothing more */
    bind(environmentId: string, kind: ProcessKind, onDeath: () => void): void {
        this.environmentId = environmentId;
        this.kind = kind;
        this.#onDeath = onDeath;
    }

    run(execution: Execution, isolation: Isolation): void {
        const { id, limits, request } = execution;
        const { code, facts, input, kind } = request;
        const kill = () => this.kill({ code: 'function_runtime_timed_out' });
        const timers = [setTimeout(kill, Math.min(limits.wallMs + LATE_MS, 2 ** 31 - 1))];
        this.#executions.set(id, { execution, timers });
        execution.onAbort = () => {
            if (timers.length > 1) return;
            timers.push(setTimeout(() => this.kill({ code: 'script_aborted' }), limits.graceMs + LATE_MS));
            this.#send({ type: 'abort', run: id, graceMs: limits.graceMs });
        };
        if (!this.#sources.has(code.hash)) this.#send({ type: 'code', hash: code.hash, fileName: code.fileName, source: code.source });
        this.#sources.add(code.hash);
        const texts = { facts: JSON.stringify(facts), input: JSON.stringify(input ?? null) };
        const connection = JSON.stringify([facts.providerConfigKey, facts.connectionId]);
        this.#send({ type: 'run', run: id, hash: code.hash, kind, isolation, connection, ...texts, limits });
    }

    /** Kills it when it holds more memory than its runs may. */
    guardMemory(): void {
        const mostMb = Math.max(...[...this.#executions.values()].map(({ execution }) => execution.limits.rssMb));
        if (this.holdsMoreThan(mostMb)) this.kill({ code: 'function_runtime_out_of_memory' });
    }

    holdsMoreThan(mb: number): boolean {
        return this.isAlive && (residentBytes(this.#pid) ?? 0) > mb * 1024 ** 2;
    }

    /** It is at an end at once: nothing that it sends is read any more. */
    kill(death: Death): void {
        if (this.#death) return;
        this.#death = death;
        clearInterval(this.#ping);
        this.#pipe.destroy();
        if (this.#pid) killProcess(this.#pid);
        this.#process.kill('SIGKILL');
        const executions = [...this.#executions.values()];
        this.#executions.clear();
        for (const { execution, timers } of executions) {
            timers.forEach(clearTimeout);
            execution.fail(death.code, { detail: death.detail });
        }
        this.#onDeath();
    }

    #receive(reader: FrameReader, chunk: Buffer): void {
        try {
            for (const frame of reader.push(chunk)) if (this.isAlive) this.#handle(parseFrame(frame));
        } catch (error) {
            if (!(error instanceof ProtocolError)) throw error;
            this.#log('error', 'function_process_broke_protocol', { environment_id: this.environmentId ?? '', message: error.message });
            this.kill({ code: 'function_runtime_other', detail: 'it sent what it may not send' });
        }
    }

    #handle(frame: FrameFromChild): void {
        if (frame.type === 'hello' && !this.hello) {
            this.hello = frame;
            this.#onHello(frame);
        } else if (frame.type === 'pong' && this.#pings > 0) this.#pings = 0;
        else if ('run' in frame) this.#handleRun(frame);
        else throw new ProtocolError(`A frame ${frame.type} that nobody waits for.`);
    }

    #handleRun(frame: Extract<FrameFromChild, { run: number }>): void {
        const running = this.#executions.get(frame.run);
        if (!running) throw new ProtocolError('A frame of a run that it does not have.');
        const { execution, timers } = running;
        if (frame.type === 'call') {
            execution.call(frame, (ok, value, sent) => this.#send({ type: 'ret', run: frame.run, seq: frame.seq, ok, value }, sent));
            return;
        }
        execution.end(frame);
        timers.forEach(clearTimeout);
        this.#executions.delete(frame.run);
        this.idleSince = Date.now();
    }

    /** @param sent is called when the child has read it, or has ended */
    #send(frame: FrameToChild, sent: () => void = () => undefined): void {
        if (!this.isOpen) return sent();
        const bytes = encodeFrame(frame);
        if (bytes.length <= MAX_FRAME_TO_CHILD) return void this.#pipe.write(bytes, sent);
        if (frame.type === 'ret') return this.#send({ ...frame, ok: false, value: tooLarge }, sent);
        this.kill({ code: 'function_runtime_other', detail: 'what it needs is too large for it' });
        sent();
    }

    #checkAlive(): void {
        if (this.#pings >= 2) this.kill({ code: 'function_runtime_other', detail: 'it did not respond' });
        if (this.#executions.size === 0 || !this.isAlive) return;
        this.#pings += 1;
        this.#send({ type: 'ping' });
    }
}

const tooLarge = JSON.stringify({
    code: 'response_too_large',
    message: 'The response is larger than a function can take at once.',
    payload: null
});

/** V8 ends its process with these when it has no memory left. */
const isOutOfMemory = (signal: string | null) =>
    signal === 'SIGABRT' || signal === 'SIGBUS' || signal === 'SIGSEGV' || signal === 'SIGTRAP' || signal === 'SIGILL';

const lastLine = (text: string) => text.trim().split('\n').at(-1)?.slice(0, 300) ?? '';

function killProcess(pid: number): void {
    try {
        process.kill(pid, 'SIGKILL');
    } catch {
        // It has ended already.
    }
}
