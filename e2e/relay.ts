import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Relay {
    /** Where the Connect UI is reached through it. */
    connectUrl: string;
    /** Tears every connection down and takes no new ones, as a network that is gone does. */
    cut(): void;
    mend(): void;
    stop(): Promise<void>;
}

/** A cable to the Connect UI that can be cut. Chromium's own offline switch lets requests that are on their way come back. */
export async function startRelay(connectUrl: string): Promise<Relay> {
    const target = Number(new URL(connectUrl).port);
    const sockets = new Set<Socket>();
    let isCut = false;
    const server = createServer((near) => {
        if (isCut) return void near.destroy();
        const far = connect(target, '127.0.0.1');
        for (const [socket, other] of [
            [near, far],
            [far, near]
        ] as const) {
            sockets.add(socket);
            socket.pipe(other);
            socket.on('error', () => other.destroy());
            socket.on('close', () => {
                sockets.delete(socket);
                other.destroy();
            });
        }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const cut = () => {
        isCut = true;
        for (const socket of sockets) socket.destroy();
    };
    return {
        // A TCP server's address is an object once it listens.
        connectUrl: `http://widget.localhost:${(server.address() as AddressInfo).port}`,
        cut,
        mend: () => {
            isCut = false;
        },
        stop: () =>
            new Promise((resolve) => {
                server.close(() => resolve());
                cut();
            })
    };
}
