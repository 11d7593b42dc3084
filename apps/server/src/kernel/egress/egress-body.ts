import { pipeline as connectStreams, Transform, Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { collectBytes } from '../runtime/collect-bytes.ts';
import { EgressError } from './egress-error.ts';

// More than two layers has no honest use and multiplies a decompression bomb (CVE-2026-22036).
const MAX_ENCODINGS = 2;
const decoders: ReadonlyMap<string, () => Transform> = new Map([
    ['gzip', createGunzip],
    ['x-gzip', createGunzip],
    ['deflate', createInflate],
    ['br', createBrotliDecompress]
]);

/** What `accept-encoding` says where we are the one to inflate. */
export const OFFERED_ENCODINGS = 'gzip, deflate, br';

/**
 * Reads an answer's body, inflated. It stops at the first byte over `maxBytes`, so a small body that inflates without end costs no memory.
 * @param args.contentEncoding the `content-encoding` header, at most two of gzip, deflate and br (RFC 9110 §8.4)
 * @throws {EgressError} `too_large` or `protocol`; anything else is the connection's own error
 */
export async function readBody(
    body: Readable,
    args: { host: string; contentEncoding: string | undefined; maxBytes: number; signal: AbortSignal }
): Promise<Buffer> {
    const { host, maxBytes, signal } = args;
    const received = collectBytes();
    let arrivedBytes = 0;
    // The encodings are listed in the order they were applied, so they come off from the last.
    const inflaters = inflatersFor(args.contentEncoding)?.toReversed();
    if (inflaters === undefined) {
        // Destroying an unread body reports an error of its own; left alone it would keep its connection.
        body.on('error', () => {}).destroy();
        throw new EgressError('protocol', `${host}: the answer's content encoding is not supported`);
    }
    const tooLarge = () => new EgressError('too_large', `${host}: the answer is larger than ${maxBytes} bytes`);
    const arriving = new Transform({
        transform(chunk: Buffer, _encoding, done) {
            arrivedBytes += chunk.length;
            // Empty compressed blocks inflate to nothing for ever, so what arrives is bounded too, with room for the format's overhead.
            if (arrivedBytes > maxBytes + 65_536) done(tooLarge());
            else done(null, chunk);
        }
    });
    const inflated = new Writable({
        write(chunk: Buffer, _encoding, done) {
            received.add(chunk);
            done(received.length > maxBytes ? tooLarge() : null);
        }
    });
    try {
        await pipeline([body, arriving, ...inflaters, inflated], { signal });
    } catch (error) {
        if (!isZlibError(error)) throw error;
        // HEAD, 204 and careless servers name an encoding and send no body.
        if (arrivedBytes > 0) throw new EgressError('protocol', `${host}: the answer's compression is damaged`);
    }
    return received.whole();
}

/**
 * Takes the compression off a body while it passes, a chunk at a time. Damaged or endless compression is an error of the result.
 * @param maxBytes of the inflated body, and of what arrives
 * @returns undefined for an encoding we did not offer, or for too many: then the body has not been touched
 */
export function inflate(body: Readable, args: { host: string; contentEncoding: string; maxBytes: number }): Readable | undefined {
    const { host, contentEncoding, maxBytes } = args;
    const inflaters = inflatersFor(contentEncoding)?.toReversed();
    if (inflaters === undefined) return undefined;
    const limited = () => {
        let bytes = 0;
        return new Transform({
            transform(chunk: Buffer, _encoding, done) {
                bytes += chunk.length;
                if (bytes > maxBytes) done(new EgressError('too_large', `${host}: the answer is larger than ${maxBytes} bytes`));
                else done(null, chunk);
            }
        });
    };
    const inflated = limited();
    inflated.once('close', () => body.destroy());
    body.once('error', (error) => inflated.destroy(error));
    // An error that it has had already is not told again.
    if (body.errored) inflated.destroy(body.errored);
    // Careless servers name an encoding and send no body, which is no compressed nothing.
    const onEmpty = () => void inflated.end();
    body.once('end', onEmpty).once('readable', () => {
        const first: Buffer | null = body.read();
        if (first === null) return;
        body.off('end', onEmpty).unshift(first);
        connectStreams([body, limited(), ...inflaters, inflated], () => {});
    });
    return inflated;
}

/** @returns undefined for an encoding we did not offer, or for too many */
function inflatersFor(header = ''): Transform[] | undefined {
    const names = header
        .toLowerCase()
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && name !== 'identity');
    const makers = names.map((name) => decoders.get(name)).filter((make) => make !== undefined);
    return makers.length === names.length && names.length <= MAX_ENCODINGS ? makers.map((make) => make()) : undefined;
}

function isZlibError(error: unknown): boolean {
    return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(Z_|ERR__ERROR_|ERR_BROTLI_)/.test(error.code);
}
