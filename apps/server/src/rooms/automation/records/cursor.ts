/** A place in the order of records: by time of change, then by id. */
export interface Position {
    at: Date;
    id: string;
}

/** Before all records of its time. */
export const firstId = '00000000-0000-0000-0000-000000000000';
/** After all records of its time. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export const beforeAll: Position = { at: new Date(0), id: firstId };

/** Opaque to callers; the reference's form. */
export function toCursor({ at, id }: Position): string {
    return cursorAt(at.toISOString(), id);
}

/** @param time in ISO 8601, in UTC */
export function cursorAt(time: string, id: string): string {
    return btoa(`${time}||${id}`);
}

/** @returns undefined for what {@link toCursor} has not made */
export function readCursor(cursor: string): Position | undefined {
    const [, time = '', id = ''] =
        /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\|\|([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/.exec(
            Buffer.from(cursor, 'base64').toString()
        ) ?? [];
    const at = new Date(time);
    return Number.isNaN(at.getTime()) ? undefined : { at, id };
}
