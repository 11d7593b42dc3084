import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { Patchbay } from '@patchbay/node';

export interface BenchServer {
    url: string;
    connectUrl: string;
    secretKey: string;
    patchbay: Patchbay;
    startMs: number;
    stop(): Promise<void>;
}

/** The server as an operator runs it, on its own database in the given folder. */
export async function startServer(dataDir: string): Promise<BenchServer> {
    const [port, connectPort] = [await freePort(), await freePort()];
    const startedAt = performance.now();
    const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
        cwd: join(import.meta.dirname, '../..'),
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
            ...process.env,
            PATCHBAY_PORT: String(port),
            PATCHBAY_CONNECT_PORT: String(connectPort),
            PATCHBAY_DATA_DIR: dataDir,
            PATCHBAY_LOG_LEVEL: 'warn',
            PATCHBAY_RATE_LIMIT_PER_MINUTE: '0'
        }
    });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const url = `http://localhost:${port}`;
    while (!(await isReady(url))) {
        if (child.exitCode !== null) throw new Error('The server did not start.');
        if (performance.now() - startedAt > 60_000) throw new Error('The server was not ready within a minute.');
    }
    const startMs = Math.round(performance.now() - startedAt);
    const secretKey = /^dev: (\S+)/m.exec(await readFile(join(dataDir, 'keys.txt'), 'utf8'))?.[1] ?? '';
    return {
        url,
        connectUrl: `http://localhost:${connectPort}`,
        secretKey,
        patchbay: new Patchbay({ secretKey, baseUrl: url }),
        startMs,
        async stop() {
            child.kill('SIGTERM');
            await ended;
        }
    };
}

async function isReady(url: string): Promise<boolean> {
    try {
        return (await fetch(`${url}/health`)).ok;
    } catch {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return false;
    }
}

async function freePort(): Promise<number> {
    const server = await serve(() => undefined);
    await server.stop();
    return Number(new URL(server.url).port);
}

/** Something bare to compare with. */
export async function serve(answer: RequestListener): Promise<{ url: string; stop(): Promise<void> }> {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
    return {
        url: `http://localhost:${address.port}`,
        async stop() {
            server.closeAllConnections();
            await new Promise((resolve) => server.close(resolve));
        }
    };
}

export function report(what: string, figure: string): void {
    process.stdout.write(`${what.padEnd(26)} ${figure}\n`);
}
