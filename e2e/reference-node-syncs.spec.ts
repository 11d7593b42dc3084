import { Nango } from '@nangohq/node';
import { expect, test } from '@playwright/test';
import { startStack, type Stack } from './stack.ts';

/**
 * The published backend client of the reference, unchanged, with the syncs and actions of one
 * integration.
 */
let stack: Stack;
let nango: Nango;
const gem = 'gem';
/** Of the emulator's account. */
const sizes = { applications: 500, candidates: 250, 'job-posts': 12, 'job-stages': 60, jobs: 12, locations: 6, users: 24 };
const isoDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uuid = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);

test.beforeAll(async () => {
    stack = await startStack();
    nango = new Nango({ host: stack.apiAddress, secretKey: stack.secretKey });
    await stack.control('gem/switches', { requests_per_second: 10_000, burst: 10_000 });
    await stack.backend.integrations.create({ provider: 'sandbox-gem', unique_key: gem });
});
test.afterAll(() => stack.stop());

/** A connection of its own for each test, whose syncs have all run once. */
async function connect(connectionId: string): Promise<void> {
    await stack.backend.connections.import({
        provider_config_key: gem,
        connection_id: connectionId,
        credentials: { type: 'API_KEY', apiKey: 'gemTeamKey000000000000000000000000000001' },
        connection_config: { appSecret: 'gem-application-secret' }
    });
    await expect
        .poll(async () => {
            const { syncs } = await nango.syncStatus(gem, '*', connectionId);
            return syncs.filter(({ status, finishedAt }) => status === 'SUCCESS' && finishedAt !== undefined).map(({ name }) => name);
        })
        .toEqual(Object.keys(sizes));
}

async function statusOf(connectionId: string, name = 'candidates') {
    const { syncs } = await nango.syncStatus(gem, [name], connectionId);
    const [found] = syncs;
    if (!found) throw new Error(`There is no sync ${name}.`);
    return found;
}

/** Waits for the end of a run after the one that ended then. */
async function untilRunAgain(connectionId: string, before: string | undefined) {
    await expect
        .poll(async () => {
            const { status, finishedAt } = await statusOf(connectionId);
            return finishedAt === before ? 'not yet' : status;
        })
        .toBe('SUCCESS');
    return statusOf(connectionId);
}

/** The id of the first record of a model. */
async function idOf(connectionId: string, model: string): Promise<string> {
    const { records } = await nango.listRecords({ providerConfigKey: gem, connectionId, model, limit: 1 });
    return String(records[0]?.id);
}

/** What the client throws, as its users read it. */
async function refusal(call: Promise<unknown>): Promise<{ status: number; error: unknown }> {
    try {
        await call;
    } catch (error) {
        // An error of the HTTP library that the client uses.
        const { response } = error as { response: { status: number; data: { error: unknown } } };
        return { status: response.status, error: response.data.error };
    }
    throw new Error('The call was expected to be refused.');
}

test('says of each sync when it ran, what it read and when it runs next', async () => {
    await connect('status');
    const { syncs } = await nango.syncStatus(gem, '*', 'status');
    expect(syncs.map(({ name, recordCount }) => [name, Object.values(recordCount)])).toEqual(
        Object.entries(sizes).map(([name, size]) => [name, [size]])
    );
    const ran = {
        id: uuid,
        connection_id: 'status',
        name: 'candidates',
        variant: 'base',
        type: 'INCREMENTAL',
        status: 'SUCCESS',
        latestExecutionStatus: 'SUCCESS',
        finishedAt: isoDate,
        nextScheduledSyncAt: isoDate,
        frequency: 'every hour',
        latestResult: { Candidate: { added: 250, updated: 0, deleted: 0 } },
        recordCount: { Candidate: 250 },
        checkpoint: expect.any(Object),
        // Ours, beside the reference's fields.
        error: null,
        failures: 0
    };
    expect(await statusOf('status')).toEqual(ran);
    // As text, as an object, and without a connection.
    const both = await nango.syncStatus(gem, ['users', { name: 'candidates', variant: 'base' }], 'status');
    expect(both.syncs.map(({ name }) => name).toSorted()).toEqual(['candidates', 'users']);
    const ofAll = await nango.syncStatus(gem, ['candidates']);
    expect(ofAll.syncs).toContainEqual(ran);
    expect(await nango.syncStatus(gem, ['nothing'], 'status')).toEqual({ syncs: [] });
    expect(await refusal(nango.syncStatus(gem, '*', 'unknown'))).toMatchObject({ status: 400, error: { code: 'invalid_body' } });
    expect(await nango.syncStatus('nowhere', '*')).toEqual({ syncs: [] });
});

