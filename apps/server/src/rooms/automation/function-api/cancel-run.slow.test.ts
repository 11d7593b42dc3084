import type { FunctionRunView } from '@patchbay/contracts';
import { expect, test } from 'vitest';
import { actionFlow, deployAll, syncFlow } from '../deployments/deployments.fixtures.ts';
import { startWorker } from '../deployments/worker.fixtures.ts';
import { connectGem, control, headers, journal, outcome, send, startGemApp } from '../syncs/syncs.fixtures.ts';

const patience = { timeout: 60_000 };

test.each(['action', 'sync'] as const)(
    'one server ends the %s that another one runs, within 15 s',
    async (type) => {
        await using app = await startGemApp({ runsJobs: false });
        await control(app, 'size', { candidates: 5 });
        await control(app, 'faults', [{ match: { path_regex: '/users/' }, action: 'hang' }]);
        const hangs = `await context.get({ endpoint: '/ats/v0/users/' });`;
        await deployAll(app, [type === 'action' ? await actionFlow('stuck', hangs) : await syncFlow('stuck', hangs)]);
        await connectGem(app);
        if (type === 'action')
            await send(app, 'POST', '/action/trigger', { action_name: 'stuck' }, { headers: { ...headers, 'x-async': 'true' } });
        const worker = await startWorker(app);
        const runs = async () => ((await send(app, 'GET', `/functions/runs?name=stuck`)).body as { data: FunctionRunView[] }).data;
        await expect.poll(async () => (await runs()).map(({ status }) => status), patience).toEqual(['running']);
        await expect.poll(async () => (await journal(app, '/users/')).length, patience).toBeGreaterThan(0);
        const [run] = await runs();
        const cancelledAt = Date.now();
        expect(outcome(await send(app, 'POST', `/functions/runs/${run?.id}/cancel`))).toBe('200');
        const ended = async () => (await runs()).find(({ id }) => id === run?.id);
        await expect.poll(ended, patience).toMatchObject({ status: 'failed', error: { code: 'script_aborted' } });
        expect(Date.now() - cancelledAt).toBeLessThan(15_000);
        // A sync may have been made due twice: by its deployment, and by its connection.
        if (type === 'action') expect(await runs()).toHaveLength(1);
        await worker.stop();
    },
    120_000
);
