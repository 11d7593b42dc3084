import { room } from '../../../room.ts';
import { type Budgets, createBudgets } from './budgets.ts';
import { deleteExpiredBudgets } from './delete-expired-budgets.ts';

declare module '../../../deps.ts' {
    interface Deps {
        budgets: Budgets;
    }
}

export const rateBudgets = room({
    name: 'rate-budgets',
    cleanUps: { deleteExpiredBudgets },
    open(base) {
        const budgets = createBudgets(base);
        return { state: { budgets }, stop: () => budgets.stop() };
    }
});
