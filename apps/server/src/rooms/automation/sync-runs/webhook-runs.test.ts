import { importConnection } from '@patchbay/contracts';
import type { FunctionRunDetails } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { integrateGithub, sendGithub } from '../../outbox/incoming-webhooks/incoming-webhooks.fixtures.ts';
import { deployAll, webhookFlow } from '../deployments/deployments.fixtures.ts';
import { list } from '../records/records.fixtures.ts';
import { eventsOf, send, type SyncStatus } from '../syncs/syncs.fixtures.ts';
import { recoverWebhooks } from './run-webhook.ts';

let app: TestApp;
let path: string;
beforeAll(async () => {
    app = await startTestApp({ runsJobs: true });
    path = await integrateGithub(app);
    for (const installation of ['1', '2'])
        await app.call(importConnection, {
            body: {
                provider_config_key: 'github',
                connection_id: `c${installation}`,
                credentials: { type: 'OAUTH2', access_token: 'token' },
                connection_config: { installation_id: installation }
            }
        });
});
beforeEach(() => deployAll(app, []));
afterAll(() => app[Symbol.asyncDispose]());

let lastDelivery = 0;
/** A webhook about the account of the first connection. */
const tell = (content: Record<string, unknown> = {}, event = 'issues', id = `d${(lastDelivery += 1)}`) =>
    sendGithub(app, path, {
        body: JSON.stringify({ installation: { id: 1 }, ...content }),
        id,
        headers: { 'x-github-event': event }
    });
async function runs(name: string): Promise<FunctionRunDetails[]> {
    const { body } = await send(app, 'GET', `/functions/runs?type=webhook&name=${name}`);
    const { data } = body as { data: FunctionRunDetails[] };
    return Promise.all(
        data.map(async ({ id }) => ((await send(app, 'GET', `/functions/runs/${id}`)).body as { data: FunctionRunDetails }).data)
    );
}
const untilEnded = async (name: string, count: number) => {
    await expect
        .poll(async () => (await runs(name)).filter(({ status }) => status === 'succeeded' || status === 'failed').length, {
            timeout: 20_000
        })
        .toBe(count);
    return runs(name);
};
const statusOf = async (name: string): Promise<SyncStatus | undefined> => {
    const { body } = await send(app, 'GET', `/sync/status?syncs=${name}&provider_config_key=github&connection_id=c1`);
    return (body as { syncs: SyncStatus[] }).syncs[0];
};
/** Deploys one sync, and waits until it has run for the connection. */
async function deploy(...args: Parameters<typeof webhookFlow>): Promise<void> {
    await deployAll(app, [await webhookFlow(...args)]);
    await expect.poll(async () => (await statusOf(args[0]))?.latestExecutionStatus, { timeout: 20_000 }).toBe('SUCCESS');
}
const contacts = async () =>
    (await list(app, 'model=Contact', { integration: 'github' })).records.map(({ id, name }) => `${id} ${String(name)}`);

test('a webhook runs the syncs that have subscribed to its type, for the connection that it is about', async () => {
    await deploy('contacts', ['issues'], `await context.batchSave([{ id: String(payload.number), name: payload.title }], 'Contact');`);
    await tell({ number: 7, title: 'Crash' });
    const [run] = await untilEnded('contacts', 1);
    expect(run).toMatchObject({
        status: 'succeeded',
        connection_id: 'c1',
        records: { Contact: { added: 1, updated: 0, deleted: 0 } },
        data: { input: { number: 7, title: 'Crash', installation: { id: 1 } } }
    });
    expect(await contacts()).toEqual(['7 Crash']);
    expect((await eventsOf(app, 'sync')).at(-1)).toMatchObject({
        syncName: 'contacts',
        syncType: 'WEBHOOK',
        success: true,
        responseResults: { added: 1, updated: 0, deleted: 0 }
    });
    expect(await eventsOf(app, 'forward')).toHaveLength(1);
});

test('other types run nothing, and a webhook that comes twice runs it once', async () => {
    await deploy('typed', ['issues'], `context.log('came');`);
    await tell({}, 'push');
    await tell({ at: 1 }, 'issues', 'same');
    await tell({ at: 1 }, 'issues', 'same');
    await tell({ installation: { id: 3 } });
    expect(await untilEnded('typed', 1)).toMatchObject([{ data: { input: { at: 1 } } }]);
    await deploy('all', ['*'], '');
    await tell({}, 'push');
    await untilEnded('all', 1);
});

