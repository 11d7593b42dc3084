import { gzipSync } from 'node:zlib';
import type { NextFunction, Request, Response } from 'express';

// What fits into one packet gains nothing.
const smallestBytes = 1_400;

/**
 * Compresses what the later handlers send whole, for clients that take it. Files on disk are not its business: their builds compress them.
 * Only for origins without cookies: there nobody else's page can make a browser ask for a secret over and over and measure it (BREACH).
 */
export function compress(request: Request, response: Response, next: NextFunction): void {
    const end = response.end.bind(response);
    // Only its form for a whole answer is asked for here: nothing has been written before it.
    response.end = ((body: unknown, ...rest: []) => {
        const isWhole = !response.headersSent && (typeof body === 'string' || Buffer.isBuffer(body));
        if (!isWhole || body.length < smallestBytes) return end(body, ...rest);
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
