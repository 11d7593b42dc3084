import { deleteConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../../../clean-up.ts';
import { batchSize } from '../../../kernel/sql/in-batches.ts';
import { dayMs } from '../../connections/credentials/refresh.fixtures.ts';
import { emptyCache } from './empty-cache.ts';
import { candidate, candidates, connect, contextOf, list, save, write } from './records.fixtures.ts';
import type { RecordScope } from './record-scope.ts';
import { markRun, recordCounts } from './record-sets.sql.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('unauthenticated', { unique_key: 'crm' });
});
afterAll(() => app[Symbol.asyncDispose]());

const stored = async () => (await app.db.selectFrom('records').select('id').execute()).length;
const aside = [{ model: 'Candidate', id: null, issues: [], record: 'x' }];

test('a deleted connection takes its records with it, in batches', async () => {
    const scope = await connect(app, 'deleted');
    for (let page = 0; page < 3; page += 1) await write(app, contextOf(app, scope), [save(candidates(batchSize, page * batchSize))], aside);
    await app.call(deleteConnection, { params: { connection_id: 'deleted' }, query: { provider_config_key: 'crm' } });
    expect(await recordCounts(app.db, scope)).toEqual({});
    await connect(app, 'deleted');
    expect((await list(app, 'model=Candidate', { connection: 'deleted' })).records).toEqual([]);
    await Promise.all([1, 2].map(() => cleanUp(app.server.deps)));
    expect(await stored()).toBe(0);
    expect(await app.db.selectFrom('set_aside_records').select('id').execute()).toEqual([]);
    expect(await app.db.selectFrom('record_sets').select('id').execute()).toEqual([]);
});

test('an emptied cache is empty at once, and what is read afterwards comes behind every cursor', async () => {
    const scope = await connect(app, 'emptied');
    await write(app, contextOf(app, scope), [save(candidates(3)), save([candidate(1)], { model: 'Job' })]);
    const { records } = await list(app, 'model=Candidate', { connection: 'emptied' });
    const cursor = encodeURIComponent(records.at(-1)?._nango_metadata.cursor ?? '');
    const empty = (context: RecordScope & { now: Date }) =>
        app.db.transaction().execute((trx) => emptyCache(trx, context, ['Candidate', 'None']));
    await empty(contextOf(app, scope));
    expect(await recordCounts(app.db, scope)).toEqual({ Candidate: 0, Job: 1 });
    expect((await list(app, 'model=Candidate', { connection: 'emptied' })).records).toEqual([]);
    const now = new Date(app.clock.now().getTime() - 60_000);
    expect((await write(app, contextOf(app, scope, { now }), [save(candidates(3))]))['Candidate']).toMatchObject({ added: 3 });
    expect((await list(app, `model=Candidate&cursor=${cursor}`, { connection: 'emptied' })).records).toHaveLength(3);
    await cleanUp(app.server.deps);
    expect(await stored()).toBe(4);
});

test('a payload that has not changed for 30 days is removed, one that has is kept', async () => {
    const scope = await connect(app, 'old');
    await write(app, contextOf(app, scope), [save(candidates(batchSize + 5))]);
    app.clock.advance(20 * dayMs);
    await write(app, contextOf(app, scope), [save([candidate(1, 'New')])]);
    app.clock.advance(10 * dayMs - 60_000);
    await cleanUp(app.server.deps);
    const named = async () =>
        (await list(app, 'model=Candidate&limit=10000', { connection: 'old' })).records.filter(({ name }) => name).length;
    expect(await named()).toBe(batchSize + 5);
    app.clock.advance(120_000);
    await cleanUp(app.server.deps);
    expect(await named()).toBe(1);
    app.clock.advance(20 * dayMs);
    await cleanUp(app.server.deps);
    expect(await named()).toBe(0);
});

test('records go when no sync has run for 60 days, and stay while one runs that changes nothing', async () => {
    const [idle, active] = [await connect(app, 'idle'), await connect(app, 'active')];
    for (const scope of [idle, active]) await write(app, contextOf(app, scope), [save(candidates(2))]);
    app.clock.advance(40 * dayMs);
    await markRun(app.db, active, ['Candidate'], app.clock.now());
    app.clock.advance(20 * dayMs + 60_000);
    await cleanUp(app.server.deps);
    expect([await recordCounts(app.db, idle), await recordCounts(app.db, active)]).toEqual([{}, { Candidate: 2 }]);
    // What is read again begins anew.
    expect((await write(app, contextOf(app, idle), [save(candidates(2))]))['Candidate']).toMatchObject({ added: 2 });
});
