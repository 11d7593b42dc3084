import { openDatabase } from '@patchbay/db';
import { generateKeyRing } from '@patchbay/server';
import pg from 'pg';
import { startProgram } from './program.ts';
import { type BenchServer, makeSecretKey, startServer } from './server.ts';

export const gemKey = 'gem';

/** A server, its database and the emulator of Gem, each a process of its own. */
export interface GemWorld {
    server: BenchServer;
    databaseUrl: string;
    client: pg.Client;
    /** Of the emulator. */
    url: string;
    /** A verb of its control plane. */
    control(verb: string, body?: unknown): Promise<unknown>;
    /** With an API key of its own: Gem's rate limit is per key. @param models that are synced */
    connect(connectionId: string, models: readonly string[]): Promise<{ apiKey: string }>;
    stop(): Promise<void>;
}

/** @param checkout a built one, whose server runs instead of this one's */
export async function createGemWorld(dataDir: string, checkout?: string): Promise<GemWorld> {
    const emulator = await startProgram('emulator.ts');
    const { url, controlUrl } = emulator.said as { url: string; controlUrl: string };
    const database = await openDatabase({ dataDir });
    const variables = {
        DATABASE_URL: database.url,
        PATCHBAY_ENCRYPTION_KEYS: generateKeyRing(),
        PATCHBAY_SANDBOX_URL: url,
        PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(url).host
    };
    const server = await startServer(makeSecretKey(), variables, checkout);
    await server.patchbay.integrations.create({ provider: 'sandbox-gem', unique_key: gemKey });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const control = async (verb: string, body?: unknown): Promise<unknown> => {
        const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
        const response = await fetch(`${controlUrl}/_ctl/gem/${verb}`, body === undefined ? {} : init);
        if (!response.ok) throw new Error(`The emulator refused ${verb}: ${await response.text()}`);
        return response.json();
    };
    let connections = 0;
    // Who keeps the limit is measured, not refused.
    await control('switches', { requests_per_second: 100_000, burst: 100_000 });
    return {
        server,
        databaseUrl: database.url,
        client,
        url: `${url}/gem`,
        control,
        async connect(connectionId, models) {
            connections += 1;
            const apiKey = `gemBenchKey${String(connections).padStart(29, '0')}`;
            await control('keys', { key: apiKey });
            await server.patchbay.connections.import({
                provider_config_key: gemKey,
                connection_id: connectionId,
                credentials: { type: 'API_KEY', apiKey },
                metadata: { sync: { models } }
            });
            return { apiKey };
        },
        async stop() {
            await client.end();
            await server.stop();
            await database.stop();
            await emulator.stop();
        }
    };
}
