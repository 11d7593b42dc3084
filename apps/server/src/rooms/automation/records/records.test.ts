import { listRecords, pruneRecords } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf } from '../../../api.fixtures.ts';
import { candidate, candidates, connect, contextOf, headersOf, list, type ListedRecord, runId, save, write } from './records.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('unauthenticated', { unique_key: 'crm' });
});
afterAll(() => app[Symbol.asyncDispose]());

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);
const actionsOf = (records: readonly ListedRecord[]) => records.map(({ id, _nango_metadata: { last_action } }) => `${id} ${last_action}`);

test('a backend reads what a sync wrote, with both metadata, bare, with a slash at the end and under /v1', async () => {
    const scope = await connect(app, 'c1');
    const context = contextOf(app, scope);
    const written = await write(app, context, [save([{ id: '7', name: 'Ada “Lovelace”\n', tags: ['a'] }], { version: '3' })]);
    expect(written['Candidate']).toMatchObject({ added: 1, updated: 0, deleted: 0, setAside: 0, ids: { added: ['7'] } });
    const now = context.now.toISOString();
    const page = await list(app);
    expect(page).toEqual({
        records: [
            {
                id: '7',
                name: 'Ada “Lovelace”\n',
                tags: ['a'],
                _nango_metadata: {
                    first_seen_at: now,
                    last_modified_at: now,
                    last_action: 'ADDED',
                    deleted_at: null,
                    pruned_at: null,
                    cursor: expect.any(String)
                },
                _patchbay_metadata: { origin: 'vendor', run_id: runId, seen_at: now, vendor_version: '3' }
            }
        ],
        next_cursor: null
    });
    listRecords.success.body.parse(page);
    for (const path of ['/records/', '/v1/records', '/v1/records/']) expect(await list(app, 'model=Candidate', { path })).toEqual(page);
});

test('a backend that asks for it is given what the provider sent', async () => {
    const scope = await connect(app, 'raw');
    await write(app, contextOf(app, scope), [
        save([candidate(1)], { raw: { nested: ['ü', '\n'] } }),
        save([candidate(2)], { model: 'Note' })
    ]);
    const rawOf = async (query: string) => (await list(app, query, { connection: 'raw' })).records.map((one) => one._patchbay_metadata.raw);
    expect(await rawOf('model=Candidate&raw=true')).toEqual([{ nested: ['ü', '\n'] }]);
    expect(await rawOf('model=Note&raw=true')).toEqual([null]);
    expect(await rawOf('model=Candidate')).toEqual([undefined]);
});

test('a sync that reads the same again writes no record; one that reads a change, or what was deleted, does', async () => {
    const scope = await connect(app, 'again');
    const read = (query: string) => list(app, query, { connection: 'again' });
    await write(app, contextOf(app, scope), [save(candidates(3))]);
    const before = await read('model=Candidate');
    app.clock.advance(1000);
    expect((await write(app, contextOf(app, scope), [save(candidates(3))]))['Candidate']).toMatchObject({ added: 0, updated: 0 });
    expect(await read('model=Candidate')).toEqual(before);
    const changes = await write(app, contextOf(app, scope), [
        save([candidate(2, 'New')]),
        { kind: 'delete', model: 'Candidate', ids: ['1', 'unknown'] },
        save([candidate(4)])
    ]);
    expect(changes['Candidate']).toMatchObject({ ids: { added: ['4'], updated: ['2'], deleted: ['1'] } });
    const after = await read('model=Candidate');
    expect(actionsOf(after.records).toSorted()).toEqual(['1 DELETED', '2 UPDATED', '3 ADDED', '4 ADDED']);
    expect(after.records.find(({ id }) => id === '1')).toMatchObject({ name: 'Candidate 1' });
    await write(app, contextOf(app, scope), [save([candidate(1)])]);
    expect(actionsOf((await read('model=Candidate')).records)).toContain('1 UPDATED');
});

test('each filter gives its records, and several give all of theirs', async () => {
    const scope = await connect(app, 'filtered');
    await write(app, contextOf(app, scope), [save(candidates(3))]);
    await write(app, contextOf(app, scope), [save([candidate(2, 'New')]), { kind: 'delete', model: 'Candidate', ids: ['3'] }]);
    const filtered = async (filter: string) =>
        idsOf((await list(app, `model=Candidate&filter=${filter}`, { connection: 'filtered' })).records)
            .toSorted()
            .join('');
    expect(
        await Promise.all(
            ['added', 'UPDATED', 'deleted', 'added,UPDATED', 'added,deleted', 'deleted,updated', 'updated,deleted,added'].map(filtered)
        )
    ).toEqual(['1', '2', '3', '12', '13', '23', '123']);
});

