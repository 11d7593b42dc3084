import { expect, afterAll, beforeAll, beforeEach, test } from 'vitest';
import type { FunctionRunDetails, FunctionRunView } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { keyWith } from '../../../api.fixtures.ts';
import { cleanUp } from '../../../clean-up.ts';
import { actionFlow, deployAll, deployHandlers, handler, syncFlow } from '../deployments/deployments.fixtures.ts';
import { entriesOf } from '../../platform/request-log/request-log.fixtures.ts';
import { connectGem, control, eventsOf, headers, journal, outcome, send, startGemApp, statusOf } from '../syncs/syncs.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
    await control(app, 'size', { candidates: 5 });
    await connectGem(app);
});
beforeEach(async () => {
    await control(app, 'faults', []);
    await control(app, 'journal', undefined, 'DELETE');
});
afterAll(() => app[Symbol.asyncDispose]());

const act = (name: string, input?: unknown, more: Record<string, string> = {}) =>
    send(app, 'POST', '/action/trigger', { action_name: name, input }, { headers: { ...headers, ...more } });
const later = async (name: string, input?: unknown) => ((await act(name, input, { 'x-async': 'true' })).body as { id: string }).id;
interface Page {
    data: FunctionRunView[];
    next_cursor: string | null;
}
const list = async (query: string, token?: string) =>
    (await send(app, 'GET', `/functions/runs?${query}`, undefined, token === undefined ? {} : { token })).body as Page;
const newest = async (query: string) => (await list(`${query}&limit=1`)).data[0];
const idOf = async (query: string) => (await newest(query))?.id ?? '';
const read = async (id: string, token?: string) =>
    (
        (await send(app, 'GET', `/functions/runs/${id}`, undefined, token === undefined ? {} : { token })).body as {
            data: FunctionRunDetails;
        }
    ).data;
const cancel = (id: string) => send(app, 'POST', `/functions/runs/${id}/cancel`);
const retry = (id: string) => send(app, 'POST', `/functions/runs/${id}/retry`);
async function untilStatus(id: string, status: string): Promise<void> {
    await expect.poll(async () => (await read(id))?.status, { timeout: 20_000 }).toBe(status);
}
const messageOf = ({ body }: { body: unknown }) => (body as { error: { message: string } }).error.message;

/** Waits for a response that does not come. */
const hangs = `await context.get({ endpoint: '/ats/v0/users/' });`;
async function untilAsked(): Promise<void> {
    await expect.poll(async () => (await journal(app, '/users/')).length, { timeout: 20_000 }).toBe(1);
}

test('runs are listed from the newest, by what they are, page by page', async () => {
    await deployAll(app, [await actionFlow('first', 'return 1;'), await actionFlow('second', `throw new Error('no');`)]);
    for (const name of ['first', 'second', 'first']) await act(name);
    const actions = await list('type=action');
    expect(actions.data.map(({ name, status }) => `${name} ${status}`)).toEqual(['first succeeded', 'second failed', 'first succeeded']);
    expect(actions.data[1]).toMatchObject({
        type: 'action',
        integration_id: 'gem',
        connection_id: 'c1',
        attempt: 1,
        duration_ms: expect.any(Number),
        error: { code: 'script_internal_error' }
    });
    const page = await list('type=action&limit=2');
    const rest = await list(`type=action&limit=2&cursor=${page.next_cursor}`);
    expect([...page.data, ...rest.data]).toEqual(actions.data);
    expect(rest.next_cursor).toBeNull();
    expect((await list('name=second&status=failed')).data).toHaveLength(1);
    expect((await list('type=action&connection_id=c1&integration_id=gem')).data).toHaveLength(3);
    for (const none of ['connection_id=c2', 'integration_id=other', 'name=first&status=failed', 'type=webhook'])
        expect((await list(none)).data).toEqual([]);
    expect(outcome(await send(app, 'GET', '/functions/runs?cursor=nowhere'))).toBe('400 invalid_cursor');
});

