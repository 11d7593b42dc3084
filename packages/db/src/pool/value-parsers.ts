import pg from 'pg';

// Overloads of pg's own function: the binary format is never asked for.
export const getTypeParser: typeof pg.types.getTypeParser = (oid: number): unknown => ownParsers.get(oid) ?? parserOfPg(oid);

// Untyped in pg.
const parserOfPg = (oid: number) => pg.types.getTypeParser(oid, 'text') as (text: string) => unknown;

const { INT8, TIMESTAMPTZ } = pg.types.builtins;
// Known to pg, but left out of its types.
const TEXT_ARRAY: number = 1009;
const parseTimestamp = parserOfPg(TIMESTAMPTZ);
const parseTextArray = parserOfPg(TEXT_ARRAY);

/**
 * Faster than pg's own, a fifth of the time of a read of one row; unusual values are left to pg's.
 */
const ownParsers: ReadonlyMap<number, (text: string) => unknown> = new Map([
    [INT8, exactNumber],
    [TIMESTAMPTZ, (text) => (utc.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseTimestamp(text))],
    [TEXT_ARRAY, (text) => (text === '{}' ? [] : plainList.test(text) ? text.slice(1, -1).split(',') : parseTextArray(text))]
]);

const utc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;
/** Nothing quoted, and no NULL. */
const plainList = /^\{(?!NULL[,}])[^"\\{},]+(?:,(?!NULL[,}])[^"\\{},]+)*\}$/i;

function exactNumber(text: string): number {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, which is too large for an exact number`);
    return value;
}
