import type { ChildOptions, Isolation } from '../protocol.ts';
import type { Addon } from './addon.ts';
import { FunctionIsolate, type Source } from './function-isolate.ts';

interface Wanted {
    hash: string;
    isolation: Isolation;
    connection: string;
}

/** Isolates that wait for another run of the same code. */
export class IsolatePool {
    readonly #addon: Addon;
    readonly #runtime: Source;
    readonly #options: ChildOptions;
    /** The one used last is the last. */
    #idle: FunctionIsolate[] = [];

    constructor(addon: Addon, runtime: Source, options: ChildOptions) {
        this.#addon = addon;
        this.#runtime = runtime;
        this.#options = options;
        setInterval(() => this.#disposeIdle(), options.idleMs / 4).unref();
    }

    /** One that has the code already. No other run gets it until it is given back. */
    take({ hash, isolation, connection }: Wanted, heapMb: number): FunctionIsolate | undefined {
        if (isolation === 'execution') return undefined;
        const index = this.#idle.findLastIndex(
            (each) => each.hash === hash && each.heapMb === heapMb && !each.isDisposed && (each.connection ?? connection) === connection
        );
        return index === -1 ? undefined : this.#idle.splice(index, 1)[0];
    }

    make(hash: string, heapMb: number): FunctionIsolate {
        return new FunctionIsolate(this.#addon, hash, heapMb);
    }

    boot(isolate: FunctionIsolate): Promise<void> {
        return isolate.boot(this.#runtime);
    }

    async makeCache(): Promise<ArrayBuffer> {
        const isolate = this.make('', 32);
        await isolate.boot(this.#runtime);
        isolate.dispose();
        return this.#runtime.cachedData?.copy() ?? new ArrayBuffer();
    }

    useCache(cache: Uint8Array): void {
        this.#runtime.cachedData = new this.#addon.ExternalCopy(Uint8Array.from(cache).buffer);
    }

    /** @param connection whose runs alone may have it; undefined: those of all */
    giveBack(isolate: FunctionIsolate, connection: string | undefined): void {
        if (isolate.runs >= this.#options.runsPerIsolate || isolate.isDisposed) {
            isolate.dispose();
            return;
        }
        isolate.idleSince = Date.now();
        isolate.connection = connection;
        isolate.receiver = () => undefined;
        this.#idle.push(isolate);
        if (this.#idle.length > this.#options.idleIsolates) this.#idle.shift()?.dispose();
    }

    #disposeIdle(): void {
        const limit = Date.now() - this.#options.idleMs;
        const isOld = (isolate: FunctionIsolate) => isolate.idleSince < limit || isolate.isDisposed;
        for (const isolate of this.#idle.filter(isOld)) isolate.dispose();
        this.#idle = this.#idle.filter((isolate) => !isOld(isolate));
    }
}
