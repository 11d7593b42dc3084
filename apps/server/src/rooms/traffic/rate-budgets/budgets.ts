import type { RateLimits } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { type Budget, createBudget } from './budget.ts';
import type { Permit } from './permit.ts';
import type { BudgetPlace } from './rate-budgets.sql.ts';

export interface Budgets {
    /**
     * Waits for a permit for one call to a provider. All servers share a budget, and its lanes take
     * turns.
     * @throws {AppError} `provider_rate_limited` where the wait would be, or was, longer than
     * `maxWaitMs`; or `signal`'s reason
     */
    acquire(wish: PermitWish): Promise<Permit>;
    /** Refuses who waits, and tells the other servers what was used. */
    stop(): Promise<void>;
}

export interface PermitWish {
    environmentId: string;
    limits: RateLimits;
    /** What the provider counts by. Only a keyed hash of it is stored. */
    keyText: string;
    /** Whose call it is, within the environment. */
    lane: string;
    /** The caller has gone. */
    signal?: AbortSignal | undefined;
    /** Default: a minute, which clients and proxies on the way usually wait. */
    maxWaitMs?: number;
}

const usualWaitMs = 60_000;

export function createBudgets(deps: Pick<Deps, 'db' | 'ids' | 'keyedHash' | 'log'>): Budgets {
    const budgets = new Map<string, Budget>();
    function begin(id: string, place: BudgetPlace, limits: RateLimits): Budget {
        const onIdle = () => {
            // An old one may have had something to say that came late.
            if (budgets.get(id) === budget) budgets.delete(id);
        };
        const budget = createBudget(deps, { place, limits, onIdle });
        budgets.set(id, budget);
        return budget;
    }
    return {
        async acquire({ environmentId, limits, keyText, lane, signal, maxWaitMs = usualWaitMs }) {
            signal?.throwIfAborted();
            const keyHash = deps.keyedHash.hash(keyText);
            const id = `${environmentId} ${keyHash.toString('hex')}`;
            const budget = budgets.get(id) ?? begin(id, { environmentId, keyHash }, limits);
            return budget.acquire(lane, maxWaitMs, signal);
        },
        async stop() {
            await Promise.all([...budgets.values()].map((budget) => budget.stop()));
        }
    };
}
