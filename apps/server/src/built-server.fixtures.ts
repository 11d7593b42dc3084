import { execFileSync } from 'node:child_process';
import { createTestDatabase } from '@patchbay/db/testing';
import { type ActionClient, openActionClient } from '@patchbay/test-kit/action-client';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { type ServerProcess, spawnServer, type SpawnOptions } from '@patchbay/test-kit/server-process';
import { onTestFinished } from 'vitest';
import { generateKeyRing } from './kernel/crypto/seal.ts';
import { mintSecretKey } from './rooms/platform/environments/secret-key.ts';

interface BuiltServer {
    server: ServerProcess;
    openActions(): Promise<ActionClient>;
}

/** Starts the server as it is shipped, on a database of its own, until the end of the test. */
export async function startBuiltServer(variables: Record<string, string> = {}, options: SpawnOptions = {}): Promise<BuiltServer> {
    const [port = 0, connectPort = 0] = await freePorts(2);
    const database = await createTestDatabase();
    const { key: secretKey } = mintSecretKey('dev');
    const server = spawnServer(
        {
            DATABASE_URL: database.url,
            PATCHBAY_ENCRYPTION_KEYS: generateKeyRing(),
            PATCHBAY_SECRET_KEY: secretKey,
            PATCHBAY_PORT: String(port),
            PATCHBAY_CONNECT_PORT: String(connectPort),
            PATCHBAY_DRAIN_SECONDS: '0',
            ...variables
        },
        { isBuilt: true, ...options }
    );
    onTestFinished(async () => {
        await server.kill();
        await database.drop();
    });
    await server.ready();
    return { server, openActions: () => openActionClient({ url: server.url, secretKey }) };
}

/** The processes that a process has started, and those that they have. */
export function descendantsOf(pid: number): number[] {
    const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map((row) => row.trim().split(/\s+/).map(Number));
    const below = (parent: number): number[] => rows.flatMap(([id = 0, of]) => (of === parent ? [id, ...below(id)] : []));
    return below(pid);
}
