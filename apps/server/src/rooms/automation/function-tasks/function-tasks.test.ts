import { type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actionFlow, deployAll, syncFlow } from '../deployments/deployments.fixtures.ts';
import { list } from '../records/records.fixtures.ts';
import { connectGem, control, headers, outcome, type Reply, send, startGemApp } from '../syncs/syncs.fixtures.ts';
import { claimTask } from './function-tasks.sql.ts';
import { recoverTasks } from './function-tasks.room.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
    await control(app, 'size', { candidates: 20 });
    await connectGem(app);
});
beforeEach(() => deployAll(app, []));
afterAll(() => app[Symbol.asyncDispose]());

const imports = `import { createAction, createSync } from 'nango';\nimport { z } from 'zod';\n`;
const action = (body: string) => `${imports}export default createAction({
    description: 'Tries something', input: z.any(), output: z.any(), exec: async (nango, input) => { ${body} }
});`;
const sync = (body: string, more = `frequency: 'every hour'`) => `${imports}export default createSync({
    description: 'Reads users', ${more}, models: { Person: z.object({ id: z.string(), name: z.string() }) }, exec: async (nango) => { ${body} }
});`;

interface Task {
    id: string;
    status: string;
    output?: unknown;
    result?: { records?: Record<string, unknown[]>; logs?: { message: string }[]; [field: string]: unknown };
    error?: { code: string; message: string; payload?: Record<string, unknown> };
    [field: string]: unknown;
}
const post = (path: string, body: unknown) => send(app, 'POST', `/functions/${path}`, body);
const dryRun = (code: string, more: Record<string, unknown> = {}) =>
    post('dryruns', { integration_id: 'gem', function_type: 'action', code, connection_id: 'c1', ...more });
const untilDone = async (path: string, reply: Reply): Promise<Task> => {
    const { id } = reply.body as Task;
    const find = async () => (await send(app, 'GET', `/functions/${path}/${id}`)).body as Task;
    await expect.poll(async () => (await find()).status, { timeout: 20_000 }).toMatch(/success|failed/);
    return find();
};
const done = async (code: string, more?: Record<string, unknown>) => untilDone('dryruns', await dryRun(code, more));
const act = (name: string, input?: unknown) => send(app, 'POST', '/action/trigger', { action_name: name, input }, { headers });
const messageOf = ({ body }: Reply) => (body as { error: { message: string } }).error.message;

test('code is compiled, and what does not compile says where', async () => {
    const reply = await post('compile', { code: action('return 1;') });
    expect(reply).toMatchObject({
        status: 200,
        body: { bundled_js: expect.stringContaining('Tries something'), bundle_size_bytes: expect.any(Number) }
    });
    const broken = await post('compile', { code: 'export default {\n  exec: (\n' });
    expect(outcome(broken)).toBe('400 compilation_error');
    expect(broken.body).toMatchObject({ error: { payload: { problems: [{ file: 'function.ts', line: expect.any(Number) }] } } });
    const missing = await post('compile', { code: `import fs from 'node:fs'; export default fs;` });
    expect([outcome(missing), messageOf(missing)]).toEqual(['400 compilation_error', expect.stringMatching(/node:fs/)]);
    const elsewhere = await post('compile', { code: `import secret from '/etc/passwd'; export default secret;` });
    expect(outcome(elsewhere)).toBe('400 compilation_error');
});

test('code that is compiled at the same moment waits for its turn', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => post('compile', { code: action('return 1;') })));
    expect(replies.map(outcome)).toEqual(Array(6).fill('200'));
});

test('a dry run of an action calls the provider, and says what it returns and logs', async () => {
    const code = action(
        `await nango.log('Called'); const { data } = await nango.get({ endpoint: '/ats/v0/users/', params: { per_page: 2 } }); return { count: data.length, input };`
    );
    const reply = await dryRun(code, { input: { a: 1 } });
    expect(reply).toMatchObject({ status: 202, body: { id: expect.any(String), status: 'waiting' } });
    expect(await untilDone('dryruns', reply)).toMatchObject({
        status: 'success',
        integration_id: 'gem',
        function_type: 'action',
        duration_ms: expect.any(Number),
        output: { count: 2, input: { a: 1 } },
        result: { logs: [{ message: 'Called' }] }
    });
});