test('a backend pages through all records, and reads those since a time, that time included', async () => {
    const scope = await connect(app, 'paged');
    const read = (query: string) => list(app, `model=Candidate&${query}`, { connection: 'paged' });
    await write(app, contextOf(app, scope), [save(candidates(5))]);
    app.clock.advance(1000);
    await write(app, contextOf(app, scope), [save(candidates(2, 6))]);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
        const page: Awaited<ReturnType<typeof list>> = await read(`limit=3${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
        seen.push(...idsOf(page.records));
        cursor = page.next_cursor;
    }
    expect(seen.toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    const since = (await read('ids=6')).records[0]?._nango_metadata.last_modified_at ?? '';
    expect(idsOf((await read(`modified_after=${since}`)).records).toSorted()).toEqual(['6', '7']);
    expect(idsOf((await read(`delta=${since}`)).records)).toHaveLength(2);
    expect(idsOf((await read('ids=1&ids=7&ids=unknown')).records)).toEqual(['1', '7']);
});

test('a variant has records of its own', async () => {
    const scope = { ...(await connect(app, 'varied')), variant: 'sales' };
    await write(app, contextOf(app, scope), [save([candidate(1)])]);
    expect((await list(app, 'model=Candidate', { connection: 'varied' })).records).toEqual([]);
    expect(idsOf((await list(app, 'model=Candidate&variant=sales', { connection: 'varied' })).records)).toEqual(['1']);
});

test('bad requests are told what is wrong; a model without records is an empty list', async () => {
    await connect(app, 'bad');
    const outcome = async (query: string, headers: Record<string, string> = headersOf('bad')) => {
        const response = await app.raw(`/records?${query}`, { headers });
        const { errors: [issue] = [] } = errorOf(response);
        return `${outcomeOf(response)} ${issue ? `${issue.code} ${issue.path.join('.')}` : ''}`.trim();
    };
    expect(await list(app, 'model=Unknown', { connection: 'bad' })).toEqual({ records: [], next_cursor: null });
    expect(await outcome('model=Candidate', headersOf('unknown'))).toBe('400 unknown_connection');
    expect(await outcome('model=Candidate', headersOf('bad', 'other'))).toBe('400 unknown_connection');
    expect(await outcome('model=Candidate', {})).toBe('400 invalid_headers invalid_type provider-config-key');
    const invalid = '400 invalid_query_params';
    const old = new Date(app.clock.now().getTime() - 370 * 86_400_000).toISOString();
    for (const [query, problem] of [
        ['', 'invalid_type model'],
        ['model=candidate', 'invalid_format model'],
        ['model=Candidate&page=1', 'unrecognized_keys'],
        ['model=Candidate&limit=0', 'too_small limit'],
        ['model=Candidate&limit=10001', 'too_big limit'],
        ['model=Candidate&filter=Added', 'invalid_value filter.0'],
        ['model=Candidate&modified_after=2026-01-01', 'invalid_format modified_after'],
        ['model=Candidate&modified_after=2026-01-01T00:00:00%2B01:00', 'invalid_format modified_after'],
        [`model=Candidate&modified_after=${old}`, 'custom modified_after'],
        [`model=Candidate&cursor=${'a'.repeat(1001)}`, 'too_big cursor'],
        ['model=Candidate&ids=', 'too_small ids.0'],
        [`model=Candidate&${'ids=a&'.repeat(101)}`, 'too_big ids']
    ] as const)
        expect(`${query} ${await outcome(query)}`).toBe(`${query} ${invalid} ${problem}`);
    for (const cursor of ['nonsense', Buffer.from('2026-01-01T00:00:00.000Z||x').toString('base64'), encodeURIComponent('\u0007')])
        expect(await outcome(`model=Candidate&cursor=${cursor}`)).toBe('500 server_error');
});

test('records are pruned up to a cursor, in parts; the same read again stays pruned, a change is whole again', async () => {
    const scope = await connect(app, 'pruned');
    await write(app, contextOf(app, scope), [save(candidates(5), { raw: 'sent' })]);
    const read = async () => (await list(app, 'model=Candidate&raw=true', { connection: 'pruned' })).records;
    const cursor = (await read())[3]?._nango_metadata.cursor ?? '';
    const headers = { 'connection-id': 'pruned', 'provider-config-key': 'crm' };
    const prune = (limit: number) => app.call(pruneRecords, { headers, body: { model: 'Candidate', until_cursor: cursor, limit } });
    expect(await prune(3)).toEqual({ count: 3, has_more: true });
    expect(await prune(3)).toEqual({ count: 1, has_more: false });
    expect(await prune(3)).toEqual({ count: 0, has_more: false });
    const pruned = await read();
    expect(pruned.map(({ name, _patchbay_metadata: { raw } }) => [name === undefined, raw])).toEqual([
        ...Array.from({ length: 4 }, () => [true, null]),
        [false, 'sent']
    ]);
    expect(pruned[0]).toMatchObject({ _nango_metadata: { pruned_at: expect.any(String), last_action: 'ADDED' } });
    await write(app, contextOf(app, scope), [save(candidates(5))]);
    expect(await read()).toEqual(pruned);
    const first = pruned[0]?.id ?? '';
    await write(app, contextOf(app, scope), [save([candidate(first, 'New')])]);
    expect((await read()).at(-1)).toMatchObject({ id: first, name: 'New', _nango_metadata: { pruned_at: null } });
    await expect(app.call(pruneRecords, { headers, body: { model: 'Candidate', until_cursor: 'x' } })).rejects.toMatchObject({
        code: 'invalid_body'
    });
    await expect(
        app.call(pruneRecords, { headers: { ...headers, 'connection-id': 'none' }, body: { model: 'Candidate', until_cursor: cursor } })
    ).rejects.toMatchObject({ code: 'unknown_connection', status: 400 });
});

test('a key needs the scopes of records', async () => {
    const token = await keyWith(app, ['environment:connections:read']);
    expect(outcomeOf(await app.raw('/records?model=Candidate', { token, headers: headersOf('c1') }))).toBe('403 forbidden');
});

test('what records hold is not in the logs', () => {
    expect(app.logLines.filter((line) => line.includes('Lovelace') || line.includes('Candidate 1'))).toEqual([]);
});
