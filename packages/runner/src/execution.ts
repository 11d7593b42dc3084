import { AsyncLocalStorage } from 'node:async_hooks';
import { type Host, HostError, type HostLogLine, type Json, type RunFacts } from '@patchbay/functions';
import { MAX_CODE_BYTES } from './bundle-format.ts';
import { type RunnerError, runnerError, type RunnerErrorCode } from './errors.ts';
import type { End, FrameFromChild } from './frame-from-child.ts';
import { ProtocolError } from './frames.ts';
import { callHost, type HostCall, parseCall } from './host-calls.ts';
import type { RunLimits } from './limits.ts';
import { type Isolation, type Kind, MAX_CALL_CHARS } from './protocol.ts';
import { parseOutcome, type RunOutcome } from './run-outcome.ts';
import { sourceStack } from './stack.ts';

/** One bundle; its default export is made by `createAction`, `createSync` or `createOnEvent`. */
export interface Code {
    /** Of all that follows. */
    hash: string;
    /** CommonJS. `@patchbay/functions` is not in it. */
    source: string;
    /** As stacks name it. */
    fileName: string;
    /** JSON. */
    sourceMap?: string;
}

export interface RunRequest {
    environmentId: string;
    code: Code;
    kind: Exclude<Kind, 'describe'>;
    facts: RunFacts;
    /** An action's input, a webhook's payload, or the output that `renew` is about. */
    input: Json;
    host: Host;
    limits?: Partial<RunLimits>;
    /** `deployment`: the next run of the same code gets the isolate, if nothing is left in it. */
    isolation?: Isolation;
    signal?: AbortSignal;
}

/** Describing has no host. */
export type Order = Omit<RunRequest, 'kind' | 'host'> & { kind: Kind; host: Host | null };

export type Log = (level: 'info' | 'warn' | 'error', event: string, fields: Readonly<Record<string, string | number>>) => void;

/** Frames add some lines: what was cut, and how many were dropped. */
const LOG_BYTES_MORE = 256 * 1024;

/** One run, and all that it may do: what a child says counts only if this says so too. */
export class Execution {
    readonly id: number;
    readonly request: Order;
    readonly limits: RunLimits;
    readonly outcome: Promise<RunOutcome>;
    readonly #log: Log;
    readonly #resolve: (outcome: RunOutcome) => void;
    readonly #calls = new Set<number>();
    #callChars = 0;
    #lastCall = -1;
    readonly #setAside: Record<string, number> = {};
    #logged = { lines: 0, bytes: 0 };
    #isOver = false;
    /** Of who asked for the run: frames arrive in the one in which their child was started. */
    readonly #inOwnContext = AsyncLocalStorage.snapshot();
    /** How many of its calls were responded to. */
    replies = 0;
    /** Cancels it, once it is with a child. */
    onAbort: () => void = () => undefined;

    constructor(id: number, request: Order, limits: RunLimits, log: Log) {
        this.id = id;
        this.request = request;
        this.limits = limits;
        this.#log = log;
        const { promise, resolve } = Promise.withResolvers<RunOutcome>();
        this.outcome = promise;
        this.#resolve = resolve;
    }

    get isOver(): boolean {
        return this.#isOver;
    }

    /** @throws {ProtocolError} for what the isolate's own code never sends */
    call(
        { seq, method, args }: Extract<FrameFromChild, { type: 'call' }>,
        reply: (ok: boolean, value: string, sent: () => void) => void
    ): void {
        const isTooMuch = this.#calls.size > 0 && this.#callChars + args.length > MAX_CALL_CHARS;
        if (seq <= this.#lastCall || this.#calls.size >= this.limits.callsInFlight || isTooMuch)
            throw new ProtocolError('More calls than a run may have.');
        const call = parseCall(method, args);
        if (!(call instanceof HostError) && call.method === 'log') this.#countLines(call.input.lines);
        this.#lastCall = seq;
        this.#calls.add(seq);
        this.#callChars += args.length;
        const { promise: delivered, resolve: sent } = Promise.withResolvers<void>();
        void this.#inOwnContext(() => this.#answer(call, delivered)).then(([ok, value]) => {
            this.#calls.delete(seq);
            this.#callChars -= args.length;
            this.replies += 1;
            if (this.#isOver) sent();
            else reply(ok, value, sent);
        });
    }

    async #answer(call: HostCall | HostError, delivered: Promise<void>): Promise<[ok: boolean, value: string]> {
        try {
            if (call instanceof HostError) throw call;
            if (!this.request.host) throw new HostError('no_host', 'There is nothing to call while a function is described.');
            const value = await callHost(this.request.host, call, delivered);
            if (call.method === 'write')
                for (const { model } of call.input.setAside) this.#setAside[model] = (this.#setAside[model] ?? 0) + 1;
            return [true, value];
        } catch (error) {
            const known = error instanceof HostError ? error : new HostError('host_failed', 'The call failed inside of Patchbay.');
            if (known !== error) this.#log('error', 'function_call_failed', { run_id: this.request.facts.runId, message: String(error) });
            if (known.code === 'run_aborted') this.onAbort();
            return [false, JSON.stringify({ code: known.code, message: known.message, payload: known.payload })];
        }
    }

    #countLines(lines: readonly HostLogLine[]): void {
        this.#logged.lines += lines.length;
        for (const { message, meta } of lines) this.#logged.bytes += message.length + JSON.stringify(meta).length;
        if (this.#logged.lines > this.limits.logLines + 1 || this.#logged.bytes > this.limits.logBytes + LOG_BYTES_MORE)
            throw new ProtocolError('More log lines than a run may have.');
    }

    /**
     * Takes what the child says of its end.
     * @throws {ProtocolError}
     */
    end(end: End): void {
        const usage = { cpuMs: end.cpuMs, peakMemoryBytes: end.heapBytes };
        if (end.type === 'limit') this.fail(end.code, { seen: end.seen }, usage);
        else if (end.type === 'invalid') this.fail('function_code_invalid', { detail: end.message, stack: end.stack }, usage);
        else {
            if (Buffer.byteLength(end.output ?? '') > this.limits.outputBytes) throw new ProtocolError('An output that is too large.');
            const { setAside = this.#setAside, ...ended } = parseOutcome(end.outcome, end.output);
            if (ended.status === 'failed' && ended.error.type === 'internal_error' && ended.error.stack !== null)
                ended.error.stack = this.#sourceStack(ended.error.stack);
            this.#finish({ ...ended, setAside, ...usage });
        }
    }

    fail(
        code: RunnerErrorCode,
        { detail, seen, stack }: { detail?: string | undefined; seen?: number | null; stack?: string | null } = {},
        usage: Pick<RunOutcome, 'cpuMs' | 'peakMemoryBytes'> = { cpuMs: 0, peakMemoryBytes: 0 }
    ): void {
        const facts = {
            limits: this.limits,
            codeBytes: MAX_CODE_BYTES,
            seen: seen ?? null,
            ...(detail !== undefined && { detail })
        };
        const error: RunnerError = runnerError(code, facts, stack ? this.#sourceStack(stack) : null);
        this.#finish({ status: 'failed', error, setAside: this.#setAside, ...usage });
    }

    #sourceStack(stack: string): string {
        const { fileName, sourceMap } = this.request.code;
        return sourceStack(stack, fileName, sourceMap);
    }

    #finish(outcome: RunOutcome): void {
        if (this.#isOver) return;
        this.#isOver = true;
        // A call that is cut off now would end its process, and with it the runs that go on there.
        this.onAbort = () => undefined;
        this.#resolve(outcome);
    }
}
