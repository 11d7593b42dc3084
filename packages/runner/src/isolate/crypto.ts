import { fromBase64, toBase64 } from './base64.ts';
import { compute } from './compute.ts';

/** Computed by the child process, which holds no secret either. */

type Bytes = string | ArrayBufferView | ArrayBuffer;

const MOST_RANDOM_BYTES = 65_536;

function bytesOf(data: Bytes, encoding?: BufferEncoding): Uint8Array {
    if (typeof data === 'string') return Buffer.from(data, encoding);
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

function randomBytes(size: number): Buffer {
    if (!Number.isInteger(size) || size < 0 || size > MOST_RANDOM_BYTES)
        throw new RangeError(`randomBytes makes 0 to ${MOST_RANDOM_BYTES} bytes.`);
    return Buffer.from(fromBase64(compute('random', size)));
}

function getRandomValues<View extends ArrayBufferView>(view: View): View {
    if (view.byteLength > MOST_RANDOM_BYTES) throw new RangeError(`getRandomValues fills ${MOST_RANDOM_BYTES} bytes at most.`);
    bytesOf(view).set(randomBytes(view.byteLength));
    return view;
}

const randomUUID = () => compute('uuid');

/** What `createHash` and `createHmac` return. */
class Digest {
    readonly #compute: (data: string) => string;
    readonly #parts: Uint8Array[] = [];
    #isDone = false;

    constructor(computeDigest: (data: string) => string) {
        this.#compute = computeDigest;
    }

    update(data: Bytes, encoding?: BufferEncoding): this {
        if (this.#isDone) throw new Error('Digest already called');
        this.#parts.push(Uint8Array.from(bytesOf(data, encoding)));
        return this;
    }

    digest(): Buffer;
    digest(encoding: BufferEncoding): string;
    digest(encoding?: BufferEncoding): Buffer | string {
        if (this.#isDone) throw new Error('Digest already called');
        this.#isDone = true;
        const digest = Buffer.from(fromBase64(this.#compute(toBase64(Buffer.concat(this.#parts)))));
        return encoding === undefined ? digest : digest.toString(encoding);
    }
}

const createHash = (algorithm: string) => new Digest((data) => compute('hash', algorithm, data));
const createHmac = (algorithm: string, key: Bytes) => {
    const keyText = toBase64(bytesOf(key));
    return new Digest((data) => compute('hmac', algorithm, keyText, data));
};

function timingSafeEqual(one: ArrayBufferView, other: ArrayBufferView): boolean {
    if (one.byteLength !== other.byteLength) throw new RangeError('Input buffers must have the same byte length');
    return compute('equal', toBase64(bytesOf(one)), toBase64(bytesOf(other))) === 'true';
}

const webcrypto = { getRandomValues, randomUUID };

export const crypto = { createHash, createHmac, getRandomValues, randomBytes, randomUUID, timingSafeEqual, webcrypto };
