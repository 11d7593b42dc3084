import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@patchbay/db';

/** Ample for a database that recovers on a busy machine. */
const startTimeoutMs = 60_000;
const beside = (file: string) => fileURLToPath(new URL(file, import.meta.resolve('@patchbay/server')));

/** The real server in a process of its own, on its embedded database in a temporary folder, to be killed and started again. */
export interface ServerUnderFire {
    url: string;
    secretKey: string;
    folder: string;
    /** The environment it runs with, for a last server on the same data. */
    variables: Record<string, string>;
    /** Resolves when it answers. @returns the time that took, in milliseconds */
    start(): Promise<number>;
    kill(): Promise<void>;
    /** Kills what is left, ends the orphaned database and removes the folder. */
    remove(): Promise<void>;
}

export async function prepareServer(sandboxUrl: string): Promise<ServerUnderFire> {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-chaos-'));
    // Else PostgreSQL, which root runs as another user, couldn't enter it.
    if (process.getuid?.() === 0) chmodSync(folder, 0o711);
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { mode: 0o711 });
    const [port = 0, connectPort = 0] = await freePorts(2);
    const url = `http://localhost:${port}`;
    const secretKey = execFileSync(process.execPath, [beside('make-key.ts')], { encoding: 'utf8' }).trim();
    const variables = {
        PATCHBAY_PORT: String(port),
        PATCHBAY_CONNECT_PORT: String(connectPort),
        PATCHBAY_DATA_DIR: dataDir,
        PATCHBAY_SECRET_KEY: secretKey,
        PATCHBAY_SANDBOX_URL: sandboxUrl,
        PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(sandboxUrl).host,
        PATCHBAY_RATE_LIMIT_PER_MINUTE: '0',
        PATCHBAY_LOG_LEVEL: 'error'
    };
    let child: ChildProcess | undefined;
    let said = '';
    const kill = async () => {
        if (!child || child.exitCode !== null || child.signalCode !== null) return;
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
    };
    return {
        url,
        secretKey,
        folder,
        variables,
        async start() {
            const startedAt = performance.now();
            const started = spawn(process.execPath, [beside('main.ts')], {
                env: { ...process.env, ...variables },
                stdio: ['ignore', 'ignore', 'pipe']
            });
            child = started;
            said = '';
            started.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
            while (performance.now() - startedAt < startTimeoutMs) {
                if (started.signalCode !== null) return performance.now() - startedAt;
                if (started.exitCode !== null) throw new Error(`The server ended with ${started.exitCode} instead of starting: ${said}`);
                if (await isReady(url)) return performance.now() - startedAt;
                await sleep(10);
            }
            throw new Error(`The server was not ready after ${startTimeoutMs / 1000} s: ${said}`);
        },
        kill,
        async remove() {
            await kill();
            if (existsSync(join(dataDir, 'postgres'))) {
                // Takes over what the killed server left running, and stops it.
                await (await startEmbeddedPostgres({ dataDir })).stop();
                // The files lie elsewhere where root's temporary folder is its own.
                rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true });
            }
            rmSync(folder, { recursive: true, force: true });
        }
    };
}

async function isReady(url: string): Promise<boolean> {
    try {
        return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(2000) })).ok;
    } catch {
        return false;
    }
}

async function freePorts(count: number): Promise<number[]> {
    const servers = Array.from({ length: count }, () => createServer().listen(0));
    await Promise.all(servers.map((server) => once(server, 'listening')));
    // A TCP server's address is an object once it listens.
    const ports = servers.map((server) => (server.address() as AddressInfo).port);
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    return ports;
}
