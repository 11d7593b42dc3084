import type { Readable } from 'node:stream';

/** Short answers are read to their end, because that keeps their connection. One that takes its time is not worth that. */
const maxBytes = 64 * 1024;
const maxMs = 1000;

/** Throws away the body of an answer that is not needed. */
export function discard(body: Buffer | Readable): void {
    if (Buffer.isBuffer(body)) return;
    // Whatever goes wrong with it is of no interest, and must not be an uncaught error.
    body.on('error', () => {});
    let bytes = 0;
    const timer = setTimeout(() => body.destroy(), maxMs);
    body.once('close', () => clearTimeout(timer));
    body.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) body.destroy();
    });
}
