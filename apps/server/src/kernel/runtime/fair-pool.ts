import type { Ids } from '../crypto/ids.ts';
import { inRequest } from '../log/request-context.ts';
import type { Background } from './background.ts';
import { Share } from './share.ts';

interface PoolDeps {
    background: Background;
    ids: Ids;
}

/** What a pool can take now. */
export interface FreeSlots {
    limit: number;
    /** Each of these has as many in work as one environment may. */
    fullEnvironments: readonly string[];
    /** The same of hosts. */
    fullHosts: readonly string[];
    /** How many each environment has in work here. */
    inWork: ReadonlyMap<string, number>;
}

export interface FairWork<Item> {
    /** In work at the same time, on one server. */
    slots: number;
    /** Of one environment, so that its work that hangs leaves room for others. */
    slotsPerEnvironment: number;
    /** Of those of one environment that go to one host, which may hang as a whole. */
    perHost?: { slots: number; keyOf: (item: Item) => string };
    /** Between claims, while there is nothing to do. */
    idleMs: number;
    /** Takes at most `limit`, of other environments and hosts than those that are full. */
    claim(free: FreeSlots): Promise<Item[]>;
    work(item: Item): Promise<void>;
    failed(error: unknown): void;
}

/** Works off what is due, in slots that environments share, until it is stopped. */
export class FairPool<Item extends { environment_id: string }> {
    readonly #deps: PoolDeps;
    readonly #kind: FairWork<Item>;
    #inWork = 0;
    readonly #environments: Share;
    readonly #hosts: Share;
    #timer: NodeJS.Timeout | undefined;
    #isClaiming = false;
    #isWoken = false;
    #isStopped = false;

    constructor(deps: PoolDeps, kind: FairWork<Item>) {
        this.#deps = deps;
        this.#kind = kind;
        this.#environments = new Share(kind.slotsPerEnvironment);
        this.#hosts = new Share(kind.perHost?.slots ?? kind.slots);
        this.wake();
    }

    /** There may be something to do now. */
    wake(): void {
        this.#next(0);
    }

    stop(): void {
        this.#isStopped = true;
        clearTimeout(this.#timer);
    }

    #next(ms: number): void {
        this.#isWoken ||= ms === 0;
        if (this.#isStopped || this.#isClaiming) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#deps.background.run(this.#round()), ms).unref();
    }

    async #round(): Promise<void> {
        this.#isClaiming = true;
        this.#isWoken = false;
        const claimed = await this.#claim().catch((error: unknown) => {
            this.#kind.failed(error);
            return [];
        });
        for (const item of claimed) this.#start(item);
        this.#isClaiming = false;
        this.#next(claimed.length > 0 || this.#isWoken ? 0 : this.#kind.idleMs);
    }

    async #claim(): Promise<Item[]> {
        // So that none gets more than it may, whichever the claimed ones belong to.
        const limit = Math.min(this.#kind.slots - this.#inWork, this.#environments.free, this.#hosts.free);
        if (limit <= 0) return [];
        const { full: fullEnvironments, inWork } = this.#environments;
        return this.#kind.claim({ limit, fullEnvironments, fullHosts: this.#hosts.full, inWork });
    }

    #start(item: Item): void {
        const host = this.#kind.perHost?.keyOf(item) ?? '';
        this.#inWork += 1;
        this.#environments.begin(item.environment_id);
        this.#hosts.begin(host);
        this.#deps.background.run(
            inRequest(this.#deps.ids.uuid(), () => this.#kind.work(item))
                .catch((error: unknown) => this.#kind.failed(error))
                .finally(() => {
                    this.#inWork -= 1;
                    this.#environments.end(item.environment_id);
                    this.#hosts.end(host);
                    this.wake();
                })
        );
    }
}
