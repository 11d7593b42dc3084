import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@patchbay/contracts';

const limits = new WeakMap<IncomingMessage, { timer: NodeJS.Timeout; ms: number }>();

/** Limits the time for a request's body. Node's own limit cannot be lifted for one request. */
export function limitBodyTime(request: IncomingMessage, response: ServerResponse, ms: number): void {
    const { headers, socket } = request;
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return;
    const timer = setTimeout(() => {
        if (request.complete) return;
        // Its reader makes the response, after which nothing more is read.
        response.shouldKeepAlive = false;
        const isAwaited = !response.headersSent && request.listenerCount('error') > 0;
        if (isAwaited) request.emit('error', new AppError('request_timeout'));
        else socket.destroy();
    }, ms);
    limits.set(request, { timer, ms });
    request.once('close', () => clearTimeout(timer));
}

/**
 * Lifts the limit, for readers that limit the client's silence instead.
 * @returns the limit, in milliseconds; undefined where there was none
 */
export function liftBodyTime(request: IncomingMessage): number | undefined {
    const limit = limits.get(request);
    clearTimeout(limit?.timer);
    return limit?.ms;
}
