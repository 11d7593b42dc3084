import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@patchbay/db';
import { makeFolder, removeFolder } from '../folder.ts';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { programFile, type ServerProcess, spawnServer } from '@patchbay/test-kit/server-process';

/** The real server as a process with an embedded database in a temporary folder. */
export interface KillableServer {
    url: string;
    secretKey: string;
    folder: string;
    dataDir: string;
    /** The environment it runs with, for a last server on the same data. */
    variables: Record<string, string>;
    /** Resolves when it answers. @returns the time that took, in milliseconds */
    start(): Promise<number>;
    kill(): Promise<void>;
    /** As a supervisor does. */
    stop(): Promise<void>;
    /** Kills what is left, ends the orphaned database and removes the folder. */
    remove(): Promise<void>;
}

/** @param more variables */
export async function prepareServer(sandboxUrl: string, more: Record<string, string> = {}): Promise<KillableServer> {
    const folder = makeFolder();
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { mode: 0o711 });
    const [port = 0, connectPort = 0] = await freePorts(2);
    const url = `http://localhost:${port}`;
    const secretKey = execFileSync(process.execPath, [programFile(), 'make-key'], { encoding: 'utf8' }).trim();
    const variables = {
        PATCHBAY_PORT: String(port),
        PATCHBAY_CONNECT_PORT: String(connectPort),
        PATCHBAY_DATA_DIR: dataDir,
        PATCHBAY_SECRET_KEY: secretKey,
        PATCHBAY_SANDBOX_URL: sandboxUrl,
        PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(sandboxUrl).host,
        PATCHBAY_RATE_LIMIT_PER_MINUTE: '0',
        PATCHBAY_LOG_LEVEL: 'error',
        ...more
    };
    let running: ServerProcess | undefined;
    return {
        url,
        secretKey,
        folder,
        dataDir,
        variables,
        async start() {
            running = spawnServer(variables);
            return running.ready();
        },
        kill: async () => running?.kill(),
        stop: async () => running?.stop(),
        async remove() {
            await running?.kill();
            // Takes over what the killed server left running, and stops it.
            if (existsSync(join(dataDir, 'postgres'))) await (await startEmbeddedPostgres({ dataDir })).stop();
            removeFolder(folder, dataDir);
        }
    };
}
