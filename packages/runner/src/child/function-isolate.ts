import type IsolatedVm from 'isolated-vm';
import type { Addon } from './addon.ts';
import { compute } from './compute.ts';

/** Code, and what V8 made of it, which stays in this process. */
export interface Source {
    text: string;
    fileName: string;
    cachedData?: IsolatedVm.ExternalCopy<ArrayBuffer>;
}

const MOST_TIMERS = 1_000;

/** What an isolate sends, of which nothing is to be believed. */
export type Receiver = (message: unknown, ...values: unknown[]) => void;

/** An isolate with one bundle in it. No object of isolated-vm is visible inside. */
export class FunctionIsolate {
    readonly hash: string;
    readonly heapMb: number;
    runs = 0;
    idleSince = 0;
    connection: string | undefined;
    receiver: Receiver = () => undefined;
    readonly #addon: Addon;
    readonly #isolate: IsolatedVm.Isolate;
    #context: IsolatedVm.Context | undefined;
    #receive: IsolatedVm.Reference | undefined;
    readonly #timers = new Set<NodeJS.Timeout>();

    constructor(addon: Addon, hash: string, heapMb: number) {
        this.#addon = addon;
        this.hash = hash;
        this.heapMb = heapMb;
        // With a handler of catastrophes its thread waits for ever; without, V8 ends the process.
        this.#isolate = new addon.Isolate({ memoryLimit: heapMb });
    }

    /** For how long code ran in it, up to now, whether it had a processor or not. */
    get runningMs(): number {
        return this.isDisposed ? 0 : Number(this.#isolate.cpuTime) / 1e6;
    }

    get isDisposed(): boolean {
        return this.#isolate.isDisposed;
    }

    async boot(runtime: Source): Promise<void> {
        this.#context = await this.#isolate.createContext();
        // Strict, so that no function of it tells who called it.
        const boot = await this.#evaluate(
            runtime,
            '(() => {"use strict"; const module = { exports: {} }, exports = module.exports;',
            'return exports.boot; })()'
        );
        const send = new this.#addon.Callback((message: unknown, ...values: unknown[]) => this.#onMessage(message, values), {
            ignored: true
        });
        this.#receive = await boot.apply(undefined, [send, new this.#addon.Callback(compute)], { result: { reference: true } });
    }

    /**
     * @param run is told where it fails
     * @returns whether the bundle is loaded
     * @throws {Error} where it is not JavaScript
     */
    async load(run: number, bundle: Source): Promise<boolean> {
        const wrapper = await this.#evaluate(bundle, '(function (exports, require, module) {', '})');
        return (await this.#receive?.apply(undefined, ['load', run, wrapper.derefInto()])) === true;
    }

    tell(message: string, ...values: (string | number | boolean)[]): void {
        if (!this.isDisposed) this.#receive?.applyIgnored(undefined, [message, ...values]);
    }

    /**
     * Waits until nothing runs in it.
     * @returns whether another run may follow, and its heap
     */
    async settle(): Promise<{ isClean: boolean; heapBytes: number }> {
        const [isClean, heap] = await Promise.all([this.#receive?.apply(undefined, ['settle']), this.#isolate.getHeapStatistics()]);
        const heapBytes = heap.total_heap_size + heap.externally_allocated_size;
        const isRoomy = heap.used_heap_size + heap.externally_allocated_size < (this.heapMb * 1024 ** 2) / 2;
        return { isClean: isClean === true && isRoomy && this.#timers.size === 0, heapBytes };
    }

    dispose(): void {
        this.receiver = () => undefined;
        this.stopTimers();
        if (!this.isDisposed) this.#isolate.dispose();
    }

    stopTimers(): void {
        for (const timer of this.#timers) clearTimeout(timer);
        this.#timers.clear();
    }

    #onMessage(message: unknown, values: unknown[]): void {
        if (message === 'timer') this.#startTimer(Number(values[0]), Number(values[1]));
        else this.receiver(message, ...values);
    }

    #startTimer(id: number, delayMs: number): void {
        if (this.#timers.size >= MOST_TIMERS || this.isDisposed) return;
        const timer = setTimeout(() => {
            this.#timers.delete(timer);
            this.tell('timer', id);
        }, delayMs);
        this.#timers.add(timer);
    }

    async #evaluate(source: Source, before: string, after: string): Promise<IsolatedVm.Reference> {
        const { cachedData } = source;
        // On lines of their own, so that lines and columns are the source's.
        const text = `${before}\n${source.text}\n${after}`;
        const origin = { filename: source.fileName, lineOffset: -1 };
        const script = await this.#isolate.compileScript(
            text,
            cachedData ? { ...origin, cachedData } : { ...origin, produceCachedData: true }
        );
        // Its types leave out what it was asked to produce.
        const made = (script as { cachedData?: IsolatedVm.ExternalCopy<ArrayBuffer> }).cachedData;
        if (!cachedData && made) source.cachedData = made;
        if (!this.#context) throw new Error('The isolate has no context.');
        return script.run(this.#context, { reference: true, release: true });
    }
}
