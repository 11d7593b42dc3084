import { createIntegration } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectGem, control, send, startGemApp, statuses, target, untilSynced } from '../syncs/syncs.fixtures.ts';

/** So many runs of one environment are begun by one server, of 20. */
const most = 16;
const patience = { timeout: 20_000 };

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
    await control(app, 'size', { candidates: 20 });
    await connectGem(app);
    await untilSynced(app);
    const prod = app.callAs(app.keys.prod);
    await prod(createIntegration, { body: { provider: 'sandbox-gem', unique_key: 'gem' } });
});
beforeEach(() => control(app, 'faults', [{ match: { path_regex: '/jobs/$' }, action: 'hold' }]));
afterAll(() => app[Symbol.asyncDispose]());

/** Syncs of one environment, of which all are due now: more than all servers run at once. */
async function makeDue(name: string): Promise<string[]> {
    const variants = Array.from({ length: 2 * most + 4 }, (_, index) => `${name}-${index}`);
    await Promise.all(variants.map((variant) => send(app, 'POST', `/sync/jobs/variant/${variant}`, target)));
    return variants;
}
const countRunning = async () => (await statuses(app)).filter(({ status }) => status === 'RUNNING').length;
/** Lets the vendor respond. */
async function untilEachHasRunOnce(variants: readonly string[]): Promise<void> {
    await control(app, 'faults', []);
    await expect
        .poll(async () => {
            const rows = await app.db.selectFrom('function_runs').select(['variant', 'status']).where('variant', 'in', variants).execute();
            return rows.map(({ variant, status }) => `${variant} ${status}`).toSorted();
        }, patience)
        .toEqual(variants.map((variant) => `${variant} succeeded`).toSorted());
}

test('while the vendor of one environment hangs, which has more syncs due than there are slots, those of another one run', async () => {
    const variants = await makeDue('hanging');
    await expect.poll(countRunning, patience).toBe(most);
    const token = app.keys.prod;
    await connectGem(app, 'p1', { token });
    const theirs = { provider_config_key: 'gem', connection_id: 'p1' };
    // Those that read jobs would hang as well.
    await send(app, 'POST', '/connections/metadata', { ...theirs, metadata: { sync: { models: ['User'] } } }, { token });
    await expect
        .poll(async () => {
            const { body } = await send(app, 'GET', `/sync/status?syncs=users&${new URLSearchParams(theirs)}`, undefined, { token });
            return (body as { syncs: { latestExecutionStatus?: string }[] }).syncs[0]?.latestExecutionStatus;
        }, patience)
        .toBe('SUCCESS');
    expect(await countRunning()).toBe(most);
    await untilEachHasRunOnce(variants);
});

test('two servers share the syncs of one environment, and each sync is run once', async () => {
    await using _second = await startGemApp({ replicaOf: app });
    const variants = await makeDue('shared');
    await expect.poll(countRunning, patience).toBe(2 * most);
    await untilEachHasRunOnce(variants);
});
