/** A child process that tries what a child may not do, and says what it could. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { createConnection, type NetConnectOpts, Socket } from 'node:net';
import { join } from 'node:path';

export interface Probed {
    connects: boolean;
    connectsToUnixSocket: boolean;
    readsFiles: boolean;
    writesFiles: boolean;
    startsPrograms: boolean;
    signalsParent: boolean;
    environment: string[];
}

const pipe = new Socket({ fd: 3 });
// The test made it.
const { port, parent, folder } = JSON.parse(process.argv[2] ?? '{}') as { port: number; parent: number; folder: string };

function could(attempt: () => unknown): boolean {
    try {
        attempt();
        return true;
    } catch {
        return false;
    }
}

const couldConnect = (to: NetConnectOpts) =>
    new Promise<boolean>((resolve) => {
        const socket = createConnection(to);
        socket.once('connect', () => resolve(true));
        socket.once('error', () => resolve(false));
    });

pipe.end(
    JSON.stringify({
        connects: await couldConnect({ port, host: '127.0.0.1' }),
        connectsToUnixSocket: await couldConnect({ path: join(folder, 'outside.sock') }),
        readsFiles: ['/etc/passwd', join(folder, 'outside')].some((file) => could(() => readFileSync(file))),
        writesFiles: [join(folder, 'written'), '/written', process.argv[1] ?? ''].some((file) => could(() => appendFileSync(file, ''))),
        startsPrograms: could(() => {
            if (spawnSync('/bin/true').status !== 0) throw new Error('It could not.');
        }),
        signalsParent: could(() => process.kill(parent, 0)),
        environment: Object.keys(process.env)
    } satisfies Probed)
);