test('a dry run of a sync stores nothing', async () => {
    const code = sync(
        `
        const from = await nango.getCheckpoint();
        await nango.batchSave([{ id: '1', name: JSON.stringify(from) + (await nango.getMetadata()).team }, { id: 'x', name: 5 }], 'Person');
        await nango.batchDelete([{ id: '2', name: 'Gone' }], 'Person');
        await nango.saveCheckpoint({ page: 2 });`,
        `frequency: 'every hour', checkpoint: z.object({ page: z.number() })`
    );
    const task = await done(code, { function_type: 'sync', checkpoint: { page: 1 }, metadata: { team: 'A' } });
    expect(task).toMatchObject({
        status: 'success',
        result: {
            records: { Person: [{ id: '1', name: '{"page":1}A' }] },
            deleted: { Person: ['2'] },
            set_aside: [{ model: 'Person', id: 'x' }],
            checkpoint: { page: 2 }
        }
    });
    expect((await list(app, 'model=Person', { integration: 'gem' })).records).toEqual([]);
});

test('a dry run that fails says why, with what it logged before', async () => {
    expect(await done(action(`await nango.log('Before'); throw new nango.ActionError({ reason: 'closed' });`))).toMatchObject({
        status: 'failed',
        error: { code: 'action_script_runtime_error', payload: { reason: 'closed', logs: [{ message: 'Before' }] } }
    });
    expect((await done('export default 1')).error?.code).toBe('function_code_invalid');
    expect((await done('export default (')).error?.code).toBe('compilation_error');
    const large = `for (;;) await nango.batchSave(Array.from({ length: 500 }, (_, i) => ({ id: String(i), name: 'x'.repeat(500) })), 'Person');`;
    expect((await done(sync(large), { function_type: 'sync' })).error).toMatchObject({
        message: expect.stringMatching(/at most 2097152 bytes/)
    });
});

test('a dry run takes a bundle in place of the code, with the lines of its source', async () => {
    const { fileBody } = await actionFlow('bundled', `if (input === null) throw new Error('no input'); return input;`);
    const ofBundle = async (more: Record<string, unknown> = {}) =>
        untilDone('dryruns', await dryRun('', { code: undefined, js: fileBody.js, map: fileBody.map, ...more }));
    expect(await ofBundle({ input: 5 })).toMatchObject({ status: 'success', output: 5 });
    expect(await ofBundle()).toMatchObject({ status: 'failed', error: { code: 'script_internal_error', message: expect.anything() } });
    expect(outcome(await dryRun(action('return 1;'), { js: fileBody.js }))).toBe('400 invalid_body');
    expect(outcome(await dryRun('', { code: undefined }))).toBe('400 invalid_body');
});

test('what a dry run needs has to be there', async () => {
    const code = action('return 1;');
    expect(outcome(await dryRun(code, { integration_id: 'nowhere' }))).toBe('404 integration_not_found');
    expect(outcome(await dryRun(code, { connection_id: 'c9' }))).toBe('404 connection_not_found');
    expect(outcome(await send(app, 'GET', `/functions/dryruns/${crypto.randomUUID()}`))).toBe('404 dryrun_not_found');
    expect(outcome(await send(app, 'GET', `/functions/deployments/${crypto.randomUUID()}`))).toBe('404 deployment_not_found');
});

test('one function is deployed from its source, beside those that there are', async () => {
    await deployAll(app, [await actionFlow('kept', 'return 0;')]);
    const reply = await post('deployments', {
        type: 'function',
        integration_id: 'gem',
        function_name: 'add',
        function_type: 'action',
        version: '2',
        code: action('return input.a + 1;')
    });
    expect(reply.status).toBe(202);
    expect(await untilDone('deployments', reply)).toMatchObject({
        status: 'success',
        function_name: 'add',
        deployed: true,
        deployed_functions: [{ name: 'add', type: 'action', id: expect.any(String) }]
    });
    expect((await act('add', { a: 1 })).body).toBe(2);
    expect((await act('kept')).body).toBe(0);
    const { body } = await send(app, 'GET', '/functions?type=action&limit=100');
    expect((body as { data: unknown[] }).data).toContainEqual(
        expect.objectContaining({
            name: 'add',
            version: '2',
            description: 'Tries something',
            json_schema: expect.objectContaining({ definitions: expect.anything() })
        })
    );
});

