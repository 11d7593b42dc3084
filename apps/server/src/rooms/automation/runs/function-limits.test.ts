import { type AuditEntryView, type FunctionLimitChanges, getFunctionSettings, updateFunctionSettings } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../config.ts';
import { type DashboardBrowser, setUp } from '../../management/members/members.fixtures.ts';
import { actionFlow, deployAll, handler, syncFlow } from '../deployments/deployments.fixtures.ts';
import { connectGem, control, headers, send, startGemApp, statuses } from '../syncs/syncs.fixtures.ts';

const never = 'await new Promise(() => {});';

let app: TestApp;
let owner: DashboardBrowser;
beforeAll(async () => {
    app = await startGemApp();
    owner = await setUp(app);
    await control(app, 'size', { candidates: 20 });
    await deployAll(
        app,
        [
            await actionFlow('wait', never),
            await actionFlow('loop', 'for (;;);'),
            await actionFlow('work', `for (;;) { for (const end = Date.now() + 50; Date.now() < end;); await context.getMetadata(); }`),
            await actionFlow('keep', `const all = []; for (;;) all.push(new Array(131072).fill(1.5));`),
            await actionFlow(
                'format',
                `const all = []; for (;;) { all.push(new Intl.DateTimeFormat('en')); if (all.length % 100 === 0) await null; }`
            ),
            await syncFlow('loops', 'for (;;);')
        ],
        { onEventScriptsByProvider: [{ providerConfigKey: 'gem', scripts: [await handler('waits', 'post-connection-creation', never)] }] }
    );
    await connectGem(app);
});
const defaults = { time_s: null, cpu_s: null, cpu_slice_s: null, heap_mb: null, process_mb: null };
beforeEach(() => set({ actions: defaults, syncs: defaults }));
afterAll(() => app[Symbol.asyncDispose]());

const set = (limits: FunctionLimitChanges, on = app, token = on.keys.dev) => on.callAs(token)(updateFunctionSettings, { body: { limits } });
const limitsOf = async (on = app, token = on.keys.dev) => (await on.callAs(token)(getFunctionSettings, {})).data.limits;
const usual = {
    actions: { time_s: 300, cpu_s: 10, cpu_slice_s: 5, heap_mb: 128, process_mb: 512 },
    syncs: { time_s: 86_400, cpu_s: 86_400, cpu_slice_s: 30, heap_mb: 128, process_mb: 768 }
};

test.each([
    ['wait', { time_s: 1 }, 'function_runtime_timed_out', 'longer than 1 s'],
    ['loop', { cpu_slice_s: 1 }, 'function_cpu_slice_limit', 'more than 1 s without waiting'],
    ['work', { cpu_s: 1 }, 'function_cpu_limit', 'more than 1 s in all'],
    ['keep', { heap_mb: 48 }, 'function_heap_limit', 'more than 48 MB'],
    ['format', { process_mb: 150 }, 'function_runtime_out_of_memory', 'may hold 150 MB in all']
])('an action that would %s ends at the limit %o of its environment, with its code and number', async (name, limits, code, words) => {
    await set({ actions: { heap_mb: 64, ...limits } });
    const { body } = await send(app, 'POST', '/action/trigger', { action_name: name }, { headers });
    expect(body).toMatchObject({ error: { code, message: expect.stringContaining(words) } });
});

test('syncs have limits of their own, and handlers of events those of actions', async () => {
    await set({ actions: { time_s: 1 }, syncs: { cpu_slice_s: 1 } });
    await connectGem(app, 'c2');
    await expect
        .poll(async () => (await statuses(app, 'loops', 'c2'))[0]?.error, { timeout: 20_000 })
        .toMatchObject({ code: 'function_cpu_slice_limit', message: expect.stringContaining('more than 1 s without waiting') });
    const query = new URLSearchParams({ integration_id: 'gem', connection_id: 'c2', name: 'waits' });
    await expect
        .poll(async () => ((await send(app, 'GET', `/functions/runs?${query}`)).body as { data: { error: unknown }[] }).data[0]?.error, {
            timeout: 20_000
        })
        .toMatchObject({ code: 'function_runtime_timed_out', message: expect.stringContaining('longer than 1 s') });
});

