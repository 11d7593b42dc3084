import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keyWith } from '../../../api.fixtures.ts';
import {
    connectGem,
    control,
    eventsOf,
    headers,
    journal,
    outcome,
    runAgain,
    send,
    startGemApp,
    statusOf,
    trigger,
    untilEnded,
    untilStruck,
    untilSynced
} from '../syncs/syncs.fixtures.ts';
import { connectAshby, errorOf, untilSyncedOnce } from './unified.fixtures.ts';

const idOf = (text: string) => Buffer.from(text).toString('base64');
const [candidateId, userId, jobId, sourceId] = ['Person:1', 'User:1', 'Job:1', 'Source:2'].map(idOf);

let app: TestApp;
let ashby: Record<string, string>;
beforeAll(async () => {
    app = await startGemApp();
    await connectGem(app);
    ashby = await connectAshby(app);
    await untilSynced(app);
});
beforeEach(() => control(app, 'faults', []));
afterAll(() => app[Symbol.asyncDispose]());

const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    send(app, method, path, body, { headers: { ...headers, ...more } });
const writes = async () => (await journal(app)).filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
/** What a request did to the vendor beside its response. */
async function writesOf<T>(run: () => Promise<T>): Promise<[T, string[]]> {
    const before = (await writes()).length;
    const result = await run();
    return [result, (await writes()).slice(before)];
}
const ada = { created_by: userId, first_name: 'Ada', last_name: 'Lovelace' };

test('a candidate is created, and is in the list after the next sync', async () => {
    const created = await call('POST', '/candidates', { ...ada, emails: [{ email_address: 'ada@example.com', is_primary: true }] });
    expect(created).toMatchObject({ status: 200, body: { first_name: 'Ada', created_by: userId } });
    const { id } = Object(created.body);
    await runAgain(app, 'candidates');
    expect(await call('GET', `/candidates/${id}`)).toMatchObject({ status: 200, body: { id, last_name: 'Lovelace' } });
});

test('a candidate with a job gets an application too', async () => {
    const body = { ...ada, job_id: jobId, emails: [{ email_address: 'applicant@example.com' }] };
    const [created, sent] = await writesOf(() => call('POST', '/v1/candidates', body));
    expect([created.status, sent]).toEqual([200, ['POST /gem/ats/v0/candidates/']]);
});

test('a note is added, and is in the list of notes', async () => {
    const note = { candidate_id: candidateId, user_id: userId, body: 'Called her. ☎' };
    const made = await call('POST', '/candidate-notes', note);
    expect(made).toMatchObject({ status: 200, body: { body: 'Called her. ☎', private: true, visibility: 'private' } });
    const listed = await call('GET', `/candidate-notes?candidate_id=${candidateId}`);
    expect(listed.status).toBe(200);
    expect(Object(listed.body).map(({ id }: { id: string }) => id)).toContain(Object(made.body).id);
    expect(outcome(await call('GET', '/candidate-notes'))).toBe('400 invalid_query_params');
});

test('an application’s source is changed by its path and by its body, is in the records at once, and is no change of the next sync', async () => {
    const [byPath, byBody] = ['Application:3', 'Application:4'].map(idOf);
    await runAgain(app, 'applications');
    const results = [
        await call('PATCH', `/applications/${byPath}`, { source_id: sourceId }),
        await call('PATCH', '/application', { application_id: byBody, source_id: sourceId })
    ];
    for (const [place, id] of [byPath, byBody].entries()) {
        expect(results[place]).toMatchObject({ status: 200, body: { id, source: { id: sourceId } } });
        expect(await call('GET', `/applications/${id}`)).toMatchObject({
            status: 200,
            body: { source: { id: sourceId }, _patchbay_metadata: { origin: 'us', run_id: expect.any(String) } }
        });
    }
    expect((await runAgain(app, 'applications', { reset: true })).latestResult).toEqual({
        Application: { added: 0, updated: 0, deleted: 0 }
    });
});

test('what we write while a page with the older form is on its way stays, and is no change of the vendor', async () => {
    const { records } = Object((await call('GET', '/applications')).body) as { records: { id: string; source: { id: string } | null }[] };
    const { id } = records.find(({ source }) => source?.id !== sourceId) ?? expect.fail();
    const { finishedAt } = await statusOf(app, 'applications');
    await control(app, 'faults', [{ match: { path_regex: '/applications/$' }, action: { type: 'hold', after: true }, times: 1 }]);
    await trigger(app, { syncs: ['applications'], opts: { reset: true } });
    await untilStruck(app);
    expect(await call('PATCH', `/applications/${id}`, { source_id: sourceId })).toMatchObject({ status: 200 });
    await control(app, 'faults', []);
    expect((await untilEnded(app, 'applications', finishedAt)).latestResult).toEqual({
        Application: { added: 0, updated: 0, deleted: 0 }
    });
    expect(await call('GET', `/applications/${id}`)).toMatchObject({
        body: { source: { id: sourceId }, _patchbay_metadata: { origin: 'us' } }
    });
});

