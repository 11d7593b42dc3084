import type { End } from '../frame-from-child.ts';
import { type FrameToChild, MAX_CALL_CHARS, type WatchedLimits } from '../protocol.ts';
import type { Receiver } from './function-isolate.ts';

type Order = Extract<FrameToChild, { type: 'run' }>;
type Limit = Extract<End, { type: 'limit' }>['code'];

/** Of the processor: what an isolate may use after its run has ended. */
const SETTLE_CPU_MS = 100;

/** Where its function runs. */
export interface Realm {
    runs: number;
    receiver: Receiver;
    readonly isDisposed: boolean;
    tell(message: string, ...values: (string | number | boolean)[]): void;
    /** Waits until nothing runs in it. */
    settle(): Promise<{ isClean: boolean; heapBytes: number }>;
}

/** Of the processor. */
export interface Meter<Of> {
    start(realm: Of): void;
    stop(realm: Of): void;
    /** Since its start. */
    read(realm: Of): number;
}

/** What a run needs of its process. */
interface Outside<Of> {
    meter: Meter<Of>;
    /** @returns whether it is small enough */
    sendCall(seq: number, method: string, args: string): boolean;
    /** @param isClean whether the realm may be used again */
    onEnd(end: End, isClean: boolean): void;
}

/** A run, which has its realm for itself. */
export class ChildRun<Of extends Realm> {
    readonly id: number;
    readonly limits: WatchedLimits;
    /** Whether no other connection's runs may have its realm: as the function asks for. */
    isOfConnection = false;
    readonly #order: Order;
    readonly #realm: Of;
    readonly #outside: Outside<Of>;
    /** With how many characters their arguments have. */
    readonly #pending = new Map<number, number>();
    #pendingChars = 0;
    #cpuAtSlice = 0;
    readonly #timers: NodeJS.Timeout[];
    #cpuSeen = 0;
    #isEnding = false;
    #giveUpSettling: () => void = () => undefined;
    #isOver = false;

    constructor(order: Order, realm: Of, outside: Outside<Of>) {
        this.id = order.run;
        this.limits = order.limits;
        this.#order = order;
        this.#realm = realm;
        this.#outside = outside;
        outside.meter.start(realm);
        this.#timers = [setTimeout(() => this.end('function_runtime_timed_out'), order.limits.wallMs)];
        realm.runs += 1;
        realm.receiver = (message, ...values) => this.#onMessage(message, values);
    }

    /** What was done until now was not the function's. */
    countFromHere(): void {
        this.#outside.meter.start(this.#realm);
    }

    start(): void {
        const { kind, facts, input, limits } = this.#order;
        this.#realm.tell('run', this.id, kind, facts, input, JSON.stringify(limits));
    }

    settleCall(seq: number, isOk: boolean, value: string): void {
        const chars = this.#pending.get(seq);
        if (chars === undefined) return;
        this.#pending.delete(seq);
        this.#pendingChars -= chars;
        this.#cpuAtSlice = this.#outside.meter.read(this.#realm);
        this.#realm.tell('ret', this.id, seq, isOk, value);
    }

    abort(graceMs: number): void {
        this.#realm.tell('abort', this.id);
        this.#timers.push(setTimeout(() => this.end('script_aborted'), graceMs));
    }

    /** Is called every so often. */
    watch(): void {
        if (this.#isOver) return;
        const { isDisposed } = this.#realm;
        const cpuMs = (this.#cpuSeen = Math.max(this.#cpuSeen, this.#outside.meter.read(this.#realm)));
        const sliceMs = cpuMs - this.#cpuAtSlice;
        if (this.#isEnding) {
            if (isDisposed || sliceMs > SETTLE_CPU_MS) this.#giveUpSettling();
        } else if (isDisposed) this.end('function_heap_limit');
        else if (cpuMs > this.limits.cpuMs) this.end('function_cpu_limit');
        else if (sliceMs > this.limits.cpuSliceMs) this.end('function_cpu_slice_limit');
    }

    /** The realm is not used again. */
    end(code: Limit, seen: number | null = null): void {
        this.#finish({ type: 'limit', run: this.id, code, seen, ...this.#usage(0) }, false);
    }

    invalid(message: string, stack: string | null): void {
        this.#finish(
            { type: 'invalid', run: this.id, message: message.slice(0, 10_000), stack: stack?.slice(0, 50_000) ?? null, ...this.#usage(0) },
            false
        );
    }

    #usage(heapBytes: number) {
        // An isolate that is disposed tells no time.
        return { cpuMs: Math.max(this.#cpuSeen, this.#outside.meter.read(this.#realm)), heapBytes };
    }

    #onMessage(message: unknown, [run, ...values]: unknown[]): void {
        if (run !== this.id || this.#isEnding) return;
        const [one, two, three, four] = values;
        if (message === 'call' && typeof one === 'number' && typeof two === 'string' && typeof three === 'string')
            this.#call(one, two, three);
        else if (message === 'done' && typeof one === 'string') {
            this.isOfConnection = four === true;
            void this.#done(one, typeof two === 'string' ? two : null, three === true);
        } else if (message === 'invalid' && typeof one === 'string') this.invalid(one, typeof two === 'string' ? two : null);
        else if (message === 'limit' && one === 'function_too_many_calls') this.end(one);
        else if (message === 'limit') this.end('script_output_too_large', Number(two) || null);
    }

    #call(seq: number, method: string, args: string): void {
        const isTooMuch = this.#pending.size > 0 && this.#pendingChars + args.length > MAX_CALL_CHARS;
        if (this.#pending.size >= this.limits.callsInFlight || this.#pending.has(seq) || isTooMuch) {
            this.end('function_too_many_calls');
            return;
        }
        this.#pending.set(seq, args.length);
        this.#pendingChars += args.length;
        if (this.#outside.sendCall(seq, method, args)) return;
        const error = { code: 'request_too_large', message: 'What is sent at once may have 4 MB of JSON.', payload: null };
        this.settleCall(seq, false, JSON.stringify(error));
    }

    async #done(outcome: string, output: string | null, isClean: boolean): Promise<void> {
        const size = Buffer.byteLength(output ?? '');
        if (Math.max(size, Buffer.byteLength(outcome)) > this.limits.outputBytes) {
            this.end('script_output_too_large', size);
            return;
        }
        this.#isEnding = true;
        const settled = await new Promise<{ isClean: boolean; heapBytes: number } | undefined>((resolve) => {
            this.#giveUpSettling = () => resolve(undefined);
            this.#cpuAtSlice = this.#outside.meter.read(this.#realm);
            this.#realm.settle().then(resolve, () => resolve(undefined));
        });
        this.#finish(
            { type: 'done', run: this.id, outcome, output, ...this.#usage(settled?.heapBytes ?? 0) },
            isClean && settled?.isClean === true && this.#pending.size === 0
        );
    }

    #finish(end: End, isClean: boolean): void {
        if (this.#isOver) return;
        this.#isOver = this.#isEnding = true;
        for (const timer of this.#timers) clearTimeout(timer);
        this.#outside.meter.stop(this.#realm);
        this.#outside.onEnd(end, isClean);
    }
}