test('what is set stays beside what is not named, null is the default, and another environment has its own', async () => {
    expect(await limitsOf()).toEqual(usual);
    await Promise.all([set({ actions: { time_s: 600 } }), set({ actions: { heap_mb: 256 } }), set({ syncs: { process_mb: 1024 } })]);
    const changed = { actions: { ...usual.actions, time_s: 600, heap_mb: 256 }, syncs: { ...usual.syncs, process_mb: 1024 } };
    expect(await limitsOf()).toEqual(changed);
    expect(await limitsOf(app, app.keys.prod)).toEqual(usual);
    expect((await set({ actions: { time_s: null } })).data.limits).toEqual({ ...changed, actions: { ...changed.actions, time_s: 300 } });
    const { data } = (await owner.send('GET', '/audit?limit=1')).json as { data: AuditEntryView[] };
    expect(data[0]).toMatchObject({ action: 'updateFunctionSettings', fields: ['limits'], environment: 'dev', status: 200 });
});

test('what another release has stored beside it, or above what this one allows, changes nothing else and stays', async () => {
    const store = (limits: object) =>
        app.db
            .updateTable('environments')
            .set({ function_limits: JSON.stringify(limits) })
            .where('name', '=', 'dev')
            .execute();
    await store({ actions: { time_s: 60, heap_mb: 1_000_000, disk_mb: 5 }, webhooks: { time_s: 1 } });
    expect(await limitsOf()).toEqual({ ...usual, actions: { ...usual.actions, time_s: 60 } });
    await set({ syncs: { time_s: 120 } });
    expect(await limitsOf()).toEqual({ actions: { ...usual.actions, time_s: 60 }, syncs: { ...usual.syncs, time_s: 120 } });
    const { function_limits: stored } = await app.db
        .selectFrom('environments')
        .select('function_limits')
        .where('name', '=', 'dev')
        .executeTakeFirstOrThrow();
    expect(JSON.parse(stored ?? '')).toMatchObject({ actions: { disk_mb: 5 }, webhooks: { time_s: 1 } });
});

test.each<[what: string, limits: FunctionLimitChanges, path: string, words: RegExp]>([
    ['more than there may be', { actions: { time_s: 841 } }, 'limits.actions.time_s', /840/],
    ['more than the operator allows', { actions: { process_mb: 1025 } }, 'limits.actions.process_mb', /at most 1024, which the operator/],
    ['less than a run needs', { syncs: { heap_mb: 15 } }, 'limits.syncs.heap_mb', /16/],
    ['no whole number', { syncs: { cpu_s: 1.5 } }, 'limits.syncs.cpu_s', /int/],
    ['objects that its process cannot hold', { actions: { heap_mb: 512 } }, 'limits.actions.heap_mb', /less than process_mb, which is 512/]
])('%s is refused, and nothing is changed', async (_what, limits, path, words) => {
    const { body } = await send(app, 'PATCH', '/environment/functions', { limits });
    const { errors } = (body as { error: { errors: { path: string[]; message: string }[] } }).error;
    expect(errors.map((error) => error.path.join('.'))).toEqual([path]);
    expect(errors[0]?.message).toMatch(words);
    expect(await limitsOf()).toEqual(usual);
});

test('what the operator allows wins over what was set before, and over the defaults, and is shown', async () => {
    await set({ actions: { time_s: 600 } });
    const { mostOfFunctions } = readConfig({ PATCHBAY_FUNCTION_LIMITS: 'actions.time_s=60, syncs.process_mb=512,syncs.cpu_slice_s=3600' });
    await using strict = await startGemApp({ replicaOf: app, config: { mostOfFunctions } });
    const { limits, most } = (await strict.call(getFunctionSettings, {})).data;
    expect(limits).toEqual({ actions: { ...usual.actions, time_s: 60 }, syncs: { ...usual.syncs, process_mb: 512 } });
    expect(most).toMatchObject({ actions: { time_s: 60, heap_mb: 512 }, syncs: { process_mb: 512, cpu_slice_s: 3600 } });
    await expect(set({ actions: { time_s: 61 } }, strict)).rejects.toMatchObject({ code: 'invalid_body' });
});

test.each([
    ['actions.time_s', 'give name=value pairs'],
    ['actions.minutes=5', 'actions.minutes is none of actions.time_s'],
    ['actions.time_s=many', 'give actions.time_s a number from 1 to 840'],
    ['actions.heap_mb=8', 'give actions.heap_mb a number from 16 to 512']
])('a server does not start with PATCHBAY_FUNCTION_LIMITS=%s', (text, words) => {
    expect(() => readConfig({ PATCHBAY_FUNCTION_LIMITS: text })).toThrow(`PATCHBAY_FUNCTION_LIMITS: ${words}`);
});
