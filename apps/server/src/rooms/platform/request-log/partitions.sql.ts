import type { Db } from '@patchbay/db';
import { sql } from 'kysely';
import { firstIdAt } from '../../../kernel/crypto/ids.ts';

const dayMs = 24 * 60 * 60 * 1000;
const prefix = 'request_log_day_';
/** Behind a statement that waits for its lock, all requests of the table wait. */
const lockTimeoutMs = 1000;

function nameOf(day: number): string {
    return `${prefix}${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** The least id of a day. @param day since 1970 */
export function firstIdOf(day: number): string {
    return firstIdAt(new Date(day * dayMs));
}

/** @returns their days since 1970 */
export async function listPartitions(db: Db): Promise<number[]> {
    const { rows } = await sql<{ name: string }>`
        select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
        where inhparent = 'request_log'::regclass`.execute(db);
    return rows.flatMap(({ name }) => {
        const [, year, month, day] = /^request_log_day_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
        return year === undefined ? [] : [Math.floor(Date.parse(`${year}-${month}-${day}T00:00:00Z`) / dayMs)];
    });
}

export async function addPartition(db: Db, day: number): Promise<void> {
    const [from, to] = [firstIdOf(day), firstIdOf(day + 1)];
    await underLock(
        db,
        sql`create table if not exists ${sql.table(nameOf(day))} partition of request_log for values from (${sql.lit(from)}) to (${sql.lit(to)})`
    );
}

export async function dropPartition(db: Db, day: number): Promise<void> {
    await underLock(db, sql`drop table if exists ${sql.table(nameOf(day))}`);
}

function underLock(db: Db, statement: ReturnType<typeof sql>): Promise<void> {
    return db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext('request_log_partitions')), set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`.execute(
            trx
        );
        await statement.execute(trx);
    });
}
