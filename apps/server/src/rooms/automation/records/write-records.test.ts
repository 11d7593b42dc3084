import { pruneRecords } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { whileUncommitted } from '../../../locks.fixtures.ts';
import { findRecordState, getRecords, listPage } from './get-records.ts';
import { candidate, candidates, connect, contextOf, list, runId, save, setOf, write } from './records.fixtures.ts';
import type { RecordScope } from './record-scope.ts';
import { trackDeletesEnd, trackDeletesStart } from './track-deletes.ts';
import { type WriteContext, writeRecords } from './write-records.ts';

const otherRunId = '019a1f00-3c5e-7f17-9b08-64a1c7e2f532';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('unauthenticated', { unique_key: 'crm' });
});
afterAll(() => app[Symbol.asyncDispose]());

/** Which version of each row there is: any write makes another. */
async function versionsOf({ connectionId }: RecordScope): Promise<string[]> {
    const { rows } = await sql<{ version: string }>`
        select external_id || ' ' || records.ctid || ' ' || records.xmin as version
        from records join record_sets on record_sets.id = set_id
        where connection_row_id = ${connectionId} order by 1`.execute(app.db);
    return rows.map(({ version }) => version);
}

test('a second run that changes nothing writes no row', async () => {
    const scope = await connect(app, 'unchanged');
    await write(app, contextOf(app, scope), [save(candidates(50))]);
    const before = await versionsOf(scope);
    await write(app, contextOf(app, scope), [save(candidates(50))]);
    expect(await versionsOf(scope)).toEqual(before);
    expect(before).toHaveLength(50);
});

test('a record of up to 4 kB is stored as it is, with its source, and a larger one is compressed', async () => {
    const scope = await connect(app, 'stored');
    for (const [id, kilobytes] of [
        [1, 3],
        [2, 8]
    ] as const)
        await write(app, contextOf(app, scope), [save([candidate(id, 'abcdefgh'.repeat(128 * kilobytes))], { raw: { id } })]);
    const { rows } = await sql<{ how: string | null }>`
        select pg_column_compression(payload) as how from records join record_sets on record_sets.id = set_id
        where connection_row_id = ${scope.connectionId} order by external_id`.execute(app.db);
    expect(rows.map(({ how }) => how)).toEqual([null, expect.any(String)]);
});

test('what a sync declares as volatile does not count as a change, in lists too', async () => {
    const scope = await connect(app, 'volatile');
    const volatile = { Candidate: ['photo.url', 'files.*.url', 'seen'] };
    const read = (url: string, name = 'cv') =>
        write(app, contextOf(app, scope, { volatile }), [
            save([{ id: '1', photo: { url, width: 1 }, files: [{ url, name }], seen: url, notes: ['a', 'b'] }])
        ]);
    expect((await read('https://a'))['Candidate']).toMatchObject({ added: 1 });
    expect((await read('https://b'))['Candidate']).toMatchObject({ added: 0, updated: 0 });
    expect((await read('https://b', 'letter'))['Candidate']).toMatchObject({ updated: 1 });
    const [record] = (await list(app, 'model=Candidate', { connection: 'volatile' })).records;
    expect(record).toMatchObject({ photo: { url: 'https://b', width: 1 }, files: [{ url: 'https://b', name: 'letter' }] });
});

test('a version that changes alone is kept, and is no modification', async () => {
    const scope = await connect(app, 'versions');
    const read = async () => (await list(app, 'model=Candidate', { connection: 'versions' })).records[0];
    await write(app, contextOf(app, scope), [save([candidate(1)], { version: '1' })]);
    const before = await read();
    app.clock.advance(1000);
    const changes = await write(app, contextOf(app, scope), [save([candidate(1)], { version: '2' })]);
    expect(changes['Candidate']).toMatchObject({ added: 0, updated: 0 });
    const after = await read();
    expect(after?._patchbay_metadata).toEqual({ ...before?._patchbay_metadata, vendor_version: '2' });
    expect(after?._nango_metadata).toEqual(before?._nango_metadata);
});

test('what we wrote is told apart, and is not reported when the vendor gives it back', async () => {
    const scope = await connect(app, 'ours');
    await write(app, contextOf(app, scope, { origin: 'us' }), [save([candidate(1)])]);
    expect((await write(app, contextOf(app, scope), [save([candidate(1)])]))['Candidate']).toMatchObject({ added: 0, updated: 0 });
    expect(await findRecordState(app.db, scope, 'Candidate', '1')).toMatchObject({ origin: 'us', isDeleted: false });
    await write(app, contextOf(app, scope), [save([candidate(1, 'New')])]);
    expect(await findRecordState(app.db, scope, 'Candidate', '1')).toMatchObject({ origin: 'vendor', record: candidate(1, 'New') });
    expect(await findRecordState(app.db, scope, 'Candidate', '2')).toBeUndefined();
});