test('the body of a write by path cannot name another id', async () => {
    const id = idOf('Application:3');
    expect(outcome(await call('PATCH', `/applications/${id}`, { id, source_id: sourceId }))).toBe('200');
    expect(errorOf(await call('PATCH', `/applications/${id}`, { id: 'other', source_id: sourceId }))).toMatchObject({
        code: 'invalid_body',
        errors: [{ path: ['id'] }]
    });
});

test('a dry run shows the request, and sends nothing', async () => {
    const [{ status, body }, sent] = await writesOf(() => call('POST', '/candidates?dry_run=true', ada));
    expect([status, sent]).toEqual([200, []]);
    expect(body).toEqual({
        dry_run: true,
        requests: [{ method: 'POST', endpoint: '/v0/candidates', query: '', body: expect.objectContaining({ first_name: 'Ada' }) }]
    });
    expect(errorOf(await call('POST', '/candidates?dry_run=true', { created_by: userId }))).toMatchObject({ code: 'invalid_action_input' });
});

test('a write with an Idempotency-Key is done once, and another one with that key is refused', async () => {
    const key = { 'idempotency-key': 'note-1' };
    const note = { candidate_id: candidateId, user_id: userId, body: 'Once' };
    const [[first, second], sent] = await writesOf(async () => [
        await call('POST', '/candidate-notes', note, key),
        await call('POST', '/v1/candidate-notes', note, key)
    ]);
    expect(sent).toHaveLength(1);
    expect(first?.headers.get('idempotent-replayed')).toBeNull();
    expect(second?.headers.get('idempotent-replayed')).toBe('true');
    expect(second?.body).toEqual(first?.body);
    expect(outcome(await call('POST', '/candidate-notes', { ...note, body: 'Other' }, key))).toBe('422 idempotency_key_reused');
});

test('a write with X-Async is accepted, and its result is at its address', async () => {
    const accepted = await call(
        'POST',
        '/candidate-notes',
        { candidate_id: candidateId, user_id: userId, body: 'Later' },
        { 'x-async': 'true' }
    );
    const { id, statusUrl } = Object(accepted.body);
    expect(accepted).toMatchObject({ status: 202, body: { statusUrl: `/action/${id}` } });
    expect(accepted.headers.get('location')).toBe(statusUrl);
    await expect.poll(async () => (await call('GET', statusUrl)).status, { timeout: 20_000 }).toBe(200);
    expect((await call('GET', statusUrl)).body).toMatchObject({ body: 'Later' });
    expect(await eventsOf(app, 'async_action')).toMatchObject([{ payload: { id, statusUrl } }]);
});

test('a refusal of the vendor has the status that it means, what is wrong, and what the vendor sent', async () => {
    const missing = await call('POST', '/candidate-notes', { candidate_id: idOf('Person:9999'), user_id: userId, body: 'Nowhere' });
    expect(errorOf(missing)).toMatchObject({ status: 404, code: 'vendor_fault', payload: { type: 'not_found', vendor: { status: 404 } } });
    const invalid = await call('POST', '/candidates', { ...ada, emails: [{ email_address: 'no address' }] });
    expect(errorOf(invalid)).toMatchObject({
        status: 400,
        code: 'vendor_fault',
        payload: {
            type: 'invalid',
            errors: [{ field: 'emails', message: 'Not a valid email address.' }],
            vendor: { status: 422, body: expect.any(Object) }
        }
    });
});

test.each(['..', '.', '../../v0/users', 'a/../b'])('an id that is a path, such as %s, is refused, and nothing is sent', async (id) => {
    const [replies, sent] = await writesOf(async () => [
        await call('POST', '/candidate-notes', { candidate_id: id, user_id: userId, body: 'x' }),
        await call('PATCH', '/application', { application_id: id, source_id: sourceId }),
        await call('GET', `/candidate-notes?candidate_id=${encodeURIComponent(id)}`)
    ]);
    expect([replies.map(outcome), sent]).toEqual([Array.from({ length: 3 }, () => '400 invalid_action_input'), []]);
});

