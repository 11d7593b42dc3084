import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A way to the database that can be disturbed, as a network or the database itself is. */
export interface Relay {
    databaseUrl: string;
    /** From now on nothing gets through, and nothing is refused. */
    cut(): void;
    /** Ends every connection and refuses new ones, as a database that was killed. */
    refuse(): Promise<void>;
    /** The same, but new ones are told that there are too many. */
    refuseAsFull(): void;
    /** What was held back goes on; new connections are taken again. */
    restore(): Promise<void>;
    stop(): void;
}

export async function startRelay(databaseUrl: string): Promise<Relay> {
    const direct = new URL(databaseUrl);
    const { hostname, port } = direct;
    const host = decodeURIComponent(hostname);
    const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) };
    const sockets = new Set<Socket>();
    let isCut = false;
    let isFull = false;
    const join = (from: Socket, to: Socket) => {
        sockets.add(from);
        from.on('data', (chunk) => to.write(chunk));
        if (isCut) from.pause();
        from.on('close', () => {
            sockets.delete(from);
            to.destroy();
        });
        from.on('error', () => {});
    };
    const listenAt = async (relayPort: number): Promise<Server> => {
        const server = createServer((client) => {
            if (isFull) return void client.on('error', () => {}).once('data', () => client.end(tooManyConnections));
            const database = connect(target);
            join(client, database);
            join(database, client);
        }).listen(relayPort, '127.0.0.1');
        await once(server, 'listening');
        return server;
    };
    let server = await listenAt(0);
    // A TCP server's address is an object once it listens.
    const { port: relayPort } = server.address() as AddressInfo;
    const endAll = () => {
        for (const socket of sockets) socket.destroy();
    };
    return {
        databaseUrl: `postgresql://${direct.username}:${direct.password}@127.0.0.1:${relayPort}${direct.pathname}?sslmode=disable`,
        cut() {
            isCut = true;
            for (const socket of sockets) socket.pause();
        },
        async refuse() {
            const closed = once(server, 'close');
            server.close();
            endAll();
            await closed;
        },
        refuseAsFull() {
            isFull = true;
            endAll();
        },
        async restore() {
            isCut = false;
            isFull = false;
            for (const socket of sockets) socket.resume();
            if (!server.listening) server = await listenAt(relayPort);
        },
        stop() {
            server.close();
            for (const socket of sockets) socket.destroy();
        }
    };
}

/**
 * As PostgreSQL says it to a client that connects.
 * @see https://www.postgresql.org/docs/18/protocol-error-fields.html
 */
const tooManyConnections = errorResponse({ S: 'FATAL', V: 'FATAL', C: '53300', M: 'sorry, too many clients already' });

function errorResponse(fields: Record<string, string>): Buffer {
    const body = Buffer.from(
        `${Object.entries(fields)
            .map(([name, value]) => `${name}${value}\0`)
            .join('')}\0`
    );
    const head = Buffer.alloc(5);
    head.write('E');
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
}
