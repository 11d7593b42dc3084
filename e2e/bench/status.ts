import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '@patchbay/db';
import { generateKeyRing } from '@patchbay/server';
import { makeSecretKey, startServer } from './server.ts';
import { formatBound, ms, printTable } from './table.ts';

const integrations = Math.round(1000 * Number(process.argv[3] ?? 1));
/** As long as each is kept; in every minute some calls fail. */
const steps = [
    ['traffic_minutes', 'minute', 24 * 60],
    ['traffic_hours', 'hour', 90 * 24],
    ['traffic_days', 'day', 90]
] as const;
const rounds = 40;
const slowestMs = 300;

const requests: Record<string, (round: number) => string> = {
    'first page, 50 integrations': () => '/integrations/status',
    'a later page of 100': (round) => `/integrations/status?limit=100&cursor=i${String((round * 20) % integrations).padStart(4, '0')}`,
    'all 5 providers': () => '/integrations/status?by=provider',
    'one integration': (round) => `/integrations/i${String(((round * 23) % integrations) + 1).padStart(4, '0')}/status`,
    'one, a week by hour': (round) => `/integrations/i${String(((round * 29) % integrations) + 1).padStart(4, '0')}/status?hours=168`,
    'one, 90 days by hour': (round) => `/integrations/i${String(((round * 31) % integrations) + 1).padStart(4, '0')}/status?hours=2160`
};

/** The status of 1,000 busy integrations with 90 days of hours. `status 0.1`: a tenth. */
export async function benchStatus(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-status-'));
    const database = await openDatabase({ dataDir: folder });
    const secretKey = makeSecretKey();
    const server = await startServer(secretKey, { DATABASE_URL: database.url, PATCHBAY_ENCRYPTION_KEYS: generateKeyRing() });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
        await fill(client);
        const rows: string[][] = [];
        for (const [what, path] of Object.entries(requests)) {
            const took = await measure(server.url, secretKey, path);
            rows.push([what, ms(took.p50), formatBound(took.p95, { atMost: slowestMs }), ms(took.worst)]);
        }
        printTable(`Status of ${integrations.toLocaleString('en')} integrations`, ['', 'p50', 'p95', 'slowest'], rows);
    } finally {
        await client.end();
        await server.stop();
        await database.stop();
        await rm(folder, { recursive: true, force: true });
    }
}

async function fill(client: pg.Client): Promise<void> {
    await client.query(
        `insert into integrations (environment_id, id, unique_key, provider, secrets)
        select environments.id, gen_random_uuid(), 'i' || lpad(n::text, 4, '0'), (array['hubspot', 'github', 'slack', 'xero', 'linear'])[n % 5 + 1], ''
        from environments, generate_series(1, $1::integer) n where name = 'dev'`,
        [integrations]
    );
    for (const [table, step, count] of steps)
        await client.query(
            `insert into ${table} (environment_id, integration_id, at, kind, calls, provider_failures, credentials_failures,
                rate_limit_failures, platform_failures, failed_with, latency, connections, failed_connections)
            select environment_id, id, date_trunc('${step}', now(), 'UTC') - n * interval '1 ${step}', 'proxy', 120, 3, 2, 0, 0,
                '{"503": 3, "401": 2}', array[20,30,30,20,5,5,4,3,2,1,0,0],
                (x'f0f0f0f0' || repeat('01', 112)::bit(224))::bit(256), (x'f0000000' || 0::bit(224))::bit(256)
            from integrations, generate_series(0, ${count - 1}) n`
        );
    await client.query('vacuum analyze');
    await client.query('checkpoint');
}

async function measure(url: string, secretKey: string, path: (round: number) => string) {
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
        const startedAt = performance.now();
        const response = await fetch(`${url}${path(round)}`, { headers: { authorization: `Bearer ${secretKey}` } });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${path(round)} got ${response.status}.`);
        took.push(performance.now() - startedAt);
    }
    const sorted = took.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
    return { p50: at(0.5), p95: at(0.95), worst: at(1) };
}
