import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { list } from '../records/records.fixtures.ts';
import {
    connectGem,
    control,
    headers,
    outcome,
    type Reply,
    runAgain,
    send,
    startGemApp,
    statuses,
    statusOf
} from '../syncs/syncs.fixtures.ts';
import { actionFlow, confirmAll, deployAll, syncFlow } from './deployments.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
    await control(app, 'size', { candidates: 20 });
    await connectGem(app);
});
beforeEach(() => deployAll(app, []));
afterAll(() => app[Symbol.asyncDispose]());

const act = (name: string, input?: unknown, more: Record<string, string> = {}) =>
    send(app, 'POST', '/action/trigger', { action_name: name, input }, { headers: { ...headers, ...more } });
const errorOf = ({ body }: Reply) => (body as { error: { code: string; message: string; payload: Record<string, unknown> } }).error;
const contacts = async () => (await list(app, 'model=Contact', { integration: 'gem' })).records;

test('an action that was deployed runs with the credentials of the connection, which it does not see', async () => {
    const flow = await actionFlow(
        'count-users',
        `const { data } = await context.get({ endpoint: '/ats/v0/users/', params: { per_page: 5 } });
         return { count: data.length, sent: input, globals: typeof process };`
    );
    expect(await deployAll(app, [flow])).toMatchObject({
        status: 200,
        body: [{ name: 'count-users', type: 'action', providerConfigKey: 'gem' }]
    });
    expect(await act('count-users', { a: 1 })).toMatchObject({ status: 200, body: { count: 5, sent: { a: 1 }, globals: 'undefined' } });
});

test('a sync that was deployed runs for the connections that there are, and its records are listed', async () => {
    const flow = await syncFlow(
        'contacts',
        `const { at = 0 } = (await context.getCheckpoint()) ?? {};
         await context.batchSave([{ id: '1', name: 'Ada ' + at }, { id: '2', name: 'Grace' }], 'Contact');
         await context.saveCheckpoint({ at: at + 1 });`
    );
    expect(outcome(await deployAll(app, [flow]))).toBe('200');
    await expect.poll(async () => (await statuses(app, 'contacts'))[0]?.latestExecutionStatus, { timeout: 20_000 }).toBe('SUCCESS');
    expect((await contacts()).map(({ id, name }) => `${id} ${String(name)}`).toSorted()).toEqual(['1 Ada 0', '2 Grace']);
    await runAgain(app, 'contacts');
    expect(await statusOf(app, 'contacts')).toMatchObject({
        latestResult: { Contact: { added: 0, updated: 1, deleted: 0 } },
        checkpoint: { at: 2 },
        frequency: 'every hour'
    });
    await deployAll(app, []);
    await expect.poll(() => statuses(app, 'contacts')).toEqual([]);
    expect(await contacts()).toEqual([]);
});

test('a function of the name of a pre-built one takes its place, and gives it back', async () => {
    const flow = await syncFlow('users', `await context.batchSave([{ id: 'own', name: 'Own' }], 'Contact');`);
    await expect.poll(async () => (await statusOf(app, 'users')).latestExecutionStatus, { timeout: 20_000 }).toBe('SUCCESS');
    await deployAll(app, [flow]);
    expect((await runAgain(app, 'users')).latestResult).toEqual({ Contact: { added: 1, updated: 0, deleted: 0 } });
    await deployAll(app, []);
    expect(Object.keys((await runAgain(app, 'users')).latestResult ?? {})).toEqual(['User']);
});

test('what a deployment changes is told before', async () => {
    const [first, second] = [await actionFlow('first', 'return 1;'), await actionFlow('second', 'return 2;')];
    expect((await confirmAll(app, [first])).body).toMatchObject({
        newActions: [{ name: 'first', providerConfigKey: 'gem' }],
        deletedActions: []
    });
    await deployAll(app, [first]);
    const changed = { ...first, version: '2.0.0' };
    expect((await confirmAll(app, [changed, second])).body).toMatchObject({
        newActions: [{ name: 'second' }],
        updatedActions: [{ name: 'first', sync_id: expect.any(String) }]
    });
    expect((await confirmAll(app, [])).body).toMatchObject({ deletedActions: [{ name: 'first' }] });
    expect((await confirmAll(app, [first])).body).toMatchObject({ newActions: [], updatedActions: [], deletedActions: [] });
    expect(outcome(await act('second'))).toBe('404 not_found');
});

