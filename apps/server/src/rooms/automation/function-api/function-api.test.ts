import { sourceHashes } from '@patchbay/integrations';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionFlow, deployAll, deployHandlers, handler } from '../deployments/deployments.fixtures.ts';
import { connectGem, control, headers, outcome, pass, runAgain, send, startGemApp, statusOf } from '../syncs/syncs.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
    await control(app, 'size', { candidates: 20 });
    await connectGem(app);
    await app.integrate('sandbox-oauth2', { unique_key: 'other' });
});
afterAll(() => app[Symbol.asyncDispose]());

interface Page {
    data: { name: string; type: string; integration_id: string; origin: string; [field: string]: unknown }[];
    next_cursor: string | null;
}
const listed = async (query = 'limit=100') => (await send(app, 'GET', `/functions?${query}`)).body as Page;
const change = (path: string, body: unknown) => send(app, 'PATCH', `/integrations/${path}`, body);
const act = (name: string, input?: unknown) => send(app, 'POST', '/action/trigger', { action_name: name, input }, { headers });

test('functions that are built in and those that were deployed are in one list', async () => {
    await deployAll(app, [
        await actionFlow('own', 'return 1;', { version: '1.2.0', models_json_schema: { definitions: { Own: { type: 'string' } } } })
    ]);
    const { data, next_cursor: next } = await listed();
    expect(next).toBeNull();
    expect(data.find(({ name }) => name === 'candidates')).toMatchObject({
        id: null,
        type: 'sync',
        integration_id: 'gem',
        origin: 'built_in',
        enabled: true,
        frequency: 'every hour',
        models: ['Candidate'],
        endpoints: [{ method: 'GET', path: '/candidates', group: expect.anything() }],
        json_schema: { definitions: { Candidate: { type: 'object' } } }
    });
    expect(data.find(({ name }) => name === 'own')).toMatchObject({
        id: expect.any(String),
        type: 'action',
        origin: 'deployed',
        version: '1.2.0',
        last_deployed: expect.any(String),
        json_schema: { definitions: { Own: { type: 'string' } } }
    });
    expect((await listed('integration_id=other')).data).toEqual([]);
    expect((await listed('type=action&limit=100')).data.every(({ type }) => type === 'action')).toBe(true);
});

test('the list has pages, whose order stays', async () => {
    const whole = (await listed()).data.map(({ name, type }) => `${type} ${name}`);
    const read: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
        const page: Page = await listed(`limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`);
        expect(page.data.length).toBeLessThanOrEqual(4);
        read.push(...page.data.map(({ name, type }) => `${type} ${name}`));
        cursor = page.next_cursor;
    }
    expect(read).toEqual(whole);
    expect(outcome(await send(app, 'GET', '/functions?cursor=nothing'))).toBe('400 invalid_cursor');
});

test('functions are found by a part of their name, in any case, page by page', async () => {
    const names = async (query: string) => (await listed(query)).data.map(({ name }) => name);
    expect(await names('search=DIDATE&type=sync')).toEqual(['candidates']);
    const first = await listed('search=job&limit=2');
    const rest = await listed(`search=job&limit=2&cursor=${first.next_cursor}`);
    expect([...first.data, ...rest.data].map(({ name }) => name)).toEqual(['job-posts', 'job-stages', 'jobs']);
    expect(await names('search=nothing-like-it')).toEqual([]);
});

test('an action that is switched off is refused, and runs again when it is switched on', async () => {
    const off = await change('gem/functions/action/list-notes', { enabled: false });
    expect(off).toMatchObject({ status: 200, body: { data: { enabled: false, origin: 'built_in' } } });
    expect(outcome(await act('list-notes', { candidate_id: 'UGVyc29uOjE=' }))).toBe('404 disabled_resource');
    await change('gem/functions/action/list-notes', { enabled: true });
    expect(outcome(await act('list-notes', { candidate_id: 'UGVyc29uOjE=' }))).not.toBe('404 disabled_resource');
});