test('lists records page by page, and by each filter', async () => {
    await connect('records');
    const of = { providerConfigKey: gem, connectionId: 'records', model: 'Candidate' };
    const first = await nango.listRecords<{ first_name: string | null }>({ ...of, limit: 200 });
    expect([first.records.length, first.next_cursor]).toEqual([200, expect.any(String)]);
    const [ada] = first.records;
    expect(ada).toMatchObject({
        id: expect.any(String),
        _nango_metadata: {
            first_seen_at: isoDate,
            last_modified_at: isoDate,
            last_action: 'ADDED',
            deleted_at: null,
            pruned_at: null,
            cursor: expect.any(String)
        }
    });
    // Some candidates of the sandbox have none, and records have an order of their own.
    expect(first.records.map((record) => record.first_name)).toContainEqual(expect.any(String));
    const rest = await nango.listRecords({ ...of, limit: 200, cursor: first.next_cursor });
    expect([rest.records.length, rest.next_cursor]).toEqual([50, null]);
    expect(new Set([...first.records, ...rest.records].map(({ id }) => id)).size).toBe(250);
    // Without a limit, a hundred.
    expect((await nango.listRecords(of)).records).toHaveLength(100);

    const { records: behind } = await nango.listRecords({ ...of, cursor: ada?._nango_metadata.cursor ?? null, limit: 1 });
    expect(behind[0]?.id).toBe(first.records[1]?.id);
    const chosen = [first.records[7], rest.records[3]].map((record) => String(record?.id));
    const { records: named } = await nango.listRecords({ ...of, ids: chosen });
    expect(named.map(({ id }) => id)).toEqual(chosen);

    const counted = async (more: Partial<Parameters<Nango['listRecords']>[0]>) =>
        (await nango.listRecords({ ...of, limit: 1000, ...more })).records.length;
    expect(await counted({ filter: 'added' })).toBe(250);
    expect(await counted({ filter: 'ADDED,UPDATED' })).toBe(250);
    expect(await counted({ filter: 'updated,deleted' })).toBe(0);
    expect(await counted({ modifiedAfter: ada?._nango_metadata.last_modified_at ?? '' })).toBe(250);
    const later = new Date(Date.parse((await statusOf('records')).finishedAt ?? '') + 1000).toISOString();
    expect(await counted({ modifiedAfter: later })).toBe(0);
    expect(await counted({ delta: later })).toBe(0);
    expect(await counted({ variant: 'berlin' })).toBe(0);
    expect(await refusal(nango.listRecords({ ...of, connectionId: 'unknown' }))).toMatchObject({
        status: 400,
        error: { code: 'unknown_connection' }
    });
});

test('runs a sync once more: what changed, all anew, and into an emptied cache', async () => {
    await connect('trigger');
    // The client's types promise nothing; it passes on what its HTTP library returns.
    const triggered = async (...more: [options?: { reset?: boolean; emptyCache?: boolean }]) => {
        const { finishedAt } = await statusOf('trigger');
        expect(await nango.triggerSync(gem, ['candidates'], 'trigger', ...more)).toMatchObject({ status: 200, data: { success: true } });
        const { latestResult, recordCount } = await untilRunAgain('trigger', finishedAt);
        return [latestResult, recordCount];
    };
    const nothing = { Candidate: { added: 0, updated: 0, deleted: 0 } };
    expect(await triggered()).toEqual([nothing, { Candidate: 250 }]);
    expect(await triggered({ reset: true })).toEqual([nothing, { Candidate: 250 }]);
    const all = { Candidate: { added: 250, updated: 0, deleted: 0 } };
    expect(await triggered({ reset: true, emptyCache: true })).toEqual([all, { Candidate: 250 }]);
    expect(await triggered({ emptyCache: true })).toEqual([all, { Candidate: 250 }]);
});

