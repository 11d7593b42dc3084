import { execFileSync } from 'node:child_process';
import type { TestApp } from '@patchbay/test-kit';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { type ServerProcess, spawnServer } from '@patchbay/test-kit/server-process';
import { onTestFinished } from 'vitest';
import { nodeFlags } from '../../../node-flags.ts';

/** Of the whole process, whatever the number of rows: a hundred thousand only take longer. */
export const mostBytes = 300 * 1024 * 1024;

/** A server in a process of its own, which runs the syncs until the test has ended. */
export async function startWorker(app: TestApp): Promise<ServerProcess> {
    const [port = 0, connectPort = 0] = await freePorts(2);
    const variables = {
        DATABASE_URL: app.databaseUrl,
        PATCHBAY_ENCRYPTION_KEYS: app.encryptionKeys,
        PATCHBAY_ROLES: 'worker',
        PATCHBAY_PORT: String(port),
        PATCHBAY_CONNECT_PORT: String(connectPort),
        PATCHBAY_LOG_LEVEL: 'error',
        PATCHBAY_SANDBOX_URL: app.sandbox.url,
        PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(app.sandbox.url).host
    };
    const worker = spawnServer(variables, { isBuilt: true, nodeFlags });
    onTestFinished(() => worker.stop());
    await worker.ready();
    return worker;
}

export const residentBytes = (pid: number) => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
