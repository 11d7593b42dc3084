import type { TestApp } from '@patchbay/test-kit';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { list } from '../records/records.fixtures.ts';
import {
    connectGem,
    control,
    eventsOf,
    headers,
    journal,
    outcome,
    type Reply,
    runAgain,
    send,
    startGemApp,
    untilStruck,
    untilSynced,
    unknownId
} from '../syncs/syncs.fixtures.ts';
import type { HostDeps } from '../runs/connection-host.ts';
import { recoverActions, takeUpActions } from './run-queued-actions.ts';

let app: TestApp;
/** Of the emulator's account. */
let ids: { user: string; job: string; candidate: string };
beforeAll(async () => {
    app = await startGemApp();
    await control(app, 'size', { candidates: 20 });
    await connectGem(app);
    await untilSynced(app);
    const of = async (model: string) => (await list(app, `model=${model}`, { integration: 'gem' })).records.map(({ id }) => id);
    const [[user = ''], [job = ''], [candidate = '']] = await Promise.all([of('User'), of('Job'), of('Candidate')]);
    ids = { user, job, candidate };
});
beforeEach(async () => {
    await control(app, 'faults', []);
    await control(app, 'journal', undefined, 'DELETE');
});
afterAll(() => app[Symbol.asyncDispose]());

const act = (name: string, input?: unknown, more: Record<string, string> = {}, on = app) =>
    send(
        on,
        'POST',
        '/action/trigger',
        { action_name: name, ...(input === undefined ? {} : { input }) },
        { headers: { ...headers, ...more } }
    );
const writes = async (path = '.') => (await journal(app, path)).filter(({ method }) => method !== 'GET');
const errorOf = ({ body }: Reply) => (body as { error: Record<string, unknown> }).error;
const idOf = ({ body }: Reply) => (body as { id: string }).id;
let persons = 0;
/** An applicant with an address of their own. */
const applicant = () => {
    const number = (persons += 1);
    return {
        created_by: ids.user,
        job_id: ids.job,
        first_name: 'Zoë',
        last_name: `Núñez ${number}`,
        emails: [{ email_address: `zoe${number}@example.com`, is_primary: true }]
    };
};
const noteOf = (body: string) => ({ candidate_id: ids.candidate, user_id: ids.user, body, visibility: 'public' });
const resultOf = (id: string) => send(app, 'GET', `/action/${id}`);
/** Waits until an asynchronous action has ended. */
const untilEnded = async (id: string): Promise<Reply> => {
    await expect.poll(async () => outcome(await resultOf(id))).not.toBe('404 not_found');
    return resultOf(id);
};
const runOf = (id: string) =>
    app.db.selectFrom('function_runs').select(['status', 'attempt', 'due_at']).where('id', '=', id).executeTakeFirstOrThrow();
/** Waits until an attempt was made, and lets the pause after it pass. */
const passPauseBefore = async (id: string, attempt: number) => {
    await expect.poll(async () => (await runOf(id)).attempt).toBeGreaterThanOrEqual(attempt);
    app.clock.advance(20_000);
    await recoverActions(app.server.deps);
};
const tellings = async (id: string) => (await eventsOf(app, 'async_action')).filter(({ payload }) => (payload as { id: string }).id === id);

test('an action responds with what it returns', async () => {
    const reply = await act('create-note', noteOf('Called'));
    expect(reply).toMatchObject({ status: 200, body: { id: expect.any(String), body: 'Called', visibility: 'public' } });
    expect((await act('list-notes', { candidate_id: ids.candidate })).body).toMatchObject([{ body: 'Called' }]);
    expect(await writes()).toHaveLength(1);
});

test('what the vendor refuses is the action’s error with its payload', async () => {
    const reply = await act('create-note', { ...noteOf('Lost'), candidate_id: 'UGVyc29uOjk5OTk5OQ==' });
    expect(outcome(reply)).toBe('500 action_script_runtime_error');
    expect(errorOf(reply)).toMatchObject({
        message: 'The action script failed with a runtime error',
        payload: { type: 'not_found', vendor: { status: 404 } }
    });
});

