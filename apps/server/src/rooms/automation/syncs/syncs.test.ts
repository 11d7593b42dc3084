import type { TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { whileUncommitted } from '../../../locks.fixtures.ts';
import { list } from '../records/records.fixtures.ts';
import {
    connectGem,
    control,
    headers,
    journal,
    type JournalEntry,
    outcome,
    pass,
    runAgain,
    send,
    startGemApp,
    statuses,
    statusOf,
    target,
    trigger,
    untilEnded,
    untilSynced,
    unknownId
} from './syncs.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
    await control(app, 'size', { candidates: 20 });
    await send(app, 'POST', '/integrations', { provider: 'sandbox-gem', unique_key: 'gem' }, { token: app.keys.prod });
    await connectGem(app);
    await untilSynced(app);
});
beforeEach(() => control(app, 'faults', []));
afterAll(() => app[Symbol.asyncDispose]());

const names = ['applications', 'candidates', 'job-posts', 'job-stages', 'jobs', 'locations', 'users'];
const command = (path: string, body: object) => send(app, 'POST', path, { ...target, ...body });
const pause = (syncs: unknown[]) => command('/sync/pause', { syncs });
const start = (syncs: unknown[]) => command('/sync/start', { syncs });
const setFrequency = (frequency: unknown, more: object = {}) =>
    send(app, 'PUT', '/sync/update-connection-frequency', { ...target, sync_name: 'jobs', frequency, ...more });
const stateOf = async (model: string, query = '') => (await app.raw(`/records?model=${model}${query}`, { headers })).headers;

test('a new connection has each sync of its provider, run at once and due again after its interval', async () => {
    const found = await statuses(app);
    expect(found.map(({ name }) => name)).toEqual(names);
    const [jobs] = found.filter(({ name }) => name === 'jobs');
    expect(jobs).toMatchObject({
        connection_id: 'c1',
        variant: 'base',
        type: 'INCREMENTAL',
        status: 'SUCCESS',
        frequency: 'every hour',
        latestResult: { Job: { added: 12, updated: 0, deleted: 0 } },
        latestExecutionStatus: 'SUCCESS',
        recordCount: { Job: 12 },
        checkpoint: { since: expect.any(String) },
        error: null,
        failures: 0
    });
    const waitMs = Date.parse(jobs?.nextScheduledSyncAt ?? '') - Date.parse(jobs?.finishedAt ?? '');
    expect(waitMs).toBeGreaterThan(3_590_000 - 30_000);
    expect(waitMs).toBeLessThanOrEqual(3_600_000);
});

test('the status is of the syncs that are named, of all with *, and of all connections without one', async () => {
    const named = (await statuses(app, 'jobs,users::base')).map(({ name, variant }) => `${name} ${variant}`);
    expect(named).toEqual(['jobs base', 'users base']);
    const all = await send(app, 'GET', '/sync/status?syncs=jobs&provider_config_key=gem');
    expect(all.body).toMatchObject({ syncs: [{ connection_id: 'c1', name: 'jobs' }] });
    expect(await statuses(app, 'nothing')).toEqual([]);
});

test('the status of an unknown connection is invalid_body, as of one of another environment', async () => {
    const query = '/sync/status?syncs=*&provider_config_key=gem&connection_id=';
    const unknown = await send(app, 'GET', `${query}${unknownId}`);
    expect(outcome(unknown)).toBe('400 invalid_body');
    expect(unknown.body).toMatchObject({ error: { message: 'Connection not found' } });
    expect(outcome(await send(app, 'GET', `${query}c1`, undefined, { token: app.keys.prod }))).toBe('400 invalid_body');
    expect(outcome(await send(app, 'GET', '/sync/status?provider_config_key=gem'))).toBe('400 invalid_query_params');
    expect(outcome(await send(app, 'GET', '/sync/status?syncs=*'))).toBe('400 invalid_query_params');
});