test('runs that a server of the release before has inserted are found by their app as well, and get it', async () => {
    const found = await list('type=action&integration_id=gem');
    expect(found.data.length).toBeGreaterThan(2);
    await sql`update function_runs set integration_id = null where connection_row_id is not null and id <> ${found.data[0]?.id ?? ''}`.execute(
        app.db
    );
    expect(await list('type=action&integration_id=gem')).toEqual(found);
    expect((await list('type=action&integration_id=gem&limit=2')).data).toEqual(found.data.slice(0, 2));
    await cleanUp(app.server.deps);
    const { rows } = await sql`select from function_runs where integration_id is null`.execute(app.db);
    expect(rows).toHaveLength(0);
    expect(await list('type=action&integration_id=gem')).toEqual(found);
});

test('a run has its log while it goes on, and one that ends is not without what came last', async () => {
    await control(app, 'faults', [{ action: 'hang' }]);
    const body = `await context.log('before', { at: 1 }); await context.log('then'); ${hangs}`;
    await deployAll(app, [await actionFlow('slow', body)]);
    const id = await later('slow');
    await expect.poll(async () => (await read(id)).log.map(({ message }) => message), { timeout: 20_000 }).toEqual(['before', 'then']);
    expect(await read(id)).toMatchObject({ status: 'running', finished_at: null, log: [{ meta: { at: 1 } }, { meta: null }] });
    await cancel(id);
    await untilStatus(id, 'failed');
    expect((await read(id)).log).toHaveLength(2);
});

test('a run has its log, its calls, and the line of the source where it failed', async () => {
    const body = `context.log('looked', { at: 1 }, { level: 'warn' });
    const { data } = await context.get({ endpoint: '/ats/v0/users/', params: { per_page: 2 } });
    throw new TypeError('of ' + data.length);`;
    const flow = await actionFlow('broken', body);
    await deployAll(app, [flow]);
    await act('broken', { a: 1 });
    const run = await read(await idOf('name=broken'));
    expect(run).toMatchObject({
        calls: 1,
        log: [{ level: 'warn', message: 'looked', meta: { at: 1 }, at: expect.any(String) }],
        error: { code: 'script_internal_error' },
        data: { input: null, output: null, error: { payload: { name: 'TypeError', message: 'of 2' } } }
    });
    const line = flow.fileBody.ts.split('\n').findIndex((text) => text.includes('TypeError')) + 1;
    expect(run.stack).toMatch(new RegExp(`^TypeError: of 2\\n\\s+at .*:${line}:\\d+`));
});

test('what deployed code requests is logged under the id of the call that it runs for', async () => {
    await deployAll(app, [await actionFlow('asks', `await context.get({ endpoint: '/ats/v0/users/' });`)]);
    for (const request_id of ['call-1', 'call-2']) await act('asks', undefined, { 'patchbay-request-id': request_id });
    for (const request_id of ['call-1', 'call-2']) expect(await entriesOf(app, 1, { request_id })).toMatchObject([{ kind: 'proxy' }]);
});

test('the log finds the requests of a run by its id, its attempts too, and those of no other run', async () => {
    const body = `for (const page of ['1', '2']) await context.get({ endpoint: '/ats/v0/users/', params: { page }, retries: 1 });`;
    await deployAll(app, [await actionFlow('reads', body)]);
    await control(app, 'faults', [{ match: { path_regex: '/users/' }, action: { type: 'status', code: 503 }, times: 1 }]);
    for (const _ of ['first', 'second']) await act('reads');
    const [second, first] = (await list('name=reads')).data;
    const ofFirst = await entriesOf(app, 3, { run_id: first?.id ?? '' });
    expect(ofFirst.map(({ status, attempt }) => `${status} ${attempt}`)).toEqual(['503 1', '200 2', '200 1']);
    await entriesOf(app, 2, { run_id: second?.id.toUpperCase() ?? '' });
    await deployAll(app, [await syncFlow('reading', `${body} await context.batchSave([], 'Contact');`)]);
    await expect.poll(() => newest('name=reading'), { timeout: 20_000 }).toMatchObject({ status: 'succeeded' });
    const sync = (await newest('name=reading'))?.id ?? '';
    expect(await entriesOf(app, 2, { run_id: sync })).toMatchObject([{ kind: 'proxy', connection_id: 'c1' }, { kind: 'proxy' }]);
    expect(await entriesOf(app, 0, { run_id: sync, status: '5xx' })).toEqual([]);
    // A filter is no word of an address.
    expect(await entriesOf(app, 0, { search: 'run' })).toEqual([]);
});