test('an input with another form is refused with the path of each mistake, before anything is asked', async () => {
    const reply = await act('create-note', { ...noteOf(''), candidate_id: 7, colour: 'red' });
    expect(outcome(reply)).toBe('400 invalid_action_input');
    expect(errorOf(reply)).toMatchObject({
        payload: { validated: 'input', issues: expect.arrayContaining([expect.objectContaining({ path: 'candidate_id' })]) },
        errors: expect.arrayContaining([expect.objectContaining({ path: ['candidate_id'] })])
    });
    expect(outcome(await act('create-note'))).toBe('400 invalid_action_input');
    expect(await journal(app)).toEqual([]);
});

test.each([
    ['an unknown action', 'none', {}, '404 not_found'],
    ['a name of Object’s own', 'constructor', {}, '404 not_found'],
    ['an unknown connection', 'list-notes', { 'connection-id': unknownId }, '400 unknown_connection'],
    ['more retries than there may be', 'list-notes', { 'x-async': 'true', 'x-max-retries': '6' }, '400 invalid_headers'],
    ['neither true nor false', 'list-notes', { 'x-async': 'maybe' }, '400 invalid_headers'],
    ['no connection', 'list-notes', { 'connection-id': '' }, '400 invalid_headers']
])('a call with %s is refused', async (_what, name, more, expected) => {
    expect(outcome(await act(name, { candidate_id: ids.candidate }, more))).toBe(expected);
});

test('a call without a name is invalid, and what else is in its body does not matter', async () => {
    expect(outcome(await send(app, 'POST', '/action/trigger', { input: {} }, { headers }))).toBe('400 invalid_body');
    const body = { action_name: 'list-notes', input: { candidate_id: ids.candidate }, trace: 1 };
    expect(outcome(await send(app, 'POST', '/action/trigger', body, { headers }))).toBe('200');
});

test('a connection of another environment is unknown', async () => {
    await send(app, 'POST', '/integrations', { provider: 'sandbox-gem', unique_key: 'gem' }, { token: app.keys.prod });
    const body = { action_name: 'list-notes', input: { candidate_id: ids.candidate } };
    expect(outcome(await send(app, 'POST', '/action/trigger', body, { headers, token: app.keys.prod }))).toBe('400 unknown_connection');
});

test('a provider that cannot be reached is a script_network_error', async () => {
    const [port] = await freePorts(1);
    await using other = await startGemApp({ config: { sandboxUrl: `http://127.0.0.1:${port}`, allowPrivateHosts: [`127.0.0.1:${port}`] } });
    await connectGem(other);
    expect(outcome(await act('create-note', noteOf('Nowhere'), {}, other))).toBe('500 script_network_error');
});

test('a repeated request with the same key gets the same result, and is done once', async () => {
    const key = { 'idempotency-key': 'person-1' };
    const person = applicant();
    const first = await act('create-candidate', person, key);
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
    const second = await act('create-candidate', person, key);
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(second.body).toEqual(first.body);
    expect(outcome(await act('create-candidate', applicant(), key))).toBe('422 idempotency_key_reused');
    expect(outcome(await act('create-note', person, key))).toBe('422 idempotency_key_reused');
    expect(await writes()).toHaveLength(1);
});

test('a refusal is repeated with its key, and one that passes is tried again', async () => {
    const refused = { 'idempotency-key': 'refused' };
    const note = { ...noteOf('Lost'), candidate_id: 'UGVyc29uOjk5OTk5OQ==' };
    const first = await act('create-note', note, refused);
    const second = await act('create-note', note, refused);
    expect([outcome(second), errorOf(second)['payload']]).toEqual(['500 action_script_runtime_error', errorOf(first)['payload']]);
    expect(await writes()).toHaveLength(1);

    const passing = { 'idempotency-key': 'passing' };
    await control(app, 'faults', [{ match: { method: 'POST' }, action: { type: 'status', code: 401 }, times: 1 }]);
    expect(outcome(await act('create-note', noteOf('Twice'), passing))).toBe('500 action_script_runtime_error');
    expect(outcome(await act('create-note', noteOf('Twice'), passing))).toBe('200');
});

