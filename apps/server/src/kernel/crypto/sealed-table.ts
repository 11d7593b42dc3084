import type { SealPlace } from './seal.ts';

/** A table with sealed columns, whose key is the environment and one more column. */
export interface SealedTable<Column extends string = string, Bound extends string = string> {
    name: string;
    columns: readonly Column[];
    /** The column after `environment_id` in its primary key. */
    key: string;
    /** The columns that name a row to the seal; they never change. */
    boundTo: readonly Bound[];
}

export interface SealedPlaces<Column extends string, Bound extends string> extends SealedTable<Column, Bound> {
    place(row: Readonly<Record<Bound | 'environment_id', string | Buffer>>, column: Column): SealPlace;
}

/** Declares sealed columns. Their room lists them: a rotation of the data keys finds them there. */
export function sealedTable<const Column extends string, const Bound extends string>(
    table: SealedTable<Column, Bound>
): SealedPlaces<Column, Bound> {
    return { ...table, place: (row, column) => placeIn(table, row, column) };
}

export function placeIn(table: SealedTable, row: Readonly<Record<string, unknown>>, column: string): SealPlace {
    const rowId = table.boundTo.map((name) => textOf(row[name])).join('/');
    return { table: table.name, column, environmentId: textOf(row['environment_id']), rowId };
}

function textOf(value: unknown): string {
    return Buffer.isBuffer(value) ? value.toString('hex') : String(value);
}
