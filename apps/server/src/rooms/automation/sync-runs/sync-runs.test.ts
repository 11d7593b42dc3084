import type { TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendJob } from '../../../kernel/jobs/send-job.sql.ts';
import { startWebhookApp, type WebhookApp } from '../../outbox/webhook-deliveries/receiver.fixtures.ts';
import { list } from '../records/records.fixtures.ts';
import {
    connectGem,
    control,
    eventsOf,
    gemKey,
    journal,
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
    untilStruck,
    untilSynced
} from '../syncs/syncs.fixtures.ts';
import { takeUpSyncs } from './sync-runs.room.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
    await control(app, 'size', { candidates: 1250 });
    await connectGem(app);
    await untilSynced(app);
});
beforeEach(() => control(app, 'faults', []));
afterAll(() => app[Symbol.asyncDispose]());

const none = { added: 0, updated: 0, deleted: 0 };
const refusal = (path: string) => [{ match: { path_regex: path }, action: { type: 'status', code: 400 } }];
const recordsOf = async (model: string, on = app) => {
    const found = [];
    for (let cursor: string | null = ''; cursor !== null;) {
        const page = await list(on, `model=${model}&limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, { integration: 'gem' });
        found.push(...page.records);
        cursor = page.next_cursor;
    }
    return found;
};
const syncEvents = async (model: string, on = app) => (await eventsOf(on, 'sync')).filter((told) => told['model'] === model);
const mutate = async (change: object, on = app) => {
    const { rows } = (await control(on, 'mutate', change)) as { rows: { id: string }[] };
    return rows[0]?.id ?? '';
};

/** How the runs of a sync have ended, or that they run. */
const runsOf = async (on: TestApp, name: string) => {
    const rows = await on.db.selectFrom('function_runs').select('status').where('name', '=', name).orderBy('created_at').execute();
    return rows.map(({ status }) => status);
};

test('the first run reads all records, and the second one changes none', async () => {
    expect(await recordsOf('Candidate')).toHaveLength(1250);
    expect((await statusOf(app, 'candidates')).recordCount).toEqual({ Candidate: 1250 });
    expect(await syncEvents('Candidate')).toMatchObject([
        { success: true, syncType: 'INITIAL', responseResults: { ...none, added: 1250 } }
    ]);
    const before = await recordsOf('Candidate');
    expect((await runAgain(app, 'candidates')).latestResult).toEqual({ Candidate: none });
    expect((await runAgain(app, 'candidates', { reset: true })).latestResult).toEqual({ Candidate: none });
    expect(await recordsOf('Candidate')).toEqual(before);
});

test('what changed at the vendor is in one event with counts, and in the records with origin vendor', async () => {
    const events = (await syncEvents('Candidate')).length;
    const id = await mutate({ op: 'update', collection: 'candidates', index: 7, fields: { first_name: 'Ottoline' } });
    expect((await runAgain(app, 'candidates')).latestResult).toEqual({ Candidate: { ...none, updated: 1 } });
    expect((await syncEvents('Candidate')).slice(events)).toMatchObject([
        {
            from: 'patchbay',
            type: 'sync',
            connectionId: 'c1',
            providerConfigKey: 'gem',
            syncName: 'candidates',
            syncVariant: 'base',
            syncType: 'INCREMENTAL',
            success: true,
            responseResults: { ...none, updated: 1 }
        }
    ]);
    expect((await recordsOf('Candidate')).at(-1)).toMatchObject({
        id,
        first_name: 'Ottoline',
        _nango_metadata: { last_action: 'UPDATED' },
        _patchbay_metadata: { origin: 'vendor' }
    });
});

test.each([
    ['candidates', 'Candidate', 'which the list shows as deleted'],
    ['users', 'User', 'which is missing in the list']
])('of %s, a deleted %s, %s, is deleted once, and is back when it is back there', async (collection, model) => {
    const id = await mutate({ op: 'delete', collection, index: 3 });
    expect((await runAgain(app, collection)).latestResult).toEqual({ [model]: { ...none, deleted: 1 } });
    expect((await recordsOf(model)).at(-1)).toMatchObject({
        id,
        _nango_metadata: { last_action: 'DELETED', deleted_at: expect.any(String) }
    });
    expect((await runAgain(app, collection)).latestResult).toEqual({ [model]: none });
    const live = (await statusOf(app, collection)).recordCount[model] ?? 0;
    await mutate({ op: 'restore', collection, index: 3 });
    await runAgain(app, collection);
    const back = (await recordsOf(model)).at(-1);
    expect(back).toMatchObject({ id, _nango_metadata: { deleted_at: null } });
    expect(back?._nango_metadata).not.toMatchObject({ last_action: 'DELETED' });
    expect((await statusOf(app, collection)).recordCount[model]).toBe(live + 1);
});

test('a failure is told once although it is tried again, and its end once too', async () => {
    const events = (await syncEvents('Job')).length;
    await control(app, 'faults', refusal('/jobs/$'));
    const failed = await runAgain(app, 'jobs');
    expect(failed).toMatchObject({
        status: 'ERROR',
        latestExecutionStatus: 'ERROR',
        failures: 1,
        error: { code: 'script_http_error', message: 'The provider responded with status 400.' }
    });
    // Each further try waits twice as long.
    pass(app, 75_000);
    const again = await untilEnded(app, 'jobs', failed.finishedAt);
    expect(again.failures).toBe(2);
    pass(app, 135_000);
    const third = await untilEnded(app, 'jobs', again.finishedAt);
    expect(third.failures).toBe(3);
    expect((await syncEvents('Job')).slice(events)).toMatchObject([
        { success: false, error: { type: 'script_http_error' }, failedAt: failed.finishedAt }
    ]);

    await control(app, 'faults', []);
    expect(await runAgain(app, 'jobs')).toMatchObject({ status: 'SUCCESS', failures: 0, error: null });
    expect((await syncEvents('Job')).slice(events + 1)).toMatchObject([{ success: true, responseResults: none }]);
});

test('a failure of which the vendor says what PostgreSQL cannot hold ends the run, is told, and is tried again', async () => {
    const events = (await syncEvents('User')).length;
    const body = { message: 'nul \0 half \ud800', nested: { '\0': '\udc00' } };
    await control(app, 'faults', [{ match: { path_regex: '/users/$' }, action: { type: 'status', code: 400, body } }]);
    const failed = await runAgain(app, 'users');
    expect(failed).toMatchObject({ status: 'ERROR', error: { code: 'script_http_error' } });
    expect((await syncEvents('User')).slice(events)).toMatchObject([{ success: false, error: { type: 'script_http_error' } }]);
    pass(app, 75_000);
    expect((await untilEnded(app, 'users', failed.finishedAt)).failures).toBe(2);
    const { error } = await app.db
        .selectFrom('function_runs')
        .select('error')
        .where('name', '=', 'users')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
    expect(JSON.parse(error ?? '')).toMatchObject({ response: { status: 400 } });
    await control(app, 'faults', []);
    expect(await runAgain(app, 'users')).toMatchObject({ status: 'SUCCESS', failures: 0 });
});

test('a run that would delete more than half of many records stops, and goes on when it is allowed', async () => {
    await using other = await startGemApp();
    await control(other, 'size', { candidates: 5, users: 150 });
    await connectGem(other);
    await untilSynced(other);
    await control(other, 'size', { candidates: 5, users: 60 });
    const stopped = await runAgain(other, 'users');
    expect(stopped).toMatchObject({ status: 'ERROR', recordCount: { User: 150 }, error: { code: 'suspicious_deletion' } });
    expect((await runAgain(other, 'users')).failures).toBe(2);
    expect((await syncEvents('User', other)).slice(1)).toMatchObject([{ success: false, error: { type: 'suspicious_deletion' } }]);

    const allowed = await runAgain(other, 'users', { allowDeletion: true });
    expect(allowed).toMatchObject({ status: 'SUCCESS', recordCount: { User: 60 }, latestResult: { User: { ...none, deleted: 90 } } });
    await control(other, 'size', { candidates: 5, users: 150 });
    await runAgain(other, 'users');
    await control(other, 'size', { candidates: 5, users: 60 });
    expect((await runAgain(other, 'users')).error?.code).toBe('suspicious_deletion');
});

test('with a key that is disabled in mid-run it asks at most twice more, and resumes when it is repaired', async () => {
    await using other = await startGemApp();
    await control(other, 'size', { candidates: 2500 });
    await control(other, 'faults', [{ match: { path_regex: '/candidates/$', query: 'page=3' }, action: 'hold' }]);
    await connectGem(other);
    await untilStruck(other);
    await expect.poll(async () => (await statuses(other)).filter(({ status }) => status === 'SUCCESS').length).toBe(6);
    await control(other, 'keys', { key: gemKey, enabled: false });
    await control(other, 'journal', undefined, 'DELETE');
    await control(other, 'faults', []);
    const failed = await untilEnded(other, 'candidates', undefined);
    expect(failed).toMatchObject({ status: 'ERROR', recordCount: { Candidate: 1500 }, checkpoint: { next_page: 4 } });
    expect((await journal(other)).length).toBeLessThanOrEqual(2);
    pass(other, 75_000);
    await untilEnded(other, 'candidates', failed.finishedAt);
    expect(await syncEvents('Candidate', other)).toEqual([]);
    expect((await journal(other)).length).toBeLessThanOrEqual(2);

    await control(other, 'keys', { key: gemKey, enabled: true });
    await control(other, 'journal', undefined, 'DELETE');
    await connectGem(other);
    await untilSynced(other);
    expect((await journal(other, '/candidates/')).map(({ query }) => query['page']?.[0])).toEqual(['4', '5', '6']);
    expect(await statusOf(other, 'candidates')).toMatchObject({ recordCount: { Candidate: 2500 }, failures: 0 });
});

test('a pause stops the run under way, and a start goes on where it was', async () => {
    const before = await statusOf(app, 'candidates');
    const firstPage = 500 - (1250 - (before.recordCount['Candidate'] ?? 0));
    await control(app, 'faults', [{ match: { path_regex: '/candidates/$', query: 'page=2' }, action: 'hold' }]);
    await trigger(app, { syncs: ['candidates'], opts: { reset: true, emptyCache: true } });
    await untilStruck(app);
    expect((await statusOf(app, 'candidates')).status).toBe('RUNNING');
    expect(outcome(await send(app, 'POST', '/sync/pause', { ...target, syncs: ['candidates'] }))).toBe('200');
    expect(await statusOf(app, 'candidates')).toMatchObject({ status: 'PAUSED', checkpoint: { next_page: 2 } });
    await control(app, 'journal', undefined, 'DELETE');
    await control(app, 'faults', []);
    await expect.poll(() => runsOf(app, 'candidates')).toContain('interrupted');
    expect(await journal(app, '/candidates/')).toEqual([]);
    expect(await statusOf(app, 'candidates')).toMatchObject({ status: 'PAUSED', recordCount: { Candidate: firstPage } });

    await send(app, 'POST', '/sync/start', { ...target, syncs: ['candidates'] });
    const after = await untilEnded(app, 'candidates', before.finishedAt);
    expect(after).toMatchObject({ status: 'SUCCESS', recordCount: { Candidate: firstPage + 750 } });
    expect((await journal(app, '/candidates/')).map(({ query }) => query['page']?.[0])).toEqual(['2', '3']);
});

test('a sync that is triggered while it runs is run again afterwards', async () => {
    await control(app, 'faults', [{ match: { path_regex: '/jobs/$' }, action: 'hold', times: 1 }]);
    await trigger(app, { syncs: ['jobs'] });
    await untilStruck(app);
    await control(app, 'journal', undefined, 'DELETE');
    await trigger(app, { syncs: ['jobs'] });
    expect((await statusOf(app, 'jobs')).status).toBe('RUNNING');
    await control(app, 'faults', []);
    await expect.poll(async () => (await journal(app, '/ats/v0/jobs/$')).length).toBe(1);
    await expect.poll(async () => (await statusOf(app, 'jobs')).status).toBe('SUCCESS');
});

test('a server that was away too long writes nothing more, while another one has taken over and afterwards', async () => {
    await using first = await startGemApp();
    await using _second = await startGemApp({ replicaOf: first });
    await control(first, 'size', { candidates: 1250 });
    await control(first, 'clock', { speed: 0 });
    await control(first, 'faults', [
        { match: { path_regex: '/candidates/$', query: 'page=2' }, action: { type: 'delay', ms: 20_000 }, times: 1 },
        { match: { path_regex: '/candidates/$', query: 'page=3' }, action: 'hold', times: 1 }
    ]);
    await connectGem(first);
    await untilStruck(first);
    pass(first, 31_000);
    await untilStruck(first, 1);
    const { checkpoint } = await statusOf(first, 'candidates');
    await control(first, 'clock', { advance_ms: 20_000 });
    await expect.poll(() => runsOf(first, 'candidates')).toEqual(['interrupted', 'running']);
    expect(await statusOf(first, 'candidates')).toMatchObject({ status: 'RUNNING', checkpoint, recordCount: { Candidate: 1000 } });

    await control(first, 'faults', []);
    await untilSynced(first);
    expect((await journal(first, '/candidates/')).map(({ query }) => query['page']?.[0])).toEqual(['1', '2', '2', '3']);
    expect(await recordsOf('Candidate', first)).toHaveLength(1250);
    expect(await syncEvents('Candidate', first)).toMatchObject([{ responseResults: { ...none, added: 1250 } }]);
});

test('the page of a run that was cut off by a reset is not written over the new ones', async () => {
    await using other = await startGemApp();
    await control(other, 'size', { candidates: 1250 });
    await connectGem(other);
    await untilSynced(other);
    const held = { match: { path_regex: '/candidates/$', query: 'page=2' }, action: { type: 'hold', after: true }, times: 1 };
    await control(other, 'faults', [held]);
    await trigger(other, { syncs: ['candidates'], opts: { reset: true } });
    await untilStruck(other);
    const id = await mutate({ op: 'update', collection: 'candidates', index: 750, fields: { first_name: 'Ottoline' } }, other);
    const before = await statusOf(other, 'candidates');
    await trigger(other, { syncs: ['candidates'], opts: { reset: true } });
    const after = await untilEnded(other, 'candidates', before.finishedAt);
    await control(other, 'faults', []);
    await expect.poll(() => runsOf(other, 'candidates')).toEqual(['succeeded', 'interrupted', 'succeeded']);
    expect(await statusOf(other, 'candidates')).toEqual(after);
    expect((await recordsOf('Candidate', other)).find((record) => record.id === id)).toMatchObject({ first_name: 'Ottoline' });
});

test('the event of a run counts what a run before it has written untold, unless that was emptied', async () => {
    await using other = await startGemApp();
    await control(other, 'size', { candidates: 1250 });
    const held = [{ match: { path_regex: '/candidates/$', query: 'page=2' }, action: 'hold', times: 1 }];
    await control(other, 'faults', held);
    await connectGem(other);
    await untilStruck(other);
    await trigger(other, { syncs: ['candidates'], opts: { reset: true } });
    const told = await untilEnded(other, 'candidates', undefined);
    expect(told).toMatchObject({ latestResult: { Candidate: { ...none, added: 1250 } }, recordCount: { Candidate: 1250 } });

    await control(other, 'faults', held);
    await trigger(other, { syncs: ['candidates'], opts: { emptyCache: true } });
    await untilStruck(other);
    await trigger(other, { syncs: ['candidates'], opts: { emptyCache: true } });
    const emptied = await untilEnded(other, 'candidates', told.finishedAt);
    expect(emptied).toMatchObject({ latestResult: { Candidate: { ...none, added: 1250 } }, recordCount: { Candidate: 1250 } });
    expect((await syncEvents('Candidate', other)).map((event) => event['responseResults'])).toEqual([
        { ...none, added: 1250 },
        { ...none, added: 1250 }
    ]);
});

test('a server that stops hands its run over at once, which goes on where it was', async () => {
    await using web = await startGemApp({ config: { roles: ['web'] } });
    const first = await startGemApp({ replicaOf: web });
    await control(web, 'size', { candidates: 1250 });
    await control(web, 'faults', [{ match: { path_regex: '/candidates/$', query: 'page=2' }, action: 'hold', times: 1 }]);
    await connectGem(web);
    await untilStruck(web);
    await expect.poll(async () => (await statuses(web)).filter(({ status }) => status === 'SUCCESS').length).toBe(6);
    await control(web, 'journal', undefined, 'DELETE');
    await using _second = await startGemApp({ replicaOf: web });
    await first[Symbol.asyncDispose]();
    await untilSynced(web);
    expect((await journal(web, '/candidates/')).map(({ query }) => query['page']?.[0])).toEqual(['2', '3']);
    expect(await statusOf(web, 'candidates')).toMatchObject({ recordCount: { Candidate: 1250 }, failures: 0 });
    expect(await syncEvents('Candidate', web)).toMatchObject([{ success: true, responseResults: { ...none, added: 1250 } }]);
});

test('the only server on its own database takes up at once what it ran when it was killed', async () => {
    await using other = await startGemApp();
    await control(other, 'size', { candidates: 1250 });
    // The first run never ends, as if its server were gone.
    await control(other, 'faults', [{ match: { path_regex: '/candidates/$', query: 'page=2' }, action: 'hold', times: 1 }]);
    await connectGem(other);
    await untilStruck(other);
    await takeUpSyncs(other.server.deps);
    expect(await runsOf(other, 'candidates')).toEqual(['running']);
    const database = { kind: 'embedded', keyRing: undefined } as const;
    await takeUpSyncs({ ...other.server.deps, config: { ...other.server.config, database } });
    await untilSynced(other);
    expect(await runsOf(other, 'candidates')).toEqual(['interrupted', 'succeeded']);
    expect((await journal(other, '/candidates/')).map(({ query }) => query['page']?.[0])).toEqual(['1', '2', '2', '3']);
    expect(await syncEvents('Candidate', other)).toMatchObject([{ responseResults: { ...none, added: 1250 } }]);
});

test('a run of a paused sync whose server is gone is taken up, and the sync stays paused', async () => {
    await using other = await startGemApp();
    await connectGem(other);
    await untilSynced(other);
    await send(other, 'POST', '/sync/pause', { ...target, syncs: ['jobs'] });
    await control(other, 'faults', [{ match: { path_regex: '/jobs/$' }, action: 'hold', times: 1 }]);
    const before = await statusOf(other, 'jobs');
    await trigger(other, { syncs: ['jobs'] });
    await untilStruck(other);
    pass(other, 41_000);
    const after = await untilEnded(other, 'jobs', before.finishedAt);
    expect(after).toMatchObject({ status: 'PAUSED', latestExecutionStatus: 'SUCCESS', nextScheduledSyncAt: null });
    expect(await runsOf(other, 'jobs')).toEqual(['succeeded', 'interrupted', 'succeeded']);
});

test.each([
    ['paused', (on: TestApp) => send(on, 'POST', '/sync/pause', { ...target, syncs: ['jobs'] })],
    ['reset', (on: TestApp) => trigger(on, { syncs: ['jobs'], opts: { reset: true } })]
])('the run of a sync that is %s after its server has died ends', async (_how, change) => {
    await using other = await startGemApp();
    await connectGem(other);
    await untilSynced(other);
    await control(other, 'faults', [{ match: { path_regex: '/jobs/$' }, action: 'hold', times: 1 }]);
    await trigger(other, { syncs: ['jobs'] });
    await untilStruck(other);
    expect(await runsOf(other, 'jobs')).toEqual(['succeeded', 'running']);
    expect((await change(other)).status).toBe(200);
    expect((await runsOf(other, 'jobs')).slice(0, 2)).toEqual(['succeeded', 'interrupted']);
});

test('a run whose database goes away in the middle of a page goes on at once when it is back, and nothing is told', async () => {
    await using other = await startGemApp();
    await control(other, 'size', { candidates: 1250 });
    await control(other, 'faults', [{ match: { path_regex: '/candidates/$', query: 'page=2' }, action: 'hold', times: 1 }]);
    await connectGem(other);
    await untilStruck(other);
    await expect.poll(async () => (await statuses(other)).filter(({ status }) => status === 'SUCCESS').length).toBe(6);
    const isFree = Promise.withResolvers<void>();
    const lock = other.db.transaction().execute(async (trx) => {
        await sql`lock table records in exclusive mode`.execute(trx);
        await control(other, 'faults', []);
        await isFree.promise;
    });
    // The process that would write the page ends, as all do when PostgreSQL is killed.
    const end = sql<{ ended: boolean }>`
        select pg_terminate_backend(pid) as ended from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await end.execute(other.db)).rows.length).toBeGreaterThan(0);
    isFree.resolve();
    await lock;
    await untilSynced(other);
    expect(await runsOf(other, 'candidates')).toEqual(['interrupted', 'succeeded']);
    expect((await journal(other, '/candidates/')).map(({ query }) => query['page']?.[0])).toEqual(['1', '2', '2', '3']);
    expect(await syncEvents('Candidate', other)).toMatchObject([{ success: true, responseResults: { ...none, added: 1250 } }]);
    expect(await statusOf(other, 'candidates')).toMatchObject({ failures: 0, error: null });
});