test('what a sync has changed and set aside is counted by model', async () => {
    const body = `await context.batchSave([{ id: '1', name: 'Ada' }, { id: '2' }], 'Contact');`;
    await deployAll(app, [await syncFlow('contacts', body)]);
    await expect.poll(() => newest('name=contacts'), { timeout: 20_000 }).toMatchObject({ status: 'succeeded' });
    expect(await newest('name=contacts')).toMatchObject({
        type: 'sync',
        variant: 'base',
        records: { Contact: { added: 1, updated: 0, deleted: 0 } },
        set_aside: { Contact: 1 }
    });
});

test('a key that may not read records gets no input and output, and keys of other environments nothing', async () => {
    await deployAll(app, [await actionFlow('echo', 'return input;')]);
    const id = await later('echo', { secret: 1 });
    await untilStatus(id, 'succeeded');
    expect((await read(id)).data).toMatchObject({ input: { secret: 1 }, output: { secret: 1 } });
    const narrow = await keyWith(app, ['environment:functions:read']);
    expect((await read(id, narrow)).data).toBeNull();
    expect((await list('', app.keys.prod)).data).toEqual([]);
    for (const path of ['', '/cancel', '/retry']) {
        const method = path === '' ? 'GET' : 'POST';
        expect(outcome(await send(app, method, `/functions/runs/${id}${path}`, undefined, { token: app.keys.prod }))).toBe('404 not_found');
    }
    expect(outcome(await send(app, 'POST', `/functions/runs/${id}/cancel`, undefined, { token: narrow }))).toBe('403 forbidden');
});

test('an action that is cancelled ends at once, and its caller is told', async () => {
    await deployAll(app, [await actionFlow('stuck', hangs)]);
    await control(app, 'faults', [{ action: 'hang' }]);
    const called = act('stuck');
    await untilAsked();
    expect(outcome(await cancel(await idOf('name=stuck')))).toBe('200');
    expect(outcome(await called)).toBe('410 script_aborted');
    const run = await newest('name=stuck');
    expect(run).toMatchObject({ status: 'failed', error: { code: 'script_aborted' }, cancelled_at: expect.any(String) });
    const again = await cancel(run?.id ?? '');
    expect([outcome(again), messageOf(again)]).toEqual(['409 conflict', 'The run has ended already.']);
});

test('an action that waits does not begin once it is cancelled, and one that runs is not tried again', async () => {
    await deployAll(app, [await actionFlow('stuck', hangs), await actionFlow('waits', 'return 1;')]);
    await control(app, 'faults', [{ action: 'hang' }]);
    const { body } = await act('stuck', undefined, { 'x-async': 'true', 'x-max-retries': '2' });
    const { id: first } = body as { id: string };
    await untilAsked();
    const second = await later('waits');
    expect(await read(second)).toMatchObject({ status: 'queued' });
    expect((await cancel(second)).body).toMatchObject({ data: { status: 'failed', error: { code: 'script_aborted' } } });
    await cancel(first);
    await untilStatus(first, 'failed');
    expect(await read(first)).toMatchObject({ attempt: 1, error: { code: 'script_aborted' } });
    expect(outcome(await send(app, 'GET', `/action/${second}`))).toBe('410 script_aborted');
    expect(await read(second)).toMatchObject({ started_at: null });
    expect((await eventsOf(app, 'async_action')).slice(-2)).toMatchObject([{ payload: { id: second } }, { payload: { id: first } }]);
});

