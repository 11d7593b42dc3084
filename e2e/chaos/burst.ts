import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

/** Connecting faster than a server accepts would overflow its queue. */
const connectedAtOnce = 200;

export interface BurstResponse {
    status: number;
    body: string;
    sentAt: number;
    respondedAt: number;
}

/**
 * Opens one connection per request, and then sends all requests at once, so that they are
 * concurrent. Plain sockets, because a client library's own work would dominate the measurement.
 * @param urls used in turn
 */
export async function burst(
    urls: readonly string[],
    count: number,
    path: string,
    headers: Record<string, string>
): Promise<BurstResponse[]> {
    const sockets: Socket[] = [];
    while (sockets.length < count) {
        const size = Math.min(connectedAtOnce, count - sockets.length);
        sockets.push(
            ...(await Promise.all(Array.from({ length: size }, (_, index) => open(urls[(sockets.length + index) % urls.length]))))
        );
    }
    const lines = Object.entries({ ...headers, host: 'localhost', connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
    return Promise.all(sockets.map((socket) => send(socket, request)));
}

/** The most requests that were under way at the same time. */
export function maxConcurrency(responses: readonly BurstResponse[]): number {
    const firstResponseAt = Math.min(...responses.map(({ respondedAt }) => respondedAt));
    return responses.filter(({ sentAt }) => sentAt < firstResponseAt).length;
}

async function open(url = ''): Promise<Socket> {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return socket;
}

function send(socket: Socket, request: string): Promise<BurstResponse> {
    return new Promise((resolve) => {
        const sentAt = performance.now();
        let respondedAt = NaN;
        const chunks: Buffer[] = [];
        socket.on('data', (chunk) => {
            respondedAt = performance.now();
            chunks.push(chunk);
        });
        // A connection that breaks is a response too: status 0.
        socket.on('error', () => {});
        socket.on('close', () => {
            const text = Buffer.concat(chunks).toString();
            const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
            resolve({ status, body: text.slice(text.indexOf('\r\n\r\n') + 4), sentAt, respondedAt });
        });
        socket.write(request);
    });
}
