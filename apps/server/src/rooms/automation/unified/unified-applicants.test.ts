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
    requestsToVendors,
    runAgain,
    send,
    startGemApp,
    statusOf,
    trigger,
    untilEnded,
    untilStruck,
    untilSynced
} from '../syncs/syncs.fixtures.ts';
import { connectAshby, errorOf, syncAgain, untilSyncedOnce } from './unified.fixtures.ts';

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

/** A record as it is stored. */
async function storedOf(model: string, id: unknown, as: Record<string, string> = headers): Promise<Record<string, unknown> | undefined> {
    const { body } = await send(app, 'GET', `/records?model=${model}&ids=${encodeURIComponent(String(id))}`, undefined, { headers: as });
    return Object(body).records[0];
}

const email = (address: string) => [{ email_address: address, is_primary: true }];
const vendors = [
    ['Gem', () => headers, { created_by: userId, job_id: jobId }],
    ['Ashby', () => ashby, { created_by: '00000007-0000-4000-8000-000000000001', job_id: '00000003-0000-4000-8000-000000000001' }]
] as const;
const unchanged = { added: 0, updated: 0, deleted: 0 };

test.each(vendors)(
    'a candidate that is created at %s with a job is in the records at once, as is the application, and no change of the next sync',
    async (_, headersOf, body) => {
        const vendor = { app, headers: headersOf() };
        for (const name of ['candidates', 'applications']) {
            await untilSyncedOnce(vendor, name);
            await syncAgain(vendor, name);
        }
        const input = { ...body, first_name: 'Ada', last_name: 'Lovelace', emails: email('ada@example.com') };
        const created = await send(app, 'POST', '/v1/candidates', input, { headers: headersOf() });
        expect(created).toMatchObject({ status: 200, body: { first_name: 'Ada' } });
        const { id } = Object(created.body);
        const candidate = await storedOf('Candidate', id, headersOf());
        expect(candidate).toMatchObject({
            last_name: 'Lovelace',
            email_addresses: [{ value: 'ada@example.com' }],
            application_ids: [expect.any(String)],
            _patchbay_metadata: { origin: 'us', run_id: expect.any(String) }
        });
        const [applicationId] = Object(candidate).application_ids;
        expect(await storedOf('Application', applicationId, headersOf())).toMatchObject({
            candidate_id: id,
            jobs: [{ id: body.job_id }],
            _patchbay_metadata: { origin: 'us' }
        });
        expect(await syncAgain(vendor, 'candidates')).toEqual({ Candidate: unchanged });
        expect(await syncAgain(vendor, 'applications')).toEqual({ Application: unchanged });
    }
);

test('a candidate without a job is created, and is in the records at once without an application', async () => {
    const [created, sent] = await writesOf(() => call('POST', '/candidates', { ...ada, emails: email('alone@example.com') }));
    expect([created.status, sent]).toEqual([200, ['POST /gem/v0/candidates']]);
    expect(await storedOf('Candidate', Object(created.body).id)).toMatchObject({ last_name: 'Lovelace', application_ids: [] });
});

test.each([
    ['is refused', { type: 'status', code: 403 }],
    ['has another form', { type: 'status', code: 200, body: '{}' }],
    ['has no end', { type: 'hold' }]
])('a candidate stays created where what the vendor has then %s, and comes with the next sync, as ours', async (_, action) => {
    await control(app, 'faults', [{ match: { path_regex: '/ats/v0/candidates/[^/]+$' }, action }]);
    const created = await call('POST', '/candidates', { ...ada, first_name: 'Augusta' });
    await control(app, 'faults', []);
    expect(created).toMatchObject({ status: 200, body: { first_name: 'Augusta' } });
    const { id } = Object(created.body);
    expect(await storedOf('Candidate', id)).toBeUndefined();
    expect((await runAgain(app, 'candidates')).latestResult).toEqual({ Candidate: unchanged });
    expect(await storedOf('Candidate', id)).toMatchObject({ first_name: 'Augusta', _patchbay_metadata: { origin: 'us' } });
});