test('a vendor that asks for patience is waited for, and the run goes on', async () => {
    const tooMany = { type: 'status', code: 429, headers: { 'retry-after': '1' } };
    await control(app, 'faults', [{ match: { path_regex: '/jobs/$' }, action: tooMany, times: 1 }]);
    expect(await runAgain(app, 'jobs')).toMatchObject({ status: 'SUCCESS', failures: 0 });
});

test('a record in another form is set aside, and the others of its page are there', async () => {
    const id = await mutate({ op: 'update', collection: 'users', index: 5, fields: { emails: 'none' } });
    const before = await recordsOf('User');
    expect(await runAgain(app, 'users')).toMatchObject({ status: 'SUCCESS', latestResult: { User: none } });
    expect(await recordsOf('User')).toEqual(before);
    await mutate({ op: 'update', collection: 'users', id, fields: { emails: ['a@example.com'] } });
    expect((await runAgain(app, 'users')).latestResult).toEqual({ User: { ...none, updated: 1 } });
});

test('a sync whose function is gone is stopped, and says so', async () => {
    const { id } = await statusOf(app, 'locations');
    // An earlier release had it.
    await app.db.updateTable('syncs').set({ name: 'places' }).where('id', '=', id).execute();
    await control(app, 'journal', undefined, 'DELETE');
    expect(await runAgain(app, 'places')).toMatchObject({ status: 'STOPPED', error: { code: 'unknown_sync' } });
    expect(await journal(app)).toEqual([]);
});