test('a body that is not of the form is refused with the paths, and nothing is sent', async () => {
    const [refused, sent] = await writesOf(() => call('POST', '/candidates', { first_name: 7, nonsense: 1, emails: [{}] }));
    expect(sent).toEqual([]);
    const { errors, ...error } = errorOf(refused);
    expect(error).toMatchObject({ status: 400, code: 'invalid_action_input' });
    expect(Object(errors).map(({ path }: { path: string[] }) => path.join('.'))).toEqual(
        expect.arrayContaining(['created_by', 'first_name', 'emails.0.email_address'])
    );
    for (const body of [[], 'text', 7, null]) expect(outcome(await call('POST', '/candidates', body))).toBe('400 invalid_action_input');
});

test.each([
    ['POST', '/invoices', {}],
    ['PUT', '/invoices', { id: '1' }],
    ['DELETE', '/bills', { id: '1' }],
    ['GET', '/invoices/1', undefined]
])('%s %s is not for a connection of applicant tracking', async (method, path, body) => {
    expect(errorOf(await call(method, path, body))).toMatchObject({
        status: 400,
        code: 'wrong_provider',
        payload: { provider: 'sandbox-gem', endpoints: expect.arrayContaining(['GET /candidates']) }
    });
});

test('what a provider lacks is unsupported_by_provider, with what it has', async () => {
    const refused = await send(app, 'GET', '/job-posts?live=true', undefined, { headers: ashby });
    const stored = await send(app, 'GET', '/job-posts/1', undefined, { headers: ashby });
    for (const one of [refused, stored])
        expect(errorOf(one)).toMatchObject({
            status: 400,
            code: 'unsupported_by_provider',
            payload: { provider: 'sandbox-ashby', supported: expect.arrayContaining(['GET /candidates']) }
        });
});

test('a list of a provider whose pages are requests with bodies is read live to its end', async () => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
        const { status, body } = await send(
            app,
            'GET',
            `/candidates?live=true${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
            undefined,
            { headers: ashby }
        );
        expect([status, body]).toMatchObject([200, {}]);
        ids.push(...Object(body).records.map(({ id }: { id: string }) => id));
        cursor = Object(body).next_cursor;
    }
    await untilSyncedOnce({ app, headers: ashby }, 'candidates');
    const { body } = await send(app, 'GET', '/candidates?limit=10000', undefined, { headers: ashby });
    expect(ids.length).toBeGreaterThan(100);
    expect(ids.toSorted()).toEqual(
        Object(body)
            .records.map(({ id }: { id: string }) => id)
            .toSorted()
    );
});

test('the capabilities of an integration say what it does of its category', async () => {
    const { status, body } = await send(app, 'GET', '/integrations/ashby/capabilities');
    expect(status).toBe(200);
    const { data } = Object(body) as { data: { method: string; path: string; support: string }[] };
    const supportOf = (method: string, path: string) => data.find((one) => one.method === method && one.path === path)?.support;
    expect(supportOf('GET', '/job-posts')).toBe('unsupported');
    expect(supportOf('GET', '/candidates')).not.toBe('unsupported');
    const v1 = await send(app, 'GET', '/v1/integrations/gem/capabilities');
    expect(Object(v1.body).data.length).toBe(data.length);
    expect(outcome(await send(app, 'GET', '/integrations/none/capabilities'))).toBe('404 not_found');
});

test('an unknown connection is 400, and nothing is sent', async () => {
    const [refused, sent] = await writesOf(() => call('POST', '/candidates', ada, { 'connection-id': 'none' }));
    expect([outcome(refused), sent]).toEqual(['400 unknown_connection', []]);
});

test('a key that the vendor refuses since is told as credentials, with status 424, and is not written with', async () => {
    const apiKey = 'gemTeamKey000000000000000000000000000009';
    await control(app, 'keys', { key: apiKey });
    await connectGem(app, 'broken', { apiKey });
    await control(app, 'keys', { key: apiKey, enabled: false });
    const refused = await call('POST', '/candidates', ada, { 'connection-id': 'broken' });
    expect(errorOf(refused)).toMatchObject({ status: 424, code: 'vendor_fault', payload: { type: 'credentials' } });
});

test('a key that only reads records writes nothing, and one that only runs actions reads none', async () => {
    const reader = { headers, token: await keyWith(app, ['environment:records:read']) };
    const writer = { headers, token: await keyWith(app, ['environment:actions:execute']) };
    const [results, sent] = await writesOf(async () => [
        await send(app, 'GET', '/candidates?limit=1', undefined, reader),
        await send(app, 'POST', '/candidates', ada, reader),
        await send(app, 'GET', '/candidates', undefined, writer),
        await send(app, 'POST', '/candidates?dry_run=true', ada, writer)
    ]);
    expect([results.map(outcome), sent]).toEqual([['200', '403 forbidden', '403 forbidden', '200'], []]);
});