test('what the vendor gives back in the version that we wrote is no change, and is kept as the newer form', async () => {
    const scope = await connect(app, 'echoed');
    const read = async () => (await list(app, 'model=Candidate&raw=true', { connection: 'echoed' })).records;
    const given = (name: string, version: string) => save([candidate(1, name)], { version, raw: { name } });
    await write(app, contextOf(app, scope, { origin: 'us' }), [given('Sent', '1')]);
    const [before] = await read();
    app.clock.advance(1000);
    const sync = () => contextOf(app, scope, { runId: otherRunId });
    const changes = await write(app, sync(), [given('Formatted', '1')]);
    expect(changes['Candidate']).toMatchObject({ added: 0, updated: 0, ids: { updated: [] } });
    const echo = { ...before, name: 'Formatted', _patchbay_metadata: { ...before?._patchbay_metadata, raw: { name: 'Formatted' } } };
    expect(await read()).toEqual([echo]);
    expect(before?._patchbay_metadata).toMatchObject({ origin: 'us', run_id: runId, vendor_version: '1' });
    const rows = await versionsOf(scope);
    await write(app, sync(), [given('Formatted', '1')]);
    expect(await versionsOf(scope)).toEqual(rows);
    expect((await write(app, sync(), [given('Edited', '2')]))['Candidate']).toMatchObject({ updated: 1, ids: { updated: ['1'] } });
    const [after] = await read();
    expect(after).toMatchObject({ name: 'Edited', _patchbay_metadata: { origin: 'vendor', run_id: otherRunId, vendor_version: '2' } });
    expect(after?._nango_metadata.last_action).toBe('UPDATED');
});

test.each([
    ['we write again', { origin: 'us' as const }, '1', false],
    ['the vendor gives without a version', {}, null, false],
    ['comes back after its deletion', {}, '1', true]
])('a record of ours in its version that %s is a change', async (what, more, version, isDeleted) => {
    const scope = await connect(app, what);
    await write(app, contextOf(app, scope, { origin: 'us' }), [save([candidate(1, 'Sent')], { version: '1' })]);
    if (isDeleted) await write(app, contextOf(app, scope, { origin: 'us' }), [{ kind: 'delete', model: 'Candidate', ids: ['1'] }]);
    const changes = await write(app, contextOf(app, scope, more), [save([candidate(1, 'Other')], { version })]);
    expect(changes['Candidate']).toMatchObject({ updated: 1, ids: { updated: ['1'] } });
    expect((await findRecordState(app.db, scope, 'Candidate', '1'))?.isDeleted).toBe(false);
    expect((await setOf(app, scope))?.live_count).toBe(1);
});

test.each([
    ['we wrote is kept', [save([candidate(1, 'Ours')])], candidate(1, 'Ours')],
    ['we deleted stays deleted', [{ kind: 'delete' as const, model: 'Candidate', ids: ['1'] }], null]
])('of a page that was on its way meanwhile what %s, until the next run', async (what, changes, expected) => {
    const scope = await connect(app, what);
    await write(app, contextOf(app, scope), [save([candidate(1, 'Old')])]);
    app.clock.advance(1000);
    const run = contextOf(app, scope);
    app.clock.advance(1000);
    await write(app, contextOf(app, scope, { origin: 'us' }), changes);
    app.clock.advance(1000);
    const read = async () => (await getRecords(app.db, scope, 'Candidate', ['1']))[0] ?? null;
    const page = save([candidate(1, 'Vendor')]);
    expect((await write(app, { ...run, now: app.clock.now() }, [page]))['Candidate']).toMatchObject({ added: 0, updated: 0 });
    expect(await read()).toEqual(expected);
    expect((await write(app, contextOf(app, scope), [page]))['Candidate']).toMatchObject({ updated: 1 });
    expect(await read()).toEqual(candidate(1, 'Vendor'));
});

