import { sql } from 'kysely';
import { LIFT_LIMITS_LOCALLY } from './pool/prepared-pool.ts';
import type { Db } from './schema.ts';

/** `migrate.ts` fills them itself, and triggers the last. */
const filledOtherwise = ['kysely_migration', 'kysely_migration_lock', 'schema_compatibility', 'connection_search'];

/** Releases before the one that fills a table otherwise have its rows in their backups. */
export const isFilledOtherwise = (table: string): boolean => filledOtherwise.includes(table);

/** Those that partitions are parts of, and which refer to others only after those. */
export async function findStoredTables(db: Db): Promise<string[]> {
    const { rows: tables } = await sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all (${filledOtherwise})
        order by relname`.execute(db);
    const { rows: references } = await sql<{ from: string; to: string }>`
        select own.relname as from, other.relname as to from pg_constraint
        join pg_class as own on own.oid = conrelid join pg_class as other on other.oid = confrelid
        where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid and conparentid = 0`.execute(db);
    const ordered: string[] = [];
    const visit = (name: string) => {
        if (ordered.includes(name)) return;
        for (const { to } of references.filter(({ from }) => from === name)) visit(to);
        ordered.push(name);
    };
    for (const { name } of tables) visit(name);
    return ordered;
}

export async function liftLimits(trx: Db): Promise<void> {
    await sql.raw(LIFT_LIMITS_LOCALLY).execute(trx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
}

export interface Partition {
    parent: string;
    name: string;
    bound: string;
}

export async function findPartitions(db: Db): Promise<Partition[]> {
    const { rows } = await sql<Partition>`
        select parent.relname as parent, part.relname as name, pg_get_expr(part.relpartbound, part.oid) as bound
        from pg_inherits
        join pg_class as parent on parent.oid = inhparent
        join pg_class as part on part.oid = inhrelid
        where parent.relnamespace = 'public'::regnamespace and parent.relkind = 'p' and part.relkind = 'r'
        order by 1, 2`.execute(db);
    return rows;
}

/** @param partition checked to hold names and a bound, and no more */
export async function makePartition(trx: Db, { parent, name, bound }: Partition): Promise<void> {
    await sql`create table if not exists ${sql.table(name)} partition of ${sql.table(parent)} ${sql.raw(bound)}`.execute(trx);
}

/** In a transaction; one at a time. */
export async function openCursor(trx: Db, table: string): Promise<void> {
    await sql`declare stored_rows no scroll cursor for select row_to_json(stored)::text as row from ${sql.table(table)} as stored`.execute(
        trx
    );
}

export async function fetchRows(trx: Db, limit: number): Promise<string[]> {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(limit)} from stored_rows`.execute(trx);
    return rows.map(({ row }) => row);
}

export async function closeCursor(trx: Db): Promise<void> {
    await sql`close stored_rows`.execute(trx);
}

/** As text: they may exceed what a number holds. */
export async function findSequences(db: Db): Promise<{ name: string; value: string }[]> {
    const { rows } = await sql<{ name: string; value: string }>`
        select sequencename as name, last_value::text as value from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`.execute(db);
    return rows;
}

export async function setSequence(db: Db, name: string, value: string): Promise<void> {
    await sql`select setval(${`public.${name}`}::regclass, ${value}::bigint)`.execute(db);
}

/** Whether there is no row of ours. */
export async function isEmptyDatabase(db: Db): Promise<boolean> {
    for (const table of await findStoredTables(db)) {
        const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
        if (rows.length > 0) return false;
    }
    return true;
}

/** @param rows JSON of each */
export async function insertRows(trx: Db, table: string, rows: readonly string[]): Promise<void> {
    const { rows: columns } = await sql<{ name: string }>`
        select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(trx);
    const names = sql.join(columns.map(({ name }) => sql.ref(name)));
    await sql`
        insert into ${sql.table(table)} (${names}) overriding system value
        select ${names} from json_populate_recordset(null::${sql.table(table)}, ${`[${rows.join(',')}]`}::json)`.execute(trx);
}
