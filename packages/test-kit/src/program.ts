import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface Program {
    /** What it writes to standard output first. */
    firstOutput(): Promise<string>;
    signal(name: NodeJS.Signals): void;
    ended: Promise<{ code: number | null; stderr: string }>;
}

/** Runs a file in a process of its own, which is killed at the end of the test. */
export function runProgram(entry: URL, variables: Record<string, string>, args: readonly string[] = []): Program {
    const child = spawn(process.execPath, [fileURLToPath(entry), ...args], {
        env: { ...process.env, ...variables },
        stdio: ['ignore', 'pipe', 'pipe']
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const ended = once(child, 'close').then(() => ({ code: child.exitCode, stderr }));
    const endedEarly = () => ended.then(() => Promise.reject(new Error(`The program ended without any output: ${stderr}`)));
    return {
        firstOutput: async () => String(await Promise.race([once(child.stdout, 'data'), endedEarly()])),
        signal: (name) => void child.kill(name),
        ended
    };
}
