import { execFileSync, spawn } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Patchbay } from '@patchbay/node';
import { nodeFlags } from '@patchbay/server';
import { freePorts } from '@patchbay/test-kit/free-ports';

const beside = (file: string) => fileURLToPath(new URL(file, import.meta.resolve('@patchbay/server')));

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
    return execFileSync(process.execPath, [beside('make-key.ts')], { encoding: 'utf8' }).trim();
}

/** The server as an operator runs it. @param variables on top of what a benchmark needs */
export async function startServer(secretKey: string, variables: Record<string, string>): Promise<BenchServer> {
    const [port = 0, connectPort = 0] = await freePorts(2);
    const startedAt = performance.now();
    const child = spawn(process.execPath, [...nodeFlags, beside('../dist/main.js')], {
        cwd: join(import.meta.dirname, '../..'),
        stdio: ['ignore', 'ignore', 'pipe'],
        env: {
            ...process.env,
            PATCHBAY_PORT: String(port),
            PATCHBAY_CONNECT_PORT: String(connectPort),
            PATCHBAY_SECRET_KEY: secretKey,
            PATCHBAY_LOG_LEVEL: 'warn',
            PATCHBAY_RATE_LIMIT_PER_MINUTE: '0',
            PATCHBAY_DRAIN_SECONDS: '0',
            ...variables
        }
    });
    // A bench that fails leaves nothing running.
    const kill = () => child.kill();
    process.once('exit', kill);
    // What a first start says, its keys among it, is of interest only when it fails.
    let said = '';
    const listen = (chunk: Buffer) => (said += chunk.toString());
    child.stderr.on('data', listen);
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const url = `http://localhost:${port}`;
    while (!(await isReady(url))) {
        if (child.exitCode !== null) throw new Error(`The server did not start. ${said}`);
        if (performance.now() - startedAt > 60_000) throw new Error('The server was not ready within a minute.');
    }
    child.stderr.off('data', listen).pipe(process.stderr);
    return {
        url,
        connectUrl: `http://localhost:${connectPort}`,
        secretKey,
        patchbay: new Patchbay({ secretKey, baseUrl: url }),
        pid: child.pid ?? 0,
        startMs: performance.now() - startedAt,
        async stop() {
            process.off('exit', kill);
            child.kill('SIGTERM');
            await ended;
        }
    };
}

async function isReady(url: string): Promise<boolean> {
    const hasAnswered = await fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false
    );
    if (!hasAnswered) await sleep(5);
    return hasAnswered;
}

/** Something bare to compare with. */
export async function serve(answer: RequestListener): Promise<{ url: string; stop(): Promise<void> }> {
    const server = createServer(answer);
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