test('a second request with a key while the first runs is a conflict', async () => {
    await control(app, 'faults', [{ match: { method: 'POST' }, action: 'hold' }]);
    const person = applicant();
    const key = { 'idempotency-key': 'at-once' };
    const first = act('create-candidate', person, key);
    await untilStruck(app);
    expect(outcome(await act('create-candidate', person, key))).toBe('409 idempotency_conflict');
    await control(app, 'faults', []);
    expect(outcome(await first)).toBe('200');
    expect(await writes()).toHaveLength(1);
});

test('a candidate whose creation was done but not confirmed is found again, and not created twice', async () => {
    await control(app, 'faults', [{ match: { method: 'POST' }, action: { type: 'reset', after: true } }]);
    const key = { 'idempotency-key': 'swallowed' };
    const person = applicant();
    const reply = await act('create-candidate', person, key);
    expect(reply).toMatchObject({ status: 200, body: { last_name: person.last_name } });
    expect((await act('create-candidate', person, key)).body).toEqual(reply.body);
    expect(await writes()).toHaveLength(1);
});

test('where a lost response leaves it open what was done the outcome is unknown, and the repeat does not do it twice', async () => {
    await control(app, 'faults', [{ match: { method: 'POST' }, action: { type: 'reset', after: true }, times: 1 }]);
    const key = { 'idempotency-key': 'unknown' };
    const unknown = await act('create-note', noteOf('Swallowed'), key);
    expect(outcome(unknown)).toBe('502 outcome_unknown');
    expect(outcome(await act('create-note', noteOf('Swallowed'), key))).toBe('200');
    expect(await writes()).toHaveLength(1);
});

test('what an action has written is in the records at once as ours, and the next run finds no change', async () => {
    await runAgain(app, 'applications');
    const source_id = 'U291cmNlOjI=';
    // Written again without a change it would stay the vendor's.
    const other = (await list(app, 'model=Application&limit=1000', { integration: 'gem' })).records.find(
        (record) => !JSON.stringify(record).includes(source_id)
    );
    const { body } = await act('update-application', { application_id: other?.id, source_id });
    const { id: written } = body as { id: string };
    const ours = async () =>
        (await list(app, 'model=Application&limit=1000', { integration: 'gem' })).records.find(({ id }) => id === written);
    const before = await ours();
    expect(before).toMatchObject({
        ...(body as object),
        _nango_metadata: { last_action: 'UPDATED' },
        _patchbay_metadata: { origin: 'us' }
    });
    expect((await runAgain(app, 'applications', { reset: true })).latestResult).toEqual({
        Application: { added: 0, updated: 0, deleted: 0 }
    });
    expect(await ours()).toEqual(before);
});

