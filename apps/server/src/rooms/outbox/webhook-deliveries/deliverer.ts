import type { Deps } from '../../../deps.ts';
import { inRequest } from '../../../kernel/log/request-context.ts';
import { deliverToReceiver, leaseMs } from './deliver-to-receiver.ts';
import { dispatchForgotten } from './dispatch-events.ts';
import { claimReceivers, type LeasedReceiver, type ReceiverTable } from './receivers.sql.ts';

/** Receivers of one kind that are in work at the same time, on one server. */
interface Kind {
    table: ReceiverTable;
    /** Those that fail have slots of their own, so that they delay none that is well. */
    isFailing: boolean;
    slots: number;
    /** Of one environment, so that its receivers that hang leave room for others. */
    slotsPerEnvironment: number;
}

const kinds: readonly Kind[] = (['webhook_endpoints', 'webhook_destinations'] as const).flatMap((table) => [
    { table, isFailing: false, slots: 100, slotsPerEnvironment: 25 },
    { table, isFailing: true, slots: 50, slotsPerEnvironment: 10 }
]);
const idleMs = 500;
const sweepMs = 10_000;

/** Delivers in the background, on every server that works. */
export class Deliverer {
    readonly #pools: readonly Pool[];
    readonly #deps: Deps;
    #isSweeping = false;
    readonly #sweep: NodeJS.Timeout;

    constructor(deps: Deps) {
        this.#deps = deps;
        this.#pools = kinds.map((kind) => new Pool(deps, kind));
        this.#sweep = setInterval(() => this.#startSweep(), sweepMs).unref();
    }

    stop(): void {
        clearInterval(this.#sweep);
        for (const pool of this.#pools) pool.stop();
    }

    /** One at a time. */
    #startSweep(): void {
        if (this.#isSweeping) return;
        this.#isSweeping = true;
        run(
            this.#deps,
            'sweep',
            () => dispatchForgotten(this.#deps),
            () => (this.#isSweeping = false)
        );
    }
}

class Pool {
    readonly #deps: Deps;
    readonly #kind: Kind;
    /** Receivers in work, by environment. */
    readonly #inWork = new Map<string, number>();
    #timer: NodeJS.Timeout | undefined;
    #isClaiming = false;
    #isWoken = false;
    #isStopped = false;
    readonly #wake = (): void => this.#next(0);

    constructor(deps: Deps, kind: Kind) {
        this.#deps = deps;
        this.#kind = kind;
        deps.webhookNews.on('due', this.#wake);
        this.#next(0);
    }

    stop(): void {
        this.#isStopped = true;
        this.#deps.webhookNews.off('due', this.#wake);
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
        const claimed = await claim(this.#deps, this.#kind, this.#inWork).catch((error: unknown) => {
            this.#deps.log.warn('webhook_round_failed: Patchbay will retry automatically', { error });
            return [];
        });
        for (const receiver of claimed) this.#start(receiver);
        this.#isClaiming = false;
        this.#next(claimed.length > 0 || this.#isWoken ? 0 : idleMs);
    }

    #start(receiver: LeasedReceiver): void {
        const { environment_id: environmentId } = receiver;
        this.#inWork.set(environmentId, (this.#inWork.get(environmentId) ?? 0) + 1);
        run(
            this.#deps,
            'deliver',
            () => deliverToReceiver(this.#deps, receiver),
            () => {
                const left = (this.#inWork.get(environmentId) ?? 1) - 1;
                if (left === 0) this.#inWork.delete(environmentId);
                else this.#inWork.set(environmentId, left);
                this.#next(0);
            }
        );
    }
}

function run({ background, ids, log }: Deps, code: string, work: () => Promise<void>, done: () => void): void {
    background.run(
        inRequest(ids.uuid(), work)
            .catch((error: unknown) => log.warn('webhook_round_failed: Patchbay will retry automatically', { code, error }))
            .finally(done)
    );
}

/**
 * @param inWork receivers in work, by environment
 * @race two servers take the same receiver: row lock, which others skip, then a lease
 */
async function claim(
    { db, clock }: Pick<Deps, 'db' | 'clock'>,
    { table, isFailing, slots, slotsPerEnvironment }: Kind,
    inWork: ReadonlyMap<string, number>
): Promise<LeasedReceiver[]> {
    const counts = [...inWork];
    const full = counts.flatMap(([id, count]) => (count >= slotsPerEnvironment ? [id] : []));
    const most = Math.max(0, ...counts.flatMap(([, count]) => (count < slotsPerEnvironment ? [count] : [])));
    const free = slots - counts.reduce((sum, [, count]) => sum + count, 0);
    // So that no environment gets more than it may, whichever the claimed ones belong to.
    const limit = Math.min(free, slotsPerEnvironment - most);
    if (limit <= 0) return [];
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    return claimReceivers(db, table, { now, leaseUntil, limit, fullEnvironments: full, isFailing });
}
