import type { ServerProcess } from '@patchbay/test-kit/server-process';
import type { Cluster } from '../cluster.ts';

/** Worker processes under a supervisor, which starts another one for each that ends. */
export class Workers implements AsyncDisposable {
    readonly #cluster: Cluster;
    readonly #running: ServerProcess[] = [];
    readonly #stopped = new AbortController();
    readonly #kept: Promise<void>[] = [];
    kills = 0;

    constructor(cluster: Cluster) {
        this.#cluster = cluster;
    }

    /** Starts so many more, together, so that none is alone with the work for long. */
    async start(count: number): Promise<void> {
        const from = this.#running.length;
        for (let n = 0; n < count; n += 1) this.#running.push(await this.#spawn());
        const started = this.#running.slice(from);
        await Promise.all(started.map((worker) => worker.ready()));
        this.#kept.push(...started.map((worker, n) => this.#keep(from + n, worker)));
    }

    /** The next one in turn. */
    async killOne(): Promise<void> {
        const victim = this.#running[this.kills % this.#running.length];
        this.kills += 1;
        await victim?.kill();
    }

    /** All at once; the supervisor starts others. */
    async killAll(): Promise<void> {
        this.kills += this.#running.length;
        await Promise.all(this.#running.map((worker) => worker.kill()));
    }

    async [Symbol.asyncDispose](): Promise<void> {
        this.#stopped.abort();
        await Promise.all(this.#running.map((worker) => worker.kill()));
        await Promise.all(this.#kept);
    }

    async #keep(slot: number, first: ServerProcess): Promise<void> {
        for (let current = first; ; this.#running[slot] = current) {
            await current.ended;
            if (this.#stopped.signal.aborted) return;
            current = await this.#spawn();
            // A stop that came meanwhile has not seen it.
            if (this.#stopped.signal.aborted) await current.kill();
        }
    }

    #spawn(): Promise<ServerProcess> {
        return this.#cluster.spawn({ PATCHBAY_ROLES: 'worker' });
    }
}
