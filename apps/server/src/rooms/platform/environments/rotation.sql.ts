import type { Db } from '@patchbay/db';
import { type RawBuilder, sql } from 'kysely';
import { sealedHeaderBytes, sealedKeyId, uuidBytes } from '../../../kernel/crypto/seal.ts';
import type { SealedTable } from '../../../kernel/crypto/sealed-table.ts';

export interface RetiredDataKeys {
    environmentId: string;
    ids: readonly string[];
}

export async function retireDataKeyRows(db: Db, { environmentId, ids }: RetiredDataKeys, now: Date): Promise<void> {
    await db
        .updateTable('data_keys')
        .set({ retired_at: now })
        .where('environment_id', '=', environmentId)
        .where('id', '=', sql<string>`any(${[...ids]})`)
        .where('retired_at', 'is', null)
        .execute();
}

/** Keys that nothing needs: a run has looked for their values since they were retired. */
export async function deleteDataKeyRows(db: Db, { environmentId, ids }: RetiredDataKeys): Promise<void> {
    await db
        .deleteFrom('data_keys')
        .where('environment_id', '=', environmentId)
        .where('id', '=', sql<string>`any(${[...ids]})`)
        .where('retired_at', 'is not', null)
        .execute();
}

/** A row of a sealed table: its key, what it is bound to, and the values of another data key. */
export type SealedRow = Record<string, unknown>;

/**
 * The next rows after a key, in its order, without values that `keyId` has sealed already, or that
 * were wiped.
 * @param window.after undefined: from the first row
 */
export async function findSealedRows(
    db: Db,
    table: SealedTable,
    window: { environmentId: string; keyId: string; after: unknown; limit: number }
): Promise<SealedRow[]> {
    const names = [...new Set(['environment_id', table.key, ...table.boundTo])].map((name) => sql.ref(name));
    const values = table.columns.map(
        (name) =>
            sql`case when length(${sql.ref(name)}) > 0 and ${keyIdOf(sql.ref(name))} <> ${uuidBytes(window.keyId)} then ${sql.ref(name)} end as ${sql.ref(name)}`
    );
    const after = window.after === undefined ? sql`` : sql`and ${sql.ref(table.key)} > ${window.after}`;
    const { rows } = await sql<SealedRow>`
        select ${sql.join([...names, ...values])} from (
            select * from ${sql.table(table.name)} where environment_id = ${window.environmentId} ${after}
            order by ${sql.ref(table.key)} limit ${window.limit}
        ) as part order by ${sql.ref(table.key)}`.execute(db);
    return rows;
}

/** A row's key, and by column the value that was read and the one to put in its place. */
export interface Resealed {
    key: unknown;
    values: readonly ({ before: Buffer; after: Buffer } | undefined)[];
}

/**
 * Puts resealed values in place. Rows that another transaction holds are left for later.
 * @returns how many rows were changed
 * @race a refresh stores new credentials meanwhile: only a value that is still the one that was
 * read is replaced, in one statement; held rows are skipped
 */
export async function updateSealedRows(db: Db, table: SealedTable, environmentId: string, rows: readonly Resealed[]): Promise<number> {
    if (rows.length === 0) return 0;
    const keys = rows.map(({ key }) => key);
    const type = sql.raw(typeOf(keys[0]));
    const columns = table.columns.map((name, index) => ({
        stored: sql.ref(`stored.${name}`),
        column: sql.ref(name),
        before: sql.ref(`before_${index}`),
        after: sql.ref(`after_${index}`),
        headers: rows.map(({ values }) => values[index]?.before.subarray(0, sealedHeaderBytes) ?? null),
        values: rows.map(({ values }) => values[index]?.after ?? null)
    }));
    const arrays = columns.flatMap(({ headers, values }) => [sql`${headers}::bytea[]`, sql`${values}::bytea[]`]);
    const names = columns.flatMap(({ before, after }) => [before, after]);
    const result = await sql`
        with free as materialized (
            select ${sql.ref(table.key)} as key from ${sql.table(table.name)}
            where environment_id = ${environmentId} and ${sql.ref(table.key)} = any(${keys}::${type}[])
            order by ${sql.ref(table.key)} for update skip locked
        )
        update ${sql.table(table.name)} as stored
        set ${sql.join(columns.map(({ column, stored, after }) => sql`${column} = coalesce(${after}, ${stored})`))}
        from unnest(${keys}::${type}[], ${sql.join(arrays)}) as given (key, ${sql.join(names)})
            join free using (key)
        where stored.environment_id = ${environmentId} and stored.${sql.ref(table.key)} = given.key
            and ${sql.join(
                columns.map(
                    ({ stored, before }) => sql`(${before} is null or substring(${stored} from 1 for ${sealedHeaderBytes}) = ${before})`
                ),
                sql` and `
            )}`.execute(db);
    return Number(result.numAffectedRows ?? 0);
}

/** How many values of a column are sealed with which data key. */
export async function countByDataKey(
    db: Db,
    table: SealedTable,
    column: string,
    environmentId: string
): Promise<{ id: Buffer; count: number }[]> {
    const { rows } = await sql<{ id: Buffer; count: number }>`
        select ${keyIdOf(sql.ref(column))} as id, count(*) as count from ${sql.table(table.name)}
        where environment_id = ${environmentId} and length(${sql.ref(column)}) > 0 group by 1`.execute(db);
    return rows;
}

function keyIdOf(column: RawBuilder<unknown>): RawBuilder<unknown> {
    return sql`substring(${column} from ${sql.lit(sealedKeyId.from + 1)} for ${sql.lit(sealedKeyId.length)})`;
}

function typeOf(key: unknown): 'bytea' | 'int8' | 'uuid' {
    if (Buffer.isBuffer(key)) return 'bytea';
    return typeof key === 'number' ? 'int8' : 'uuid';
}
