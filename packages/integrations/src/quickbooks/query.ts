/** What the query endpoint gives at most. */
export const MAX_RESULTS = 1000;

/** A text of the query language. A backslash before a quotation mark would end the escape. */
export const quote = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** @param query without grouping and OR, which the language does not have */
export function select(query: {
    columns: '*' | 'Id';
    entity: string;
    where?: readonly string[];
    orderBy?: string;
    /** Counts from 1. */
    start?: number;
    max?: number;
}): string {
    const { columns, entity, where = [], orderBy, start = 1, max = MAX_RESULTS } = query;
    return [
        `SELECT ${columns} FROM ${entity}`,
        ...(where.length > 0 ? [`WHERE ${where.join(' AND ')}`] : []),
        ...(orderBy === undefined ? [] : [`ORDERBY ${orderBy} ASC`]),
        `STARTPOSITION ${start} MAXRESULTS ${max}`
    ].join(' ');
}
