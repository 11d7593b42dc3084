import { HostError, type HostRequest, type HostResponse, runAction } from '@patchbay/functions';
import { jsonResponse, MemoryHost, testFacts } from '@patchbay/functions/testing';
import { describe, expect, test } from 'vitest';
import anApplication from '../fixtures/application.json' with { type: 'json' };
import aCandidate from '../fixtures/candidate.json' with { type: 'json' };
import aTeamCandidate from '../fixtures/team-candidate.json' with { type: 'json' };
import { gemApplication } from '../guards.ts';
import { gem } from '../integration.ts';
import { toApplication } from '../map-records.ts';

async function run(name: string, host: MemoryHost, input: unknown, attempt = 1, since = '2000-01-01T00:00:00.000Z') {
    const action = gem.actions[name];
    if (!action) throw new Error(`There is no action ${name}.`);
    return runAction(action, host, { ...testFacts, attempt, firstAttemptAt: attempt > 1 ? since : null }, input);
}

const lost = () => {
    throw new HostError('outcome_unknown', 'The response was lost.');
};
/** What Gem responds to a reading, and to a write. */
const gemThat = (reads: unknown, writes: (request: HostRequest) => HostResponse) =>
    new MemoryHost((request) => (request.method === 'GET' ? jsonResponse(reads) : writes(request)));
const sentTo = (host: MemoryHost) => host.requests.map(({ method, endpoint }) => `${method} ${endpoint}`);

