import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ResponseLimits {
    /** How long a client may read nothing of a response that waits for it. */
    silenceMs: number;
    /** How long it may take for the rest of a response that is complete on our side. */
    wholeMs: number;
}

/** Requests that may wait on one connection. */
const maxPipelined = 16;

/**
 * Bounds what one connection can hold: pipelined requests are served one at a time; more than 16
 * waiting ones (RFC 9112 §9.3.2), or a client that does not read, close it.
 * @returns the listener for `request` events
 */
export function limitResponses(server: Server, { silenceMs, wholeMs }: ResponseLimits, serve: RequestListener): RequestListener {
    const waiting = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();
    server.timeout = silenceMs;
    server.on('timeout', (socket: Socket) => {
        // A handler may run for longer; the client is not idle then.
        if (waiting.has(socket) && socket.writableLength === 0) return;
        socket.destroy();
    });

    function start(request: IncomingMessage, response: ServerResponse) {
        const { socket } = request;
        let timer: NodeJS.Timeout | undefined;
        response.once('prefinish', () => {
            if (socket.writableLength > 0) timer = setTimeout(() => socket.destroy(), wholeMs);
        });
        response.once('close', () => {
            clearTimeout(timer);
            const next = waiting.get(socket)?.shift();
            if (next && socket.writable) start(...next);
            else waiting.delete(socket);
        });
        serve(request, response);
    }

    return (request, response) => {
        const { socket } = request;
        // What follows on a connection that is being closed is not processed (RFC 9112 §9.6).
        if (!socket.writable) return;
        const queue = waiting.get(socket);
        if (!queue) {
            waiting.set(socket, []);
            start(request, response);
        } else if (queue.length < maxPipelined) queue.push([request, response]);
        else socket.destroy();
    };
}
