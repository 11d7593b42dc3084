import { gzipSync } from 'node:zlib';
import type { NextFunction, Request, Response } from 'express';

// What fits into one packet gains nothing.
const minBytes = 1_400;

/**
 * Compresses whole responses, for clients that accept gzip. Built files are compressed already.
 * Only for origins without cookies: elsewhere compressing secrets leaks them (BREACH).
 */
export function compress(request: Request, response: Response, next: NextFunction): void {
    const end = response.end.bind(response);
    // Only whole responses are compressed: nothing has been written before. The cast leaves out the
    // overloads of `end`, which all pass through.
    response.end = ((body: unknown, ...rest: []) => {
        const isWhole = !response.headersSent && (typeof body === 'string' || Buffer.isBuffer(body));
        if (!isWhole || body.length < minBytes) return end(body, ...rest);
        response.vary('accept-encoding');
        if (!request.acceptsEncodings('gzip')) return end(body, ...rest);
        const packed = compressed(body);
        response.setHeader('content-encoding', 'gzip');
        response.setHeader('content-length', packed.length);
        return end(packed);
    }) as Response['end'];
    next();
}

const known = new WeakMap<Buffer, Buffer>();

/** Bytes that many responses share, such as the SDK's files, are compressed once. */
function compressed(body: string | Buffer): Buffer {
    const packed = (Buffer.isBuffer(body) && known.get(body)) || gzipSync(body);
    if (Buffer.isBuffer(body)) known.set(body, packed);
    return packed;
}
