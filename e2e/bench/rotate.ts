import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startTestPostgres } from '@patchbay/db/testing';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { serverFile } from '@patchbay/test-kit/server-process';
import pg from 'pg';
import { formatBound, ms, printTable } from './table.ts';

const connections = 100_000 * Number(process.argv[3] ?? 1);
const insertedAtOnce = 1000;
/** A usual JWT has about as many. */
const tokenBytes = 1000;
const integrationKey = 'hubspot';
const longestS = 60;
const pauseMs = 5;

/**
 * How long `rotate-keys` takes for 100,000 connections while a server reads them, and how many of
 * the reads fail. `rotate 0.1`: a tenth.
 */
export async function benchRotate(): Promise<void> {
    const postgres = await startTestPostgres();
    try {
        const app = await startTestApp({ config: { logLevel: 'warn', rateLimitPerMinute: 0 } });
        await app.integrate(integrationKey);
        await fill(app);
        const isOver = new AbortController();
        const reading = readMeanwhile(app, isOver.signal);
        const startedAt = performance.now();
        const said = await rotate(app).finally(() => isOver.abort());
        const tookS = (performance.now() - startedAt) / 1000;
        const { reads, failed, slowestMs } = await reading;
        process.stdout.write(said);
        printTable(
            `rotate-keys, of ${connections.toLocaleString('en')} connections`,
            ['', ''],
            [
                ['seconds, with the waits for other servers', formatBound(tookS, { atMost: longestS }, 1)],
                ['reads meanwhile', String(reads)],
                ['failed reads', formatBound(failed, { atMost: 0 }, 0)],
                ['slowest read', ms(slowestMs)]
            ]
        );
        await app[Symbol.asyncDispose]();
    } finally {
        await postgres.stop();
    }
}

async function fill({ databaseUrl, server }: TestApp): Promise<void> {
    const { seal } = server.deps;
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ environment_id: string; id: string }>('select environment_id, id from integrations');
    const { environment_id: environmentId = '', id: integrationId = '' } = rows[0] ?? {};
    for (let first = 0; first < connections; first += insertedAtOnce) {
        const ids = Array.from({ length: Math.min(insertedAtOnce, connections - first) }, (_, index) => `c${first + index}`);
        const sealed = (column: string, value: (id: string) => unknown) =>
            ids.map((id) => seal.seal({ table: 'connections', column, environmentId, rowId: `${integrationId}/${id}` }, value(id)));
        const credentials = sealed('credentials', (id) => ({ type: 'OAUTH2', access_token: id.padEnd(tokenBytes, '.'), raw: {} }));
        await client.query(
            `insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config)
            select $1, $2, given.id, 'OAUTH2', given.credentials, given.config
            from unnest($3::text[], $4::bytea[], $5::bytea[]) as given (id, credentials, config)`,
            [environmentId, integrationId, ids, credentials, sealed('secret_config', () => ({}))]
        );
    }
    await client.query('vacuum analyze');
    await client.end();
}

async function rotate(app: TestApp): Promise<string> {
    const env = { PATH: process.env['PATH'], DATABASE_URL: app.databaseUrl, PATCHBAY_ENCRYPTION_KEYS: app.encryptionKeys };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [serverFile('../dist/main.js'), 'rotate-keys'], { env });
    return stderr + stdout;
}

async function readMeanwhile(app: TestApp, signal: AbortSignal): Promise<{ reads: number; failed: number; slowestMs: number }> {
    const found = { reads: 0, failed: 0, slowestMs: 0 };
    for (; !signal.aborted; found.reads += 1) {
        const startedAt = performance.now();
        const { status } = await app.raw(`/connections/c${(found.reads * 7919) % connections}?provider_config_key=${integrationKey}`);
        if (status !== 200) found.failed += 1;
        found.slowestMs = Math.max(found.slowestMs, performance.now() - startedAt);
        await sleep(pauseMs);
    }
    return found;
}