test('runs a sync once more in the deprecated ways', async () => {
    await connect('deprecated');
    for (const mode of ['incremental', 'full_refresh', 'full_refresh_and_clear_cache', true, false] as const) {
        const { finishedAt } = await statusOf('deprecated');
        await nango.triggerSync(gem, [{ name: 'candidates', variant: 'base' }], 'deprecated', mode);
        const { latestResult } = await untilRunAgain('deprecated', finishedAt);
        const added = mode === 'full_refresh_and_clear_cache' ? 250 : 0;
        expect([mode, latestResult]).toEqual([mode, { Candidate: { added, updated: 0, deleted: 0 } }]);
    }
    // All syncs of the connection.
    const { finishedAt } = await statusOf('deprecated');
    await nango.triggerSync(gem, undefined, 'deprecated');
    await untilRunAgain('deprecated', finishedAt);
    expect(await refusal(nango.triggerSync(gem, ['nothing'], 'deprecated'))).toMatchObject({
        status: 400,
        error: { code: 'no_syncs_found' }
    });
    expect(await refusal(nango.triggerSync(gem, [], 'unknown'))).toMatchObject({ status: 404, error: { code: 'unknown_connection' } });
    expect(await refusal(nango.triggerSync('nowhere', []))).toMatchObject({ status: 400, error: { code: 'unknown_provider_config' } });
});

test('pauses a schedule and starts it again, with a run at once', async () => {
    await connect('paused');
    const { finishedAt } = await statusOf('paused');
    expect(await nango.pauseSync(gem, ['candidates'], 'paused')).toMatchObject({ status: 200, data: { success: true } });
    expect(await statusOf('paused')).toMatchObject({ status: 'PAUSED', nextScheduledSyncAt: null, finishedAt });
    expect(await statusOf('paused', 'users')).toMatchObject({ status: 'SUCCESS', nextScheduledSyncAt: isoDate });
    expect(await nango.startSync(gem, [{ name: 'candidates', variant: 'base' }], 'paused')).toMatchObject({
        status: 200,
        data: { success: true }
    });
    const started = await untilRunAgain('paused', finishedAt);
    expect(started).toMatchObject({ status: 'SUCCESS', nextScheduledSyncAt: isoDate });
    // One whose schedule is started already stays as it is.
    await nango.startSync(gem, ['candidates'], 'paused');
    expect(await statusOf('paused')).toEqual(started);

    // All syncs of the connection.
    const states = async () => new Set((await nango.syncStatus(gem, '*', 'paused')).syncs.map(({ status }) => status));
    await nango.pauseSync(gem, [], 'paused');
    expect(await states()).toEqual(new Set(['PAUSED']));
    await nango.startSync(gem, [], 'paused');
    await expect.poll(states).toEqual(new Set(['SUCCESS']));
    const unknown = { status: 400, error: { code: 'no_syncs_found' } };
    expect(await refusal(nango.pauseSync(gem, ['nothing'], 'paused'))).toMatchObject(unknown);
    expect(await refusal(nango.startSync(gem, ['nothing'], 'paused'))).toMatchObject(unknown);
});

test('changes how often a sync of one connection runs, and back', async () => {
    await connect('frequency');
    expect(await nango.updateSyncConnectionFrequency(gem, 'candidates', 'frequency', 'every 5 minutes')).toEqual({
        frequency: 'every 5 minutes'
    });
    const { frequency, finishedAt = '', nextScheduledSyncAt } = await statusOf('frequency');
    expect(frequency).toBe('every 5 minutes');
    expect(Date.parse(nextScheduledSyncAt) - Date.parse(finishedAt)).toBeLessThanOrEqual(5 * 60_000);
    expect((await statusOf('frequency', 'users')).frequency).not.toBe('every 5 minutes');
    const sync = { name: 'candidates', variant: 'base' };
    expect(await nango.updateSyncConnectionFrequency(gem, sync, 'frequency', null)).toEqual({ frequency: 'every hour' });
    expect(await statusOf('frequency')).toMatchObject({ frequency: 'every hour' });
    const refused = (name: string, often: string) => refusal(nango.updateSyncConnectionFrequency(gem, name, 'frequency', often));
    expect(await refused('candidates', '5 seconds')).toMatchObject({ status: 400, error: { code: 'sync_interval_too_short' } });
    expect(await refused('candidates', 'sometimes')).toMatchObject({ status: 400, error: { code: 'invalid_body' } });
    expect(await refused('nothing', 'every day')).toMatchObject({ error: { code: 'unknown_sync' } });
});

