import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from '../cluster.ts';

const patienceMs = 60_000;
const retryMs = 50;

type Row = Record<string, unknown>;

/** Runs statements in one transaction, as soon as the database is there. @returns the last rows */
export async function query({ databaseUrl }: Cluster, ...statements: [text: string, values?: unknown[]][]): Promise<Row[]> {
    const end = performance.now() + patienceMs;
    for (;;) {
        const client = new pg.Client({ connectionString: databaseUrl });
        client.on('error', () => {});
        try {
            await client.connect();
            await client.query('begin');
            let rows: Row[] = [];
            for (const [text, values = []] of statements) ({ rows } = await client.query<Row>(text, values));
            await client.query('commit');
            return rows;
        } catch (error) {
            if (performance.now() > end) throw error;
            await sleep(retryMs);
        } finally {
            await client.end().catch(() => {});
        }
    }
}

/**
 * Lets time pass for what is waiting for its next attempt: a clock that runs faster, for deliveries
 * alone. @param ms how much; by default until all are due
 */
export async function passTime(cluster: Cluster, ms?: number): Promise<void> {
    const [row] =
        ms === undefined
            ? await query(cluster, [
                  `select greatest(0, extract(epoch from max(due_at) - now()) * 1000)::float8 as ms
                   from webhook_deliveries where status = 'pending'`
              ])
            : [{ ms }];
    const passed = [row?.['ms'] ?? 0];
    await query(
        cluster,
        [
            `update webhook_deliveries set due_at = due_at - $1 * interval '1 millisecond'
             where status = 'pending' and due_at > now()`,
            passed
        ],
        ...(await leasedTables(cluster)).map((table): [string, unknown[]] => [
            `update ${table} set failing_since = failing_since - $1 * interval '1 millisecond',
                due_at = case when due_at > now() then due_at - $1 * interval '1 millisecond' else due_at end`,
            passed
        ])
    );
}

/** Whatever workers lease to deliver to it. */
async function leasedTables(cluster: Cluster): Promise<string[]> {
    const rows = await query(cluster, [
        `select table_name from information_schema.columns
         where table_schema = 'public' and table_name like 'webhook\\_%' and column_name = 'lease_until'`
    ]);
    return rows.map((row) => String(row['table_name']));
}

/** How many deliveries wait, and how many of them are due. */
export async function countPending(cluster: Cluster): Promise<{ all: number; due: number; undispatched: number }> {
    const [row] = await query(cluster, [
        `select count(*)::int as "all", (count(*) filter (where due_at <= now()))::int as due,
            (select count(*)::int from events where position is null) as undispatched
         from webhook_deliveries where status = 'pending'`
    ]);
    return { all: Number(row?.['all']), due: Number(row?.['due']), undispatched: Number(row?.['undispatched']) };
}

/** Waits until no endpoint is leased to a worker that was killed before. */
export async function untilLeasesEnd(cluster: Cluster): Promise<void> {
    const tables = await leasedTables(cluster);
    const leased = tables.map((table) => `select id || '/' || fence as lease from ${table} where lease_until > now()`).join(' union all ');
    const leasesOf = (rows: Row[]) => rows.map(({ lease }) => lease);
    const before = new Set(leasesOf(await query(cluster, [leased])));
    while (leasesOf(await query(cluster, [leased])).some((lease) => before.has(lease))) await sleep(retryMs);
}

/** Fast shutdown, and shutdown without a checkpoint, after which it recovers. */
const signals = ['SIGINT', 'SIGQUIT'] as const;

/** Restarts PostgreSQL. @param turn decides how @returns milliseconds until it answers again */
export async function restartDatabase(cluster: Cluster, turn: number): Promise<number> {
    const startedAt = performance.now();
    const [before] = await query(cluster, [`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`]);
    process.kill(Number(before?.['pid']), signals[turn % signals.length]);
    for (;;) {
        const [after] = await query(cluster, [`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`]);
        if (after?.['pid'] !== before?.['pid']) return performance.now() - startedAt;
        await sleep(retryMs);
    }
}
