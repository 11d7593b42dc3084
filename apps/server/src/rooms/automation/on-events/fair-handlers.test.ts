import { createIntegration, importConnection, setEnvironmentVariable, updateFunction } from '@patchbay/contracts';
import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendJobs } from '../../../kernel/jobs/send-job.sql.ts';
import { deployHandlers, handler } from '../deployments/deployments.fixtures.ts';

/** So many runs of one environment are begun by one server, of 20. */
const most = 16;
const patience = { timeout: 30_000 };
const key = 'sandbox-api-key';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ runsJobs: true });
    for (const token of [app.keys.dev, app.keys.prod])
        await app.callAs(token)(createIntegration, { body: { provider: key, unique_key: key } });
    const waits = `for (;;) {
        const variables = await context.getEnvironmentVariables();
        if (variables.some(({ name, value }) => name === 'GO' && value === 'yes')) return;
        await new Promise((resolve) => setTimeout(resolve, 200));
    }`;
    await deployHandlers(app, [await handler('waits', 'post-connection-creation', waits)], key);
    await deployHandlers(app, [await handler('greet', 'post-connection-creation', '')], key, app.keys.prod);
});
beforeEach(() => letGo('no'));
afterAll(() => app[Symbol.asyncDispose]());

const letGo = (value: 'yes' | 'no') => app.call(setEnvironmentVariable, { params: { name: 'GO' }, body: { value } });
const connect = (connectionId: string, token = app.keys.dev) =>
    app.callAs(token)(importConnection, {
        body: {
            provider_config_key: key,
            connection_id: connectionId,
            credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme }
        }
    });
const connectMany = (name: string) => Promise.all(Array.from({ length: 2 * most + 4 }, (_, index) => connect(`${name}-${index}`)));
const runsOf = (connectionIds: string) =>
    app.db
        .selectFrom('function_runs')
        .innerJoin('connections', 'connections.id', 'function_runs.connection_row_id')
        .select(['function_runs.status', 'function_runs.error'])
        .where('connections.connection_id', 'like', connectionIds)
        .execute();
async function countsOf(connectionIds: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { status } of await runsOf(connectionIds)) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
}

test('while functions of one environment hang, which has more new connections than there are slots, those of another one run', async () => {
    await connectMany('hanging');
    await expect.poll(() => countsOf('hanging-%'), patience).toEqual({ running: most, queued: most + 4 });
    await connect('theirs', app.keys.prod);
    await expect.poll(() => countsOf('theirs'), patience).toEqual({ succeeded: 1 });
    expect(await countsOf('hanging-%')).toEqual({ running: most, queued: most + 4 });
    await letGo('yes');
    await expect.poll(() => countsOf('hanging-%'), patience).toEqual({ succeeded: 2 * most + 4 });
});

test('a function that is switched off while its runs wait is not run any more, and its runs tell why', async () => {
    await connectMany('off');
    await expect.poll(() => countsOf('off-%'), patience).toEqual({ running: most, queued: most + 4 });
    const params = { id: key, type: 'on-event', name: 'waits' } as const;
    await app.call(updateFunction, { params, body: { enabled: false } });
    await letGo('yes');
    await expect.poll(() => countsOf('off-%'), patience).toEqual({ succeeded: most, failed: most + 4 });
    const errors = (await runsOf('off-%')).flatMap(({ error }) => error ?? []);
    expect(errors).toEqual(errors.map(() => expect.stringContaining('switched off or deleted before its turn came')));
    await app.call(updateFunction, { params, body: { enabled: true } });
});

test('what a server of the release before has sent as a job is run once', async () => {
    await letGo('yes');
    await connect('older');
    await expect.poll(() => countsOf('older'), patience).toEqual({ succeeded: 1 });
    const { id, environment_id: environmentId } = await app.db
        .selectFrom('connections')
        .select(['id', 'environment_id'])
        .where('connection_id', '=', 'older')
        .executeTakeFirstOrThrow();
    const job = { environmentId, connectionRowId: String(id), name: 'waits', runId: app.server.deps.ids.uuid() };
    await sendJobs(app.db, 'connection-created', [job, job]);
    await expect.poll(() => countsOf('older'), patience).toEqual({ succeeded: 2 });
});
