import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const startTimeoutMs = 20_000;

export interface ServerProcess {
    /** Where this very process listens, whatever it believes its public address to be. */
    url: string;
    /** Without a chance to say goodbye, as when the machine is gone. */
    kill(): Promise<void>;
}

/** A server in a process of its own, from its sources. @param variables on top of the ports */
export async function startServerProcess(port: number, variables: Record<string, string>): Promise<ServerProcess> {
    const child = spawn(process.execPath, [main], {
        env: { PATH: process.env['PATH'], PATCHBAY_PORT: String(port), PATCHBAY_LOG_LEVEL: 'error', ...variables },
        stdio: ['ignore', 'ignore', 'pipe']
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const url = `http://localhost:${port}`;
    await untilReady(child, url, () => said);
    return { url, kill: () => end(child) };
}

/** Ports nobody listens on, below the range that outgoing connections take theirs from: a busy test run could take one of those first. */
export async function freePorts(count: number): Promise<number[]> {
    const ports: number[] = [];
    while (ports.length < count) {
        const port = randomInt(10_000, 30_000);
        const server = createServer();
        const isFree = await new Promise<boolean>((resolve) => {
            server.once('error', () => resolve(false)).listen(port, () => resolve(true));
        });
        if (!isFree) continue;
        await new Promise((resolve) => server.close(resolve));
        if (!ports.includes(port)) ports.push(port);
    }
    return ports;
}

async function untilReady(child: ChildProcess, url: string, said: () => string): Promise<void> {
    const deadline = Date.now() + startTimeoutMs;
    while (Date.now() < deadline && child.exitCode === null) {
        const isReady = await fetch(`${url}/health`).then(
            (response) => response.ok,
            () => false
        );
        if (isReady) return;
        await sleep(25);
    }
    await end(child);
    throw new Error(`The server did not start: ${said()}`);
}

async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
}
