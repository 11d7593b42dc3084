import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { candidate, candidates, connect, contextOf, list, save, setOf, write } from './records.fixtures.ts';
import type { RecordScope } from './record-scope.ts';
import { recordCounts } from './record-sets.sql.ts';
import { trackDeletesEnd, trackDeletesStart } from './track-deletes.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('unauthenticated', { unique_key: 'crm' });
});
afterAll(() => app[Symbol.asyncDispose]());

const start = (scope: RecordScope) => app.db.transaction().execute((trx) => trackDeletesStart(trx, contextOf(app, scope), 'Candidate'));
const end = (scope: RecordScope, allowed = false) =>
    app.db.transaction().execute((trx) => trackDeletesEnd(trx, contextOf(app, scope), 'Candidate', { allowed }));
const pagesOf = async (scope: RecordScope) => {
    const set = await setOf(app, scope);
    return app.db
        .selectFrom('record_listing_pages')
        .select('record_ids')
        .where('set_id', '=', set?.id ?? 0)
        .execute();
};

test('what a complete listing has not seen is deleted, and its payload stays', async () => {
    const scope = await connect(app, 'listed');
    await write(app, contextOf(app, scope), [save(candidates(5))]);
    app.clock.advance(1000);
    await start(scope);
    await write(app, contextOf(app, scope), [save(candidates(2))]);
    const issue = { path: 'name', message: 'Expected a string.', code: 'invalid_type' };
    await write(app, contextOf(app, scope), [save([candidate(6)])], [{ model: 'Candidate', id: '3', issues: [issue], record: { id: 3 } }]);
    expect((await end(scope)).deletedKeys.toSorted()).toEqual(['4', '5']);
    const { records } = await list(app, 'model=Candidate&filter=deleted', { connection: 'listed' });
    expect(new Set(records.map(({ name }) => name))).toEqual(new Set(['Candidate 4', 'Candidate 5']));
    expect(records[0]?._nango_metadata).toMatchObject({ last_action: 'DELETED', deleted_at: records[0]?._nango_metadata.last_modified_at });
    expect(await recordCounts(app.db, scope)).toEqual({ Candidate: 4 });
    expect(await pagesOf(scope)).toEqual([]);
    await expect(end(scope)).rejects.toMatchObject({ code: 'track_deletes_not_started' });
});

test('a listing that broke off goes on, and does not grow with each try', async () => {
    const scope = await connect(app, 'broken-off');
    await write(app, contextOf(app, scope), [save(candidates(5))]);
    for (let run = 0; run < 3; run += 1) {
        await start(scope);
        await write(app, contextOf(app, scope), [save(candidates(2))]);
        await write(app, contextOf(app, scope), [save(candidates(2, 3))]);
    }
    expect((await pagesOf(scope)).map(({ record_ids: ids }) => ids.length)).toEqual([4, 2, 2]);
    expect((await end(scope)).deletedKeys).toEqual(['5']);
});

test('nothing is deleted where something without an id was set aside', async () => {
    const scope = await connect(app, 'unsure');
    await write(app, contextOf(app, scope), [save(candidates(2))]);
    await start(scope);
    await write(app, contextOf(app, scope), [save([candidate(1)])], [{ model: 'Candidate', id: null, issues: [], record: 'x' }]);
    expect(await end(scope)).toEqual({ deletedKeys: [] });
    await start(scope);
    await write(app, contextOf(app, scope), [save([candidate(1)])]);
    expect(await end(scope)).toEqual({ deletedKeys: ['2'] });
});

test('a listing that would delete more than half of more than 100 is refused, and goes on when it is allowed', async () => {
    const scope = await connect(app, 'suspicious');
    await write(app, contextOf(app, scope), [save(candidates(101))]);
    await start(scope);
    await write(app, contextOf(app, scope), [save(candidates(50))]);
    await expect(end(scope)).rejects.toMatchObject({
        code: 'suspicious_deletion',
        payload: { model: 'Candidate', would_delete: 51, of: 101 }
    });
    expect(await recordCounts(app.db, scope)).toEqual({ Candidate: 101 });
    expect((await end(scope, true)).deletedKeys).toHaveLength(51);
});

test.each([
    { there: 100, seen: 0, deleted: 100 },
    { there: 102, seen: 51, deleted: 51 }
])('of $there records $deleted may be deleted', async ({ there, seen, deleted }) => {
    const scope = await connect(app, `allowed-${there}`);
    await write(app, contextOf(app, scope), [save(candidates(there))]);
    await start(scope);
    await write(app, contextOf(app, scope), [save(candidates(seen))]);
    expect((await end(scope)).deletedKeys).toHaveLength(deleted);
});
