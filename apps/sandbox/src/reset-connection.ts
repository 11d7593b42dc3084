import type { Server } from 'node:https';
import type { Socket } from 'node:net';

/** The TCP socket below each one of TLS, which can't be reset itself. */
const tcpSockets = new WeakMap<Socket, Socket>();

/** Lets the connections of a server with TLS be reset. */
export function rememberTcpSockets(server: Server): void {
    const byPort = new Map<number | undefined, Socket>();
    server.on('connection', (socket: Socket) => {
        const { remotePort } = socket;
        byPort.set(remotePort, socket);
        socket.once('close', () => byPort.delete(remotePort));
    });
    server.on('secureConnection', (secure) => {
        const socket = byPort.get(secure.remotePort);
        if (socket) tcpSockets.set(secure, socket);
    });
}

/** Ends a connection by RST. */
export function resetConnection(socket: Socket): void {
    (tcpSockets.get(socket) ?? socket).resetAndDestroy();
}
