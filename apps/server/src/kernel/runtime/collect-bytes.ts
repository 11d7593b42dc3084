import type { Readable } from 'node:stream';

/** So many pieces are put together at once. */
const piecesPerBlock = 256;

/** A body, as far as it has come. */
export interface CollectedBytes {
    add(piece: Buffer): void;
    readonly length: number;
    whole(): Buffer;
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
        whole() {
            const [only] = pieces;
            return only && pieces.length === 1 && blocks.length === 0 ? only : Buffer.concat([...blocks, ...pieces], length);
        }
    };
}

/** The pieces of a body that came whole, or comes as a stream without an encoding. */
export function piecesOf(body: Buffer | Readable): AsyncIterable<Buffer> | Buffer[] {
    return Buffer.isBuffer(body) ? [body] : body;
}