test('a function with the engine of processes is tried, deployed and listed with it, and has Node’s modules', async ({ skip }) => {
    const { level } = await app.server.deps.functionRunner.wall();
    skip(level !== 'full' && process.env['PATCHBAY_REQUIRE_FULL_WALL'] !== 'true', 'it needs a full wall');
    const code = action(`return deflateSync(input).length;`)
        .replace('createAction({', `createAction({ engine: 'process',`)
        .replace('import', `import { deflateSync } from 'node:zlib';\nimport`);
    expect(await done(code, { input: 'Ada' })).toMatchObject({ status: 'success', output: 11 });
    const of = { type: 'function', integration_id: 'gem', function_name: 'pack', function_type: 'action', code };
    expect(await untilDone('deployments', await post('deployments', of))).toMatchObject({ status: 'success' });
    expect((await act('pack', 'Ada')).body).toBe(11);
    const { body } = await send(app, 'GET', '/functions?type=action&limit=100');
    const { data } = body as { data: { name: string; engine: string }[] };
    expect(data.find(({ name }) => name === 'pack')?.engine).toBe('process');
    expect(data.find(({ name }) => name !== 'pack')?.engine).toBe('isolate');
    const without = await untilDone('deployments', await post('deployments', { ...of, code: code.replace(`engine: 'process',`, '') }));
    expect(without.error).toMatchObject({ code: 'compilation_error', message: expect.stringContaining(`engine: 'process'`) });
});

test('a source that is not what it should be is not deployed', async () => {
    const deploy = async (code: string, more: Record<string, unknown> = {}) =>
        untilDone(
            'deployments',
            await post('deployments', {
                type: 'function',
                integration_id: 'gem',
                function_name: 'refused',
                function_type: 'sync',
                code,
                ...more
            })
        );
    expect((await deploy(action('return 1;'))).error).toMatchObject({
        code: 'invalid_function',
        message: expect.stringMatching(/It is an action, not a sync/)
    });
    expect((await deploy(sync('', `frequency: 'every second'`))).error).toMatchObject({
        code: 'invalid_function',
        message: expect.stringMatching(/frequency/)
    });
    expect((await deploy('export default (')).error?.code).toBe('compilation_error');
    expect((await deploy('for (;;);')).error).toMatchObject({
        code: 'invalid_function',
        message: expect.stringMatching(/processor|longer/)
    });
    expect(outcome(await act('refused'))).toBe('404 not_found');
});

test('a built-in function is deployed by switching it on', async () => {
    const deploy = (template: string, more: Record<string, unknown> = {}) =>
        post('deployments', { type: 'template', integration_id: 'gem', template, ...more });
    expect(outcome(await deploy('users'))).toBe('409 template_already_deployed');
    expect(outcome(await deploy('nothing'))).toBe('404 template_not_found');
    expect(outcome(await deploy('users', { function_type: 'action' }))).toBe('404 template_not_found');
    expect(outcome(await deploy('users', { integration_id: 'nowhere' }))).toBe('404 integration_not_found');
    await send(app, 'PATCH', '/integrations/gem/functions/sync/users', { enabled: false });
    expect(await untilDone('deployments', await deploy('users'))).toMatchObject({
        status: 'success',
        deployed_functions: [{ name: 'users', type: 'sync' }]
    });
});

test('bundles are deployed with what they declare, and the rest of their integration goes', async () => {
    const [first, second] = [await actionFlow('first', 'return 1;'), await syncFlow('contacts', '')];
    const bundleOf = ({ type, syncName: name, fileBody: { js, ts } }: typeof first) => ({ integrationId: 'gem', name, type, js, ts });
    const scope = { kind: 'integration', integrationId: 'gem' };
    const both = { reconciliationScope: scope, functions: [bundleOf(first), bundleOf(second)] };
    expect((await post('deployments/bundle/preview', both)).body).toMatchObject({
        created: [
            { integrationId: 'gem', name: 'first' },
            { integrationId: 'gem', name: 'contacts' }
        ],
        deleted: []
    });
    expect(outcome(await act('first'))).toBe('404 not_found');
    expect(outcome(await post('deployments/bundle', both))).toBe('200');
    expect((await act('first')).body).toBe(1);
    const one = { reconciliationScope: scope, functions: [bundleOf(first)] };
    expect((await post('deployments/bundle', one)).body).toMatchObject({ unchanged: [{ name: 'first' }], deleted: [{ name: 'contacts' }] });
    expect((await post('deployments/bundle', { reconciliationScope: scope, functions: [] })).body).toMatchObject({
        deleted: [{ name: 'first' }]
    });
    expect(outcome(await act('first'))).toBe('404 not_found');
    const broken = { integrationId: 'gem', name: 'broken', type: 'action', js: 'throw new Error("at once")' };
    const refused = await post('deployments/bundle', { reconciliationScope: scope, functions: [broken] });
    expect([outcome(refused), messageOf(refused)]).toEqual(['400 invalid_function', expect.stringMatching(/at once/)]);
});

