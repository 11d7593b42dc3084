import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@patchbay/contracts';

interface Limit {
    ms: number;
    timer: NodeJS.Timeout;
    start(): NodeJS.Timeout;
}

const limits = new WeakMap<IncomingMessage, Limit>();

/**
 * Limits the time for a request's body, and for the rest of it after the response, which is
 * discarded. Node's own limit cannot be lifted for one request.
 */
export function limitBodyTime(request: IncomingMessage, response: ServerResponse, ms: number): void {
    const { headers, socket } = request;
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return;
    const end = () => {
        if (request.complete) return;
        // Its reader makes the response, after which the connection is closed.
        response.shouldKeepAlive = false;
        const isAwaited = !response.headersSent && request.listenerCount('error') > 0;
        if (isAwaited) request.emit('error', new AppError('request_timeout'));
        else socket.destroy();
    };
    const start = () => setTimeout(end, ms);
    const limit: Limit = { ms, start, timer: start() };
    limits.set(request, limit);
    request.once('close', () => clearTimeout(limit.timer));
    response.once('prefinish', () => {
        if (!request.complete) discardRest(request, limit);
    });
}

/**
 * Discards what of a body arrives after its response, for four times as long as a body may take: a
 * client that reads nothing before it has sent all gets the response.
 */
function discardRest(request: IncomingMessage, limit: Limit): void {
    const { socket } = request;
    clearTimeout(limit.timer);
    limit.timer = setTimeout(() => socket.destroy(), limit.ms * 4);
    // Where the client disconnects now, the request has no `close` event.
    const stop = () => clearTimeout(limit.timer);
    socket.once('close', stop);
    // Node destroys a socket that is not kept: what still arrives would reset the connection, and
    // the client might lose the response (RFC 9112 §9.6).
    socket.destroySoon = () => socket.end();
    request.once('close', () => {
        socket.off('close', stop);
        // Nothing more is to arrive: from here on sockets are destroyed as Node does it.
        delete (socket as Partial<Socket>).destroySoon;
        if (socket.writableEnded) socket.destroySoon();
    });
    request.resume();
}

/**
 * Lifts the limit, for readers that limit the client's silence instead, or make it wait.
 * @returns the limit, in milliseconds; undefined where there was none
 */
export function liftBodyTime(request: IncomingMessage): number | undefined {
    const limit = limits.get(request);
    clearTimeout(limit?.timer);
    return limit?.ms;
}

/** Limits the time again, from now on. */
export function restartBodyTime(request: IncomingMessage): void {
    const limit = limits.get(request);
    if (!limit || request.destroyed) return;
    clearTimeout(limit.timer);
    limit.timer = limit.start();
}
