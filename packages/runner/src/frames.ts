/** Frames on the pipe between the runner and a child: u32 length, then JSON. */

const HEADER_BYTES = 4;

/** A child sent something that it never sends unless its code has been changed. */
export class ProtocolError extends Error {
    override name = 'ProtocolError';
}

export function encodeFrame(value: unknown): Buffer {
    const text = JSON.stringify(value);
    const frame = Buffer.allocUnsafe(HEADER_BYTES + Buffer.byteLength(text));
    frame.writeUInt32BE(frame.length - HEADER_BYTES, 0);
    frame.write(text, HEADER_BYTES);
    return frame;
}

/** Puts frames together again. */
export class FrameReader {
    readonly #maxBytes: number;
    #chunks: Buffer[] = [];
    #size = 0;

    constructor(maxBytes: number) {
        this.#maxBytes = maxBytes;
    }

    /**
     * @returns the frames that are complete with this chunk
     * @throws {ProtocolError} for a frame that is too large, before its content is read, and for
     * what is not JSON
     */
    *push(chunk: Buffer): Generator<unknown, void, void> {
        this.#chunks.push(chunk);
        this.#size += chunk.length;
        for (let length = this.#nextLength(); length !== undefined && this.#size >= HEADER_BYTES + length; length = this.#nextLength()) {
            const all = this.#joined();
            const end = HEADER_BYTES + length;
            this.#chunks = end < all.length ? [all.subarray(end)] : [];
            this.#size -= end;
            yield parse(all.toString('utf8', HEADER_BYTES, end));
        }
    }

    #nextLength(): number | undefined {
        if (this.#size < HEADER_BYTES) return undefined;
        const first = this.#chunks[0];
        const length = (first && first.length >= HEADER_BYTES ? first : this.#joined()).readUInt32BE(0);
        if (length > this.#maxBytes) throw new ProtocolError(`A frame of ${length} bytes; at most ${this.#maxBytes} are taken.`);
        return length;
    }

    #joined(): Buffer {
        const all = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks, this.#size);
        this.#chunks = [all];
        return all;
    }
}

function parse(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        throw new ProtocolError('A frame that is not JSON.');
    }
}