test('the status of an unknown integration has no syncs, and that of its connections is invalid_body', async () => {
    const query = '/sync/status?syncs=*&provider_config_key=none';
    expect(await send(app, 'GET', query)).toMatchObject({ status: 200, body: { syncs: [] } });
    expect(outcome(await send(app, 'GET', `${query}&connection_id=c1`))).toBe('400 invalid_body');
});

test('a trigger names its syncs and its connection in the body or in headers', async () => {
    const before = await statusOf(app, 'jobs');
    const users = await statusOf(app, 'users');
    const reply = await send(app, 'POST', '/sync/trigger', { syncs: [{ name: 'jobs' }] }, { headers });
    expect([reply.status, reply.body]).toEqual([200, { success: true }]);
    const { latestResult } = await untilEnded(app, 'jobs', before.finishedAt);
    expect(latestResult).toEqual({ Job: { added: 0, updated: 0, deleted: 0 } });
    expect((await statusOf(app, 'users')).finishedAt).toBe(users.finishedAt);
});

test('a trigger without names runs all syncs', async () => {
    const before = await statuses(app);
    expect(outcome(await trigger(app, { syncs: [] }))).toBe('200');
    for (const { name, finishedAt } of before) await untilEnded(app, name, finishedAt);
});

test.each([
    ['no integration', { syncs: [] }, {}, '400 missing_provider_config_key'],
    ['an unknown integration', { syncs: [], provider_config_key: 'none' }, {}, '400 unknown_provider_config'],
    ['an unknown connection', { syncs: [], ...target, connection_id: unknownId }, {}, '404 unknown_connection'],
    ['an unknown sync', { syncs: ['none'], ...target }, {}, '400 no_syncs_found'],
    ['an unknown variant', { syncs: ['jobs::none'], ...target }, {}, '400 no_syncs_found'],
    ['a name of three parts', { syncs: ['jobs::base::x'], ...target }, {}, '400 invalid_body'],
    ['a variant without a name', { syncs: ['jobs::'], ...target }, {}, '400 invalid_body'],
    ['no list', { ...target }, {}, '400 invalid_body'],
    ['options of both kinds', { syncs: [], ...target, opts: { reset: true }, full_resync: true }, {}, '400 invalid_body'],
    ['options and a mode', { syncs: [], ...target, opts: {}, sync_mode: 'full_refresh' }, {}, '400 invalid_body']
])('a trigger with %s is refused', async (_what, body, more, expected) => {
    expect(outcome(await send(app, 'POST', '/sync/trigger', body, { headers: more }))).toBe(expected);
});

test.each(['/sync/start', '/sync/pause'])('%s refuses what it does not know', async (path) => {
    expect(outcome(await command(path, { syncs: [], provider_config_key: 'none' }))).toBe('400 unknown_provider_config');
    expect(outcome(await command(path, { syncs: [], connection_id: unknownId }))).toBe('404 unknown_connection');
    expect(outcome(await command(path, { syncs: ['none'] }))).toBe('400 no_syncs_found');
    expect(outcome(await send(app, 'POST', path, { syncs: [] }))).toBe('400 invalid_body');
    expect(outcome(await command(path, { syncs: Array.from({ length: 257 }, () => 'jobs') }))).toBe('400 invalid_body');
});

test('a connection of another environment is unknown to every command', async () => {
    const token = app.keys.prod;
    const variant = '/sync/jobs/variant/theirs';
    const asOther = async (method: string, path: string, body: object) =>
        outcome(await send(app, method, path, { ...target, ...body }, { token }));
    expect(await asOther('POST', '/sync/trigger', { syncs: [] })).toBe('404 unknown_connection');
    expect(await asOther('POST', '/sync/start', { syncs: [] })).toBe('404 unknown_connection');
    expect(await asOther('POST', '/sync/pause', { syncs: [] })).toBe('404 unknown_connection');
    const frequency = { sync_name: 'jobs', frequency: 'every day' };
    expect(await asOther('PUT', '/sync/update-connection-frequency', frequency)).toBe('400 unknown_connection');
    expect(await asOther('POST', variant, {})).toBe('400 unknown_connection');
    expect(await asOther('DELETE', variant, {})).toBe('400 unknown_connection');
    expect(await statusOf(app, 'jobs')).toMatchObject({ status: 'SUCCESS', frequency: 'every hour' });
});

