import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { start as attempt } from '../../connect/attempts/attempts.fixtures.ts';
import { probeDue } from '../../connections/credentials/probe-due.ts';
import {
    connectGem,
    control,
    eventsOf,
    gemKey,
    journal,
    outcome,
    pass,
    send,
    sizes,
    startGemApp,
    statuses,
    statusOf,
    trigger,
    untilEnded,
    untilSynced
} from '../syncs/syncs.fixtures.ts';
import { connectAshby, syncOf, untilSyncedOnce } from '../unified/unified.fixtures.ts';

const minuteMs = 60_000;
const names = Object.keys(sizes);
const check = '/v0/users$';

let app: TestApp;
let id: string;
let count = 0;
beforeAll(async () => {
    app = await startGemApp();
    await control(app, 'size', { candidates: 20 });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
    await control(app, 'faults', []);
    await control(app, 'keys', { key: gemKey, enabled: true, ats: true });
    await app.db.deleteFrom('connections').execute();
    id = `c${(count += 1)}`;
    await connectGem(app, id);
    await untilSynced(app, id);
    await control(app, 'journal', undefined, 'DELETE');
});

const enableKey = (enabled: boolean) => control(app, 'keys', { key: gemKey, enabled });
const probeAllDue = async () => (await Promise.all(await probeDue(app.server.deps, 20))).length;
const refusals = async () => (await eventsOf(app, 'auth', id)).filter(({ operation }) => operation === 'refresh');
const failures = async () => (await eventsOf(app, 'sync', id)).filter(({ success }) => success === false);
/** Statuses of the first request of each check. */
const checks = async () => (await journal(app, check)).filter(({ query }) => query['page_size']?.[0] === '1').map(({ status }) => status);
const errorsOf = async () => (await statuses(app, '*', id)).map(({ name, error }) => `${name} ${error?.code}`);
const stateOf = async () => (await send(app, 'GET', `/connections/${id}?provider_config_key=gem`)).body as { auth: { state: string } };

async function untilFailed(code: string): Promise<void> {
    await expect.poll(errorsOf, { timeout: 20_000 }).toEqual(names.map((name) => `${name} ${code}`));
}

/** All syncs are due, and are refused. */
async function disableKeyAtOnce(): Promise<void> {
    await enableKey(false);
    pass(app, 61 * minuteMs);
    await untilFailed('connection_refresh_backoff');
}

test('a key that the vendor refuses stops all syncs with one event, and they go on at their checkpoints with another', async () => {
    await disableKeyAtOnce();
    expect(await checks()).toHaveLength(1);
    expect((await stateOf()).auth.state).toBe('failing');
    await control(app, 'journal', undefined, 'DELETE');
    pass(app, 5 * minuteMs);
    expect(await probeAllDue()).toBe(0);
    pass(app, 6 * minuteMs);
    expect(await probeAllDue()).toBe(1);
    expect((await stateOf()).auth.state).toBe('broken');
    pass(app, 60 * minuteMs);
    await untilFailed('connection_refresh_exhausted');
    const headers = { 'connection-id': id, 'provider-config-key': 'gem' };
    const writes = [
        ['/candidates', { created_by: 'VXNlcjox', first_name: 'Ada', last_name: 'Lovelace' }],
        ['/candidates?dry_run=true', { created_by: 'VXNlcjox', first_name: 'Ada', last_name: 'Lovelace' }],
        ['/candidate-notes', { candidate_id: 'UGVyc29uOjE=', user_id: 'VXNlcjox', text: 'A note' }]
    ] as const;
    for (const [path, body] of writes)
        expect(outcome(await send(app, 'POST', path, body, { headers }))).toBe('424 connection_refresh_exhausted');
    expect(outcome(await send(app, 'GET', '/jobs?live=true', undefined, { headers }))).toBe('424 connection_refresh_exhausted');
    expect(outcome(await send(app, 'GET', '/jobs', undefined, { headers }))).toBe('200');
    expect((await journal(app)).filter(({ method }) => method !== 'GET')).toEqual([]);
    expect((await journal(app)).map(({ path }) => path).filter((path) => !path.includes('/users'))).toEqual([]);
    expect(await refusals()).toMatchObject([{ success: false }]);
    expect(await failures()).toEqual([]);

    await enableKey(true);
    await control(app, 'journal', undefined, 'DELETE');
    const again = await attempt(await app.reconnectSession(id, 'gem'), 'gem', { credentials: { apiKey: gemKey } });
    expect(again.status).toBe('succeeded');
    await untilSynced(app, id);
    const [first] = await journal(app, '/candidates/$');
    expect(first?.query).toHaveProperty('updated_after');
    expect(await failures()).toEqual([]);
});