test('what reads from the provider at an address is refused there too while it is switched off', async () => {
    const reads = { 'list-notes': '/candidate-notes?candidate_id=UGVyc29uOjE=', 'get-candidate': '/candidates/UGVyc29uOjE=?live=true' };
    for (const [name, path] of Object.entries(reads)) {
        const get = async () => outcome(await send(app, 'GET', path, undefined, { headers }));
        await change(`gem/functions/action/${name}`, { enabled: false });
        expect(await get()).toBe('404 disabled_resource');
        await change(`gem/functions/action/${name}`, { enabled: true });
        expect(await get()).toBe('200');
    }
});

test('a sync that is switched off does not run, and runs soon when it is switched on', async () => {
    const before = await runAgain(app, 'users');
    await change('gem/functions/sync/users', { enabled: false });
    expect((await statusOf(app, 'users')).status).toBe('STOPPED');
    await runAgain(app, 'users');
    expect(await statusOf(app, 'users')).toMatchObject({ status: 'STOPPED', error: { code: 'disabled_resource' } });
    await change('gem/functions/sync/users', { enabled: true });
    pass(app, 11_000);
    await expect.poll(async () => (await statusOf(app, 'users')).latestExecutionStatus).toBe('SUCCESS');
    expect((await statusOf(app, 'users')).finishedAt).not.toBe(before.finishedAt);
});

test('how often the sync of an integration runs can be set for all connections', async () => {
    await runAgain(app, 'jobs');
    const changed = await change('gem/functions/sync/jobs', { frequency: 'Every 10  minutes' });
    expect(changed.body).toMatchObject({ data: { frequency: 'every 10 minutes', declared_frequency: 'every hour' } });
    const { frequency, nextScheduledSyncAt: next } = await statusOf(app, 'jobs');
    expect(frequency).toBe('every 10 minutes');
    expect(Date.parse(next ?? '') - app.clock.now().getTime()).toBeLessThanOrEqual(10 * 60_000);
    expect((await change('gem/functions/sync/jobs', { frequency: null })).body).toMatchObject({ data: { frequency: 'every hour' } });
});

test('of two who change how often a sync of an integration runs, the second is refused, and nothing of theirs is saved', async () => {
    const path = 'gem/functions/sync/locations';
    const set = (frequency: string | null, expected_frequency?: string | null) => change(path, { frequency, expected_frequency });
    const now = async () => (await listed()).data.find(({ name }) => name === 'locations')?.frequency;
    expect(outcome(await set('every day', 'every 2 hours'))).toBe('409 conflict');
    expect(await now()).toBe('every hour');
    const both = await Promise.all(['every 2 hours', 'every 3 hours'].map((frequency) => set(frequency, 'every hour')));
    expect(both.map(outcome).toSorted()).toEqual(['200', '409 conflict']);
    const won = await now();
    expect(both.find(({ status }) => status === 200)?.body).toMatchObject({ data: { frequency: won } });
    const late = await Promise.all(['every 4 hours', 'every 5 hours'].map((frequency) => set(frequency, String(won))));
    expect(late.map(outcome).toSorted()).toEqual(['200', '409 conflict']);
    expect(outcome(await set('every day', 'every hour'))).toBe('409 conflict');
    expect(outcome(await set(null))).toBe('200');
    expect(await now()).toBe('every hour');
});

test('settings stay with a function that is deployed in the place of another', async () => {
    await change('gem/functions/action/list-notes', { enabled: false });
    await deployAll(app, [await actionFlow('list-notes', 'return [];')]);
    expect((await listed()).data.find(({ name }) => name === 'list-notes')).toMatchObject({
        origin: 'deployed',
        replaces_built_in: true,
        enabled: false
    });
    await change('gem/functions/action/list-notes', { enabled: true });
    expect((await act('list-notes')).body).toEqual([]);
    await deployAll(app, []);
    expect((await listed()).data.find(({ name }) => name === 'list-notes')).toMatchObject({ origin: 'built_in', enabled: true });
});

