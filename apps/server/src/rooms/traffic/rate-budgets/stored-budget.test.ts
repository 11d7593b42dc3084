import { startTestApp } from '@patchbay/test-kit';
import { expect, test } from 'vitest';
import { outcomeOf } from '../../../api.fixtures.ts';
import { callProvider, connectMany } from './rate-budgets.fixtures.ts';

test('a stored budget of an unknown form is logged and replaced, and calls go on', async () => {
    await using app = await startTestApp();
    await connectMany(app, 1);
    {
        // Once it has stopped, it writes no more.
        await using replica = await startTestApp({ replicaOf: app });
        expect(outcomeOf(await callProvider(replica))).toBe('200');
    }
    const state = JSON.stringify({ given: 'many' });
    const { numUpdatedRows } = await app.db.updateTable('rate_budgets').set({ state }).executeTakeFirstOrThrow();
    expect(numUpdatedRows).toBe(1n);
    expect(outcomeOf(await callProvider(app))).toBe('200');
    expect(await app.db.selectFrom('rate_budgets').select('state').execute()).toEqual([
        { state: expect.objectContaining({ given: expect.any(Number) }) }
    ]);
    const reported = app.logLines.filter((line) => line.includes('rate_budget_unreadable') && line.includes('unknown form: nowMs'));
    expect(reported).toHaveLength(1);
});
