import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from './testing.ts';

test('schema.ts says of every index, beside its table, what uses it; keys are their own reason', async () => {
    const home = await createTestDatabase();
    const { rows } = await sql<{ place: string }>`
        select tables.relname || '.' || indexes.relname as place
        from pg_index
        join pg_class as indexes on indexes.oid = pg_index.indexrelid
        join pg_class as tables on tables.oid = pg_index.indrelid
        where tables.relnamespace = 'public'::regnamespace
            and not exists (select from pg_constraint where pg_constraint.conindid = pg_index.indexrelid)`.execute(home.db);
    await home.drop();
    const existing = rows.map(({ place }) => place).toSorted();
    expect(existing).toContain('connections.connections_newest');
    expect(explained()).toEqual(existing);
});

/** The indexes in the comments of `schema.ts`, as `<table>.<index>`. */
function explained(): string[] {
    const source = readFileSync(join(import.meta.dirname, 'schema.ts'), 'utf8');
    const tables = new Map(Array.from(source.matchAll(/^ {4}(\w+): (\w+Table);$/gm), ([, table, type]) => [type, table]));
    return [...source.matchAll(/^\/\*\*\n \* Indexes:\n((?: \* - .+\n)+) \*\/\ninterface (\w+) /gm)]
        .flatMap(([, lines = '', type]) =>
            Array.from(lines.matchAll(/- `(\w+)`: .{10,}\.$/gm), ([, index]) => `${tables.get(type)}.${index}`)
        )
        .toSorted();
}
