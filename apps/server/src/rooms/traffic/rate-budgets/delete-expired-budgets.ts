import type { Deps } from '../../../deps.ts';
import { inBatches } from '../../../kernel/sql/in-batches.ts';
import { deleteFinishedBudgets } from './rate-budgets.sql.ts';

export async function deleteExpiredBudgets(deps: Pick<Deps, 'db' | 'background'>): Promise<void> {
    await inBatches(deps, () => deleteFinishedBudgets(deps.db));
}