test('where the key is good again at the second look, the syncs go on, and no event tells of it', async () => {
    await disableKeyAtOnce();
    await enableKey(true);
    pass(app, 2 * minuteMs);
    const soon = () => app.clock.now().getTime() + 30 * minuteMs;
    const resting = async () => (await statuses(app, '*', id)).every(({ nextScheduledSyncAt: at }) => Date.parse(at ?? '') > soon());
    await expect.poll(resting).toBe(true);
    pass(app, 9 * minuteMs);
    expect(await probeAllDue()).toBe(1);
    await untilSynced(app, id);
    expect([await refusals(), await failures()]).toEqual([[], []]);
});

test('a refused call with a valid key is reported as any other failure', async () => {
    const action = { type: 'status', code: 403, headers: { 'x-amzn-errortype': 'ForbiddenException' }, body: { message: 'Forbidden' } };
    await control(app, 'faults', [{ match: { path_regex: '/jobs/$' }, action }]);
    pass(app, 61 * minuteMs);
    await expect.poll(async () => (await statusOf(app, 'jobs', id)).error?.code).toBe('script_http_error');
    // The others end too: the next test deletes the connection, which could deadlock with a run.
    await expect.poll(async () => (await statuses(app, '*', id)).filter(({ status }) => status === 'RUNNING')).toEqual([]);
    expect(await checks()).toEqual([200]);
    expect(await failures()).toMatchObject([{ syncName: 'jobs', error: { type: 'script_http_error' } }]);
    expect(await stateOf()).toMatchObject({ auth: { state: 'ok' } });
});

test('a permission that a key lacks breaks nothing, and is not even a reason to check the key', async () => {
    await control(app, 'keys', { key: gemKey, ats: false });
    await trigger(app, { syncs: ['jobs'], connection_id: id });
    await expect.poll(async () => (await statusOf(app, 'jobs', id)).error?.code).toBe('script_http_error');
    expect(await failures()).toMatchObject([{ syncName: 'jobs' }]);
    expect([await checks(), await stateOf()]).toMatchObject([[], { auth: { state: 'ok' } }]);
});

test('a key that is refused in a proxied call is checked, however lately it was accepted', async () => {
    await enableKey(false);
    const call = { 'provider-config-key': 'gem', 'connection-id': id };
    expect((await send(app, 'GET', '/proxy/ats/v0/jobs/', undefined, { headers: call })).status).toBe(403);
    await expect.poll(probeAllDue).toBe(1);
    expect((await stateOf()).auth.state).toBe('failing');
});

test('while the vendor does not respond to the check, a refused sync is repeated, and told of only when that goes on', async () => {
    await enableKey(false);
    await control(app, 'faults', [{ match: { path_regex: '/users/?$' }, action: { type: 'status', code: 503 } }]);
    let { finishedAt } = await statusOf(app, 'jobs', id);
    await trigger(app, { syncs: ['jobs'], connection_id: id });
    for (const [untold, waitMs] of [1, 2, 4].entries()) {
        const ended = await untilEnded(app, 'jobs', finishedAt, id);
        expect(ended).toMatchObject({ failures: untold + 1, error: { code: 'connection_refresh_backoff' } });
        expect(await failures()).toEqual([]);
        ({ finishedAt } = ended);
        pass(app, waitMs * minuteMs);
    }
    expect((await untilEnded(app, 'jobs', finishedAt, id)).error?.code).toBe('script_http_error');
    expect([await failures(), await refusals()]).toMatchObject([[{ syncName: 'jobs' }], []]);
});

