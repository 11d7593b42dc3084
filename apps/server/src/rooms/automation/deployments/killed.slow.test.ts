import { expect, test } from 'vitest';
import { list } from '../records/records.fixtures.ts';
import { connectGem, control, eventsOf, headers, journal, outcome, send, startGemApp, statuses } from '../syncs/syncs.fixtures.ts';
import { actionFlow, deployAll, handler, syncFlow } from './deployments.fixtures.ts';
import { startWorker } from './worker.fixtures.ts';

/** A server looks every 10 s, and the lease of a killed one is 30 s. */
const patience = { timeout: 90_000 };
const pages = 60;

/** Calls the provider once, and is still at work a minute later. */
const longWork = (name: string) => `
    await context.post({ endpoint: '/ats/v0/${name}/', data: {} }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 60_000));`;

test('where a server is killed, a deployed sync goes on at its checkpoint within 45 s, a handler runs again, and no action is repeated', async () => {
    await using app = await startGemApp({ runsJobs: false });
    await control(app, 'size', { candidates: 5 });
    const read = `
        let at = (await context.getCheckpoint())?.at ?? 0;
        for (; at < ${pages}; at += 1) {
            await context.get({ endpoint: '/ats/v0/users/', params: { per_page: 1, page: at + 1 } });
            await context.batchSave([{ id: String(at), name: 'page ' + at }], 'Contact');
            await context.saveCheckpoint({ at: at + 1 });
            await new Promise((resolve) => setTimeout(resolve, 200));
        }`;
    const greet = `await context.post({ endpoint: '/ats/v0/greet/', data: {} }).catch(() => undefined); if (context.attempt === 1) { ${longWork('greeted')} }`;
    const scripts = [await handler('greet', 'post-connection-creation', greet)];
    await deployAll(app, [await syncFlow('contacts', read), await actionFlow('act', longWork('act'))], {
        onEventScriptsByProvider: [{ providerConfigKey: 'gem', scripts }]
    });
    await connectGem(app);
    const { body } = await send(
        app,
        'POST',
        '/action/trigger',
        { action_name: 'act' },
        { headers: { ...headers, 'x-async': 'true', 'x-max-retries': '0' } }
    );
    const { id } = body as { id: string };
    const first = await startWorker(app);
    const checkpoint = async () => Number((await statuses(app, 'contacts'))[0]?.checkpoint?.['at'] ?? 0);
    const calls = async (path: string) => (await journal(app, path)).length;
    await expect.poll(checkpoint, patience).toBeGreaterThan(3);
    for (const path of ['/act/', '/greet/']) await expect.poll(() => calls(path), patience).toBe(1);
    await first.kill();
    const at = await checkpoint();
    expect(at).toBeLessThan(pages);
    const killedAt = Date.now();
    const second = await startWorker(app);
    await expect.poll(checkpoint, patience).toBeGreaterThan(at);
    expect(Date.now() - killedAt).toBeLessThan(45_000);
    await expect.poll(async () => (await statuses(app, 'contacts'))[0]?.latestExecutionStatus, patience).toBe('SUCCESS');
    expect((await list(app, 'model=Contact&limit=100', { integration: 'gem' })).records).toHaveLength(pages);
    await expect.poll(async () => outcome(await send(app, 'GET', `/action/${id}`)), patience).toBe('502 outcome_unknown');
    const greeted = async () => (await send(app, 'GET', '/functions/runs?name=greet')).body;
    await expect.poll(greeted, patience).toMatchObject({ data: [{ status: 'succeeded', attempt: 2 }] });
    expect([await calls('/act/'), await calls('/greet/')]).toEqual([1, 2]);
    expect(await eventsOf(app, 'function.failed')).toEqual([]);
    const reads = (await journal(app, '/users/')).filter(({ query }) => query['per_page']?.[0] === '1');
    // What was on its way when the server was killed.
    expect(reads.length).toBeGreaterThanOrEqual(pages);
    expect(reads.length).toBeLessThanOrEqual(pages + 1);
    const { body: runs } = await send(app, 'GET', '/functions/runs?type=sync&name=contacts');
    expect((runs as { data: { status: string }[] }).data.map(({ status }) => status)).toEqual(['succeeded', 'interrupted']);
    await second.stop();
}, 240_000);