test('changes of single records are told only while an endpoint names them, and only to it', async () => {
    await using other: WebhookApp = await startWebhookApp();
    await other.integrate('sandbox-gem', { unique_key: 'gem' });
    await control(other, 'switches', { requests_per_second: 10_000, burst: 10_000 });
    await control(other, 'size', { candidates: 20 });
    await other.endpoint('/all');
    await connectGem(other);
    await untilSynced(other);
    expect(await eventsOf(other, 'record.changed')).toEqual([]);

    await other.endpoint('/records', { event_types: ['record.changed'] });
    const changed = await mutate({ op: 'update', collection: 'candidates', index: 7, fields: { first_name: 'Ottoline' } }, other);
    const deleted = await mutate({ op: 'delete', collection: 'candidates', index: 8 }, other);
    await runAgain(other, 'candidates');
    const about = { type: 'record.changed', connectionId: 'c1', model: 'Candidate', variant: 'base', origin: 'vendor' };
    const expected = [
        { ...about, recordId: changed, action: 'updated' },
        { ...about, recordId: deleted, action: 'deleted' }
    ];
    const told = await eventsOf(other, 'record.changed');
    expect(told.toSorted((a, b) => String(b['action']).localeCompare(String(a['action'])))).toMatchObject(expected);
    await expect.poll(() => other.receiver.at('/records').map(({ json }) => json['recordId'])).toHaveLength(2);
    await expect
        .poll(() => other.receiver.at('/all').filter(({ json }) => json['type'] === 'sync' && json['syncType'] === 'INCREMENTAL').length)
        .toBe(1);
    expect(other.receiver.at('/all').filter(({ json }) => json['type'] === 'record.changed')).toEqual([]);
    expect(other.receiver.at('/records').every(({ json }) => json['type'] === 'record.changed')).toBe(true);
});

test('a job that a server of the release before has sent is done with, and runs nothing that is not due', async () => {
    const { id, finishedAt } = await statusOf(app, 'jobs');
    const { environment_id: environmentId } = await app.db
        .selectFrom('syncs')
        .select('environment_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    for (const [name, data] of [
        ['run-sync', { environmentId, syncId: id }],
        ['run-webhook', { environmentId, runId: id }]
    ] as const) {
        await sendJob(app.db, name, data);
        const isDone = sql<{ state: string }>`select state from pgboss.job where name = ${name} order by created_on desc limit 1`;
        await expect.poll(async () => (await isDone.execute(app.db)).rows[0]?.state).toBe('completed');
    }
    expect((await statusOf(app, 'jobs')).finishedAt).toBe(finishedAt);
});