describe('creating a candidate', () => {
    const input = {
        created_by: aTeamCandidate.created_by,
        first_name: 'Zoë',
        last_name: 'Núñez',
        emails: [{ email_address: 'zoe@example.com', is_primary: true }]
    };
    const created = { ...aTeamCandidate, created_at: Math.floor(Date.now() / 1000) };
    const applicant = { ...aCandidate, created_at: new Date().toISOString(), applications: [anApplication] };

    test('makes one without an application where no job is named', async () => {
        const host = new MemoryHost(() => jsonResponse(aTeamCandidate, 201));
        expect(await run('create-candidate', host, input)).toMatchObject({
            status: 'succeeded',
            output: { id: aTeamCandidate.id, created_at: '2026-02-02T02:40:00.000Z' }
        });
        expect(sentTo(host)).toEqual(['POST /v0/candidates']);
        expect(JSON.parse(String(host.requests[0]?.body))).toEqual({ ...input, autofill: false });
    });

    test('makes one with an application where a job is named', async () => {
        const host = new MemoryHost(() => jsonResponse(aCandidate, 201));
        expect(await run('create-candidate', host, { ...input, job_id: 'Sm9iOjE=' })).toMatchObject({ output: { id: aCandidate.id } });
        expect(sentTo(host)).toEqual(['POST /ats/v0/candidates/']);
        expect(JSON.parse(String(host.requests[0]?.body))).toMatchObject({ email: 'zoe@example.com', job_id: 'Sm9iOjE=' });
    });

    test('is refused for an applicant without an address, before anything is sent', async () => {
        const host = new MemoryHost();
        expect(await run('create-candidate', host, { ...input, emails: null, job_id: 'Sm9iOjE=' })).toMatchObject({
            error: { type: 'validation_error', validated: 'input', issues: [{ path: 'emails' }] }
        });
        expect(host.requests).toEqual([]);
    });

    test('passes on that the candidate is there already', async () => {
        const body = { message: 'Duplicate', duplicate_candidate: { id: aTeamCandidate.id } };
        const outcome = await run('create-candidate', new MemoryHost(() => jsonResponse(body, 400)), input);
        expect(outcome).toMatchObject({
            error: {
                type: 'action_error',
                payload: { code: 'vendor_fault', type: 'duplicate', status: 409, vendor: { status: 400, body } }
            }
        });
    });

    test.each([
        ['a field', { code: 422, errors: { json: { last_name: ['Too long.'] } } }, 422, {}, 'invalid', 'last_name', 'Too long.'],
        ['a key', { message: 'Forbidden' }, 403, { 'x-amzn-errortype': 'ForbiddenException' }, 'credentials', null, 'Forbidden'],
        ['the secret', { message: 'Bad secret' }, 401, {}, 'credentials', null, 'Bad secret'],
        ['the permission', { message: 'No permission' }, 403, {}, 'unknown', null, 'No permission'],
        ['a burst', { message: 'Too Many Requests' }, 429, {}, 'rate_limited', null, 'Too Many Requests'],
        ['everything', '<html>', 400, {}, 'invalid', null, 'Gem responded with status 400.']
    ])('passes on that Gem refuses %s', async (_what, body, status, headers, type, field, message) => {
        const outcome = await run('create-candidate', new MemoryHost(() => jsonResponse(body, status, headers)), input);
        expect(outcome).toMatchObject({
            error: { type: 'action_error', payload: { code: 'vendor_fault', type, errors: [{ field, message }], vendor: { status, body } } }
        });
    });

    test.each([
        ['the gateway gave up', jsonResponse({ message: 'Endpoint request timed out' }, 504)],
        ['the response is a page of HTML', { status: 200, headers: {}, body: '<html>' }],
        ['the response has another form', jsonResponse({ id: 'x', created_at: 1e20, created_by: 'y' }, 201)]
    ])('looks for a candidate where %s', async (_what, response) => {
        const host = gemThat([created], () => response);
        expect(await run('create-candidate', host, input)).toMatchObject({ status: 'succeeded', output: { id: created.id } });
        for (const without of [gemThat([], () => response), gemThat({}, () => response), new MemoryHost(() => jsonResponse({}, 500))])
            expect(await run('create-candidate', without, input)).toMatchObject({ error: { type: 'host_error', code: 'outcome_unknown' } });
    });

    test.each([
        ['a candidate', input, created, { email: 'zoe@example.com', page_size: '100' }],
        ['a candidate by handle', { ...input, linked_in_handle: 'zoe' }, created, { linked_in_handle: 'zoe', page_size: '100' }],
        ['an applicant', { ...input, job_id: 'Sm9iOjE=' }, applicant, { email: 'zoe@example.com', per_page: '100' }]
    ])('finds %s whose response was lost, and creates no second one', async (_what, given, found, query) => {
        const host = gemThat([found], lost);
        expect(await run('create-candidate', host, given)).toMatchObject({ status: 'succeeded', output: { id: found.id } });
        expect(host.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
        expect(Object.fromEntries(new URLSearchParams(host.requests[1]?.query))).toEqual(query);
    });

    test.each([
        ['one that was there before', aTeamCandidate],
        ['one of another user', { ...created, created_by: 'VXNlcjo4' }]
    ])('does not take %s for the one whose response was lost', async (_what, found) => {
        expect(await run('create-candidate', gemThat([found], lost), input)).toMatchObject({
            error: { type: 'host_error', code: 'outcome_unknown', message: expect.stringContaining('GET /candidates') }
        });
    });

    test('does not say what it can’t know of a candidate without address and handle', async () => {
        const nameless = { created_by: input.created_by, first_name: 'Zoë' };
        const host = gemThat([created], lost);
        expect(await run('create-candidate', host, nameless)).toMatchObject({ error: { code: 'outcome_unknown' } });
        expect(await run('create-candidate', host, nameless, 2)).toMatchObject({ error: { code: 'outcome_unknown' } });
        expect(host.requests.map(({ method }) => method)).toEqual(['POST']);
    });

    test('looks for what an earlier attempt created before it creates one', async () => {
        const found = gemThat([aTeamCandidate], () => jsonResponse(aTeamCandidate, 201));
        expect(await run('create-candidate', found, input, 2)).toMatchObject({ output: { id: aTeamCandidate.id } });
        expect(sentTo(found)).toEqual(['GET /v0/candidates']);
        const missing = gemThat([], () => jsonResponse(aTeamCandidate, 201));
        await run('create-candidate', missing, input, 2);
        expect(sentTo(missing)).toEqual(['GET /v0/candidates', 'POST /v0/candidates']);
    });
});

describe('a note', () => {
    const input = { candidate_id: 'UGVyc29uOjEy/w==', user_id: 'VXNlcjo3', body: 'Call back' };
    const saved = { id: 'Tm90ZTox', created_at: '2026-01-04T00:00:00Z', body: 'Call back', user: { id: 'VXNlcjo3', name: 'Mary' } };
    const listed = { id: '5', created_at: 1_770_000_000, content: 'Call back', user_id: 'VXNlcjo3', is_private: true };

    test('is private unless it says otherwise, at a path that holds the id', async () => {
        const host = new MemoryHost(({ body }) => jsonResponse({ ...saved, ...JSON.parse(String(body)) }));
        expect(await run('create-note', host, input)).toMatchObject({ output: { visibility: 'private', private: true } });
        expect(await run('create-note', host, { ...input, visibility: 'public' })).toMatchObject({ output: { private: false } });
        expect(sentTo(host)[0]).toBe('POST /ats/v0/candidates/UGVyc29uOjEy%2Fw%3D%3D/activity_feed/notes');
    });

    test.each([
        [10_000, 'x', true],
        [10_001, 'x', false],
        [10_000, '🎉', true],
        [10_001, '🎉', false],
        [0, 'x', false]
    ])('of %i characters (%s) is accepted: %s', async (length, character, isAccepted) => {
        const host = new MemoryHost(() => jsonResponse(saved));
        const outcome = await run('create-note', host, { ...input, body: character.repeat(length) });
        expect(outcome.status).toBe(isAccepted ? 'succeeded' : 'failed');
        expect(host.requests).toHaveLength(isAccepted ? 1 : 0);
        if (!isAccepted) expect(outcome).toMatchObject({ error: { validated: 'input', issues: [{ path: 'body' }] } });
    });

    test('is not written again where an earlier attempt wrote it', async () => {
        const host = gemThat([listed], () => jsonResponse(saved));
        expect(await run('create-note', host, input, 2)).toMatchObject({ output: { id: '5' } });
        expect(await run('create-note', host, { ...input, body: 'Another' }, 2)).toMatchObject({ output: { id: 'Tm90ZTox' } });
        expect(host.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
    });

    test('is written although the same words were noted before the first attempt', async () => {
        const host = gemThat([listed], () => jsonResponse(saved));
        expect(await run('create-note', host, input, 2, '2099-01-01T00:00:00.000Z')).toMatchObject({ output: { id: 'Tm90ZTox' } });
    });

    test('says how to find out what became of it where the response was lost', async () => {
        expect(await run('create-note', new MemoryHost(lost), input)).toMatchObject({
            error: { code: 'outcome_unknown', message: expect.stringContaining('GET /candidate-notes') }
        });
    });

    test('is listed with the others of its candidate', async () => {
        const notes = Array.from({ length: 101 }, (_, index) => ({ ...listed, id: `n${index}` }));
        const host = new MemoryHost(({ query }) => {
            const page = Number(new URLSearchParams(query).get('page'));
            return jsonResponse(notes.slice((page - 1) * 100, page * 100));
        });
        const outcome = await run('list-notes', host, { candidate_id: 'UGVyc29uOjEyMw==' });
        expect(outcome.status === 'succeeded' ? outcome.output : []).toHaveLength(101);
        expect(host.requests[0]).toMatchObject({
            endpoint: '/v0/candidates/UGVyc29uOjEyMw%3D%3D/notes',
            query: 'page_size=100&page=1'
        });
    });
});

test('notes without an end are refused once they are more than an action may return', async () => {
    const endless = new MemoryHost(({ query }) => {
        const page = Number(new URLSearchParams(query).get('page'));
        const content = 'x'.repeat(1000);
        return jsonResponse(Array.from({ length: 100 }, (_, index) => ({ id: `${page}-${index}`, created_at: 1, content })));
    });
    expect(await run('list-notes', endless, { candidate_id: 'c' })).toMatchObject({ error: { code: 'script_output_too_large' } });
    expect(endless.requests).toHaveLength(20);
});

describe('the source of an application', () => {
    test.each([
        ['update-application', { id: anApplication.id, source_id: 's' }],
        ['update-named-application', { application_id: anApplication.id, source_id: 's' }]
    ])('is changed by %s, whose output is the record', async (name, input) => {
        const host = new MemoryHost(() => jsonResponse(anApplication));
        expect(await run(name, host, input)).toMatchObject({ output: { id: anApplication.id, source: anApplication.source } });
        expect(host.requests).toEqual([
            expect.objectContaining({
                method: 'PATCH',
                endpoint: `/ats/v0/applications/${encodeURIComponent(anApplication.id)}`,
                body: '{"source_id":"s"}'
            })
        ]);
        expect(gem.actions[name]?.result).toEqual({ model: 'Application', kind: 'saved' });
    });

    const { sync_token: version } = toApplication(gemApplication.parse(anApplication));
    const [candidate, at] = String(version).split('/');
    const address = `/ats/v0/applications/${encodeURIComponent(anApplication.id)}`;
    const looks = `GET /ats/v0/candidates/${candidate}`;

    test.each([
        ['the one that Gem has', version, {}, [looks, `PATCH ${address}`]],
        ['an older time', `${candidate}/2026-01-01T00%3A00%3A00.000Z/x`, {}, [looks]],
        ['another source', `${candidate}/${at}/x`, {}, [looks]],
        ['none of a source', version, { source: null }, [looks]]
    ])('with the version %s is read before the write, which a newer one prevents', async (_what, sync_token, now, calls) => {
        const found = { ...anApplication, ...now };
        const host = gemThat({ ...aCandidate, applications: [found] }, () => jsonResponse(anApplication));
        const outcome = await run('update-application', host, { id: anApplication.id, source_id: 's', sync_token });
        expect(sentTo(host)).toEqual(calls);
        if (calls.length > 1) expect(outcome).toMatchObject({ output: { sync_token: version } });
        else {
            const current = { record: { id: anApplication.id, source: found.source } };
            expect(outcome).toMatchObject({ error: { payload: { type: 'conflict', status: 409, vendor: null, current } } });
        }
    });

    test('that changed but has the source already, such as by an earlier attempt, is not written', async () => {
        const host = gemThat({ ...aCandidate, applications: [anApplication] }, lost);
        const input = { id: anApplication.id, source_id: anApplication.source.id, sync_token: `${candidate}//` };
        expect(await run('update-application', host, input, 2)).toMatchObject({ output: { sync_token: version } });
    });

    test.each([
        ['the gateway gave up', jsonResponse({ message: 'Endpoint request timed out' }, 504)],
        ['the response has another form', jsonResponse({ id: anApplication.id })]
    ])('is of unknown outcome where %s, and says how to find out', async (_what, response) => {
        expect(await run('update-application', new MemoryHost(() => response), { id: 'a', source_id: 's' })).toMatchObject({
            error: { type: 'host_error', code: 'outcome_unknown', message: expect.stringContaining('GET /applications') }
        });
    });

    test('that its candidate has no longer is not found', async () => {
        const host = gemThat({ ...aCandidate, applications: [] }, lost);
        const outcome = await run('update-application', host, { id: anApplication.id, source_id: 's', sync_token: version });
        expect(outcome).toMatchObject({ error: { payload: { code: 'vendor_fault', type: 'not_found', status: 404 } } });
    });

    test.each([
        ['a version of another form', { id: 'a', source_id: 's', sync_token: '../users//' }, 'sync_token'],
        ['a version with a query', { id: 'a', source_id: 's', sync_token: 'a?b=c//' }, 'sync_token'],
        ['no application', { source_id: 's' }, 'application_id'],
        ['two applications', { id: 'a', application_id: 'b', source_id: 's' }, 'application_id'],
        ['a stage', { id: 'a', source_id: 's', stage_id: 't' }, '']
    ])('is not changed with %s', async (_what, input, path) => {
        const host = new MemoryHost();
        expect(await run('update-application', host, input)).toMatchObject({ error: { validated: 'input', issues: [{ path }] } });
        expect(host.requests).toEqual([]);
    });
});
