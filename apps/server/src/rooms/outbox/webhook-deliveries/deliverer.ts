import type { Deps } from '../../../deps.ts';
import { inRequest } from '../../../kernel/log/request-context.ts';
import { FairPool } from '../../../kernel/runtime/fair-pool.ts';
import { deliverToReceiver, leaseMs } from './deliver-to-receiver.ts';
import { dispatchForgotten } from './dispatch-events.ts';
import { claimReceivers, hostKey, type LeasedReceiver, type ReceiverTable } from './receivers.sql.ts';

/** Receivers of one kind that are in work at the same time, on one server. */
interface Kind {
    table: ReceiverTable;
    /** Those that fail have slots of their own, so that they delay none that is well. */
    isFailing: boolean;
    slots: number;
    slotsPerEnvironment: number;
    slotsPerHost: number;
}

const kinds: readonly Kind[] = (['webhook_endpoints', 'webhook_destinations'] as const).flatMap((table) => [
    { table, isFailing: false, slots: 100, slotsPerEnvironment: 25, slotsPerHost: 15 },
    { table, isFailing: true, slots: 50, slotsPerEnvironment: 10, slotsPerHost: 5 }
]);
const idleMs = 500;
const sweepMs = 10_000;

/** Delivers in the background, on every server that works. */
export class Deliverer {
    readonly #pools: readonly FairPool<LeasedReceiver>[];
    readonly #deps: Deps;
    #isSweeping = false;
    readonly #sweep: NodeJS.Timeout;
    readonly #wake = (): void => this.#pools.forEach((pool) => pool.wake());

    constructor(deps: Deps) {
        this.#deps = deps;
        this.#pools = kinds.map((kind) => poolOf(deps, kind));
        deps.webhookNews.on('due', this.#wake);
        this.#sweep = setInterval(() => this.#startSweep(), sweepMs).unref();
    }

    stop(): void {
        clearInterval(this.#sweep);
        this.#deps.webhookNews.off('due', this.#wake);
        for (const pool of this.#pools) pool.stop();
    }

    /** One at a time. */
    #startSweep(): void {
        if (this.#isSweeping) return;
        this.#isSweeping = true;
        const { background, ids } = this.#deps;
        background.run(
            inRequest(ids.uuid(), () => dispatchForgotten(this.#deps))
                .catch((error: unknown) => tellFailed(this.#deps, 'sweep', error))
                .finally(() => (this.#isSweeping = false))
        );
    }
}

/** @race two servers take the same receiver: row lock, which others skip, then a lease */
function poolOf(deps: Deps, { table, isFailing, slots, slotsPerEnvironment, slotsPerHost }: Kind): FairPool<LeasedReceiver> {
    return new FairPool(deps, {
        slots,
        slotsPerEnvironment,
        perHost: { slots: slotsPerHost, keyOf: hostKey },
        idleMs,
        claim: ({ limit, fullEnvironments, fullHosts }) => {
            const now = deps.clock.now();
            const leaseUntil = new Date(now.getTime() + leaseMs);
            return claimReceivers(deps.db, table, { now, leaseUntil, limit, fullEnvironments, fullHosts, isFailing });
        },
        work: (receiver) => deliverToReceiver(deps, receiver),
        failed: (error) => tellFailed(deps, 'deliver', error)
    });
}

function tellFailed({ log }: Pick<Deps, 'log'>, code: string, error: unknown): void {
    log.warn('webhook_round_failed: Patchbay will retry automatically', { code, error });
}
