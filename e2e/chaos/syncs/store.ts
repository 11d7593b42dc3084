import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const pageSize = 500;
const patienceMs = 60_000;

/** What a server's own PostgreSQL holds, read past the server, which may be dead. */
export class Store {
    readonly #dataDir: string;
    #client: pg.Client | undefined;

    constructor(dataDir: string) {
        this.#dataDir = dataDir;
    }

    /** Once it can be asked: it may be starting. */
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
        for (const end = performance.now() + patienceMs; ;)
            try {
                const client = (this.#client ??= await this.#connect());
                return (await client.query<Row>(text, values)).rows;
            } catch (error) {
                await this.close();
                if (performance.now() > end) throw error;
                await sleep(20);
            }
    }

    async close(): Promise<void> {
        const client = this.#client;
        this.#client = undefined;
        await client?.end().catch(() => {});
    }

    /** The process that is the parent of all others of PostgreSQL. */
    postmaster(): number {
        return Number(readFileSync(join(this.#dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    }

    /** A process of PostgreSQL that serves the server. */
    async backend(): Promise<number> {
        const [row] = await this.query<{ pid: number }>(
            `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
            order by state = 'active' desc, state_change desc limit 1`
        );
        return row?.pid ?? this.postmaster();
    }

    /** What the vendor lists, in its order, to compare with. */
    async expect(ids: readonly string[]): Promise<void> {
        await this.query('create schema if not exists chaos');
        await this.query('create table chaos.expected (place int primary key, id text not null unique)');
        await this.query('insert into chaos.expected select place - 1, id from unnest($1::text[]) with ordinality as given (id, place)', [
            ids
        ]);
        await this.query('analyze chaos.expected');
    }

    /** At one moment: how far the checkpoint is, and what of the pages before it is missing. */
    async compare(): Promise<{ nextPage: number; missing: number; stored: number }> {
        const [row] = await this.query<{ next_page: number; missing: number; stored: number }>(
            `with reached as (
                select coalesce((select (checkpoint::jsonb ->> 'next_page')::int from syncs where name = 'candidates'), 1) as next_page
            ), of_sync as (
                select records.external_id from record_sets
                join records on records.environment_id = record_sets.environment_id and records.set_id = record_sets.id
                where record_sets.model = 'Candidate' and records.deleted_at is null
            )
            select reached.next_page,
                (select count(*)::int from chaos.expected
                    where place < (reached.next_page - 1) * $1 and id not in (select external_id from of_sync)) as missing,
                (select count(*)::int from of_sync) as stored
            from reached`,
            [pageSize]
        );
        if (!row) throw new Error('The comparison gave nothing.');
        return { nextPage: row.next_page, missing: row.missing, stored: row.stored };
    }

    /** Vendor rows without a record, records without a vendor row, and records that are twice. */
    async differences(): Promise<{ lost: number; unknown: number; double: number; stored: number }> {
        const [row] = await this.query<{ lost: number; unknown: number; double: number; stored: number }>(
            `with of_sync as (
                select external_id, count(*) as times from record_sets
                join records on records.environment_id = record_sets.environment_id and records.set_id = record_sets.id
                where record_sets.model = 'Candidate' and records.deleted_at is null group by external_id
            )
            select (select count(*)::int from chaos.expected where id not in (select external_id from of_sync)) as lost,
                (select count(*)::int from of_sync where external_id not in (select id from chaos.expected)) as unknown,
                (select count(*)::int from of_sync where times > 1) as double,
                (select coalesce(sum(times), 0)::int from of_sync) as stored`
        );
        if (!row) throw new Error('The comparison gave nothing.');
        return row;
    }

    /** What customers were told: of the sync's ends, and of single records. */
    async told(): Promise<{
        syncs: { success: boolean; added: number; updated: number; deleted: number }[];
        records: number;
        twice: number;
    }> {
        const syncs = await this.query<{ success: boolean; added: number; updated: number; deleted: number }>(
            `select (payload ->> 'success')::boolean as success, coalesce((payload #>> '{responseResults,added}')::int, 0) as added,
                coalesce((payload #>> '{responseResults,updated}')::int, 0) as updated,
                coalesce((payload #>> '{responseResults,deleted}')::int, 0) as deleted
            from events where type = 'sync' and payload ->> 'model' = 'Candidate' order by created_at`
        );
        const [row] = await this.query<{ records: number; twice: number }>(
            `select count(*)::int as records, (count(*) filter (where times > 1))::int as twice from (
                select payload ->> 'recordId' as id, count(*) as times from events
                where type = 'record.changed' and payload ->> 'model' = 'Candidate' group by 1) as each`
        );
        return { syncs, records: row?.records ?? 0, twice: row?.twice ?? 0 };
    }

    /** Executions by how they ended. */
    async runs(): Promise<Record<string, number>> {
        const rows = await this.query<{ status: string; count: number }>(
            `select status, count(*)::int as count from function_runs where name = 'candidates' group by status order by status`
        );
        return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    }

    async #connect(): Promise<pg.Client> {
        // The server writes it, and leaves it when it is killed.
        const { socketDir } = JSON.parse(readFileSync(join(this.#dataDir, 'postgres-owner.json'), 'utf8')) as { socketDir: string };
        const client = new pg.Client({ host: socketDir, port: 5432, user: 'patchbay', database: 'postgres' });
        // Its server may be killed at any moment; the next query tells.
        client.on('error', () => {});
        await client.connect();
        return client;
    }
}
