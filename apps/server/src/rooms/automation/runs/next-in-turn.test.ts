import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { claimSyncs } from '../sync-runs/claim-syncs.sql.ts';
import { claimRuns } from './claim-runs.sql.ts';
import { fromTheStart, type Turn } from './next-in-turn.sql.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
beforeEach(() => sql`delete from syncs`.execute(app.db));
afterAll(() => app[Symbol.asyncDispose]());

const environment = (place: number) => `${String(place).padStart(8, '0')}-0000-4000-8000-000000000000`;
const placeOf = (id: string) => Number(id.slice(0, 8));

/** Syncs that wait, of environments by their place. */
async function wait(counts: Readonly<Record<number, number>>): Promise<void> {
    await app.db.transaction().execute(async (trx) => {
        // Environments and connections are not needed here.
        await sql`set local session_replication_role = replica`.execute(trx);
        for (const [place, count] of Object.entries(counts))
            await sql`
                insert into syncs (environment_id, connection_row_id, id, name, variant, models, due_at, waiting_since)
                select ${environment(Number(place))}::uuid, 1, gen_random_uuid(), 'things', n, '{}', at, at
                from generate_series(1, ${sql.lit(count)}) n cross join lateral (select ${app.clock.now()}::timestamptz - n * interval '1 s' as at) as due`.execute(
                trx
            );
    });
}

/** Which environments have the next turn. */
async function take(limit: number, turn: Partial<Turn> = {}, db = app.db): Promise<number[]> {
    const now = app.clock.now();
    const leaseUntil = new Date(now.getTime() + 30_000);
    const whole = { limit, after: fromTheStart, inWork: new Map(), fullEnvironments: [], ...turn };
    return (await claimSyncs(db, { ...whole, leaseUntil, now })).map(({ environment_id: id }) => placeOf(id));
}

test('environments take turns, however much one has waiting', async () => {
    await wait({ 1: 50, 2: 2, 3: 1 });
    const turns: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) turns.push(...(await take(1, { after: environment(turns.at(-1) ?? 0) })));
    expect(turns).toEqual([1, 2, 3, 1, 2, 1, 1, 1]);
    expect(await take(3)).toEqual([1, 1, 1]);
});

test('several turns at once are of as many environments as there are', async () => {
    await wait({ 1: 50, 2: 2, 3: 1 });
    expect(await take(7)).toEqual([1, 2, 3, 1, 2, 1, 1]);
});

test('an environment with fewer runs in work is first, and one that is full has no turn', async () => {
    await wait({ 1: 5, 2: 5, 3: 5 });
    const inWork = new Map([
        [environment(1), 2],
        [environment(3), 1]
    ]);
    expect(await take(4, { inWork })).toEqual([2, 2, 3, 1]);
    expect(await take(4, { inWork, fullEnvironments: [environment(2)] })).toEqual([3, 1, 3, 1]);
});

test('of more environments than are looked at for one turn each one has its turn', async () => {
    await wait(Object.fromEntries(Array.from({ length: 100 }, (_, place) => [place + 1, 2])));
    const turns: number[] = [];
    while (turns.length < 200) turns.push(...(await take(1, { after: environment(turns.at(-1) ?? 0) })));
    const round = Array.from({ length: 100 }, (_, place) => place + 1);
    expect(turns).toEqual([...round, ...round]);
});

test('what another server is taking is left to it, and does not hold this one back', async () => {
    await wait({ 1: 10, 2: 1 });
    await app.db.transaction().execute(async (trx) => {
        expect(await take(5, {}, trx)).toEqual([1, 2, 1, 1, 1]);
        expect(await take(5)).toEqual([1, 1, 1, 1, 1]);
    });
    expect(await take(5)).toEqual([1]);
    expect(await take(5)).toEqual([]);
});

test.each([
    ['paused', sql`is_paused = true, due_at = null`],
    ['leased', sql`lease_until = ${new Date(Date.now() + 3_600_000)}`]
])('what a server of the release before has %s meanwhile has no turn, and waits no longer', async (_, change) => {
    await wait({ 1: 1, 2: 1 });
    await sql`update syncs set ${change} where environment_id = ${environment(1)}`.execute(app.db);
    expect(await take(2)).toEqual([2]);
    const { rows } = await sql`select from syncs where waiting_since is not null`.execute(app.db);
    expect(rows).toEqual([]);
});

test.each([
    ['webhooks', 'webhook'],
    ['handlers of events', 'on-event']
] as const)('%s that wait for their runs take turns as syncs do, and each is taken once', async (_, kind) => {
    await app.db.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql`
            insert into function_runs (environment_id, id, connection_row_id, kind, name, status, created_at, input)
            select case when n <= 5 then ${environment(1)}::uuid else ${environment(2)} end, gen_random_uuid(), 1, ${kind}, 'things', 'queued',
                ${app.clock.now()}::timestamptz + n * interval '1 s', n::text
            from generate_series(1, 6) n`.execute(trx);
    });
    const now = app.clock.now();
    const turn = { after: fromTheStart, inWork: new Map(), fullEnvironments: [], leaseUntil: now, now };
    const takeInputs = async (limit: number) => (await claimRuns(app.db, kind, { ...turn, limit })).map(({ input }) => input);
    expect(await takeInputs(3)).toEqual(['1', '6', '2']);
    expect(await takeInputs(9)).toEqual(['3', '4', '5']);
    expect(await takeInputs(9)).toEqual([]);
});
