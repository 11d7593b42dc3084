import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { candidate, candidates, connect, contextOf, readFor, save, write } from './records.fixtures.ts';
import { trackDeletesEnd, trackDeletesStart } from './track-deletes.ts';

// From the sixth run on a statement keeps its plan, which was made for an empty table.
const pages = 10;
const pageSize = 1000;

async function startWithoutStatistics(): Promise<TestApp> {
    const app = await startTestApp();
    await app.integrate('unauthenticated', { unique_key: 'crm' });
    await sql`alter table records set (autovacuum_enabled = off)`.execute(app.db);
    await sql`alter table record_listing_pages set (autovacuum_enabled = off)`.execute(app.db);
    return app;
}

test('while a table has no statistics yet, a page is compared with its own records alone', async () => {
    await using app = await startWithoutStatistics();
    const scope = await connect(app, 'first');
    const runs = [
        { origin: 'us', name: 'Sent', version: '1', changes: { added: pageSize, updated: 0 } },
        { origin: 'vendor', name: 'Sent', version: '1', changes: { added: 0, updated: 0 } },
        { origin: 'vendor', name: 'Formatted', version: '1', changes: { added: 0, updated: 0 } },
        { origin: 'vendor', name: 'Edited', version: '2', changes: { added: 0, updated: pageSize } },
        { origin: 'vendor', name: 'Edited', version: '3', changes: { added: 0, updated: 0 } }
    ] as const;
    const read = await readFor(app, async (replica) => {
        for (const { origin, name, version, changes } of runs)
            for (let page = 0; page < pages; page += 1) {
                const records = Array.from({ length: pageSize }, (_, index) => candidate(page * pageSize + index, name));
                const written = await write(replica, contextOf(app, scope, { origin }), [save(records, { version })]);
                expect(written['Candidate']).toMatchObject(changes);
            }
    });
    const { rows: scans } = await sql`select indexrelname from pg_stat_user_indexes where relname = 'records' and idx_scan > 0`.execute(
        app.db
    );
    // Others have the id behind the time, of which there are as many as pages.
    expect(scans).toEqual([{ indexrelname: 'records_pkey' }]);
    expect(read / (runs.length * pages * pageSize)).toBeLessThan(3);
});

test('while a table has no statistics yet, a listing ends within the time limit of a statement', async () => {
    await using app = await startWithoutStatistics();
    const scope = await connect(app, 'listed');
    const listed = 20;
    await write(app, contextOf(app, scope), [save([candidate('unseen')])]);
    await app.db.transaction().execute((trx) => trackDeletesStart(trx, contextOf(app, scope), 'Candidate'));
    for (let page = 0; page < listed; page += 1) await write(app, contextOf(app, scope), [save(candidates(pageSize, page * pageSize))]);
    const ended = app.db.transaction().execute((trx) => trackDeletesEnd(trx, contextOf(app, scope), 'Candidate', { allowed: false }));
    expect(await ended).toEqual({ deletedKeys: ['unseen'] });
});