test('of a sync is told how many connections it is for', async () => {
    const flow = await syncFlow('contacts', '');
    expect((await confirmAll(app, [flow])).body).toMatchObject({ newSyncs: [{ name: 'contacts', connections: 1 }] });
    await deployAll(app, [flow]);
    expect((await confirmAll(app, [{ ...flow, version: '2.0.0' }])).body).toMatchObject({ updatedSyncs: [{ connections: 1 }] });
    expect((await confirmAll(app, [])).body).toMatchObject({ deletedSyncs: [{ connections: 1 }] });
});

test('functions are deleted only where the request may', async () => {
    const flows = [await actionFlow('first', 'return 1;'), await actionFlow('second', 'return 2;')];
    await deployAll(app, flows);
    const refused = await deployAll(app, flows.slice(0, 1), { allowDestructive: false });
    expect(outcome(refused)).toBe('409 destructive_deployment');
    expect(errorOf(refused).message).toBe('The deployment would delete action gem/second. Nothing was changed.');
    for (const more of [{ deployMode: 'single' }, { reconcile: false }]) {
        await deployAll(app, flows.slice(0, 1), more);
        expect(outcome(await act('second'))).toBe('200');
    }
    await deployAll(app, flows.slice(0, 1));
    expect(outcome(await act('second'))).toBe('404 not_found');
});

test('a deployment that is refused changes nothing', async () => {
    await deployAll(app, [await actionFlow('kept', 'return 1;')]);
    const good = await actionFlow('good', 'return 1;');
    const sync = await syncFlow('contacts', '');
    const cases: [flows: Parameters<typeof deployAll>[1], more: Record<string, unknown>, code: string, words: RegExp][] = [
        [[good, { ...good, providerConfigKey: 'nowhere' }], {}, '400 provider_not_on_account', /no integration nowhere, which good is for/],
        [[good, good], {}, '400 duplicate_function', /two actions good of gem/],
        [[good, { ...sync, runs: 'every second' }], {}, '400 invalid_function', /every 30 seconds/],
        [[good, { ...sync, runs: 'sometimes' }], {}, '400 invalid_function', /cannot be read: sometimes/],
        [[good, { ...sync, runs: null }], {}, '400 missing_required_fields_on_deploy', /how often it runs/],
        [[good, { ...sync, models: [] }], {}, '400 missing_required_fields_on_deploy', /a model/],
        [
            [good, { ...sync, models_json_schema: { definitions: { Person: {} } } }],
            {},
            '400 deploy_missing_json_schema_model',
            /sync contacts of gem has no definition of Contact/
        ],
        [
            [good, { ...good, syncName: 'other', input: 'Question' }],
            { jsonSchema: {} },
            '400 deploy_missing_json_schema_model',
            /action other of gem has no definition of Question/
        ],
        [
            [good, { ...good, syncName: 'big', fileBody: { js: 'x'.repeat(5 * 1024 ** 2 + 1), ts: '' } }],
            {},
            '400 invalid_function',
            /5242881 bytes/
        ],
        [[good], { sdkVersion: '0.66.2-zero' }, '400 invalid_cli_version', /npm install patchbay@latest/]
    ];
    for (const [flows, more, code, words] of cases) {
        const reply = await deployAll(app, flows, more);
        expect(outcome(reply)).toBe(code);
        expect(errorOf(reply).message).toMatch(words);
    }
    expect(outcome(await act('kept'))).toBe('200');
    expect(outcome(await act('good'))).toBe('404 not_found');
});

test('of deployments at the same moment one is refused, and none is mixed', async () => {
    const sets = await Promise.all(
        [1, 2, 3, 4].map(async (set) => [await actionFlow('first', `return ${set};`), await actionFlow('second', `return ${set};`)])
    );
    const outcomes = (await Promise.all(sets.map((flows) => deployAll(app, flows)))).map(outcome);
    expect(outcomes).toContain('200');
    expect(outcomes.filter((one) => one !== '200').every((one) => one === '409 concurrent_deployment')).toBe(true);
    const [first, second] = await Promise.all([act('first'), act('second')]);
    expect(first.body).toBe(second.body);
});

