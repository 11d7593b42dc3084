import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { programFile } from '@patchbay/test-kit/server-process';

/** A command of the server's program, in a process of its own. */
export interface RunningCommand {
    child: ChildProcess;
    /** `said`: what people read, from standard error; `printed`: what programs read. */
    ended: Promise<{ code: number | null; said: string; printed: string }>;
}

export function startCommand(args: readonly string[], variables: Record<string, string>): RunningCommand {
    const child = spawn(process.execPath, [programFile(), ...args], {
        env: { PATH: process.env['PATH'], ...variables },
        stdio: ['ignore', 'pipe', 'pipe']
    });
    let said = '';
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    return { child, ended: once(child, 'close').then(() => ({ code: child.exitCode, said, printed })) };
}