test('a webhook does not wait for a run of its sync, whose checkpoint stays its own', async () => {
    const exec = `
        await context.saveCheckpoint({ at: 1 });
        while ((await context.getRecordsByIds(['w'], 'Contact')).size === 0) await new Promise((resolve) => setTimeout(resolve, 50));
        await context.batchSave([{ id: 's', name: 'by the sync' }], 'Contact');
        await context.saveCheckpoint({ at: 2 });`;
    const onWebhook = `
        const { at } = await context.getCheckpoint();
        await context.batchSave([{ id: 'w', name: 'at ' + at }], 'Contact');`;
    await deployAll(app, [await webhookFlow('slow', ['issues'], onWebhook, { exec })]);
    await expect.poll(async () => (await statusOf('slow'))?.checkpoint, { timeout: 20_000 }).toEqual({ at: 1 });
    await tell();
    await untilEnded('slow', 1);
    await expect.poll(async () => (await statusOf('slow'))?.latestExecutionStatus, { timeout: 20_000 }).toBe('SUCCESS');
    expect((await statusOf('slow'))?.checkpoint).toEqual({ at: 2 });
    expect(await contacts()).toEqual(['w at 1', 's by the sync']);
});

test('of a webhook whose function fails there is an event, and it can be run again', async () => {
    await deploy('failing', ['issues'], `await context.saveCheckpoint({ at: payload.at });`);
    await tell({ at: 5 });
    const [failed] = await untilEnded('failing', 1);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'not_available' } });
    expect(await eventsOf(app, 'function.failed')).toMatchObject([
        { functionType: 'webhook', functionName: 'failing', runId: failed?.id, error: { type: 'not_available' } }
    ]);
    await deploy('failing', ['issues'], `await context.batchSave([{ id: '5', name: 'at ' + payload.at }], 'Contact');`);
    await send(app, 'POST', `/functions/runs/${failed?.id}/retry`);
    expect((await untilEnded('failing', 2)).map(({ status }) => status)).toEqual(['succeeded', 'failed']);
    expect(await contacts()).toContain('5 at 5');
});

test.each([
    ['queued', 1],
    ['running', 2]
] as const)('a webhook that is %s where its job or its server is gone is taken up again', async (status, attempt) => {
    const name = `lost-${status}`;
    await deploy(name, ['issues'], `context.log('came');`);
    await tell();
    const [run] = await untilEnded(name, 1);
    await app.db
        .updateTable('function_runs')
        .set({ status, lease_until: new Date(app.clock.now().getTime() - 1) })
        .where('id', '=', run?.id ?? '')
        .execute();
    await recoverWebhooks(app.server.deps);
    expect((await untilEnded(name, 1))[0]).toMatchObject({ status: 'succeeded', attempt });
});

test('a run whose server died three times fails, with an event', async () => {
    await deploy('last', ['issues'], '');
    await tell();
    const [run] = await untilEnded('last', 1);
    await app.db
        .updateTable('function_runs')
        .set({ status: 'running', attempt: 3, lease_until: new Date(app.clock.now().getTime() - 1) })
        .where('id', '=', run?.id ?? '')
        .execute();
    await recoverWebhooks(app.server.deps);
    expect((await untilEnded('last', 1))[0]).toMatchObject({ status: 'failed', error: { code: 'outcome_unknown' } });
    expect((await eventsOf(app, 'function.failed')).at(-1)).toMatchObject({ functionName: 'last' });
});

test('a webhook that was cancelled while its server died is not run again, and is no failure to tell of', async () => {
    await deploy('stopped', ['issues'], '');
    await tell();
    const [run] = await untilEnded('stopped', 1);
    const late = new Date(app.clock.now().getTime() - 1);
    await app.db
        .updateTable('function_runs')
        .set({ status: 'running', finished_at: null, lease_until: late, cancelled_at: late })
        .where('id', '=', run?.id ?? '')
        .execute();
    const told = (await eventsOf(app, 'function.failed')).length;
    await recoverWebhooks(app.server.deps);
    expect((await untilEnded('stopped', 1))[0]).toMatchObject({ status: 'failed', attempt: 1, error: { code: 'script_aborted' } });
    expect(await eventsOf(app, 'function.failed')).toHaveLength(told);
});