test('a fork says what it was written from, and whether that has changed since', async () => {
    const name = 'gem/list-notes';
    for (const [hash, is_behind] of [
        [sourceHashes[name], false],
        ['of-an-earlier-one', true]
    ] as const) {
        await deployAll(app, [await actionFlow('list-notes', `return '${hash}';`, { attributes: { forked_from: { name, hash } } })]);
        expect((await listed()).data.find((each) => each.name === 'list-notes')).toMatchObject({ forked_from: { name, is_behind } });
    }
    await deployAll(app, []);
});

test('the source of what was deployed can be read', async () => {
    const flow = await actionFlow('readable', 'return 1;');
    await deployAll(app, [flow]);
    const path = '/integrations/gem/functions/action/readable/code';
    expect((await send(app, 'GET', path)).body).toMatchObject({
        data: { source: flow.fileBody.ts, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }
    });
    expect(outcome(await send(app, 'GET', path.replace('readable', 'list-notes')))).toBe('404 not_found');
});

test('settings of functions that there are not, or that make no sense, are refused', async () => {
    const cases: [path: string, body: unknown, code: string][] = [
        ['nowhere/functions/sync/users', { enabled: true }, '404 unknown_provider_config'],
        ['gem/functions/sync/nothing', { enabled: true }, '404 not_found'],
        ['gem/functions/action/list-notes', { frequency: 'every hour' }, '400 invalid_body'],
        ['gem/functions/sync/users', { frequency: 'every second' }, '400 sync_interval_too_short'],
        ['gem/functions/sync/users', { frequency: 'every 2 months' }, '400 invalid_body'],
        ['gem/functions/sync/users', { frequency: 'at times' }, '400 invalid_body'],
        ['gem/functions/task/users', {}, '400 invalid_uri_params']
    ];
    for (const [path, body, code] of cases) expect(outcome(await change(path, body))).toBe(code);
});

test('GET /scripts/config lists functions as the reference does, and actions as tools', async () => {
    const definitions = { In: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } };
    await deployAll(app, [
        await actionFlow('own', 'return 1;', { input: 'In', models_json_schema: { definitions }, metadata: { description: 'Own.' } })
    ]);
    interface Listed {
        providerConfigKey: string;
        provider: string;
        syncs: { name: string }[];
        actions: { name: string }[];
        'on-events': unknown[];
    }
    const [gem] = (await send(app, 'GET', '/scripts/config')).body as Listed[];
    expect(gem).toMatchObject({ providerConfigKey: 'gem', provider: 'sandbox-gem', 'on-events': [] });
    expect(gem?.syncs.find(({ name }) => name === 'candidates')).toMatchObject({
        type: 'sync',
        runs: 'every hour',
        returns: ['Candidate'],
        source: 'catalog',
        enabled: true,
        endpoints: [{ method: 'GET', path: '/candidates' }]
    });
    expect(gem?.actions.find(({ name }) => name === 'own')).toMatchObject({
        type: 'action',
        runs: null,
        source: 'repo',
        input: 'In',
        description: 'Own.'
    });
    const { data } = (await send(app, 'GET', '/scripts/config?format=openai')).body as { data: { name: string }[] };
    expect(data.find(({ name }) => name === 'own')).toEqual({
        name: 'own',
        description: 'Own.',
        parameters: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
    });
    expect(data.map(({ name }) => name)).not.toContain('candidates');
});

test('a handler of events has the version that its author gave it', async () => {
    const greet = await handler('greet', 'post-connection-creation', '');
    await deployHandlers(app, [{ ...greet, version: '2.1.0' }]);
    const { data } = await listed('type=on-event&limit=100');
    expect(data).toMatchObject([{ name: 'greet', event: 'post-connection-creation', version: '2.1.0' }]);
    await deployHandlers(app, [greet]);
    expect((await listed('type=on-event&limit=100')).data).toMatchObject([{ name: 'greet', version: null }]);
});
