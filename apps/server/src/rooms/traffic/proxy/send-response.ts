import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { responseHeaders } from './response-headers.ts';
import type { Forwarded } from './forward.ts';
import { toProxyError } from './proxy-error.ts';

/** A caller that takes nothing for so long has gone. */
const silenceMs = 120_000;
/** Beyond it, to copy a body costs more than to write twice. */
const latin1Bytes = 16 * 1024;
/** So long one may go on sending what nobody wants. */
const lateBodyMs = 120_000;

/**
 * Passes an answer on while it comes. What breaks off breaks off here too: the caller sees that it is not whole.
 * @returns when it is over, whether or not it was taken to its end
 * @throws {AppError} for what has broken off already
 */
export function sendResponse(response: ServerResponse, { status, headers, body }: Forwarded): Promise<void> {
    const isWhole = Buffer.isBuffer(body);
    // It would not tell of that again.
    if (!isWhole && body.errored) throw toProxyError(body.errored);
    for (const name of response.getHeaderNames()) if (name.startsWith('x-ratelimit-')) response.removeHeader(name);
    keepOpen(response);
    try {
        response.writeHead(status, responseHeaders(status, headers));
    } catch (error) {
        if (!isWhole) body.destroy();
        throw error;
    }
    // Without chunks the end of the connection is the end of the answer, so only a reset says that it is not whole.
    const breakOff = () => (response.req.httpVersionMinor === 0 ? response.socket?.resetAndDestroy() : response.destroy());
    response.setTimeout(silenceMs, breakOff);
    // As Latin-1, which is bytes, it leaves in one piece with the headers.
    if (isWhole) response.end(body.length > latin1Bytes ? body : body.toString('latin1'), 'latin1');
    else passOn(response, body, breakOff);
    return new Promise((resolve) => {
        const stop = () => {
            if (!isWhole) body.destroy();
            resolve();
        };
        if (response.destroyed) stop();
        else response.once('close', stop);
    });
}

function passOn(response: ServerResponse, body: Readable, breakOff: () => void): void {
    // By hand, because stream.pipeline makes an AbortError for each answer that ends well: a twentieth of all that a small one costs.
    body.on('data', (chunk: Buffer) => {
        if (!response.write(chunk)) body.pause();
    });
    body.on('end', () => response.end()).on('error', breakOff);
    response.on('drain', () => body.resume());
    // An answer may say nothing for long after its headers. Where its body comes at once, both leave in one piece.
    setImmediate(() => response.flushHeaders());
}

/**
 * A caller that is still sending would lose its answer to a reset, if the connection were closed behind it as the caller may have wished.
 * What it sends is thrown away for a while; silence closes the connection before.
 */
export function keepOpen(response: ServerResponse): void {
    const { req: request } = response;
    if (request.complete || response.headersSent) return;
    response.shouldKeepAlive = true;
    response.once('finish', () => {
        if (request.closed) return;
        const timer = setTimeout(() => request.destroy(), lateBodyMs);
        request.once('close', () => clearTimeout(timer));
    });
}