test('a sync that is cancelled runs again when its time comes, and tells of no failure', async () => {
    await control(app, 'faults', [{ action: 'hang' }]);
    // Its first run begins by itself: triggered during that one, it would run again at once.
    await deployAll(app, [await syncFlow('contacts', hangs)]);
    await untilAsked();
    const run = await newest('name=contacts');
    await cancel(run?.id ?? '');
    await untilStatus(run?.id ?? '', 'failed');
    // The run is told as ended before its sync is given back.
    await expect
        .poll(async () => Date.parse((await statusOf(app, 'contacts')).nextScheduledSyncAt ?? ''), { timeout: 20_000 })
        .toBeGreaterThan(Date.now() + 30 * 60_000);
    expect(await statusOf(app, 'contacts')).toMatchObject({ error: { code: 'script_aborted' }, failures: 0 });
    expect((await eventsOf(app, 'sync')).filter(({ syncName, success }) => syncName === 'contacts' && success === false)).toEqual([]);
});

test('a failed asynchronous action runs again with its input', async () => {
    await deployAll(app, [await actionFlow('flaky', `if (!input.ready) throw new Error('not yet'); return input;`)]);
    const id = await later('flaky', { ready: false });
    await untilStatus(id, 'failed');
    await deployAll(app, [await actionFlow('flaky', `return { got: input };`)]);
    const { body } = await retry(id);
    const { run_id: next } = (body as { data: { run_id: string } }).data;
    await untilStatus(next, 'succeeded');
    expect((await read(next)).data).toMatchObject({ output: { got: { ready: false } } });
    const refused = await retry(next);
    expect([outcome(refused), messageOf(refused)]).toEqual(['409 run_not_repeatable', 'The run has succeeded.']);
});

test('a run without a stored input is not repeated, and the error gives the reason', async () => {
    await deployAll(app, [await actionFlow('failing', `throw new Error('no');`)]);
    await act('failing', { a: 1 });
    const refused = await retry(await idOf('name=failing'));
    expect([outcome(refused), messageOf(refused)]).toEqual([
        '409 run_not_repeatable',
        'The input of an action is kept only where it is called with `X-Async`.'
    ]);
});

test('a failed sync, and a function that ran after a connection was made, run again', async () => {
    await deployAll(app, [await syncFlow('contacts', `throw new Error('no');`)]);
    await expect
        .poll(() => newest('name=contacts'), { timeout: 20_000 })
        .toMatchObject({ status: 'failed', error: { code: 'script_internal_error' } });
    const id = await idOf('name=contacts');
    expect((await retry(id)).body).toEqual({ data: { run_id: null } });
    await expect.poll(async () => (await newest('name=contacts'))?.id, { timeout: 20_000 }).not.toBe(id);
    await deployHandlers(app, [await handler('greet', 'post-connection-creation', `throw new Error('no');`)]);
    await connectGem(app, 'c2');
    await expect.poll(() => newest('name=greet'), { timeout: 20_000 }).toMatchObject({ status: 'failed', connection_id: 'c2' });
    await deployHandlers(app, [await handler('greet', 'post-connection-creation', '')]);
    const { body } = await retry(await idOf('name=greet'));
    const { run_id: next } = (body as { data: { run_id: string } }).data;
    await expect
        .poll(async () => (await list('name=greet')).data.find((run) => run.id === next)?.status, { timeout: 20_000 })
        .toBe('succeeded');
});

test('of a connection that a function refused there is the run, without a connection', async () => {
    await deployHandlers(app, [await handler('refuse', 'validate-connection', `context.log('looked'); throw new Error('no');`)]);
    await connectGem(app, 'c3').catch(() => undefined);
    const run = await newest('name=refuse');
    expect(run).toMatchObject({ type: 'on-event', connection_id: 'c3', integration_id: 'gem', status: 'failed' });
    expect((await read(run?.id ?? '')).log).toHaveLength(1);
    const refused = await retry(run?.id ?? '');
    expect([outcome(refused), messageOf(refused)]).toEqual([
        '409 run_not_repeatable',
        'Only functions that run after a connection was made can be run again.'
    ]);
    await deployHandlers(app, []);
});
