import { execFileSync } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Patchbay } from '@patchbay/node';
import { nodeFlags } from '@patchbay/server';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { serverFile, spawnServer } from '@patchbay/test-kit/server-process';

export interface BenchServer {
    url: string;
    connectUrl: string;
    secretKey: string;
    patchbay: Patchbay;
    pid: number;
    startMs: number;
    stop(): Promise<void>;
}

/** A secret key to preset. */
export function makeSecretKey(): string {
    return execFileSync(process.execPath, [serverFile('main.ts'), 'make-key'], { encoding: 'utf8' }).trim();
}

/**
 * The server as an operator runs it.
 * @param variables on top of what a benchmark needs
 * @param checkout a built one, whose server runs instead of this one's
 */
export async function startServer(secretKey: string, variables: Record<string, string>, checkout?: string): Promise<BenchServer> {
    const [port = 0, connectPort = 0] = await freePorts(2);
    const server = spawnServer(
        {
            PATCHBAY_PORT: String(port),
            PATCHBAY_CONNECT_PORT: String(connectPort),
            PATCHBAY_SECRET_KEY: secretKey,
            PATCHBAY_LOG_LEVEL: 'warn',
            PATCHBAY_RATE_LIMIT_PER_MINUTE: '0',
            PATCHBAY_DRAIN_SECONDS: '0',
            ...variables
        },
        { isBuilt: true, nodeFlags, ...(checkout === undefined ? {} : { entry: join(checkout, 'apps/server/dist/main.js') }) }
    );
    const startMs = await server.ready();
    return {
        url: server.url,
        connectUrl: `http://localhost:${connectPort}`,
        secretKey,
        patchbay: new Patchbay({ secretKey, baseUrl: server.url }),
        pid: server.pid,
        startMs,
        stop: server.stop
    };
}

/** Something bare to compare with. */
export async function serve(listener: RequestListener): Promise<{ url: string; stop(): Promise<void> }> {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, resolve));
    // A TCP server's address is an object once it listens.
    const { port } = server.address() as AddressInfo;
    return {
        url: `http://localhost:${port}`,
        async stop() {
            server.closeAllConnections();
            await new Promise((resolve) => server.close(resolve));
        }
    };
}
