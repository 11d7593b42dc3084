import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '@patchbay/db';
import { generateKeyRing } from '@patchbay/server';
import { makeSecretKey, startServer } from './server.ts';
import { formatBound, ms, printTable } from './table.ts';

const entries = 1_000_000 * Number(process.argv[3] ?? 1);
const days = 14;
/** Of all entries; the others are spread over the days before. */
const shareOfToday = 0.4;
const rounds = 40;
const slowestMs = 200;

/** Each takes the value of a round, so that no response is the same twice. */
const requests: Record<string, (round: number) => string> = {
    newest: () => '',
    'one connection': (round) => `connection_id=c${round * 37}`,
    'one integration': (round) => `integration_id=i${round % 20}`,
    'one request': (round) => `request_id=r${round * 1009}`,
    failed: () => 'failed=true',
    'status, common': () => 'status=404',
    'status, 100 of all': () => 'status=418',
    'status, none': () => 'status=451',
    'class of status': () => 'status=5xx',
    kind: () => 'kind=check',
    'kind, status, integration: no entry': () => 'kind=proxy&status=404&integration_id=i0',
    'integration, failed': (round) => `integration_id=i${round % 20}&failed=true`,
    'old integration: none since 7 days': () => 'integration_id=old',
    'a time, a week ago': () => `until=${new Date(Date.now() - 7 * 86_400_000).toISOString()}`,
    'an hour, status': () =>
        `since=${new Date(Date.now() - 3_600_000).toISOString()}&until=${new Date(Date.now() - 1_800_000).toISOString()}&status=404`,
    'text in most': () => 'search=v1',
    'text in 1 %': (round) => `search=word${round}`,
    'text in one': (round) => `search=${round * 1009}`,
    'text in none': (round) => `search=nothing${round}`,
    'text, prefix of many': () => 'search=word',
    'text and failed': (round) => `search=word${round}&failed=true`,
    'text of an error': () => 'search=reset',
    'text, connection': (round) => `search=word1&connection_id=c${round * 37}`
};

/**
 * Whether each filter of `GET /logs` responds in time on a million entries. `logs 0.1`: a tenth.
 */
export async function benchLogs(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-logs-'));
    const database = await openDatabase({ dataDir: folder });
    const secretKey = makeSecretKey();
    const server = await startServer(secretKey, { DATABASE_URL: database.url, PATCHBAY_ENCRYPTION_KEYS: generateKeyRing() });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
        await fillLog(client, entries);
        const rows: string[][] = [];
        for (const [what, query] of Object.entries(requests)) {
            const took = await measure(server.url, secretKey, query);
            rows.push([what, ms(took.p50), formatBound(took.p95, { atMost: slowestMs }), ms(took.worst), String(took.found)]);
        }
        printTable(`GET /logs of ${entries.toLocaleString('en')} entries`, ['', 'p50', 'p95', 'slowest', 'found'], rows);
    } finally {
        await client.end();
        await server.stop();
        await database.stop();
        await rm(folder, { recursive: true, force: true });
    }
}

/** Two weeks of entries in `dev`, and a quarter as many in `prod`. */
export async function fillLog(client: pg.Client, count: number): Promise<void> {
    const today = Math.floor(Date.now() / 86_400_000);
    const startOf = (day: number) => (day * 86_400_000).toString(16).padStart(12, '0');
    const idOf = (time: string) => `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
    for (let day = today - days; day <= today; day += 1) {
        const name = `request_log_day_${new Date(day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}`;
        await client.query(
            `create table if not exists ${name} partition of request_log for values from ('${idOf(startOf(day))}') to ('${idOf(startOf(day + 1))}')`
        );
    }
    // The other environment has as many: an index that does not begin with it would show.
    await client.query(
        `insert into request_log (environment_id, id, operation_id, attempt, request_id, kind, provider, integration_key, connection_id,
            method, url, status, is_failed, error_code, error_message, started_at, queue_ms, connect_ms, first_byte_ms, total_ms,
            request_bytes, response_bytes, details, terms)
        select environments.id, entry_id, gen_random_uuid(), 1, 'r' || n, kind, integration, integration, 'c' || n % 10000, 'GET', url, status,
            status >= 400, error, error, at, 0, 0.1, 80, 90, 0, 4000,
            '{"request":{"headers":{"authorization":"[redacted]","accept":"application/json","user-agent":"patchbay/0.70.0"}},'
                '"response":{"headers":{"content-type":"application/json; charset=utf-8","date":"Mon, 23 Nov 2026 12:00:00 GMT","etag":"W/4711"}}}',
            (select array_to_tsvector(array_agg(left(environments.id::text, 8) || ' ' || term)) from unnest(array_remove(array['https', 'api', integration, 'test', 'v1', word, n::text, ':kind:' || kind, ':status:' || status,
                ':failed:' || (status >= 400), ':integration:' || integration, ':class:' || status / 100,
                case when error is not null then 'connection' end, case when error is not null then 'reset' end], null)) as term)
        from environments, lateral (
            select n, at, kind, integration, word, error,
                case when n % 10000 = 4711 then 418 when n % 20 = 3 and integration <> 'i0' then 404 when n % 30 = 7 then 429
                    when n % 50 = 11 then 503 else 200 end as status,
                'https://api.' || integration || '.test/v1/' || word || '/' || n as url,
                uuidv7(at - now()) as entry_id
            from (
                select n, case when n <= $1::integer * ${shareOfToday} then now() - (n / ($1 * ${shareOfToday})) * (now() - date_trunc('day', now(), 'UTC'))
                        else now() - (n - $1 * ${shareOfToday}) / ($1 * ${1 - shareOfToday}) * interval '${days - 1} days' end as at,
                    case when n % 100 = 1 then 'check' when n % 25 = 2 then 'refresh' else 'proxy' end as kind,
                    case when n > $1 * 0.8 and n % 2 = 0 then 'old' else 'i' || least(floor(-ln(random()) * 5), 19) end as integration,
                    'word' || n % 100 as word, case when n % 500 = 9 then 'connection reset' end as error
                from generate_series(1, $1::integer) n
            ) as made
        ) as entry
        where environments.name = 'dev' or n % 4 = 0`,
        [count]
    );
    await client.query('vacuum analyze request_log');
    await client.query('checkpoint');
}

async function measure(url: string, secretKey: string, query: (round: number) => string) {
    const took: number[] = [];
    let found = 0;
    for (let round = 0; round < rounds; round += 1) {
        const startedAt = performance.now();
        const response = await fetch(`${url}/logs?${query(round)}`, { headers: { authorization: `Bearer ${secretKey}` } });
        // The shape of the contract.
        const { data } = (await response.json()) as { data: unknown[] };
        took.push(performance.now() - startedAt);
        found = Math.max(found, data.length);
    }
    const sorted = took.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
    return { p50: at(0.5), p95: at(0.95), worst: at(1), found };
}
