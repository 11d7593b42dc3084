import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { bodyChunks, sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { delayResponse } from './delay-response.ts';
import { readOption, readInteger } from './read-query.ts';
import { writeChunk } from './write-chunk.ts';

const MAX_BYTES = 2 ** 30;
const MAX_WAIT_MS = 60_000;
const CHUNK_BYTES = 65_536;
/**
 * Shorter than gzip's window of 32 KiB, so that a blob is compressed to a hundredth at low cost.
 */
const PATTERN_BYTES = 16_384;
const PATTERN = Buffer.concat(
    Array.from({ length: PATTERN_BYTES / 32 }, (_, index) => createHash('sha256').update(`sandbox ${index}`).digest())
);

/** Each chunk is sent at once, which a compressor would not do by itself. */
const COMPRESSORS = {
    gzip: () => createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH }),
    br: () => createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
} as const;

/**
 * `GET` sends `bytes` bytes, always the same, with the SHA-256 of the uncompressed ones in
 * `x-sha256`. `chunked=1` omits the length, `encoding` compresses, `disposition=attachment` makes
 * it a file, `ms_per_chunk` waits after each 64 KiB. `POST` sends the request's body back.
 * @throws {InvalidInput}
 */
export async function handleBlob(exchange: Exchange): Promise<void> {
    const { response, method } = exchange;
    if (method === 'POST') return sendBack(exchange);
    if (method === 'GET' || method === 'HEAD') return sendBlob(exchange);
    sendJson(response, 405, { error: 'This can be read, or sent back.' }, { allow: 'GET, HEAD, POST' });
}

async function sendBlob({ response, method, url: { searchParams: query } }: Exchange): Promise<void> {
    const bytes = readInteger(query, 'bytes', { min: 0, max: MAX_BYTES, fallback: 1024 });
    const msPerChunk = readInteger(query, 'ms_per_chunk', { min: 0, max: MAX_WAIT_MS, fallback: 0 });
    const encoding = readOption(query, 'encoding', ['gzip', 'br']);
    const isChunked = readOption(query, 'chunked', ['0', '1']) === '1';
    const disposition = readOption(query, 'disposition', ['attachment', 'inline']);

    response.setHeader('content-type', 'application/octet-stream');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-sha256', await sha256OfBlob(bytes));
    if (disposition) response.setHeader('content-disposition', `${disposition}; filename="blob-${bytes}.bin"`);
    if (encoding) response.setHeader('content-encoding', encoding);
    else if (!isChunked) response.setHeader('content-length', bytes);
    if (method === 'HEAD') return void response.end();

    const chunks = pacedChunks(response, bytes, msPerChunk);
    const isRead = encoding
        ? await pipeline(chunks, COMPRESSORS[encoding](), (compressed: AsyncIterable<Buffer>) => writeAll(response, compressed))
        : await writeAll(response, chunks);
    if (isRead) response.end();
}

/** @returns false if the caller hung up */
async function writeAll(response: ServerResponse, chunks: AsyncIterable<Buffer>): Promise<boolean> {
    for await (const chunk of chunks) if (!(await writeChunk(response, chunk))) return false;
    return true;
}

async function sendBack(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    for (const name of ['content-type', 'content-encoding', 'content-length']) {
        const value = request.headers[name];
        if (value !== undefined) response.setHeader(name, value);
    }
    for await (const chunk of bodyChunks(exchange)) if (!(await writeChunk(response, chunk))) return;
    if (request.complete) response.end();
}

async function* pacedChunks(response: ServerResponse, bytes: number, msPerChunk: number): AsyncGenerator<Buffer> {
    for (const chunk of blobChunks(bytes)) {
        yield chunk;
        if (msPerChunk > 0 && !(await delayResponse(response, msPerChunk))) return;
    }
}

/**
 * Numbers are written into the pattern: a chunk that is lost, repeated or moved changes the hash.
 */
function* blobChunks(bytes: number): Generator<Buffer> {
    for (let start = 0; start < bytes; start += CHUNK_BYTES) {
        const chunk = Buffer.concat(Array.from({ length: CHUNK_BYTES / PATTERN_BYTES }, () => PATTERN));
        for (let at = 0; at < CHUNK_BYTES; at += PATTERN_BYTES) chunk.writeUInt32BE((start + at) / PATTERN_BYTES, at);
        yield chunk.subarray(0, bytes - start);
    }
}

const knownHashes = new Map<number, string>();

async function sha256OfBlob(bytes: number): Promise<string> {
    const known = knownHashes.get(bytes);
    if (known !== undefined) return known;
    const digest = createHash('sha256');
    for (const chunk of blobChunks(bytes)) {
        digest.update(chunk);
        // A large blob must not hold up the others' answers.
        await nextTurn();
    }
    const hash = digest.digest('hex');
    knownHashes.set(bytes, hash);
    return hash;
}
