import type { TestApp } from '@patchbay/test-kit';
import { freePorts } from '@patchbay/test-kit/free-ports';
import { type ServerProcess, spawnServer } from '@patchbay/test-kit/server-process';

/** Another server of the same database, in a process of its own. */
export async function startWorker(app: TestApp): Promise<ServerProcess> {
    const [port = 0, connectPort = 0] = await freePorts(2);
    const server = spawnServer({
        DATABASE_URL: app.databaseUrl,
        PATCHBAY_ENCRYPTION_KEYS: app.encryptionKeys,
        PATCHBAY_PORT: String(port),
        PATCHBAY_CONNECT_PORT: String(connectPort),
        PATCHBAY_SANDBOX_URL: app.sandbox.url,
        PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(app.sandbox.url).host,
        PATCHBAY_LOG_LEVEL: 'error'
    });
    await server.ready();
    return server;
}
