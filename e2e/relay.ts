import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Relay {
    /** Where the Connect UI is reached through it. */
    connectUrl: string;
    /** Tears every connection down and takes no new ones, as a network that is gone does. */
    cut(): void;
    /** Drops all data from now on, silently: connections stay open. */
    hush(): void;
    /** New connections work again; what is sent on an old one gets its end. */
    mend(): void;
    stop(): Promise<void>;
}

/**
 * A connection to the Connect UI that can be cut. Chromium's offline mode completes running
 * requests.
 */
export async function startRelay(connectUrl: string): Promise<Relay> {
    const target = Number(new URL(connectUrl).port);
    const sockets = new Set<Socket>();
    let state: 'whole' | 'cut' | 'silent' = 'whole';
    const server = createServer((near) => {
        if (state === 'cut') return void near.destroy();
        const far = connect(target, '127.0.0.1');
        for (const [socket, other] of [
            [near, far],
            [far, near]
        ] as const) {
            sockets.add(socket);
            if (state === 'whole') socket.pipe(other);
            socket.on('error', () => other.destroy());
            socket.on('close', () => {
                sockets.delete(socket);
                other.destroy();
            });
        }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const cut = () => {
        state = 'cut';
        for (const socket of sockets) socket.destroy();
    };
    return {
        // A TCP server's address is an object once it listens.
        connectUrl: `http://widget.localhost:${(server.address() as AddressInfo).port}`,
        cut,
        hush() {
            state = 'silent';
            for (const socket of sockets) socket.unpipe().resume();
        },
        mend() {
            if (state === 'silent') for (const socket of sockets) socket.on('data', () => socket.destroy());
            state = 'whole';
        },
        stop: () =>
            new Promise((resolve) => {
                server.close(() => resolve());
                cut();
            })
    };
}