test('calls an action and gets what it returns', async () => {
    await connect('actions');
    const [candidate_id, user_id] = await Promise.all([idOf('actions', 'Candidate'), idOf('actions', 'User')]);
    const note = { body: 'Called, and will call again', visibility: 'public' };
    const written = await nango.triggerAction<object, { id: string }>(gem, 'actions', 'create-note', { candidate_id, user_id, ...note });
    expect(written).toMatchObject({ id: expect.any(String), ...note, private: false });
    const notes = await nango.triggerAction<object, object[]>(gem, 'actions', 'list-notes', { candidate_id });
    expect(notes).toContainEqual(expect.objectContaining({ id: written.id, body: note.body }));
    const grace = { first_name: 'Grace', last_name: 'Hopper', emails: [{ email_address: 'grace@example.com', is_primary: true }] };
    expect(await nango.triggerAction(gem, 'actions', 'create-candidate', { created_by: user_id, ...grace })).toMatchObject({
        id: expect.any(String),
        created_by: user_id,
        ...grace
    });
});

test('an action that is refused throws with the reference’s codes', async () => {
    await connect('refused');
    const user_id = await idOf('refused', 'User');
    const call = (name: string, input?: object, connectionId = 'refused') => refusal(nango.triggerAction(gem, connectionId, name, input));
    expect(await call('list-notes')).toMatchObject({ status: 400, error: { code: 'invalid_action_input' } });
    expect(await call('create-note', { candidate_id: 'UGVyc29uOjk5OTk5OQ==', user_id, body: 'Lost' })).toMatchObject({
        status: 500,
        error: { code: 'action_script_runtime_error', payload: { type: 'not_found' } }
    });
    expect(await call('nothing', {})).toMatchObject({ status: 404, error: { code: 'not_found' } });
    expect(await call('list-notes', {}, 'unknown')).toMatchObject({ status: 400, error: { code: 'unknown_connection' } });
});

test('calls an action without waiting, and gets its result by id or by address', async () => {
    await connect('async');
    const [candidate_id, user_id] = await Promise.all([idOf('async', 'Candidate'), idOf('async', 'User')]);
    const start = (input: object) => nango.triggerActionAsync(gem, 'async', 'create-note', { user_id, ...input });
    /** Until it has ended the client throws that there is none. */
    const untilEnded = async (id: string) => {
        const result = () =>
            nango.getAsyncActionResult({ id }).then(
                () => 'success',
                (error: unknown) => Object(error).response.status as number
            );
        await expect.poll(result).not.toBe(404);
    };

    const called = await start({ candidate_id, body: 'Written later' });
    expect(called).toEqual({ id: uuid, statusUrl: `/action/${called.id}` });
    await untilEnded(called.id);
    const note = { id: expect.any(String), body: 'Written later', visibility: 'private', private: true };
    expect(await nango.getAsyncActionResult<{ id: string }>({ id: called.id })).toMatchObject(note);
    expect(await nango.getAsyncActionResult({ statusUrl: called.statusUrl })).toMatchObject(note);
    expect(await nango.getAsyncActionResult(called)).toMatchObject(note);

    const lost = await start({ candidate_id: 'UGVyc29uOjk5OTk5OQ==', body: 'Lost' });
    await untilEnded(lost.id);
    expect(await refusal(nango.getAsyncActionResult(lost))).toMatchObject({ status: 500, error: { code: 'action_script_runtime_error' } });
    expect(await refusal(nango.getAsyncActionResult({ id: '00000000-0000-4000-8000-000000000000' }))).toMatchObject({
        status: 404,
        error: { code: 'not_found' }
    });
});
