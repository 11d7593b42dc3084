import type { Deps } from '../../../deps.ts';
import { inRequest } from '../../../kernel/log/request-context.ts';

type PoolDeps = Pick<Deps, 'background' | 'ids'>;

export interface FairWork<Item> {
    /** In work at the same time, on one server. */
    slots: number;
    /** Of one environment, so that its work that hangs leaves room for others. */
    slotsPerEnvironment: number;
    /** Between claims, while there is nothing to do. */
    idleMs: number;
    /** Takes at most `limit`, of other environments than these. */
    claim(limit: number, fullEnvironments: readonly string[]): Promise<Item[]>;
    work(item: Item): Promise<void>;
    failed(error: unknown): void;
}

/** Works off what is due, in slots that environments share, until it is stopped. */
export class FairPool<Item extends { environment_id: string }> {
    readonly #deps: PoolDeps;
    readonly #kind: FairWork<Item>;
    /** In work, by environment. */
    readonly #inWork = new Map<string, number>();
    #timer: NodeJS.Timeout | undefined;
    #isClaiming = false;
    #isWoken = false;
    #isStopped = false;

    constructor(deps: PoolDeps, kind: FairWork<Item>) {
        this.#deps = deps;
        this.#kind = kind;
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
        const { slots, slotsPerEnvironment } = this.#kind;
        const counts = [...this.#inWork];
        const full = counts.flatMap(([id, count]) => (count >= slotsPerEnvironment ? [id] : []));
        const most = Math.max(0, ...counts.flatMap(([, count]) => (count < slotsPerEnvironment ? [count] : [])));
        const free = slots - counts.reduce((sum, [, count]) => sum + count, 0);
        // So that no environment gets more than it may, whichever the claimed ones belong to.
        const limit = Math.min(free, slotsPerEnvironment - most);
        return limit > 0 ? this.#kind.claim(limit, full) : [];
    }

    #start(item: Item): void {
        const { environment_id: environmentId } = item;
        this.#inWork.set(environmentId, (this.#inWork.get(environmentId) ?? 0) + 1);
        this.#deps.background.run(
            inRequest(this.#deps.ids.uuid(), () => this.#kind.work(item))
                .catch((error: unknown) => this.#kind.failed(error))
                .finally(() => {
                    const left = (this.#inWork.get(environmentId) ?? 1) - 1;
                    if (left === 0) this.#inWork.delete(environmentId);
                    else this.#inWork.set(environmentId, left);
                    this.wake();
                })
        );
    }
}