test('what was not read after a write, and has changed since, is a change of the vendor', async () => {
    for (const sync of ['candidates', 'applications']) await runAgain(app, sync);
    await control(app, 'faults', [{ match: { path_regex: '/ats/v0/candidates/[^/]+$' }, action: { type: 'status', code: 403 } }]);
    const made = async (last_name: string) => {
        const input = { ...ada, last_name, job_id: jobId, emails: email(`${last_name.toLowerCase()}@example.com`) };
        return Object((await call('POST', '/candidates', input)).body).id;
    };
    const [ours, theirs] = [await made('Hopper'), await made('Murray')];
    await control(app, 'faults', []);
    const updated_at = new Date(app.clock.now().getTime() + 60_000).toISOString();
    await control(app, 'mutate', { op: 'update', collection: 'candidates', id: theirs, fields: { title: 'Admiral', updated_at } });
    expect((await runAgain(app, 'applications')).latestResult).toEqual({ Application: unchanged });
    expect((await runAgain(app, 'candidates')).latestResult).toEqual({ Candidate: { ...unchanged, added: 1 } });
    expect(await storedOf('Candidate', ours)).toMatchObject({ title: null, _patchbay_metadata: { origin: 'us' } });
    expect(await storedOf('Candidate', theirs)).toMatchObject({ title: 'Admiral', _patchbay_metadata: { origin: 'vendor' } });
});

test('a record that cannot be read again comes with the next sync', async () => {
    await control(app, 'faults', [{ match: { path_regex: '/ats/v0/candidates/[^/]+$' }, action: { type: 'status', code: 403 } }]);
    const { id } = Object((await call('POST', '/candidates', { ...ada, first_name: 'Annabella' })).body);
    expect((await runAgain(app, 'candidates')).latestResult).toEqual({ Candidate: { ...unchanged, added: 1 } });
    expect(await storedOf('Candidate', id)).toMatchObject({ _patchbay_metadata: { origin: 'vendor' } });
    for (const _ of [1, 2, 3]) await runAgain(app, 'candidates');
    const looks = async () => (await journal(app, '/ats/v0/candidates/[^/]+$')).length;
    const before = await looks();
    await runAgain(app, 'candidates');
    expect(await looks()).toBe(before);
});

test('of a model that a connection does not read nothing is stored', async () => {
    const own = { ...headers, 'connection-id': 'jobs-only' };
    await connectGem(app, 'jobs-only');
    const metadata = { sync: { models: ['Job'] } };
    const set = await send(app, 'PATCH', '/connections/metadata', { connection_id: 'jobs-only', provider_config_key: 'gem', metadata });
    expect(set.status).toBe(200);
    const created = await send(app, 'POST', '/candidates', ada, { headers: own });
    expect(created.status).toBe(200);
    expect(await storedOf('Candidate', Object(created.body).id, own)).toBeUndefined();
});

test.each([
    ['Gem', () => headers, candidateId],
    ['Ashby', () => ashby, '00000001-0000-4000-8000-000000000001']
])('a resume that is uploaded to %s is among the attachments in the records at once, and no change of the next sync', async (_, as, id) => {
    const vendor = { app, headers: as() };
    await untilSyncedOnce(vendor, 'candidates');
    await syncAgain(vendor, 'candidates');
    const content = Buffer.from('%PDF-1.7').toString('base64');
    const body = { candidate_id: id, user_id: userId, resume_file: content, filename: 'engine.pdf' };
    expect((await send(app, 'POST', '/candidate-upload-resume', body, { headers: as() })).status).toBe(200);
    expect(await storedOf('Candidate', id, as())).toMatchObject({
        attachments: expect.arrayContaining([expect.objectContaining({ filename: 'engine.pdf', type: 'resume' })]),
        _patchbay_metadata: { origin: 'us' }
    });
    expect(await syncAgain(vendor, 'candidates')).toEqual({ Candidate: unchanged });
});

const ashbyId = (kind: number) => `0000000${kind}-0000-4000-8000-000000000001`;
const anyId = expect.any(String);

test.each([
    ['Gem', '/candidates', () => headers, candidateId],
    ['Ashby', '/candidates', () => ashby, ashbyId(1)],
    ['Ashby', '/applications', () => ashby, ashbyId(2)],
    ['Ashby', '/jobs', () => ashby, ashbyId(3)],
    ['Ashby', '/job-stages', () => ashby, null],
    ['Ashby', '/locations', () => ashby, null],
    ['Ashby', '/users', () => ashby, ashbyId(7)]
])('one record of %s is read live: GET %s/:id', async (_, path, as, known) => {
    const get = (address: string) => send(app, 'GET', address, undefined, { headers: as() });
    await untilSyncedOnce({ app, headers: as() }, path.slice(1));
    const { body: listed } = await get(`${path}?limit=1`);
    const id = known ?? Object(listed).records[0].id;
    const { _nango_metadata: _history, _patchbay_metadata: _origin, ...record } = Object((await get(`${path}/${id}`)).body);
    const live = await get(`${path}/${id}?live=true`);
    expect([live.status, withoutUrls(live.body)]).toEqual([200, withoutUrls(record)]);
    expect(record).toMatchObject({ id: anyId });
    const unknown = await get(`${path}/99999999-0000-4000-8000-000000000001?live=true`);
    expect(errorOf(unknown)).toMatchObject({ status: 404, code: 'vendor_fault', payload: { type: 'not_found' } });
});