test('a paused sync is not due and does not run on its schedule, but once where it is triggered', async () => {
    const paused = await pause(['jobs']);
    expect([paused.status, paused.body]).toEqual([200, { success: true }]);
    expect(await statusOf(app, 'jobs')).toMatchObject({ status: 'PAUSED', nextScheduledSyncAt: null });
    const users = await statusOf(app, 'users');
    const { finishedAt } = await statusOf(app, 'jobs');
    pass(app, 3_700_000);
    await untilEnded(app, 'users', users.finishedAt);
    expect((await statusOf(app, 'jobs')).finishedAt).toBe(finishedAt);
    expect(await runAgain(app, 'jobs')).toMatchObject({ status: 'PAUSED', nextScheduledSyncAt: null });

    const before = await statusOf(app, 'jobs');
    const started = await start(['jobs']);
    expect([started.status, started.body]).toEqual([200, { success: true }]);
    expect(await untilEnded(app, 'jobs', before.finishedAt)).toMatchObject({
        status: 'SUCCESS',
        nextScheduledSyncAt: expect.any(String)
    });
});

test('a frequency is for one sync of one connection, until null gives it its usual one back', async () => {
    const reply = await setFrequency('every 5 minutes');
    expect([reply.status, reply.body]).toEqual([200, { frequency: 'every 5 minutes' }]);
    const { frequency, nextScheduledSyncAt } = await statusOf(app, 'jobs');
    expect(frequency).toBe('every 5 minutes');
    expect(Date.parse(nextScheduledSyncAt ?? '') - app.clock.now().getTime()).toBeLessThanOrEqual(300_000);
    expect((await statusOf(app, 'users')).frequency).toBe('every hour');
    expect((await setFrequency(null)).body).toEqual({ frequency: 'every hour' });
    expect((await setFrequency(' Every  5 MINS ')).body).toEqual({ frequency: 'every 5 mins' });
    expect((await setFrequency(null)).body).toEqual({ frequency: 'every hour' });
    const usual = await statusOf(app, 'jobs');
    expect(usual.frequency).toBe('every hour');
    expect(Date.parse(usual.nextScheduledSyncAt ?? '') - app.clock.now().getTime()).toBeGreaterThan(300_000);
});

test('a frequency of the connection’s settings is in place of the usual one', async () => {
    const metadata = (sync: object) => send(app, 'POST', '/connections/metadata', { ...target, metadata: { sync } });
    expect(outcome(await metadata({ frequency: 'every 2 hours' }))).toBe('201');
    expect((await statusOf(app, 'jobs')).frequency).toBe('every 2 hours');
    expect((await setFrequency('every day')).body).toEqual({ frequency: 'every day' });
    expect((await setFrequency(null)).body).toEqual({ frequency: 'every 2 hours' });
    await metadata({});
    expect((await statusOf(app, 'jobs')).frequency).toBe('every hour');
});

test('of two who change how often a sync of one connection runs, the second is refused, and nothing of theirs is saved', async () => {
    const set = (frequency: string | null, expected: string) => setFrequency(frequency, { expected_frequency: expected });
    const now = async () => (await statusOf(app, 'jobs')).frequency;
    const usual = await now();
    expect(outcome(await set('every day', 'every 2 hours'))).toBe('409 conflict');
    expect(await now()).toBe(usual);
    const both = await whileUncommitted(
        app,
        (trx) => sql`select from syncs where name = 'jobs' for update`.execute(trx),
        () => Promise.all(['every 2 hours', 'every 3 hours'].map((frequency) => set(frequency, usual))),
        2
    );
    expect(both.map(outcome).toSorted()).toEqual(['200', '409 conflict']);
    const won = await now();
    expect(both.find(({ status }) => status === 200)?.body).toEqual({ frequency: won });
    expect(outcome(await set(null, usual))).toBe('409 conflict');
    expect((await set(null, won)).body).toEqual({ frequency: usual });
});

