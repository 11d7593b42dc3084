import type { WebhookEndpointRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { inRequest } from '../../../kernel/log/request-context.ts';
import { claimEndpoints } from './deliveries.sql.ts';
import { deliverToEndpoint, leaseMs } from './deliver-to-endpoint.ts';
import { dispatchForgotten } from './dispatch-events.ts';

/** Endpoints in work at the same time, on one server. */
const slots = 100;
/** Of one environment, so that its endpoints that hang leave room for others. */
const slotsPerEnvironment = 25;
const idleMs = 500;
const sweepMs = 10_000;

/** Delivers in the background, on every server that works. */
export class Deliverer {
    readonly #deps: Deps;
    /** Endpoints in work, by environment. */
    readonly #inWork = new Map<string, number>();
    #timer: NodeJS.Timeout | undefined;
    #isClaiming = false;
    #isWoken = false;
    #isStopped = false;
    #isSweeping = false;
    readonly #sweep: NodeJS.Timeout;
    readonly #wake = (): void => this.#next(0);

    constructor(deps: Deps) {
        this.#deps = deps;
        deps.webhookNews.on('due', this.#wake);
        this.#sweep = setInterval(() => this.#startSweep(), sweepMs).unref();
        this.#next(0);
    }

    stop(): void {
        this.#isStopped = true;
        this.#deps.webhookNews.off('due', this.#wake);
        clearTimeout(this.#timer);
        clearInterval(this.#sweep);
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
        const claimed = await claim(this.#deps, this.#inWork).catch((error: unknown) => {
            this.#deps.log.warn('webhook_round_failed: Patchbay will retry automatically', { error });
            return [];
        });
        for (const endpoint of claimed) this.#start(endpoint);
        this.#isClaiming = false;
        this.#next(claimed.length > 0 || this.#isWoken ? 0 : idleMs);
    }

    /** One at a time: each waits for the locks of environments. */
    #startSweep(): void {
        if (this.#isSweeping) return;
        this.#isSweeping = true;
        this.#run(
            'sweep',
            () => dispatchForgotten(this.#deps),
            () => (this.#isSweeping = false)
        );
    }

    #start(endpoint: WebhookEndpointRow): void {
        const { environment_id: environmentId } = endpoint;
        this.#inWork.set(environmentId, (this.#inWork.get(environmentId) ?? 0) + 1);
        this.#run(
            'deliver',
            () => deliverToEndpoint(this.#deps, endpoint),
            () => {
                const left = (this.#inWork.get(environmentId) ?? 1) - 1;
                if (left === 0) this.#inWork.delete(environmentId);
                else this.#inWork.set(environmentId, left);
                this.#next(0);
            }
        );
    }

    #run(code: string, work: () => Promise<void>, done = () => {}): void {
        const { background, ids, log } = this.#deps;
        background.run(
            inRequest(ids.uuid(), work)
                .catch((error: unknown) => log.warn('webhook_round_failed: Patchbay will retry automatically', { code, error }))
                .finally(done)
        );
    }
}

/**
 * @param inWork endpoints in work, by environment
 * @race two servers take the same endpoint: row lock, which others skip, then a lease
 */
async function claim({ db, clock }: Pick<Deps, 'db' | 'clock'>, inWork: ReadonlyMap<string, number>): Promise<WebhookEndpointRow[]> {
    const counts = [...inWork];
    const full = counts.flatMap(([id, count]) => (count >= slotsPerEnvironment ? [id] : []));
    const most = Math.max(0, ...counts.flatMap(([, count]) => (count < slotsPerEnvironment ? [count] : [])));
    const free = slots - counts.reduce((sum, [, count]) => sum + count, 0);
    // So that no environment gets more than it may, whichever the claimed ones belong to.
    const limit = Math.min(free, slotsPerEnvironment - most);
    if (limit <= 0) return [];
    const now = clock.now();
    return claimEndpoints(db, { now, leaseUntil: new Date(now.getTime() + leaseMs), limit, fullEnvironments: full });
}
