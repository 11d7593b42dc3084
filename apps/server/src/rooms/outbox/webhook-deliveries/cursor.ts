import { AppError } from '@patchbay/contracts';
import { z } from 'zod';

/** A place in a list by time. */
export interface Place {
    at: Date;
    id: string;
}

const place = z.tuple([z.iso.datetime(), z.uuid()]);

export function writeCursor({ at, id }: Place): string {
    return Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url');
}

/** @throws {AppError} `invalid_cursor` */
export function readCursor(cursor: string): Place {
    try {
        const [at, id] = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
        return { at: new Date(at), id };
    } catch {
        throw new AppError('invalid_cursor');
    }
}