/** Addresses of files are signed anew each time. */
const withoutUrls = (record: unknown): unknown => JSON.parse(JSON.stringify(record).replaceAll(/signature=[\w-]+/g, 'signature='));

test('a live read shows what has changed at the vendor since the last sync', async () => {
    const [{ title } = { title: null }] = [await storedOf('Candidate', candidateId)];
    await control(app, 'mutate', { op: 'update', collection: 'candidates', id: candidateId, fields: { title: 'Countess' } });
    expect((await call('GET', `/candidates/${candidateId}?live=true`)).body).toMatchObject({ title: 'Countess' });
    expect((await call('GET', `/candidates/${candidateId}`)).body).toMatchObject({ title });
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
        const { applications } = Object(await storedOf('Candidate', Object(results[place]?.body).candidate_id));
        expect(applications).toContainEqual(expect.objectContaining({ id, source: expect.objectContaining({ id: sourceId }) }));
    }
    expect((await runAgain(app, 'applications', { reset: true })).latestResult).toEqual({
        Application: { added: 0, updated: 0, deleted: 0 }
    });
});

test('a candidate whose application we have changed is no change of the next sync for the addresses of files, which are always others', async () => {
    const id = idOf('Person:9');
    await control(app, 'mutate', { op: 'update', collection: 'candidates', id, fields: { updated_at: null } });
    await runAgain(app, 'candidates');
    const { attachments, application_ids } = Object(await storedOf('Candidate', id));
    expect(attachments).toHaveLength(1);
    expect(await call('PATCH', `/applications/${application_ids[0]}`, { source_id: sourceId })).toMatchObject({ status: 200 });
    expect(await storedOf('Candidate', id)).toMatchObject({ _patchbay_metadata: { origin: 'us' } });
    expect((await runAgain(app, 'candidates', { reset: true })).latestResult).toEqual({ Candidate: unchanged });
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

const sourcesOfAshby = [1, 2, 3].map((number) => `00000008-0000-4000-8000-00000000000${number}`);
/** A change as a user of Ashby makes it. */
const changeAtAshby = (index: number, source: string | undefined) =>
    app.sandbox.control('ashby/mutate', { op: 'update', collection: 'applications', index, fields: { sourceId: source } });

test.each([
    ['/applications/{id}', 5],
    ['/application', 6]
])('an update at Ashby of an older version is a conflict with the current one, unless it overwrites: PATCH %s', async (path, index) => {
    const vendor = { app, headers: ashby };
    await untilSyncedOnce(vendor, 'applications');
    const [before, ours, theirs] = sourcesOfAshby;
    const { rows } = Object(await changeAtAshby(index, before));
    const id = String(rows[0].id);
    await syncAgain(vendor, 'applications');
    const update = (more: object, query = '') => {
        const named = path.endsWith('}') ? {} : { application_id: id };
        return send(app, 'PATCH', path.replace('{id}', id) + query, { ...named, source_id: ours, ...more }, { headers: ashby });
    };
    const live = async () => Object((await send(app, 'GET', `/applications/${id}?live=true`, undefined, { headers: ashby })).body);
    const { sync_token } = Object(await storedOf('Application', id, ashby));

    await changeAtAshby(index, theirs);
    const current = await live();
    expect(current).toMatchObject({ source: { id: theirs }, sync_token: expect.not.stringContaining(sync_token) });
    for (const version of [{}, { sync_token }])
        expect(errorOf(await update(version))).toMatchObject({
            status: 409,
            code: 'newer_at_vendor',
            payload: { type: 'conflict', current: { sync_token: current.sync_token, record: { id, source: { id: theirs } } } }
        });
    expect(outcome(await update({}, '?dry_run=true'))).toBe('409 newer_at_vendor');
    expect(await live()).toMatchObject({ source: { id: theirs } });

    const shown = await update({ sync_token: current.sync_token }, '?dry_run=true');
    expect(shown).toMatchObject({ status: 200, body: { requests: [{ endpoint: '/application.changeSource', body: { sourceId: ours } }] } });
    expect(await update({}, '?overwrite=true')).toMatchObject({ status: 200, body: { source: { id: ours } } });
    // What we wrote is the version that is known.
    expect(await update({ source_id: theirs })).toMatchObject({ status: 200, body: { source: { id: theirs } } });
});

/** A change as a user of Gem makes it. */
const changeAtGem = (id: string, fields: object) =>
    control(app, 'mutate', { op: 'update', collection: 'applications', id: idOf(id), fields: { last_activity_at: null, ...fields } });
const sourceAtGem = (number: number) => ({ source: { id: idOf(`Source:${number}`), public_name: `Source ${number}` } });

test.each([
    ['/applications/{id}', 'Application:21', sourceAtGem(3)],
    ['/application', 'Application:22', sourceAtGem(3)],
    ['/applications/{id}', 'Application:23', { source: null }],
    ['/applications/{id}', 'Application:24', { last_activity_at: '2026-11-27T10:00:00.000Z' }]
])(
    'an update at Gem of an older version is a conflict with the current one, unless it overwrites: PATCH %s of %s',
    async (path, name, theirs) => {
        const id = idOf(name);
        const update = (more: object, query = '') => {
            const named = path.endsWith('}') ? {} : { application_id: id };
            return call('PATCH', path.replace('{id}', encodeURIComponent(id)) + query, { ...named, source_id: idOf('Source:1'), ...more });
        };
        await changeAtGem(name, sourceAtGem(2));
        await runAgain(app, 'applications', { reset: true });
        const { sync_token } = Object(await storedOf('Application', id));

        await changeAtGem(name, theirs);
        const [conflicts, sent] = await writesOf(async () => [
            await update({}),
            await update({ sync_token }),
            await update({}, '?dry_run=true')
        ]);
        expect(sent).toEqual([]);
        for (const conflict of conflicts)
            expect(errorOf(conflict)).toMatchObject({
                status: 409,
                code: 'newer_at_vendor',
                payload: { type: 'conflict', current: { sync_token: expect.not.stringContaining(sync_token), record: { id, ...theirs } } }
            });
        const { sync_token: current } = Object(errorOf(conflicts[0] ?? expect.fail())['payload']).current;
        const shown = await update({ sync_token: current }, '?dry_run=true');
        expect(shown).toMatchObject({ status: 200, body: { requests: [{ method: 'PATCH', body: { source_id: idOf('Source:1') } }] } });
        expect(await update({}, '?overwrite=true')).toMatchObject({ status: 200, body: { source: { id: idOf('Source:1') } } });
        // What we wrote is the version that is known.
        expect(await update({ source_id: sourceId })).toMatchObject({ status: 200, body: { source: { id: sourceId } } });
    }
);

test('an update at Gem is done once the change has been read', async () => {
    const id = idOf('Application:25');
    await changeAtGem('Application:25', sourceAtGem(3));
    await runAgain(app, 'applications', { reset: true });
    expect(await call('PATCH', `/applications/${id}`, { source_id: sourceId })).toMatchObject({ status: 200 });
    const { body } = await call('GET', '/integrations/gem/capabilities');
    expect(Object(body).data).toContainEqual(expect.objectContaining({ method: 'PATCH', path: '/application', support: 'full' }));
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
    ['POST', '/invoices?dry_run=true', {}],
    ['PUT', '/invoices', { id: '1' }],
    ['DELETE', '/bills', { id: '1' }],
    ['GET', '/invoices', undefined],
    ['GET', '/invoices?live=true', undefined],
    ['GET', '/invoices/1?live=true', undefined]
])('%s %s is not for a connection of applicant tracking, and nothing is sent to any vendor', async (method, path, body) => {
    const before = await requestsToVendors(app);
    expect(errorOf(await call(method, path, body))).toMatchObject({
        status: 400,
        code: 'wrong_provider',
        payload: { provider: 'sandbox-gem', endpoints: expect.arrayContaining(['GET /candidates']) }
    });
    expect(await requestsToVendors(app)).toEqual(before);
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

test('a key that the vendor refuses since is told as credentials, with status 424', async () => {
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

test('a write does not wait for the rate limit of the vendor, and says when to come again', async () => {
    const tooMany = { type: 'status', code: 429, headers: { 'retry-after': '2' } };
    await control(app, 'faults', [{ match: { method: 'POST' }, action: tooMany, times: 1 }]);
    const limited = await call('POST', '/candidates', ada);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2']);
    expect(errorOf(limited)).toMatchObject({ code: 'vendor_fault', payload: { type: 'rate_limited' } });
});
