/** A child process that tries what a child may not do, and says what it could. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createConnection, Socket } from 'node:net';

export interface Probed {
    connects: boolean;
    readsFiles: boolean;
    writesFiles: boolean;
    startsPrograms: boolean;
    signalsParent: boolean;
    environment: string[];
}

const pipe = new Socket({ fd: 3 });
// The test made it.
const { port, parent, file } = JSON.parse(process.argv[2] ?? '{}') as { port: number; parent: number; file: string };

function could(attempt: () => unknown): boolean {
    try {
        attempt();
        return true;
    } catch {
        return false;
    }
}

const connects = await new Promise<boolean>((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
});

pipe.end(
    JSON.stringify({
        connects,
        readsFiles: could(() => readFileSync('/etc/passwd')),
        writesFiles: could(() => writeFileSync(file, '')),
        startsPrograms: could(() => {
            if (spawnSync('/bin/true').status !== 0) throw new Error('It could not.');
        }),
        signalsParent: could(() => process.kill(parent, 0)),
        environment: Object.keys(process.env)
    } satisfies Probed)
);
