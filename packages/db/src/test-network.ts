import { connect as dial, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * For tests: a network to the database that can fail silently: it accepts data and returns none.
 * It counts what is sent.
 */
export class TestNetwork {
    readonly url: string;
    readonly #server: Server;
    readonly #ends: Set<Socket>;
    #isDead = false;
    /** So many times something was sent to the database. */
    sent = 0;

    private constructor(url: string, server: Server, ends: Set<Socket>) {
        this.url = url;
        this.#server = server;
        this.#ends = ends;
        server.on('connection', (near: Socket) => {
            near.on('data', () => (this.sent += 1));
            if (this.#isDead) this.die();
        });
    }

    /** @param databaseUrl a socket's address */
    static async to(databaseUrl: string): Promise<TestNetwork> {
        const { hostname, port, username, pathname } = new URL(databaseUrl);
        const ends = new Set<Socket>();
        const server = createServer((near) => {
            const far = dial(`${decodeURIComponent(hostname)}/.s.PGSQL.${port}`);
            for (const end of [near, far]) {
                ends.add(end);
                end.on('error', () => {});
                end.on('close', () => {
                    ends.delete(end);
                    near.destroy();
                    far.destroy();
                });
            }
            near.pipe(far).pipe(near);
        });
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        // A TCP server's address is an object once it listens.
        const { port: own } = server.address() as AddressInfo;
        return new TestNetwork(`postgresql://${username}@127.0.0.1:${own}${pathname}?sslmode=disable`, server, ends);
    }

    die(): void {
        this.#isDead = true;
        for (const end of this.#ends) end.pause();
    }

    revive(): void {
        this.#isDead = false;
        for (const end of this.#ends) end.resume();
    }

    async close(): Promise<void> {
        for (const end of this.#ends) end.destroy();
        await new Promise((resolve) => this.#server.close(resolve));
    }
}
