import type { RateLimits } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';
import { budgetKey } from './budget-key.ts';
import { at, type BudgetState } from './budget-state.ts';
import { usedIn } from './free-times.ts';
import { readBudget } from './rate-budgets.sql.ts';

/** What is used of one budget. */
export interface BudgetUse {
    connectionIds: string[];
    windows: { seconds: number; limit: number; used: number }[];
    closedUntil: Date | null;
}

/** The budgets of connections of one integration; those that share one are named together. */
export async function readBudgets(
    { db, keyedHash, config }: Pick<Deps, 'db' | 'keyedHash' | 'config'>,
    connections: readonly UsableConnection[]
): Promise<BudgetUse[]> {
    const limits = connections[0]?.integration.provider.proxy?.rate_limits;
    if (!limits) return [];
    const byKey = Map.groupBy(connections, (connection) => budgetKey(connection, limits, config.sandboxUrl));
    return Promise.all(
        [...byKey].map(async ([keyText, members]) => {
            const environmentId = members[0]?.row.environment_id ?? '';
            const { clockMs, state } = await readBudget(db, { environmentId, keyHash: keyedHash.hash(keyText) });
            return { connectionIds: members.map(({ row }) => row.connection_id), ...useOf(state && at(clockMs, Infinity, state), limits) };
        })
    );
}

function useOf(state: BudgetState | undefined, { windows }: RateLimits): Omit<BudgetUse, 'connectionIds'> {
    const elsewhere = state?.elsewhere?.count ?? 0;
    const closedMs = state?.closed ? state.closed.untilMs - state.nowMs : 0;
    return {
        windows: windows.map(({ per_seconds: seconds, requests: limit }) => ({
            seconds,
            limit,
            used: state ? Math.min(limit, usedIn(state, seconds) + elsewhere) : 0
        })),
        closedUntil: state && closedMs > 0 ? new Date(state.clockMs + closedMs) : null
    };
}
