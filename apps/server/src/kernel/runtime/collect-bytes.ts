import type { Readable } from 'node:stream';

/** So many pieces are put together at once. */
const piecesPerBlock = 256;

/** A body, as far as it has come. */
export interface CollectedBytes {
    add(piece: Buffer): void;
    readonly length: number;
    /** All that has come, which is not kept here any more: listeners hold this for long. */
    takeWhole(): Buffer;
}

/** Collects a body. A chunk costs 200 bytes of overhead, so single bytes are joined. */
export function collectBytes(): CollectedBytes {
    const blocks: Buffer[] = [];
    let pieces: Buffer[] = [];
    let length = 0;
    return {
        add(piece) {
            length += piece.length;
            pieces.push(piece);
            if (pieces.length < piecesPerBlock) return;
            blocks.push(Buffer.concat(pieces));
            pieces = [];
        },
        get length() {
            return length;
        },
        takeWhole() {
            const all = [...blocks.splice(0), ...pieces];
            pieces = [];
            const [only] = all;
            return only && all.length === 1 ? only : Buffer.concat(all);
        }
    };
}

/** The pieces of a body that came whole, or comes as a stream without an encoding. */
export function piecesOf(body: Buffer | Readable): AsyncIterable<Buffer> | Buffer[] {
    return Buffer.isBuffer(body) ? [body] : body;
}
