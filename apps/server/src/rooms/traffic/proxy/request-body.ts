import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@patchbay/contracts';
import { liftBodyTime } from '../../../kernel/http/body-time.ts';
import { collectBytes } from '../../../kernel/runtime/collect-bytes.ts';

/** A request's body: bytes can be sent again, a stream only once. */
export interface CallBody {
    body: Uint8Array | Readable | undefined;
    /** Of a stream, where the caller has announced it. */
    bodyLength: number | undefined;
}

const maxBufferedBytes = 1024 * 1024;

/**
 * Buffers a body of up to 1 MiB; a longer one is streamed.
 * @throws {AppError} `request_too_large`, `request_timeout`; of a stream, they are its errors
 */
export async function readCallBody(request: IncomingMessage, maxBytes: number): Promise<CallBody> {
    const { 'content-length': announced, 'transfer-encoding': chunked } = request.headers;
    const length = announced === undefined ? undefined : Number(announced);
    if (chunked === undefined && (length ?? 0) === 0) return { body: undefined, bodyLength: undefined };
    if (length !== undefined && length > maxBytes) throw tooLarge(maxBytes);
    const first = length !== undefined && length > maxBufferedBytes ? undefined : await bufferBody(request);
    if (first?.isWhole) return { body: first.bytes, bodyLength: undefined };
    const idleTimeoutMs = liftBodyTime(request);
    return { body: streamRest(request, first?.bytes, { maxBytes, idleTimeoutMs }), bodyLength: length };
}

/** @returns the whole body, or its first bytes when it exceeds the limit */
function bufferBody(request: IncomingMessage): Promise<{ bytes: Buffer; isWhole: boolean }> {
    return new Promise((resolve, reject) => {
        const received = collectBytes();
        const stop = () => request.off('data', onData).off('end', onEnd).off('error', onError);
        const onData = (chunk: Buffer) => {
            received.add(chunk);
            if (received.length <= maxBufferedBytes) return;
            request.pause();
            stop();
            resolve({ bytes: received.takeWhole(), isWhole: false });
        };
        const onEnd = () => {
            stop();
            resolve({ bytes: received.takeWhole(), isWhole: true });
        };
        const onError = (cause: Error) => reject(new AppError('request_timeout', { cause }));
        request.on('data', onData).on('end', onEnd).on('error', onError);
    });
}

/** Destroying the result keeps the request alive for a response; the rest is discarded. */
function streamRest(
    request: IncomingMessage,
    first: Buffer | undefined,
    { maxBytes, idleTimeoutMs }: { maxBytes: number; idleTimeoutMs: number | undefined }
): Readable {
    let bytes = 0;
    let silence: NodeJS.Timeout | undefined;
    const body = new Readable({
        read() {
            clearTimeout(silence);
            if (idleTimeoutMs !== undefined) silence = setTimeout(() => body.destroy(new AppError('request_timeout')), idleTimeoutMs);
            request.resume();
        },
        destroy(error, done) {
            clearTimeout(silence);
            request.off('data', onData).off('end', onEnd).off('error', onError).resume();
            done(error);
        }
    });
    const onData = (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) return void body.destroy(tooLarge(maxBytes));
        if (body.push(chunk)) return void silence?.refresh();
        clearTimeout(silence);
        request.pause();
    };
    const onEnd = () => void body.push(null);
    const onError = (cause: Error) => void body.destroy(new AppError('request_timeout', { cause }));
    if (first) onData(first);
    request.on('data', onData).on('end', onEnd).on('error', onError);
    // Without this listener an early or late error would crash the process.
    return body.on('error', () => {});
}

function tooLarge(maxBytes: number): AppError {
    return new AppError('request_too_large', { message: `The body is larger than the ${maxBytes / 1024 ** 2} MiB that can be forwarded.` });
}
