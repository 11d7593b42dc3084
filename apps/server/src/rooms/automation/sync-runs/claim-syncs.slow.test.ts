import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromTheStart } from '../runs/next-in-turn.sql.ts';
import { claimStatement, queueStatement } from './claim-syncs.sql.ts';

/** Of one environment, all of which are due. */
const waiting = 100_000;
/** Of all of them, not due yet. */
const scheduled = 1_000_000;
const environments = 10_000;

let app: TestApp;
let now: Date;
beforeAll(async () => {
    app = await startTestApp();
    now = app.clock.now();
    await app.db.connection().execute(async (one) => {
        // Environments and connections are not needed here.
        for (const setting of ['session_replication_role = replica', 'statement_timeout = 0']) await sql.raw(`set ${setting}`).execute(one);
        const insert = (count: number, environment: RawBuilder<unknown>, due: RawBuilder<unknown>, since: RawBuilder<unknown>) => sql`
            insert into syncs (environment_id, connection_row_id, id, name, variant, models, due_at, waiting_since)
            select (lpad((${environment})::text, 8, '0') || '-0000-4000-8000-000000000000')::uuid, n, gen_random_uuid(), 'things', gen_random_uuid(), '{}',
                ${due}, ${since}
            from generate_series(1, ${sql.lit(count)}) n`;
        const past = sql`${now}::timestamptz - n * interval '1 ms'`;
        await insert(waiting, sql`5000`, past, past).execute(one);
        await insert(
            scheduled,
            sql`n % ${sql.lit(environments)}`,
            sql`${now}::timestamptz + n * interval '1 s'`,
            sql`null::timestamptz`
        ).execute(one);
        await insert(1, sql`7000`, sql`${now}::timestamptz`, sql`${now}::timestamptz`).execute(one);
        await sql`vacuum analyze syncs`.execute(one);
    });
}, 120_000);
afterAll(() => app[Symbol.asyncDispose]());

interface Plan {
    Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
}

/** Buffers that a statement reads, which is undone. */
async function buffersOf(statement: RawBuilder<unknown>): Promise<number> {
    const undone = new Error('Undone.');
    let buffers = NaN;
    const explained = app.db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ 'QUERY PLAN': Plan[] }>`explain (analyze, buffers, format json) ${statement}`.execute(trx);
        const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
        buffers = (plan?.['Shared Hit Blocks'] ?? NaN) + (plan?.['Shared Read Blocks'] ?? NaN);
        throw undone;
    });
    await expect(explained).rejects.toBe(undone);
    return buffers;
}

test('a claim, and the look for what is due by now, read little however much one environment has waiting', async () => {
    const claim = (limit: number) =>
        claimStatement({
            limit,
            after: fromTheStart,
            inWork: new Map(),
            fullEnvironments: [],
            leaseUntil: new Date(now.getTime() + 30_000),
            now
        });
    const found = { one: await buffersOf(claim(1)), all: await buffersOf(claim(16)), look: await buffersOf(queueStatement(now, 2000)) };
    expect(found.one).toBeLessThan(150);
    expect(found.all).toBeLessThan(1000);
    expect(found.look).toBeLessThan(20);
});