test.each([
    ['29s', {}, '400 sync_interval_too_short'],
    ['every 32 days', {}, '400 invalid_body'],
    ['now and then', {}, '400 invalid_body'],
    [undefined, {}, '400 invalid_body'],
    ['every day', { sync_name: 'none' }, '400 unknown_sync'],
    ['every day', { sync_variant: 'none' }, '400 unknown_sync'],
    ['every day', { connection_id: unknownId }, '400 unknown_connection']
])('the frequency %s with %o is refused', async (frequency, more, expected) => {
    expect(outcome(await setFrequency(frequency, more))).toBe(expected);
});

test('a variant has records, a schedule and a status of its own, and takes its records with it', async () => {
    const path = '/sync/jobs/variant/berlin';
    const made = await send(app, 'POST', path, target);
    expect([made.status, made.body]).toEqual([200, { id: expect.any(String), name: 'jobs', variant: 'berlin' }]);
    await untilEnded(app, 'jobs::berlin', undefined);
    expect((await statusOf(app, 'jobs::berlin')).recordCount).toEqual({ Job: 12 });
    expect((await statuses(app, 'jobs')).map(({ variant }) => variant)).toEqual(['base']);
    expect((await list(app, 'model=Job&variant=berlin', { integration: 'gem' })).records).toHaveLength(12);
    expect((await stateOf('Job', '&variant=berlin')).get('patchbay-sync-status')).toBe('current');

    expect(outcome(await send(app, 'POST', path, target))).toBe('400 sync_variant_already_exists');
    expect(outcome(await pause([{ name: 'jobs', variant: 'berlin' }]))).toBe('200');
    expect((await statusOf(app, 'jobs::berlin')).status).toBe('PAUSED');
    expect((await statusOf(app, 'jobs')).status).not.toBe('PAUSED');
    expect((await setFrequency('every day', { sync_variant: 'berlin' })).body).toEqual({ frequency: 'every day' });
    expect((await statusOf(app, 'jobs')).frequency).toBe('every hour');

    const deleted = await send(app, 'DELETE', path, target);
    expect([deleted.status, deleted.body]).toEqual([200, { success: true }]);
    expect(await statuses(app, 'jobs::berlin')).toEqual([]);
    expect((await list(app, 'model=Job&variant=berlin', { integration: 'gem' })).records).toEqual([]);
    expect((await list(app, 'model=Job', { integration: 'gem' })).records).toHaveLength(12);
    expect(outcome(await send(app, 'DELETE', path, target))).toBe('404 not_found');
});

test.each([
    ['POST', 'jobs', 'base', {}, '400 invalid_variant'],
    ['POST', 'none', 'berlin', {}, '400 unknown_sync'],
    ['POST', 'jobs', 'berlin', { connection_id: unknownId }, '400 unknown_connection'],
    ['POST', 'jobs', 'berlin', { provider_config_key: 'none' }, '400 unknown_provider_config'],
    ['DELETE', 'jobs', 'base', {}, '400 invalid_variant'],
    ['DELETE', 'jobs', 'berlin', { connection_id: unknownId }, '400 unknown_connection'],
    ['DELETE', 'jobs', 'none', {}, '404 not_found']
])('%s of the variant %s::%s with %o is refused', async (method, name, variant, more, expected) => {
    expect(outcome(await send(app, method, `/sync/${name}/variant/${variant}`, { ...target, ...more }))).toBe(expected);
});

/** And not only for what has changed. */
const asksForAll = ({ query }: JournalEntry) => query['updated_after'] === undefined;

