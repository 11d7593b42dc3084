import { pruneRecords, type RecordView } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RecordScope, setName } from '../../automation/records/record-scope.ts';
import { candidate, connect, contextOf, list, runId, save, setOf, write } from '../../automation/records/records.fixtures.ts';
import { type DashboardBrowser, dashboardBrowser, join, outcome, setUp } from '../members/members.fixtures.ts';

interface Page {
    data: RecordView[];
    next_cursor: string | null;
}

let app: TestApp;
let owner: DashboardBrowser;
let scope: RecordScope;
beforeAll(async () => {
    app = await startTestApp();
    owner = await setUp(app);
    await app.integrate('unauthenticated', { unique_key: 'crm' });
    scope = await connect(app, 'c1');
    await write(app, contextOf(app, scope), [save([candidate(1, 'Ada Byron'), candidate(2, 'Bo "Björn" 100%'), candidate(3, 'Cleo')])]);
});
afterAll(() => app[Symbol.asyncDispose]());

const path = (query: Record<string, string> = {}) =>
    `/records?${new URLSearchParams({ environment: 'dev', integration_id: 'crm', connection_id: 'c1', model: 'Candidate', ...query })}`;
async function read(query: Record<string, string> = {}): Promise<Page> {
    const { status, json, text } = await owner.send('GET', path(query));
    if (status !== 200) throw new Error(text);
    // The shape of its contract.
    return json as Page;
}
const idsOf = async (query: Record<string, string> = {}) => (await read(query)).data.map(({ id }) => id);

test('a record that a sync has changed is shown with what it was before, the last changed first', async () => {
    app.clock.advance(1000);
    await write(app, contextOf(app, scope), [save([candidate(1, 'Ada Lovelace')])]);
    const { data, next_cursor: next } = await read();
    expect(next).toBe(null);
    expect(data).toHaveLength(3);
    expect(data[0]).toEqual({
        id: '1',
        last_action: 'updated',
        last_modified_at: expect.stringMatching(/Z$/),
        origin: 'vendor',
        run_id: runId,
        fields: { id: '1', name: 'Ada Lovelace' },
        before: { id: '1', name: 'Ada Byron' }
    });
    expect(data.slice(1)).toMatchObject([
        { last_action: 'added', before: null },
        { last_action: 'added', before: null }
    ]);
    app.clock.advance(1000);
    await write(app, contextOf(app, scope), [save([candidate(1, 'Ada King')])]);
    expect((await read()).data[0]).toMatchObject({ before: { name: 'Ada Lovelace' }, fields: { name: 'Ada King' } });
});

test('a deleted record keeps its fields and has no change beside it, and one that returns has', async () => {
    app.clock.advance(1000);
    await write(app, contextOf(app, scope), [{ kind: 'delete', model: 'Candidate', ids: ['1'] }]);
    expect((await read()).data[0]).toMatchObject({ id: '1', last_action: 'deleted', fields: { name: 'Ada King' }, before: null });
    app.clock.advance(1000);
    await write(app, contextOf(app, scope), [save([candidate(1, 'Ada')])]);
    expect((await read()).data[0]).toMatchObject({ last_action: 'updated', before: { name: 'Ada King' } });
});

test('what the release before has changed since is not said to be the last change', async () => {
    await sql`update records set last_modified_at = last_modified_at + interval '1 second', payload = '{"id":"1","name":"Old release"}'
        where external_id = '1'`.execute(app.db);
    expect((await read()).data[0]).toMatchObject({ fields: { name: 'Old release' }, before: null });
});

test.each([
    ['ada', []],
    ['old REL', ['1']],
    ['cleo', ['3']],
    ['2', ['2']],
    ['"Björn"', ['2']],
    ['100%', ['2']],
    ['1__%', []],
    ['nowhere', []],
    ['\\', []]
])('a search for %j finds %j', async (search, expected) => {
    expect(await idsOf({ search })).toEqual(expected);
});

test('a search goes on among older records, and finds one by its id at once', async () => {
    const { environmentId } = scope;
    const { id: setId = 0 } =
        (await setOf(
            app,
            await connect(app, 'many').then(async (many) => {
                await write(app, contextOf(app, many), [save([candidate('oldest', 'Needle')])]);
                return many;
            })
        )) ?? {};
    await sql`insert into records (environment_id, set_id, id, external_id, payload, hash, origin, first_seen_at, last_modified_at, seen_at)
        select ${environmentId}::uuid, ${setId}::bigint, gen_random_uuid(), 'n' || n, '{"id":"n' || n || '","name":"Hay"}', '', 'vendor', at, at, at
        from generate_series(1, 12000) n, lateral (select ${app.clock.now()}::timestamptz + n * interval '1 second' as at) as times`.execute(
        app.db
    );
    const of = { connection_id: 'many' };
    expect(await idsOf({ ...of, search: 'oldest' })).toEqual(['oldest']);
    const counts: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
        const page: Page = await read({ ...of, search: 'needle', ...(cursor && { cursor }) });
        counts.push(page.data.length);
        cursor = page.next_cursor;
    }
    expect(counts).toEqual([0, 0, 1]);
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
        const page: Page = await read({ ...of, search: 'n119', limit: '40', ...(cursor && { cursor }) });
        found.push(...page.data.map(({ id }) => id));
        cursor = page.next_cursor;
    }
    expect(new Set(found).size).toBe(found.length);
    // 119, 1190 to 1199 and 11900 to 11999.
    expect(found).toHaveLength(111);
});

test('fields that were removed by a backend are gone with what was before', async () => {
    const { records } = await list(app);
    await app.call(pruneRecords, {
        headers: { 'provider-config-key': 'crm', 'connection-id': 'c1' },
        body: { model: 'Candidate', until_cursor: records.at(-1)?._nango_metadata.cursor ?? '' }
    });
    expect((await read()).data.map(({ fields, before }) => [fields, before])).toEqual([
        [null, null],
        [null, null],
        [null, null]
    ]);
    const { rows } = await sql`select from records where set_id = ${(await setOf(app, scope))?.id} and previous is not null`.execute(
        app.db
    );
    expect(rows).toEqual([]);
});

test('every role may read them, a visitor may not, and an unknown place has none', async () => {
    for (const role of ['support', 'read_only'] as const)
        expect(outcome(await (await join(app, owner, role)).send('GET', path()))).toBe('200');
    expect(outcome(await dashboardBrowser(app).send('GET', path()))).toBe('401 sign_in_required');
    expect(outcome(await owner.send('GET', path({ connection_id: 'none' })))).toBe('404 not_found');
    expect(outcome(await owner.send('GET', path({ cursor: 'none' })))).toBe('400 invalid_cursor');
    expect(await idsOf({ model: 'Unknown' })).toEqual([]);
    expect(await idsOf({ model: setName('Candidate', 'other') })).toEqual([]);
});