test('the limits that code hits end its run in words', async () => {
    await deployAll(app, [
        await actionFlow('large', `return 'x'.repeat(2 * 1024 ** 2);`),
        await actionFlow('thrown', `throw new context.ActionError({ reason: 'closed' });`),
        await actionFlow('broken', 'return undefined.name;'),
        await actionFlow('invalid', 'return null;', { fileBody: { js: 'exports.default = 1;', ts: '' } })
    ]);
    expect(outcome(await act('large'))).toBe('400 script_output_too_large');
    const thrown = await act('thrown');
    expect(outcome(thrown)).toBe('500 action_script_runtime_error');
    expect(errorOf(thrown).payload).toEqual({ reason: 'closed' });
    expect(errorOf(await act('broken'))).toMatchObject({ code: 'script_internal_error', payload: { name: 'TypeError' } });
    expect(outcome(await act('invalid'))).toBe('500 function_code_invalid');
});

test('a source map that makes no sense does no harm', async () => {
    const { fileBody, ...flow } = await actionFlow('fails', `throw new Error('Oh');`);
    const maps = ['no JSON', 'null', '{}', '{"version":3,"sources":["a.ts"],"names":[],"mappings":"!"}', '{"version":3,"sections":[{}]}'];
    for (const map of maps) {
        await deployAll(app, [{ ...flow, fileBody: { ...fileBody, map } }]);
        expect(errorOf(await act('fails'))).toMatchObject({ code: 'script_internal_error', payload: { name: 'Error' } });
    }
});

test('a source map at the end of the bundle is taken from there', async () => {
    const { fileBody, ...flow } = await actionFlow('kept', 'return 1;');
    const { js, ts, map = '' } = fileBody;
    const comment = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}\n`;
    await deployAll(app, [{ ...flow, fileBody: { js: `${js}\n${comment}`, ts } }]);
    const stored = await app.db.selectFrom('function_code').select('source_map').where('bundle', '=', `${js}\n`).execute();
    expect(stored).toEqual([{ source_map: map }]);
    expect(outcome(await act('kept'))).toBe('200');
});

test('T-82: stored code that is not what was deployed is never run', async () => {
    await deployAll(app, [await actionFlow('tampered', `return 'deployed';`)]);
    await app.db.updateTable('function_code').set({ bundle: 'exports.default = 0;' }).execute();
    expect(outcome(await act('tampered'))).toBe('500 function_code_changed');
});

test('functions of one environment are not in another', async () => {
    await deployAll(app, [await actionFlow('own', 'return 1;')]);
    const elsewhere = await deployAll(app, [await actionFlow('other', 'return 1;')], {}, app.keys.prod);
    expect(outcome(elsewhere)).toBe('400 provider_not_on_account');
    expect(
        (await send(app, 'POST', '/sync/deploy/confirmation', { flowConfigs: [], reconcile: true }, { token: app.keys.prod })).body
    ).toMatchObject({
        deletedActions: []
    });
});

test('before 1 October 2025 a large output is let through, with a warning in the log of its run', async () => {
    await using before = await startGemApp({ now: '2025-09-20T12:00:00Z', runsJobs: false });
    await connectGem(before);
    await deployAll(before, [await actionFlow('large', `return 'x'.repeat(2 * 1024 ** 2 + 100);`)]);
    const reply = await send(before, 'POST', '/action/trigger', { action_name: 'large' }, { headers });
    expect([reply.status, String(reply.body).length]).toEqual([200, 2 * 1024 ** 2 + 100]);
    const { log } = await before.db.selectFrom('function_runs').select('log').executeTakeFirstOrThrow();
    expect(JSON.parse(log ?? 'null')).toMatchObject({
        lines: [{ level: 'warn', message: expect.stringMatching(/2097254 bytes\. From 2025-10-01/) }]
    });
});