test('a write that is done while the database goes away is told as done, and is in the records once that is back', async () => {
    await runAgain(app, 'applications');
    const all = (await list(app, 'model=Application&limit=1000', { integration: 'gem' })).records;
    const other = all.find((record) => !JSON.stringify(record).includes('U291cmNlOjM='));
    await control(app, 'faults', [{ match: { method: 'PATCH' }, action: { type: 'hold', after: true }, times: 1 }]);
    const called = act('update-application', { application_id: other?.id, source_id: 'U291cmNlOjM=' });
    await untilStruck(app);
    const isFree = Promise.withResolvers<void>();
    const lock = app.db.transaction().execute(async (trx) => {
        await sql`lock table function_runs in exclusive mode`.execute(trx);
        await control(app, 'faults', []);
        await isFree.promise;
    });
    // The process that would write the end of the run ends, as all do when PostgreSQL is killed.
    const end = sql`
        select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await end.execute(app.db)).rows.length, { timeout: 10_000 }).toBeGreaterThan(0);
    isFree.resolve();
    await lock;
    expect(await called).toMatchObject({ status: 200, body: { id: other?.id, source: { id: 'U291cmNlOjM=' } } });
    const stored = await list(app, `model=Application&ids=${encodeURIComponent(other?.id ?? '')}`, { integration: 'gem' });
    expect(stored.records).toMatchObject([{ source: { id: 'U291cmNlOjM=' }, _patchbay_metadata: { origin: 'us' } }]);
    expect(await writes()).toHaveLength(1);
});

test('an asynchronous action responds at once, and its result is there after its event', async () => {
    await control(app, 'faults', [{ match: { method: 'POST' }, action: 'hold' }]);
    const reply = await act('create-note', noteOf('Later'), { 'x-async': 'true' });
    const id = idOf(reply);
    expect(reply).toMatchObject({ status: 202, body: { id: expect.any(String), statusUrl: `/action/${id}` } });
    expect(reply.headers.get('location')).toBe(`/action/${id}`);
    await untilStruck(app);
    const early = await resultOf(id);
    expect([outcome(early), errorOf(early)['message']]).toEqual(['404 not_found', `No action '${id}' found`]);
    expect(await tellings(id)).toEqual([]);

    await control(app, 'faults', []);
    expect(await untilEnded(id)).toMatchObject({ status: 200, body: { body: 'Later' } });
    expect(await tellings(id)).toMatchObject([
        {
            from: 'patchbay',
            type: 'async_action',
            connectionId: 'c1',
            providerConfigKey: 'gem',
            payload: { id, statusUrl: `/action/${id}` }
        }
    ]);
    expect(outcome(await send(app, 'GET', `/action/${id}`, undefined, { token: app.keys.prod }))).toBe('404 not_found');
});

test('the result of an action that is unknown, or that was not asynchronous, is not found', async () => {
    expect(outcome(await resultOf('019a1f00-3c5e-7f17-9b08-64a1c7e2f531'))).toBe('404 not_found');
    expect(outcome(await resultOf('latest'))).toBe('400 invalid_uri_params');
});

test('an asynchronous failure is told too, has the same error, and is repeated as often as its caller permits', async () => {
    await control(app, 'faults', [{ match: { method: 'POST' }, action: { type: 'status', code: 400 } }]);
    const once = await untilEnded(idOf(await act('create-note', noteOf('Refused'), { 'x-async': 'true' })));
    expect(outcome(once)).toBe('500 action_script_runtime_error');
    expect(errorOf(once)).toMatchObject({ payload: { type: 'invalid', vendor: { status: 400 } } });
    expect(await writes()).toHaveLength(1);

    const id = idOf(await act('create-note', noteOf('Refused again'), { 'x-async': 'true', 'x-max-retries': '2' }));
    await passPauseBefore(id, 2);
    await passPauseBefore(id, 3);
    expect(outcome(await untilEnded(id))).toBe('500 action_script_runtime_error');
    expect(await writes()).toHaveLength(1 + 3);
    expect(await tellings(id)).toHaveLength(1);
});

test('an asynchronous action is repeated when the vendor says, and others do not wait for it', async () => {
    const later = { type: 'status', code: 400, headers: { 'retry-after': '300' } };
    await control(app, 'faults', [{ match: { method: 'POST' }, action: later, times: 1 }]);
    const id = idOf(await act('create-note', noteOf('Patient'), { 'x-async': 'true', 'x-max-retries': '1' }));
    await expect.poll(() => runOf(id)).toMatchObject({ status: 'queued', attempt: 2 });
    const pauseMs = Number((await runOf(id)).due_at) - app.clock.now().getTime();
    expect(pauseMs).toBeGreaterThan(270_000);
    expect(pauseMs).toBeLessThanOrEqual(300_000);
    expect(outcome(await untilEnded(idOf(await act('create-note', noteOf('At once'), { 'x-async': 'true' }))))).toBe('200');

    app.clock.advance(pauseMs - 30_000);
    await recoverActions(app.server.deps);
    expect(outcome(await untilEnded(idOf(await act('create-note', noteOf('Before it'), { 'x-async': 'true' }))))).toBe('200');
    expect(await runOf(id)).toMatchObject({ status: 'queued', attempt: 2 });
    app.clock.advance(50_000);
    await recoverActions(app.server.deps);
    expect(await untilEnded(id)).toMatchObject({ status: 200, body: { body: 'Patient' } });
    expect(await writes()).toHaveLength(4);
});

test('an asynchronous request that is repeated with its key has the same run', async () => {
    const more = { 'x-async': 'true', 'idempotency-key': 'later' };
    const first = await act('create-note', noteOf('Once'), more);
    expect(await act('create-note', noteOf('Once'), more)).toMatchObject({ status: 202, body: first.body });
    expect(outcome(await act('create-note', noteOf('Once'), { 'idempotency-key': 'later' }))).toBe('422 idempotency_key_reused');
    expect(outcome(await untilEnded(idOf(first)))).toBe('200');
    expect(await act('create-note', noteOf('Once'), more)).toMatchObject({ status: 202, body: first.body });
    expect(await writes()).toHaveLength(1);
});

test('a key is one connection’s, and can be used anew after a day', async () => {
    await connectGem(app, 'c2');
    const key = { 'idempotency-key': 'daily' };
    const texts: unknown[] = [];
    for (const connection of ['c1', 'c2']) {
        const reply = await act('create-note', noteOf(`Of ${connection}`), { ...key, 'connection-id': connection });
        texts.push((reply.body as { body: string }).body);
    }
    expect(texts).toEqual(['Of c1', 'Of c2']);
    app.clock.advance(23 * 3_600_000);
    expect(outcome(await act('create-note', noteOf('Another'), key))).toBe('422 idempotency_key_reused');
    app.clock.advance(2 * 3_600_000);
    expect((await act('create-note', noteOf('Another'), key)).body).toMatchObject({ body: 'Another' });
});

test('an action of a disabled integration is refused', async () => {
    await send(app, 'PATCH', '/integrations/gem', { enabled: false });
    expect(outcome(await act('list-notes', { candidate_id: ids.candidate }))).toContain('integration_disabled');
    await send(app, 'PATCH', '/integrations/gem', { enabled: true });
    expect(outcome(await act('list-notes', { candidate_id: ids.candidate }))).toBe('200');
});

test('asynchronous actions of an environment run one after another, in their order', async () => {
    await control(app, 'faults', [{ match: { method: 'POST' }, action: 'hold', times: 1 }]);
    const texts = ['First', 'Second', 'Third'];
    const started: string[] = [];
    for (const text of texts) started.push(idOf(await act('create-note', noteOf(text), { 'x-async': 'true' })));
    await untilStruck(app);
    // One that is not asynchronous does not wait.
    expect(outcome(await act('list-notes', { candidate_id: ids.candidate }))).toBe('200');
    expect(await writes()).toHaveLength(1);
    await control(app, 'faults', []);
    const notes = [];
    for (const id of started) notes.push((await untilEnded(id)).body);
    expect(notes).toMatchObject(texts.map((body) => ({ body })));
    expect(await writes()).toHaveLength(3);
});

test('an action whose server is gone ends as outcome_unknown, told once, and is not repeated', async () => {
    await control(app, 'faults', [{ match: { method: 'POST' }, action: 'hold', times: 1 }]);
    const id = idOf(await act('create-note', noteOf('Abandoned'), { 'x-async': 'true' }));
    await untilStruck(app);
    app.clock.advance(31_000);
    await Promise.all([recoverActions(app.server.deps), recoverActions(app.server.deps)]);
    expect(outcome(await untilEnded(id))).toBe('502 outcome_unknown');
    expect(await tellings(id)).toHaveLength(1);
    expect(await writes()).toHaveLength(1);
});

test('the only server on its own database does not wait for the lease of an action that it ran when it was killed', async () => {
    await control(app, 'faults', [{ match: { method: 'POST' }, action: 'hold', times: 1 }]);
    const id = idOf(await act('create-note', noteOf('Killed'), { 'x-async': 'true' }));
    await untilStruck(app);
    // What a server has that was started.
    const deps = app.server.deps as HostDeps;
    await takeUpActions(deps);
    expect(outcome(await resultOf(id))).toBe('404 not_found');
    await takeUpActions({ ...deps, config: { ...deps.config, database: { kind: 'embedded', keyRing: undefined } } });
    expect(outcome(await untilEnded(id))).toBe('502 outcome_unknown');
    await control(app, 'faults', []);
});

test('with retries an abandoned action is run again, and what is left of the first attempt changes nothing', async () => {
    await control(app, 'clock', { speed: 0 });
    await control(app, 'faults', [
        { match: { method: 'POST', nth: 1 }, action: { type: 'delay', ms: 20_000 } },
        { match: { method: 'POST', nth: 2 }, action: 'hold' }
    ]);
    const id = idOf(await act('create-note', noteOf('Taken over'), { 'x-async': 'true', 'x-max-retries': '1' }));
    await untilStruck(app);
    app.clock.advance(31_000);
    await recoverActions(app.server.deps);
    await untilStruck(app, 1);
    await control(app, 'clock', { advance_ms: 20_000 });
    // The late response arrives, and what its attempt has logged would be its end.
    await expect.poll(async () => (await writes())[0]?.status).toBe(201);
    expect(outcome(await act('list-notes', { candidate_id: ids.candidate }))).toBe('200');
    expect(outcome(await resultOf(id))).toBe('404 not_found');
    await control(app, 'faults', []);
    await control(app, 'clock', { speed: 1 });
    expect(outcome(await untilEnded(id))).toBe('200');
    expect(await tellings(id)).toHaveLength(1);
});

test('of an action that was given up a late success is kept, and a late failure is not', async () => {
    const held = { match: { method: 'POST' }, action: 'hold', times: 1 };
    const { rows } = (await control(app, 'mutate', { op: 'insert', collection: 'candidates' })) as { rows: { id: string }[] };
    const id = rows[0]?.id ?? '';
    const giveUp = async (body: string) => {
        await control(app, 'faults', [held]);
        const called = act('create-note', { ...noteOf(body), candidate_id: id });
        await untilStruck(app);
        app.clock.advance(31_000);
        await recoverActions(app.server.deps);
        return called;
    };
    const lastRun = () =>
        app.db
            .selectFrom('function_runs')
            .select(['status', 'output', 'error'])
            .where('kind', '=', 'action')
            .orderBy('created_at', 'desc')
            .limit(1)
            .executeTakeFirst();
    const succeeding = giveUp('Late');
    await expect.poll(lastRun).toMatchObject({ status: 'failed', error: expect.stringContaining('outcome_unknown') });
    await control(app, 'faults', []);
    expect((await succeeding).status).toBe(200);
    expect(await lastRun()).toMatchObject({ status: 'succeeded', output: expect.stringContaining('Late'), error: null });

    const failing = giveUp('Too late');
    await expect.poll(lastRun).toMatchObject({ status: 'failed', error: expect.stringContaining('outcome_unknown') });
    await control(app, 'mutate', { op: 'delete', collection: 'candidates', id });
    await control(app, 'faults', []);
    expect((await failing).status).not.toBe(200);
    expect(await lastRun()).toMatchObject({ status: 'failed', error: expect.stringContaining('outcome_unknown') });
});

test('a response in another form than the vendor documents is told as such, and leaves it open what a write has done', async () => {
    const other = { type: 'status', code: 200, body: [{ id: 7 }] };
    await control(app, 'faults', [{ match: { method: 'GET' }, action: other }]);
    expect(outcome(await act('list-notes', { candidate_id: ids.candidate }))).toBe('502 provider_answer_unusable');
    await control(app, 'faults', [{ match: { method: 'POST' }, action: { ...other, code: 201 } }]);
    const key = { 'idempotency-key': 'strange' };
    const strange = await act('create-note', noteOf('Strange'), key);
    expect([outcome(strange), errorOf(strange)['message']]).toEqual([
        '502 outcome_unknown',
        expect.stringContaining('GET /candidate-notes')
    ]);
    await control(app, 'faults', []);
    expect(outcome(await act('create-note', noteOf('Strange'), key))).toBe('200');
});
