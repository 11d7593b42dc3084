type Part = string | ArrayBuffer | ArrayBufferView | Blob;

/** Bytes with a type, as `multipart` bodies are made of. It has no streams. */
export class Blob {
    readonly type: string;
    readonly #bytes: Uint8Array;

    constructor(parts: readonly Part[] = [], { type = '' }: { type?: string } = {}) {
        this.type = type.toLowerCase();
        const all = parts.map(bytesOf);
        this.#bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
        let at = 0;
        for (const bytes of all) {
            this.#bytes.set(bytes, at);
            at += bytes.length;
        }
    }

    static bytesOf(blob: Blob): Uint8Array {
        return blob.#bytes;
    }

    get size(): number {
        return this.#bytes.length;
    }

    async bytes(): Promise<Uint8Array> {
        return this.#bytes.slice();
    }

    async arrayBuffer(): Promise<ArrayBufferLike> {
        return this.#bytes.slice().buffer;
    }

    async text(): Promise<string> {
        return new TextDecoder().decode(this.#bytes);
    }

    slice(start?: number, end?: number, type = ''): Blob {
        return new Blob([this.#bytes.slice(start, end)], { type });
    }
}

function bytesOf(part: Part): Uint8Array {
    if (typeof part === 'string') return new TextEncoder().encode(part);
    if (part instanceof Blob) return Blob.bytesOf(part);
    return part instanceof ArrayBuffer ? new Uint8Array(part) : new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
}