test.each([
    ['begins', (trx: Db, context: WriteContext) => trackDeletesStart(trx, context, 'Candidate'), false],
    ['ends', (trx: Db, context: WriteContext) => trackDeletesEnd(trx, context, 'Candidate', { allowed: true }), true]
])(
    'what we write while a complete listing %s is stored, and is not deleted with what the listing has not seen',
    async (what, first, isBegun) => {
        const scope = await connect(app, `listing ${what}`);
        const run = contextOf(app, scope);
        await write(app, run, [save([candidate(1)])]);
        if (isBegun) await app.db.transaction().execute((trx) => trackDeletesStart(trx, run, 'Candidate'));
        await whileUncommitted(
            app,
            (trx) => first(trx, run),
            () => write(app, contextOf(app, scope, { origin: 'us' }), [save([candidate('ours')])])
        );
        if (!isBegun) await app.db.transaction().execute((trx) => trackDeletesEnd(trx, run, 'Candidate', { allowed: true }));
        expect(await getRecords(app.db, scope, 'Candidate', ['1', 'ours'])).toEqual([candidate('ours')]);
    }
);

test.each([
    ['9', '10'],
    ['2026-01-01T00:00:05Z', '2026-01-01T00:00:10Z']
])('a page that was on its way with version %s does not replace what we wrote meanwhile as %s', async (older, ours) => {
    const scope = await connect(app, `older ${older}`);
    const old = save([candidate(1, 'Old')], { version: older });
    await write(app, contextOf(app, scope), [old]);
    app.clock.advance(1000);
    const run = contextOf(app, scope);
    app.clock.advance(1000);
    await write(app, contextOf(app, scope, { origin: 'us' }), [save([candidate(1, 'Ours')], { version: ours })]);
    app.clock.advance(1000);
    expect((await write(app, { ...run, now: app.clock.now() }, [old]))['Candidate']).toMatchObject({ updated: 0 });
    expect(await getRecords(app.db, scope, 'Candidate', ['1'])).toEqual([candidate(1, 'Ours')]);
});

