import type { Server } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Requests that run on when a server stops are waited for this long. */
const closeTimeoutMs = 18_000;
/** A client that has not used its connection for so long has noticed that this server stops. */
const quietMs = 500;
const longestLingerMs = 2000;
const lingerStepMs = 50;
const longestTurns = 1000;

export interface GracefulClose {
    /**
     * Refuses new connections, and serves those that there are until no request comes any more:
     * what is refused can go elsewhere, a request whose connection is closed meanwhile cannot.
     */
    linger(skip?: AbortSignal): Promise<void>;
    /** Refuses new connections, drops idle ones, and busy ones after their response. */
    close(): Promise<void>;
}

/**
 * Closes a server without waiting for connections that browsers opened ahead of need: Node takes
 * one that has never carried a request for busy.
 */
export function gracefulClose(server: Server): GracefulClose {
    const idle = new Set<Socket>();
    let isClosing = false;
    let usedAt = -Infinity;
    let arrivals = 0;
    server.on('connection', (socket) => {
        arrivals += 1;
        idle.add(socket);
        socket.once('close', () => idle.delete(socket));
    });
    server.on('request', (request, response) => {
        const { socket } = request;
        arrivals += 1;
        usedAt = performance.now();
        idle.delete(socket);
        response.once('close', () => {
            if (isClosing) socket.destroySoon();
            else if (!socket.destroyed) idle.add(socket);
        });
    });
    /**
     * Waits for a turn of the event loop in which nothing arrived: connections and requests that
     * only the system knows of are reset when their socket is closed.
     */
    const quietTurn = async () => {
        // It runs right after the event loop has polled.
        await nextTurn();
        for (let turns = 0, before = NaN; before !== arrivals && turns < longestTurns; turns += 1) {
            before = arrivals;
            await nextTurn();
        }
    };
    return {
        async linger(skip) {
            const startedAt = (usedAt = performance.now());
            await quietTurn();
            // An HTTP server's own closes idle connections as well.
            TcpServer.prototype.close.call(server);
            const isOver = (now: number) => now - usedAt > quietMs || now - startedAt > longestLingerMs || skip?.aborted;
            while (idle.size > 0 && !isOver(performance.now())) await sleep(lingerStepMs);
        },
        async close() {
            await quietTurn();
            isClosing = true;
            const closed = new Promise<void>((resolve) => server.close(() => resolve()));
            for (const socket of idle) socket.destroy();
            const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
            await closed;
            clearTimeout(timer);
        }
    };
}
