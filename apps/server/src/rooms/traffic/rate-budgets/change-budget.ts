import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@patchbay/contracts';
import type { RateLimits } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { type BudgetState, keptUntilMs, newBudget } from './budget-state.ts';
import { type BudgetPlace, readBudget, writeBudget } from './rate-budgets.sql.ts';

const hourMs = 3_600_000;
const mostTries = 100;

/**
 * Changes a stored budget by compare-and-swap, without a lock that a stopped server could hold: of
 * concurrent changes one is written, and the others are decided anew.
 * @param change pure; its decision is written, then returned
 * @race two permits for one place: compare-and-set on `version`, tried again
 */
export async function changeBudget<T extends { state: BudgetState }>(
    { db, log }: Pick<Deps, 'db' | 'log'>,
    { place, limits }: { place: BudgetPlace; limits: RateLimits },
    change: (state: BudgetState, clockMs: number) => T
): Promise<T> {
    for (let tries = 0; tries < mostTries; tries += 1) {
        const { clockMs, version, state, unknownForm } = await readBudget(db, place);
        // Calls go on, with what has been counted forgotten.
        if (unknownForm !== undefined)
            log.error('rate_budget_unreadable: it is counted anew', {
                environment: place.environmentId,
                reason: `unknown form: ${unknownForm}`
            });
        const changed = change(state ?? newBudget(clockMs), clockMs);
        // Another hour, because dead servers are only noticed by those who ask.
        const keptUntil = new Date((Math.ceil(keptUntilMs(changed.state, limits) / hourMs) + 1) * hourMs);
        if (await writeBudget(db, place, version, changed.state, keptUntil)) return changed;
        // A random step aside, longer for each time that others were faster.
        await sleep(Math.random() * Math.min(tries, 10));
    }
    throw new AppError('dependency_unavailable');
}
