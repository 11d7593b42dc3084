import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * A program of this folder as its own process, so that it shares no event loop with the measured
 * one.
 */
export interface Program {
    pid: number;
    /** What it said when it was ready. */
    said: unknown;
    /** Sends it a message and waits for its response. */
    ask(message: unknown): Promise<unknown>;
    stop(): Promise<void>;
}

/** @param file of this folder, or a URL; it reports to its parent when ready, and ends with it */
export async function startProgram(file: string | URL, ...args: string[]): Promise<Program> {
    // Without what was loaded into this one, which would not let it wait for a message.
    const child = fork(typeof file === 'string' ? join(import.meta.dirname, file) : file, args, {
        execArgv: [],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc']
    });
    const exit = once(child, 'exit');
    const nextMessage = async (): Promise<unknown> => {
        const [first]: unknown[] = await Promise.race([
            once(child, 'message'),
            exit.then(() => Promise.reject(new Error(`${String(file)} ended unexpectedly.`)))
        ]);
        return first;
    };
    const said = await nextMessage();
    return {
        pid: child.pid ?? 0,
        said,
        ask(message) {
            const reply = nextMessage();
            child.send(message as object);
            return reply;
        },
        async stop() {
            child.kill();
            await exit;
        }
    };
}

/** Where it listens, as servers tell it. */
export function originOf({ said }: Program): string {
    const { port } = said as { port: number };
    return `http://localhost:${port}`;
}

/** The other end of `startProgram`. */
export function sendToParent(message: unknown): void {
    process.once('disconnect', () => process.exit());
    process.send?.(message);
}
