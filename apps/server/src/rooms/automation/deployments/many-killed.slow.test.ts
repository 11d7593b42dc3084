import { expect, test } from 'vitest';
import { connectGem, control, journal, send, startGemApp, target } from '../syncs/syncs.fixtures.ts';
import { startWorker } from './worker.fixtures.ts';

/** One server runs so many of one environment. */
const held = 16;
const variants = Array.from({ length: held + 8 }, (_, index) => `v${index}`);
const patience = { timeout: 90_000 };

test('where a worker is killed amid many syncs, another one takes up all of them within 45 s, and each ends once', async () => {
    await using app = await startGemApp({ runsJobs: false });
    await connectGem(app);
    await control(app, 'faults', [{ match: { path_regex: '/jobs/$' }, action: 'hold', times: held }]);
    for (const variant of variants) await send(app, 'POST', `/sync/jobs/variant/${variant}`, target);
    const runs = async () => {
        const rows = await app.db.selectFrom('function_runs').select(['variant', 'status']).where('variant', 'in', variants).execute();
        return rows.map(({ status }) => status).toSorted();
    };
    const first = await startWorker(app);
    await expect.poll(async () => (await journal(app, '/jobs/$')).length, patience).toBe(held);
    const second = await startWorker(app);
    // What the first has no slots for is done by the second.
    const ofSecond = Array.from({ length: variants.length - held }, () => 'succeeded');
    await expect.poll(runs, patience).toEqual([...Array.from({ length: held }, () => 'running'), ...ofSecond]);
    await first.kill();
    const killedAt = Date.now();
    const takenUp = Array.from({ length: held }, () => 'interrupted');
    await expect.poll(runs, patience).toEqual([...takenUp, ...variants.map(() => 'succeeded')]);
    expect(Date.now() - killedAt).toBeLessThan(45_000);
    await second.stop();
}, 240_000);
