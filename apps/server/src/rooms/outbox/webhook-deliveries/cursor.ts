import { AppError } from '@patchbay/contracts';
import { z } from 'zod';

/** A place in a list by time. */
export interface Place {
    at: Date;
    id: string;
}

/** A place in a list, and when the work along it began. */
export interface Progress {
    after: Place;
    startedAt: Date;
}

const place = z.tuple([z.iso.datetime(), z.uuid()]);
const progress = z.tuple([z.iso.datetime(), z.uuid(), z.iso.datetime()]);

export function writeCursor({ at, id }: Place): string {
    return write([at.toISOString(), id]);
}

export function writeProgress({ after: { at, id }, startedAt }: Progress): string {
    return write([at.toISOString(), id, startedAt.toISOString()]);
}

/** @throws {AppError} `invalid_cursor` */
export function readCursor(cursor: string): Place {
    const [at, id] = read(place, cursor);
    return { at: new Date(at), id };
}

/** @throws {AppError} `invalid_cursor` */
export function readProgress(cursor: string): Progress {
    const [at, id, startedAt] = read(progress, cursor);
    return { after: { at: new Date(at), id }, startedAt: new Date(startedAt) };
}

function write(parts: readonly string[]): string {
    return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

function read<T>(schema: z.ZodType<T>, cursor: string): T {
    try {
        return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    } catch {
        throw new AppError('invalid_cursor');
    }
}
