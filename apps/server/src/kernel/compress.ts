import { gzipSync } from 'node:zlib';
import type { NextFunction, Request, Response } from 'express';

// What fits into one packet gains nothing.
const smallestBytes = 1_400;

/**
 * Compresses what the later handlers send whole, for clients that take it. Files on disk are not its business: their builds compress them.
 * Only for origins without cookies: there nobody else's page can make a browser ask for a secret over and over and measure it (BREACH).
 */
export function compress(request: Request, response: Response, next: NextFunction): void {
    const send = response.send.bind(response);
    response.send = (body: unknown) => {
        const isText = typeof body === 'string' || Buffer.isBuffer(body);
        if (!isText || body.length < smallestBytes) return send(body);
        response.vary('accept-encoding');
        if (!request.acceptsEncodings('gzip')) return send(body);
        response.setHeader('content-encoding', 'gzip');
        return send(gzipSync(body));
    };
    next();
}