test('of two writes of ours that end in another order the higher version is kept', async () => {
    const scope = await connect(app, 'overtaken');
    const wrote = (version: string, name: string) =>
        write(app, contextOf(app, scope, { origin: 'us' }), [save([candidate(1, name)], { version })]);
    await wrote('10', 'Later');
    await wrote('9', 'Earlier');
    expect(await findRecordState(app.db, scope, 'Candidate', '1')).toMatchObject({ vendorVersion: '10', record: { name: 'Later' } });
    // Times and the like have no order here.
    for (const version of ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z', '11', '11']) await wrote(version, version);
    expect(await findRecordState(app.db, scope, 'Candidate', '1')).toMatchObject({ vendorVersion: '11' });
});

test('a pruned record that the vendor gives back as we wrote it stays pruned', async () => {
    const scope = await connect(app, 'pruned');
    await write(app, contextOf(app, scope, { origin: 'us' }), [save([candidate(1, 'Sent')], { version: '1' })]);
    const read = async () => (await list(app, 'model=Candidate', { connection: 'pruned' })).records;
    const [cursor = ''] = (await read()).map((record) => record._nango_metadata.cursor);
    const body = { model: 'Candidate', until_cursor: cursor, limit: 10 };
    await app.call(pruneRecords, { headers: { 'provider-config-key': 'crm', 'connection-id': 'pruned' }, body });
    const before = await read();
    await write(app, contextOf(app, scope), [save([candidate(1, 'Formatted')], { version: '1' })]);
    expect(await read()).toEqual(before);
    expect(before).toMatchObject([{ id: '1', _nango_metadata: { pruned_at: expect.any(String) } }]);
});

test.each([
    ['NUL', 'a\0'],
    ['half of a surrogate pair', 'a\ud800']
])('%s in an id sets that record aside, and in what else a record has it is kept', async (_, odd) => {
    const connection = `odd-${odd.charCodeAt(1)}`;
    const scope = await connect(app, connection);
    const record = { id: '1', name: odd, [odd]: [odd] };
    const unstorable = { id: odd, name: odd };
    const page = () => [save([unstorable, record], { raw: record, version: odd })];
    expect((await write(app, contextOf(app, scope), page()))['Candidate']).toMatchObject({ added: 1, setAside: 1, ids: { added: ['1'] } });
    expect(await getRecords(app.db, scope, 'Candidate', ['1', odd])).toEqual([record]);
    const { records } = await list(app, 'model=Candidate&raw=true', { connection });
    expect(records).toMatchObject([{ ...record, _patchbay_metadata: { raw: record, vendor_version: JSON.stringify(odd) } }]);
    const { id: setId = 0 } = (await setOf(app, scope)) ?? {};
    const aside = () => app.db.selectFrom('set_aside_records').selectAll().where('set_id', '=', setId).execute();
    const [row] = await aside();
    expect(row).toMatchObject({ external_id: JSON.stringify(odd), record: JSON.stringify(unstorable) });
    expect(JSON.parse(row?.issues ?? '')).toMatchObject([{ path: 'id', code: 'invalid_format' }]);
    const rows = await versionsOf(scope);
    await write(app, contextOf(app, scope), page());
    expect(await versionsOf(scope)).toEqual(rows);
    await write(app, contextOf(app, scope), [
        { kind: 'update', model: 'Candidate', records: [unstorable] },
        { kind: 'delete', model: 'Candidate', ids: [odd] }
    ]);
    expect([await aside(), (await setOf(app, scope))?.live_count]).toEqual([[], 1]);
});

test('metadata that a sync gives back is not stored, and of an id the last record of a page counts', async () => {
    const scope = await connect(app, 'given-back');
    const ours = { _nango_metadata: { cursor: 'x' }, _patchbay_metadata: {} };
    await write(app, contextOf(app, scope), [save([{ ...candidate(1, 'First'), ...ours }]), save([{ ...candidate(1, 'Last'), ...ours }])]);
    expect(await getRecords(app.db, scope, 'Candidate', ['1'])).toEqual([candidate(1, 'Last')]);
});

test('an update changes records that are there, and makes none', async () => {
    const scope = await connect(app, 'updates');
    await write(app, contextOf(app, scope), [save(candidates(2)), { kind: 'delete', model: 'Candidate', ids: ['2'] }]);
    const records = [candidate(1, 'New'), candidate(2, 'New'), candidate(3, 'New')];
    const changes = await write(app, contextOf(app, scope), [{ kind: 'update', model: 'Candidate', records }]);
    expect(changes['Candidate']?.ids).toEqual({ added: [], updated: ['1'], deleted: [] });
    expect(await getRecords(app.db, scope, 'Candidate', ['1', '2', '3'])).toEqual([candidate(1, 'New')]);
});

test('a run that asks for it leaves what changed after its start', async () => {
    const scope = await connect(app, 'newer');
    await write(app, contextOf(app, scope), [save(candidates(2))]);
    app.clock.advance(1000);
    const startedAt = app.clock.now();
    app.clock.advance(1000);
    await write(app, contextOf(app, scope), [save([candidate(1, 'Of a webhook')])]);
    const stale = { ...save([candidate(1, 'Stale'), candidate(2, 'Read')]), mergingStrategy: 'ignore_if_modified_after' as const };
    const changes = await write(app, contextOf(app, scope, { startedAt }), [stale]);
    expect(changes['Candidate']?.ids.updated).toEqual(['2']);
    expect((await getRecords(app.db, scope, 'Candidate', ['1'])).map(({ name }) => name)).toEqual(['Of a webhook']);
});

test('what has not its model’s form is set aside with its reason, until it has', async () => {
    const scope = await connect(app, 'aside');
    const issues = [{ path: 'name', message: 'Expected a string.', code: 'invalid_type' }];
    const aside = [
        { model: 'Candidate', id: '1', issues, record: { id: 1, name: 'line\nbreak' } },
        { model: 'Candidate', id: null, issues, record: { name: 7 } }
    ];
    for (let run = 0; run < 2; run += 1)
        expect((await write(app, contextOf(app, scope), [save([candidate(2)])], aside))['Candidate']).toMatchObject({ setAside: 2 });
    const stored = () =>
        app.db.selectFrom('set_aside_records').select(['external_id', 'record', 'issues']).orderBy('external_id').execute();
    expect(await stored()).toEqual([
        { external_id: '1', record: JSON.stringify(aside[0]?.record), issues: JSON.stringify(issues) },
        { external_id: null, record: '{"name":7}', issues: JSON.stringify(issues) }
    ]);
    await write(app, contextOf(app, scope), [save([candidate(1)])]);
    expect((await stored()).map(({ external_id: id }) => id)).toEqual([null]);
    expect(app.logLines.filter((line) => line.includes('line\\nbreak') || line.includes('break'))).toEqual([]);
});

test('a sync reads its records back, page by page, without those that are deleted', async () => {
    const scope = await connect(app, 'back');
    await write(app, contextOf(app, scope), [save(candidates(150)), { kind: 'delete', model: 'Candidate', ids: ['5'] }]);
    const first = await listPage(app.db, scope, 'Candidate', null);
    const second = await listPage(app.db, scope, 'Candidate', first.nextCursor);
    expect([first.records.length, second.records.length, second.nextCursor]).toEqual([100, 49, null]);
    expect(new Set([...first.records, ...second.records].map(({ id }) => id)).size).toBe(149);
    await expect(listPage(app.db, scope, 'Candidate', 'x')).rejects.toMatchObject({ code: 'invalid_cursor' });
});

test('what is new is told from what is there where a page is expected to be new, and from what was deleted in an empty set', async () => {
    const scope = await connect(app, 'expected-new');
    await write(app, contextOf(app, scope, { origin: 'us' }), [save([candidate(1, 'Ours')])]);
    await write(app, contextOf(app, scope), [save(candidates(2, 2)), { kind: 'delete', model: 'Candidate', ids: ['3'] }]);
    app.clock.advance(1000);
    const mostlyNew = new Map([['Candidate', true]]);
    const context = contextOf(app, scope, { mostlyNew });
    const page = [candidate(1, 'Theirs'), candidate(2), candidate(3), candidate(4)];
    const { Candidate: mixed } = await write(app, context, [save(page)]);
    expect(mixed).toMatchObject({ added: 1, updated: 2, ids: { added: ['4'], updated: ['3', '1'] } });
    expect(mostlyNew.get('Candidate')).toBe(false);
    expect((await setOf(app, scope))?.live_count).toBe(4);
    await write(app, context, [{ kind: 'delete', model: 'Candidate', ids: ['1', '2', '3', '4'] }]);
    const { Candidate: returned } = await write(app, contextOf(app, scope), [save(candidates(5))]);
    expect(returned).toMatchObject({ added: 1, updated: 4 });
    expect((await setOf(app, scope))?.live_count).toBe(5);
});

test('a transaction that fails leaves nothing of its page', async () => {
    const scope = await connect(app, 'failed');
    const failing = app.db.transaction().execute(async (trx) => {
        await writeRecords(trx, contextOf(app, scope), { changes: [save(candidates(3))], setAside: [] });
        throw new TypeError('The checkpoint was refused.');
    });
    await expect(failing).rejects.toThrow('The checkpoint was refused.');
    expect((await list(app, 'model=Candidate', { connection: 'failed' })).records).toEqual([]);
    expect(await setOf(app, scope)).toBeUndefined();
});

test('a run whose connection is gone is ended', async () => {
    const scope = await connect(app, 'gone');
    await app.db.deleteFrom('connections').where('id', '=', scope.connectionId).execute();
    await expect(write(app, contextOf(app, scope), [save(candidates(1))])).rejects.toMatchObject({ code: 'run_aborted' });
});

test('a reader that pages by cursor misses nothing that two writers write at once', async () => {
    const scope = await connect(app, 'busy');
    const perWriter = 40;
    // Clocks that are apart, as those of two servers may be.
    const writer = async (name: string, skewMs: number) => {
        for (let page = 0; page < perWriter; page += 1) {
            const now = new Date(app.clock.now().getTime() + skewMs);
            const own = Array.from({ length: 5 }, (_, index) => candidate(`${name}-${page}-${index}`));
            await write(app, contextOf(app, scope, { now }), [save(own), save([candidate('shared', `${name} ${page}`)])]);
        }
    };
    const seen = new Set<string>();
    let cursor = '';
    const readOn = async () => {
        const { records } = await list(app, `model=Candidate&limit=7${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, {
            connection: 'busy'
        });
        for (const { id } of records) seen.add(id);
        cursor = records.at(-1)?._nango_metadata.cursor ?? cursor;
        return records.length;
    };
    const writers = { running: 2 };
    const writing = Promise.all([writer('a', 0), writer('b', -5000)].map((one) => one.finally(() => (writers.running -= 1))));
    while (writers.running > 0) await readOn();
    await writing;
    while ((await readOn()) > 0);
    expect(seen.size).toBe(2 * perWriter * 5 + 1);
});

test('two runs that write two models in opposite order do not wait for each other forever', async () => {
    const scope = await connect(app, 'order');
    const one = save([candidate(1)]);
    const other = save([candidate(1)], { model: 'Job' });
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(app, contextOf(app, scope), index % 2 ? [one, other] : [other, one])));
    expect(await Promise.all(['Candidate', 'Job'].map(async (model) => (await setOf(app, scope, model))?.live_count))).toEqual([1, 1]);
});
