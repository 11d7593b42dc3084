import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that run on when a server stops are waited for this long. */
const closeTimeoutMs = 20_000;

/**
 * Closes a server without waiting for connections that browsers opened ahead of need: Node takes
 * one that has never carried a request for busy.
 * @returns refuses new connections, drops idle ones, and busy ones after their response
 */
export function gracefulClose(server: Server): () => Promise<void> {
    const idle = new Set<Socket>();
    let isClosing = false;
    server.on('connection', (socket) => {
        idle.add(socket);
        socket.once('close', () => idle.delete(socket));
    });
    server.on('request', (request, response) => {
        const { socket } = request;
        idle.delete(socket);
        response.once('close', () => {
            if (isClosing) socket.destroySoon();
            else if (!socket.destroyed) idle.add(socket);
        });
    });
    return async () => {
        isClosing = true;
        const closed = new Promise<void>((resolve) => server.close(() => resolve()));
        for (const socket of idle) socket.destroy();
        const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
        await closed;
        clearTimeout(timer);
    };
}