test('a check by another server that is gone is waited for, and then made anew', async () => {
    const setLease = (ms: number) =>
        app.db
            .updateTable('connections')
            .set({ refresh_lease_until: new Date(app.clock.now().getTime() + ms) })
            .where('connection_id', '=', id)
            .execute();
    await setLease(60 * minuteMs);
    await enableKey(false);
    await trigger(app, { syncs: ['jobs'], connection_id: id });
    await expect.poll(async () => (await journal(app, '/jobs/$')).length).toBe(1);
    expect((await statusOf(app, 'jobs', id)).status).toBe('RUNNING');
    expect(await checks()).toEqual([]);
    await setLease(-1);
    await expect.poll(async () => (await statusOf(app, 'jobs', id)).error?.code).toBe('connection_refresh_backoff');
    expect([await checks(), await failures()]).toEqual([[403], []]);
});

test('credentials that are replaced while they are checked end the run without an event, and it is repeated with the new ones', async () => {
    await control(app, 'keys', { key: 'another', enabled: true });
    await control(app, 'faults', [{ match: { path_regex: check }, action: 'hold', times: 1 }]);
    await enableKey(false);
    await trigger(app, { syncs: ['jobs'], connection_id: id });
    await expect.poll(async () => (await checks()).length).toBe(1);
    const again = await attempt(await app.reconnectSession(id, 'gem'), 'gem', { credentials: { apiKey: 'another' } });
    expect(again.status).toBe('succeeded');
    await control(app, 'faults', []);
    await untilSynced(app, id);
    expect([await refusals(), await failures(), await stateOf()]).toMatchObject([[], [], { auth: { state: 'ok' } }]);
});

test('of two servers whose syncs are refused at once, one checks the key', async () => {
    await using _replica = await startGemApp({ replicaOf: app });
    await disableKeyAtOnce();
    expect(await checks()).toHaveLength(1);
    pass(app, 11 * minuteMs);
    await probeAllDue();
    expect([(await refusals()).length, await failures()]).toEqual([1, []]);
});

test('a key that Ashby refuses stops all syncs with one event, and one that lacks a permission does not', async () => {
    await using ashby = await startTestApp({ runsJobs: true });
    const vendor = { app: ashby, headers: await connectAshby(ashby) };
    const synced = ['applications', 'candidates', 'job-stages', 'jobs', 'locations', 'users'];
    for (const name of synced) await untilSyncedOnce(vendor, name);
    const { keys } = (await ashby.sandbox.control('ashby/keys')) as { keys: { key: string; permissions: string[] }[] };
    const { key = '', permissions = [] } = keys[0] ?? {};
    const setKey = (change: object) => ashby.sandbox.control('ashby/keys', { key, ...change });
    const told = async () =>
        (await eventsOf(ashby, 'sync', 'a1')).filter(({ success }) => success === false).map(({ syncName }) => syncName);

    await setKey({ permissions: permissions.filter((permission) => !/job/i.test(permission)) });
    pass(ashby, 61 * minuteMs);
    // Both ask for jobs.
    for (const name of ['job-stages', 'jobs'])
        await expect.poll(async () => (await syncOf(vendor, name)).error?.code).toBe('script_http_error');
    const lacking = await told();
    expect(lacking).toContain('jobs');
    expect(await eventsOf(ashby, 'auth', 'a1')).not.toContainEqual(expect.objectContaining({ operation: 'refresh' }));

    await setKey({ permissions, enabled: false });
    pass(ashby, 61 * minuteMs);
    for (const name of synced)
        await expect.poll(async () => (await syncOf(vendor, name)).error?.code, { timeout: 20_000 }).toBe('connection_refresh_backoff');
    ashby.clock.advance(11 * minuteMs);
    await Promise.all(await probeDue(ashby.server.deps, 20));
    const refused = (await eventsOf(ashby, 'auth', 'a1')).filter(({ operation }) => operation === 'refresh');
    expect([refused.length, await told()]).toEqual([1, lacking]);
});
