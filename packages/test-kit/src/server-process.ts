import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Ample for a database that recovers on a busy machine. */
const startTimeoutMs = 60_000;

/** A file beside the server's own entry. */
export function serverFile(file: string): string {
    return fileURLToPath(new URL(file, import.meta.resolve('@patchbay/server')));
}

/**
 * The program: under `npm test` as it was built there, which starts in less than half of the time;
 * else its sources, which need no build.
 */
export function programFile(isBuilt = process.env['PATCHBAY_TEST_BUILT'] === 'true'): string {
    return serverFile(isBuilt ? '../dist/main.js' : 'main.ts');
}

/** One line of the server's log; further fields depend on the message. */
export interface LogLine {
    level: string;
    time: string;
    message: string;
    duration_ms?: number;
}

/** The server in a process of its own. */
export interface ServerProcess {
    url: string;
    pid: number;
    logged: LogLine[];
    /** Resolves when it responds, or was killed meanwhile. @returns milliseconds since its start */
    ready(): Promise<number>;
    /** How it ended, and the end of what it wrote to standard error. */
    ended: Promise<{ code: number | null; said: string }>;
    signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM' | 'SIGUSR1'): void;
    /** Without a chance to say goodbye. */
    kill(): Promise<void>;
    /** As a supervisor does. */
    stop(): Promise<void>;
}

export interface SpawnOptions {
    /** As it is built and shipped, or from its sources; by default see {@link programFile}. */
    isBuilt?: boolean | undefined;
    /** The file to run instead, as that of another checkout. */
    entry?: string;
    nodeFlags?: readonly string[];
    onLine?: (line: string) => void;
}

/** @param variables with PATCHBAY_PORT */
export function spawnServer(
    variables: Record<string, string>,
    { isBuilt, entry = programFile(isBuilt), nodeFlags = [], onLine }: SpawnOptions = {}
): ServerProcess {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [...nodeFlags, entry], {
        env: { ...ownEnvironment(), ...variables },
        stdio: ['ignore', 'pipe', 'pipe']
    });
    const url = `http://localhost:${variables['PATCHBAY_PORT']}`;
    const logged: LogLine[] = [];
    createInterface(child.stdout).on('line', (line) => {
        onLine?.(line);
        // The server writes nothing else there; a line that a kill has cut short is no line.
        if (line.startsWith('{') && line.endsWith('}')) logged.push(JSON.parse(line));
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
    // 'close', not 'exit': what it wrote last has been read by then.
    const ended = once(child, 'close').then(() => ({ code: child.exitCode, said }));
    // A caller that fails leaves nothing running; the server stops its database.
    const kill = () => child.kill('SIGTERM');
    process.once('exit', kill);
    void ended.then(() => process.off('exit', kill));
    return {
        url,
        pid: child.pid ?? 0,
        logged,
        ended,
        async ready() {
            while (performance.now() - startedAt < startTimeoutMs) {
                if (child.signalCode !== null) return performance.now() - startedAt;
                if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} instead of starting: ${said}`);
                if (await isResponding(url)) return performance.now() - startedAt;
                await sleep(10);
            }
            throw new Error(`The server was not ready after ${startTimeoutMs / 1000} s: ${said}`);
        },
        signal: (name) => void child.kill(name),
        kill: () => end(child, 'SIGKILL'),
        stop: () => end(child, 'SIGTERM')
    };
}

/** Without what would configure a server or a database of the machine. */
function ownEnvironment(): Record<string, string | undefined> {
    return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PATCHBAY_|PG|DATABASE_URL$)/.test(name)));
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
}

async function isResponding(url: string): Promise<boolean> {
    try {
        return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(2000) })).ok;
    } catch {
        return false;
    }
}
