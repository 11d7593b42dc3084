import { deleteIntegration } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectGem, runAgain, sizes, startGemApp, untilSynced } from '../../automation/syncs/syncs.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const total = Object.values(sizes).reduce((sum, count) => sum + count, 0);

async function counted(table: 'record_minutes' | 'record_hours', on = app) {
    await on.server.deps.recordCounter.flush();
    const { rows } = await sql<{ added: number; updated: number; deleted: number }>`
        select coalesce(sum(added), 0)::int as added, coalesce(sum(updated), 0)::int as updated, coalesce(sum(deleted), 0)::int as deleted
        from ${sql.table(table)}`.execute(on.db);
    return rows[0];
}

test('what syncs change is counted once, by the minute and by the hour, and a run that changes nothing adds no row', async () => {
    await connectGem(app);
    await untilSynced(app);
    // A run counts when its end is stored.
    for (const table of ['record_minutes', 'record_hours'] as const)
        await expect.poll(() => counted(table)).toEqual({ added: total, updated: 0, deleted: 0 });
    const { rows: before } = await sql`select 1 from record_minutes`.execute(app.db);
    await runAgain(app, 'locations');
    await counted('record_minutes');
    expect((await sql`select 1 from record_minutes`.execute(app.db)).rows).toHaveLength(before.length);
    await runAgain(app, 'locations', { reset: true, emptyCache: true });
    await expect.poll(() => counted('record_hours')).toMatchObject({ added: total + sizes.locations });
});

test('two servers add to one row, and changes of an integration that is gone are left out', async () => {
    const { environmentId, integrationId } = await onlyIntegration();
    const replica = await startTestApp({ replicaOf: app });
    const before = await counted('record_hours');
    const changes = { Candidate: { added: 3, updated: 2, deleted: 1 }, Job: { added: 0, updated: 0, deleted: 4 } };
    for (const each of [app, replica]) each.server.deps.recordCounter.count({ environmentId, integrationId }, changes);
    await Promise.all([app, replica].map((each) => each.server.deps.recordCounter.flush()));
    expect(await counted('record_hours')).toEqual({
        added: (before?.added ?? 0) + 6,
        updated: (before?.updated ?? 0) + 4,
        deleted: (before?.deleted ?? 0) + 10
    });
    await replica[Symbol.asyncDispose]();
    const after = await counted('record_hours');
    await app.call(deleteIntegration, { params: { id: 'gem' } });
    await expect.poll(async () => (await sql`select 1 from integrations where id = ${integrationId}`.execute(app.db)).rows.length).toBe(0);
    app.server.deps.recordCounter.count({ environmentId, integrationId }, changes);
    expect(await counted('record_hours')).toEqual(after);
});

test('what could not be stored is stored later', async () => {
    await app.integrate('sandbox-gem', { unique_key: 'gem' });
    const { environmentId, integrationId } = await onlyIntegration();
    const before = await counted('record_minutes');
    await sql`alter table record_minutes rename to away`.execute(app.db);
    app.server.deps.recordCounter.count({ environmentId, integrationId }, { Job: { added: 1, updated: 0, deleted: 0 } });
    await app.server.deps.recordCounter.flush();
    expect(app.logLines.some((line) => line.includes('record_counts_not_written'))).toBe(true);
    await sql`alter table away rename to record_minutes`.execute(app.db);
    expect((await counted('record_minutes'))?.added).toBe((before?.added ?? 0) + 1);
});

async function onlyIntegration() {
    const { rows } = await sql<{ environmentId: string; integrationId: string }>`
        select environment_id as "environmentId", id as "integrationId" from integrations where unique_key = 'gem' and deleted_at is null`.execute(
        app.db
    );
    const [row] = rows;
    if (!row) throw new TypeError('There is no integration.');
    return row;
}