test('a task whose server is gone has failed, and is not repeated', async () => {
    const { deps } = app.server;
    const [environment] = await app.db.selectFrom('environments').select('id').where('name', '=', 'dev').execute();
    const key = { environmentId: environment?.id ?? '', id: crypto.randomUUID() };
    const request = JSON.stringify({ integration_id: 'gem', function_type: 'action' });
    await app.db
        .insertInto('function_tasks')
        .values({
            environment_id: key.environmentId,
            id: key.id,
            kind: 'dry-run',
            status: 'waiting',
            request,
            created_at: deps.clock.now()
        })
        .execute();
    await claimTask(app.db, key, { leaseUntil: new Date(deps.clock.now().getTime() - 1), now: deps.clock.now() });
    await recoverTasks(deps);
    expect((await send(app, 'GET', `/functions/dryruns/${key.id}`)).body).toMatchObject({
        status: 'failed',
        error: { message: expect.stringMatching(/is gone/) }
    });
});

test('another environment sees neither dry runs nor deployments', async () => {
    const { id } = (await dryRun(action('return 1;'))).body as Task;
    expect(outcome(await send(app, 'GET', `/functions/dryruns/${id}`, undefined, { token: app.keys.prod }))).toBe('404 dryrun_not_found');
});

test('what an action says of a record, and what it reads again, is in the records at once, as of ours', async () => {
    const code = `${imports}const Person = z.object({ id: z.string(), name: z.string() });
export default createAction({
    description: 'Changes a person', input: z.object({ id: z.string() }), output: Person,
    result: { model: 'Person', kind: 'saved' },
    renews: { models: { Person, Other: Person }, read: async (_nango, { id }) => [
        { model: 'Other', record: { id: 'other-' + id, name: 'Read again' }, source: { raw: { by: 'vendor' } } }, { model: 'Stray', record: { id: '1', name: 'Not declared' } }
    ].filter(({ model }) => model !== 'Stray') },
    exec: async (_nango, { id }) => ({ id, name: 'Changed' })
});`;
    const deployment = await post('deployments', {
        type: 'function',
        integration_id: 'gem',
        function_name: 'change',
        function_type: 'action',
        code
    });
    expect(await untilDone('deployments', deployment)).toMatchObject({ status: 'success' });
    expect((await act('change', { id: '7' })).body).toEqual({ id: '7', name: 'Changed' });
    const found = async (model: string) => (await list(app, `model=${model}&raw=true`, { integration: 'gem' })).records;
    expect(await found('Person')).toMatchObject([{ id: '7', name: 'Changed' }]);
    expect(await found('Other')).toMatchObject([{ id: 'other-7', name: 'Read again', _patchbay_metadata: { raw: { by: 'vendor' } } }]);
});

test('what waits in an environment has a limit', async () => {
    const environment = await app.db.selectFrom('environments').select('id').where('name', '=', 'dev').executeTakeFirstOrThrow();
    const open = (id: string) => ({
        environment_id: environment.id,
        id,
        kind: 'dry-run' as const,
        status: 'running',
        request: '{}',
        created_at: new Date()
    });
    const ids = Array.from({ length: 100 }, () => crypto.randomUUID());
    await app.db.insertInto('function_tasks').values(ids.map(open)).execute();
    const refused = await dryRun(action('return 1;'));
    expect([outcome(refused), refused.headers.get('retry-after')]).toEqual(['503 overloaded', '5']);
    await app.db.deleteFrom('function_tasks').where('id', 'in', ids).execute();
    expect((await dryRun(action('return 1;'))).status).toBe(202);
});

test('an invocation in the right form gets 501, as at the reference, and another one is refused', async () => {
    const body = { connection_id: 'c1', integration_id: 'gem', name: 'create-note', invocation_type: 'wait' };
    const refused = await post('invocations', body);
    expect([outcome(refused), messageOf(refused)]).toEqual(['501 not_implemented', expect.stringMatching(/endpoint/)]);
    expect(outcome(await post('invocations', { ...body, invocation_type: 'later' }))).toBe('400 invalid_body');
});