test('a reset begins anew and keeps the records; emptyCache reads them as new ones', async () => {
    const records = async () => (await list(app, 'model=Job', { integration: 'gem' })).records;
    const before = await records();
    expect((await runAgain(app, 'jobs')).checkpoint).toMatchObject({ whole_at: expect.any(String) });
    await control(app, 'journal', undefined, 'DELETE');
    const reset = await runAgain(app, 'jobs', { reset: true });
    expect(reset).toMatchObject({ type: 'INCREMENTAL', latestResult: { Job: { added: 0, updated: 0, deleted: 0 } } });
    expect((await journal(app, '/jobs/')).map(asksForAll)).toEqual([true]);
    expect(await records()).toEqual(before);

    const emptied = await runAgain(app, 'jobs', { reset: true, emptyCache: true });
    expect(emptied).toMatchObject({ latestResult: { Job: { added: 12, updated: 0, deleted: 0 } }, recordCount: { Job: 12 } });
    expect((await records()).map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
});

test('emptyCache alone reads all of it again too', async () => {
    expect((await runAgain(app, 'jobs', { emptyCache: true })).recordCount).toEqual({ Job: 12 });
});

test.each([
    [{ sync_mode: 'incremental' }, 0, false],
    [{ sync_mode: 'full_refresh' }, 0, true],
    [{ full_resync: true }, 0, true],
    [{ sync_mode: 'full_refresh_and_clear_cache' }, 12, true]
])('the deprecated %o adds %i records and begins anew: %s', async (mode, added, isAnew) => {
    const before = await statusOf(app, 'jobs');
    await control(app, 'journal', undefined, 'DELETE');
    expect(outcome(await trigger(app, { syncs: ['jobs'], ...mode }))).toBe('200');
    const after = await untilEnded(app, 'jobs', before.finishedAt);
    expect(after.latestResult?.['Job']?.added).toBe(added);
    expect((await journal(app, '/jobs/')).map(asksForAll)).toEqual([isAnew]);
});

test('GET /records tells how far its list can be trusted, and since when', async () => {
    await runAgain(app, 'jobs');
    const { finishedAt } = await statusOf(app, 'jobs');
    const current = await stateOf('Job');
    expect([current.get('patchbay-sync-status'), current.get('patchbay-synced-at')]).toEqual(['current', finishedAt]);
    app.clock.advance(2 * 3_600_000 - 60_000);
    expect((await stateOf('Job')).get('patchbay-sync-status')).toBe('current');
    app.clock.advance(180_000);
    const stale = await stateOf('Job');
    expect([stale.get('patchbay-sync-status'), stale.get('patchbay-synced-at')]).toEqual(['stale', finishedAt]);

    await control(app, 'faults', [{ match: { path_regex: '/jobs/$' }, action: { type: 'status', code: 403 } }]);
    await runAgain(app, 'jobs');
    expect((await stateOf('Job')).get('patchbay-sync-status')).toBe('failing');
    await pause(['jobs']);
    expect((await stateOf('Job')).get('patchbay-sync-status')).toBe('paused');
    await control(app, 'faults', []);
    const before = await statusOf(app, 'jobs');
    await start(['jobs']);
    await untilEnded(app, 'jobs', before.finishedAt);
    expect((await stateOf('Job')).get('patchbay-sync-status')).toBe('current');
    expect((await stateOf('Nothing')).get('patchbay-sync-status')).toBeNull();
});

test('before the first run has ended the list is initial, and its sync of type INITIAL', async () => {
    await control(app, 'faults', [{ match: { path_regex: '/jobs/$' }, action: 'hold' }]);
    await connectGem(app, 'c2');
    await expect.poll(async () => (await statuses(app, 'jobs', 'c2')).map(({ status }) => status)).toEqual(['RUNNING']);
    expect(await statusOf(app, 'jobs', 'c2')).toMatchObject({ type: 'INITIAL', latestExecutionStatus: 'RUNNING' });
    const { headers: told } = await app.raw('/records?model=Job', { headers: { ...headers, 'connection-id': 'c2' } });
    expect([told.get('patchbay-sync-status'), told.get('patchbay-synced-at')]).toEqual(['initial', null]);
    await control(app, 'faults', []);
    await untilSynced(app, 'c2');
});
