import { pipeline, Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { collectBytes, piecesOf } from '../runtime/collect-bytes.ts';
import { EgressError, toEgressError } from './egress-error.ts';

// More than two layers has no honest use and multiplies a decompression bomb (CVE-2026-22036).
const MAX_ENCODINGS = 2;
// Empty compressed blocks inflate to nothing for ever, so what arrives is bounded too, with room
// for the format's overhead.
const MAX_OVERHEAD_BYTES = 65_536;
/** A short rest of a response is read to its end, which keeps the connection. */
const DISCARD_MAX_BYTES = 65_536;
const DISCARD_MAX_MS = 1000;
const decoders: ReadonlyMap<string, () => Transform> = new Map([
    ['gzip', createGunzip],
    ['x-gzip', createGunzip],
    ['deflate', createInflate],
    ['br', createBrotliDecompress]
]);

/** What `accept-encoding` says where we are the one to inflate. */
export const OFFERED_ENCODINGS = 'gzip, deflate, br';

interface BodyReading {
    host: string;
    contentEncoding: string | undefined;
    maxBytes: number;
    /** Told of each piece; the next one waits for what it returns. */
    hold?: ((bytes: number) => Promise<void> | undefined) | undefined;
}

/**
 * Reads a response's body, inflated. It stops at the first byte over `maxBytes`, so a small body
 * that inflates without end costs no memory.
 * @param args.contentEncoding at most two of gzip, deflate and br (RFC 9110 §8.4)
 * @throws {EgressError} `too_large` or `protocol`; anything else is the body's own error
 */
export async function readBody(body: Buffer | Readable, { host, contentEncoding, maxBytes, hold }: BodyReading): Promise<Buffer> {
    const plain = contentEncoding === undefined ? body : inflate(body, { host, contentEncoding, maxBytes });
    if (plain === undefined) {
        if (!Buffer.isBuffer(body)) body.destroy();
        throw new EgressError('protocol', `${host}: the content encoding of the response is not supported`);
    }
    const received = collectBytes();
    for await (const chunk of piecesOf(plain)) {
        received.add(chunk);
        // Leaving the loop destroys the body.
        if (received.length > maxBytes) throw tooLarge(host, maxBytes);
        const room = hold?.(chunk.length);
        if (room) await room;
    }
    return received.takeWhole();
}

/**
 * Takes the compression off a body while it passes, a chunk at a time. Damaged or endless
 * compression is an error of the result.
 * @param args.maxBytes of the inflated body, and of what arrives
 * @returns undefined for an encoding that was not offered, or for too many: the body is untouched
 */
export function inflate(
    body: Buffer | Readable,
    { host, contentEncoding, maxBytes }: { host: string; contentEncoding: string; maxBytes: number }
): Readable | undefined {
    const inflaters = inflatersFor(contentEncoding);
    if (inflaters === undefined) return undefined;
    const source = Buffer.isBuffer(body) ? Readable.from(body.length > 0 ? [body] : [], { objectMode: false }) : body;
    const inflated = limited(host, maxBytes);
    inflated.once('close', () => source.destroy());
    source.once('error', (error) => inflated.destroy(error));
    // An error that it has had already is not emitted again.
    if (source.errored) inflated.destroy(source.errored);
    const steps = [limited(host, maxBytes + MAX_OVERHEAD_BYTES), ...inflaters];
    for (const step of steps) step.once('error', (error) => inflated.destroy(toEgressError(error, host)));
    // HEAD, 204 and careless servers name an encoding and send no body, which is not valid gzip.
    const onEmpty = () => void inflated.end();
    source.once('end', onEmpty).once('readable', () => {
        const first: unknown = source.read();
        if (first === null) return;
        source.off('end', onEmpty).unshift(first);
        pipeline([source, ...steps, inflated], () => {});
    });
    return inflated;
}

/** Throws away the body of a response that is not needed. */
export function discard(body: Buffer | Readable): void {
    if (Buffer.isBuffer(body)) return;
    // Without a listener its error would be an uncaught one.
    body.on('error', () => {});
    let bytes = 0;
    const timer = setTimeout(() => body.destroy(), DISCARD_MAX_MS);
    body.once('close', () => clearTimeout(timer));
    body.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > DISCARD_MAX_BYTES) body.destroy();
    });
}

function limited(host: string, maxBytes: number): Transform {
    let bytes = 0;
    return new Transform({
        transform(chunk: Buffer, _encoding, done) {
            bytes += chunk.length;
            if (bytes > maxBytes) done(tooLarge(host, maxBytes));
            else done(null, chunk);
        }
    });
}

function tooLarge(host: string, maxBytes: number): EgressError {
    return new EgressError('too_large', `${host}: the response is larger than ${maxBytes} bytes`);
}

/**
 * In order of removal: the last one applied comes first.
 * @returns undefined for an encoding that was not offered, or for too many
 */
function inflatersFor(header: string): Transform[] | undefined {
    const names = header
        .toLowerCase()
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && name !== 'identity');
    const makers = names.map((name) => decoders.get(name)).filter((make) => make !== undefined);
    return makers.length === names.length && names.length <= MAX_ENCODINGS ? makers.toReversed().map((make) => make()) : undefined;
}
