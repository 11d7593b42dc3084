import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonColumns } from './json-columns.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

const source = readFileSync(join(import.meta.dirname, 'schema.ts'), 'utf8');
/** The tables of each interface. */
const tables = Map.groupBy(
    Array.from(source.matchAll(/^ {4}(\w+): (\w+Table);$/gm), ([, table = '', type = '']) => ({ table, type })),
    ({ type }) => type
);
const tablesOf = (type: string): string[] => (tables.get(type) ?? []).map(({ table }) => table);
/** `migrate.ts` alone reads these, by statements of its own. */
const ofMigrate = ['kysely_migration', 'schema_compatibility'];

let home: TestDatabase;
beforeAll(async () => {
    home = await createTestDatabase();
});
afterAll(() => home.drop());

test('schema.ts has every table that the migrations make, with its columns, and says which can be null', async () => {
    const { rows } = await sql<{ column: string }>`
        select table_name || '.' || column_name || case is_nullable when 'YES' then ' | null' else '' end as column
        from information_schema.columns
        where table_schema = 'public' and table_name <> all (${ofMigrate})`.execute(home.db);
    const existing = rows.map(({ column }) => column).toSorted();
    expect(existing).toEqual(expect.arrayContaining(['connections.connection_id', 'connections.end_user | null']));
    expect(declared()).toEqual(existing);
});

test.each(['', 'Dev', 'my-env', 'a_b', 'x'.repeat(33), 'dev\n'])(
    'no environment is named %j, which a secret key cannot carry',
    async (name) => {
        const row = { id: '00000000-0000-4000-8000-000000000001', name };
        await expect(home.db.insertInto('environments').values(row).execute()).rejects.toMatchObject({
            constraint: 'environments_name_check'
        });
    }
);

test('every JSON column is read by the form of its name, or schema.ts calls it unknown', async () => {
    const { rows } = await sql<{ name: string }>`
        select distinct column_name as name from information_schema.columns
        where table_schema = 'public' and data_type in ('json', 'jsonb')`.execute(home.db);
    const unknown = Array.from(source.matchAll(/^ {4}(\w+): ColumnType<unknown, /gm), ([, name = '']) => name);
    expect([...jsonColumns.keys(), ...unknown].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('schema.ts says of every index, beside its table, what uses it; keys are their own reason', async () => {
    const { rows } = await sql<{ place: string }>`
        select tables.relname || '.' || indexes.relname as place
        from pg_index
        join pg_class as indexes on indexes.oid = pg_index.indexrelid
        join pg_class as tables on tables.oid = pg_index.indrelid
        where tables.relnamespace = 'public'::regnamespace
            and not exists (select from pg_constraint where pg_constraint.conindid = pg_index.indexrelid)`.execute(home.db);
    const existing = rows.map(({ place }) => place).toSorted();
    expect(existing).toContain('connections.connections_newest');
    expect(explained()).toEqual(existing);
});

test('a migration says right before each index what it is for', () => {
    const files = globSync(join(import.meta.dirname, '../migrations/*.sql'));
    const statements = files.flatMap((file) =>
        Array.from(
            // Where an index is built concurrently, the comment stands before `drop … if exists`.
            readFileSync(file, 'utf8').matchAll(/^(-- .+\n)?(?:drop index concurrently if exists \w+;\n)?create (?:unique )?index .*/gm),
            ([statement, reason]) => ({ statement, hasReason: reason !== undefined })
        )
    );
    expect(statements.length).toBeGreaterThan(30);
    expect(statements.flatMap(({ statement, hasReason }) => (hasReason ? [] : [statement]))).toEqual([]);
});

/**
 * The columns in `schema.ts`, as `<table>.<column>`, with ` | null` where they can be null: there
 * the type that is read ends so, or it is `NullableJson`.
 */
function declared(): string[] {
    return [...source.matchAll(/^interface (\w+Table) \{\n([\s\S]*?)^\}/gm)]
        .flatMap(([, type = '', lines = '']) =>
            Array.from(lines.matchAll(/^ {4}(\w+): (.+);$/gm), ([, column, columnType = '']) => {
                const isNullable = columnType.endsWith(' | null') || columnType.startsWith('NullableJson<');
                return tablesOf(type).map((table) => `${table}.${column}${isNullable ? ' | null' : ''}`);
            }).flat()
        )
        .toSorted();
}

/**
 * The indexes in the comments of `schema.ts`, as `<table>.<index>`: where several tables have one
 * interface, of the one that the index is named for.
 */
function explained(): string[] {
    return [...source.matchAll(/^\/\*\*\n \* Indexes:\n((?: \* - .+\n)+) \*\/\ninterface (\w+) /gm)]
        .flatMap(([, lines = '', type = '']) =>
            Array.from(lines.matchAll(/- `(\w+)`: .{10,}\.$/gm), ([, index = '']) => {
                const [first, ...others] = tablesOf(type);
                return `${others.find((table) => index.startsWith(table)) ?? first}.${index}`;
            })
        )
        .toSorted();
}
