import type { Deps } from '../../deps.ts';
import { deleteFinishedBudgets } from './rate-budgets.sql.ts';

export async function forgetFinishedBudgets({ db }: Pick<Deps, 'db'>): Promise<void> {
    await deleteFinishedBudgets(db);
}
