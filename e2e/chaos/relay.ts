import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A way to the database that can be cut without telling either side, as a network does. */
export interface Relay {
    databaseUrl: string;
    /** From now on nothing gets through, and nothing is refused. */
    cut(): void;
    /** What was held back goes on. */
    mend(): void;
    stop(): void;
}

export async function startRelay(databaseUrl: string): Promise<Relay> {
    const direct = new URL(databaseUrl);
    const { hostname, port } = direct;
    const host = decodeURIComponent(hostname);
    const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) };
    const sockets = new Set<Socket>();
    let isCut = false;
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
    const server = createServer((client) => {
        const database = connect(target);
        join(client, database);
        join(database, client);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server's address is an object once it listens.
    const { port: relayPort } = server.address() as AddressInfo;
    return {
        databaseUrl: `postgresql://${direct.username}:${direct.password}@127.0.0.1:${relayPort}${direct.pathname}?sslmode=disable`,
        cut() {
            isCut = true;
            for (const socket of sockets) socket.pause();
        },
        mend() {
            isCut = false;
            for (const socket of sockets) socket.resume();
        },
        stop() {
            server.close();
            for (const socket of sockets) socket.destroy();
        }
    };
}
