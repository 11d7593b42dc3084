import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Comparison, median, startBench, type Target } from './measure.ts';
import { originOf, type Program, startProgram } from './program.ts';
import { formatBound, ms, perSecond, printTable } from './table.ts';
import { createWorld, integrationKey, readable, type World } from './world.ts';

/** `npm run bench records 0.1`: a tenth. */
const share = Number(process.argv[3] ?? 1);
const written = 100_000 * share;
const rounds = 3;
const sizes = { few: 1000, more: 100_000 * share, many: 1_000_000 * share };
const pageSize = 1000;
/** Within the time limit of a statement. */
const perStatement = 100_000;
/** Where the pages that are read begin, spread over the set. */
const positions = 10;
const limit = 100;
const [connection = ''] = readable;

type Size = keyof typeof sizes;
const models: Record<Size, string> = { few: 'Few', more: 'More', many: 'Many' };

/** What writing a page of a sync's records takes, and reading a page of few and of many. */
export async function benchRecords(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-records-'));
    const world = await createWorld(folder);
    const client = new pg.Client({ connectionString: world.databaseUrl });
    await client.connect();
    try {
        const { rows } = await client.query<{ id: string }>('select id from connections where connection_id = $1', [connection]);
        const connectionRowId = rows[0]?.id ?? '';
        const file = new URL('../../apps/server/src/rooms/automation/records/write-speed.fixtures.ts', import.meta.url);
        const writer = await startProgram(file, world.databaseUrl, world.environmentId, connectionRowId);
        const { payload } = writer.said as { payload: string };
        await measureWrites(writer, client);
        await writer.stop();
        await fill(client, { environmentId: world.environmentId, connectionRowId, payload });
        await measureReads(world, client);
    } finally {
        await client.end();
        await world.stop();
        await rm(folder, { recursive: true, force: true });
    }
}

async function measureWrites(writer: Program, client: pg.Client): Promise<void> {
    const rates: Record<'added' | 'unchanged' | 'changed', number[]> = { added: [], unchanged: [], changed: [] };
    let writtenAgain = 0;
    const write = async (model: string, revision: number) => {
        const response = (await writer.ask({ model, revision, records: written })) as { tookMs: number } | { error: string };
        if ('error' in response) throw new Error(response.error);
        return written / (response.tookMs / 1000);
    };
    for (let round = 0; round < rounds; round += 1) {
        const model = `Written${round}`;
        rates.added.push(await write(model, 0));
        const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
        rates.unchanged.push(await write(model, 0));
        // Each write of a row makes a version of it, with its transaction.
        const { rows: since } = await client.query<{ count: string }>('select count(*) from records where xmin::text::bigint > $1', [
            rows[0]?.id
        ]);
        writtenAgain += Number(since[0]?.count);
        rates.changed.push(await write(model, 1));
    }
    const rate = { added: median(rates.added), unchanged: median(rates.unchanged), changed: median(rates.changed) };
    printTable(
        `Writing ${written} records of 1 kB, ${pageSize} in a transaction, one writer; median of ${rounds}`,
        ['records that are', 'a second', '', 'must be', 'rows written'],
        [
            ['new', perSecond(rate.added), formatBound(rate.added, { atLeast: 20_000 }, 0), '≥ 20000', String(written)],
            [
                'unchanged',
                perSecond(rate.unchanged),
                formatBound(rate.unchanged / rate.added, { atLeast: 1 }),
                '≥ 1.00 of new',
                formatBound(writtenAgain, { atMost: 0 }, 0)
            ],
            ['changed', perSecond(rate.changed), '', '', String(written)]
        ]
    );
}

/** Sets as writing leaves them: the records of a page have one time. */
async function fill(
    client: pg.Client,
    { environmentId, connectionRowId, payload }: { environmentId: string; connectionRowId: string; payload: string }
): Promise<void> {
    await client.query('truncate records');
    for (const size of ['few', 'more', 'many'] as const) {
        const { rows } = await client.query<{ id: string }>(
            `insert into record_sets (environment_id, connection_row_id, model, live_count, last_modified_at, last_run_at)
            values ($1, $2, $3, $4, now(), now()) returning id`,
            [environmentId, connectionRowId, models[size], sizes[size]]
        );
        for (let from = 0; from < sizes[size]; from += perStatement)
            await client.query(
                `insert into records (environment_id, set_id, id, external_id, payload, hash, origin, run_id, first_seen_at, last_modified_at,
                    seen_at)
                select $1, $2, gen_random_uuid(), n::text, replace($3, '#', n::text), sha256(n::text::bytea), 'vendor', $4, at, at, at
                from generate_series($5::integer, $6::integer) n,
                    lateral (select date_trunc('second', now()) - n / ${pageSize} * interval '10 seconds' as at) as times`,
                [environmentId, rows[0]?.id, payload, randomUUID(), from, Math.min(from + perStatement, sizes[size]) - 1]
            );
    }
    await client.query('vacuum analyze records');
    await client.query('checkpoint');
}

async function measureReads(world: World, client: pg.Client): Promise<void> {
    const express = await startProgram('bare-records.ts', world.databaseUrl, world.environmentId);
    const bench = await startBench();
    try {
        const requests = {
            few: await requestsOf(world, client, 'few'),
            more: await requestsOf(world, client, 'more'),
            many: await requestsOf(world, client, 'many')
        };
        for (const [first] of Object.values(requests)) await assertSameText(world.server.url, originOf(express), first);
        const rows: string[][] = [];
        for (const concurrency of [1, 16]) {
            const here = (size: Size): Target => ({ origin: world.server.url, pid: world.server.pid, requests: requests[size] });
            const bare = (size: Size): Target => ({ origin: originOf(express), pid: express.pid, requests: requests[size] });
            const subjects = {
                few: here('few'),
                fewBare: bare('few'),
                more: here('more'),
                moreBare: bare('more'),
                many: here('many'),
                manyBare: bare('many')
            };
            const comparison = await bench.compare(subjects, { concurrency, warmUpSeconds: 4 });
            rows.push(...(['few', 'more', 'many'] as const).map((size) => describe(size, concurrency, comparison)));
        }
        printTable(
            `GET /records?limit=${limit}, ${positions} pages spread over the set`,
            ['records', 'Express', 'Patchbay', 'p50', 'of Express', 'must be', 'processor', `cost of ${sizes.few}`, 'must be'],
            rows
        );
    } finally {
        await bench.stop();
        await express.stop();
    }
}

function describe(size: Size, concurrency: number, { seen, ratio }: Comparison<Size | `${Size}Bare`>): string[] {
    return [
        `${sizes[size]}, concurrency ${concurrency}`,
        perSecond(seen[`${size}Bare`].perSecond),
        perSecond(seen[size].perSecond),
        ms(seen[size].p50),
        formatBound(ratio('perSecond', size, `${size}Bare`), { atLeast: 0.6 }),
        '≥ 0.60',
        ratio('processorMs', size, `${size}Bare`).toFixed(2),
        formatBound(ratio('perSecond', 'few', size), { atMost: 1.2 }),
        '≤ 1.20'
    ];
}

async function requestsOf({ server, environmentId }: World, client: pg.Client, size: Size): Promise<Target['requests']> {
    const headers = { authorization: `Bearer ${server.secretKey}`, 'provider-config-key': integrationKey, 'connection-id': connection };
    const found = await client.query<{ at: Date; id: string }>(
        `select records.last_modified_at as at, records.id from records join record_sets on record_sets.id = set_id and model = $2
        where records.environment_id = $1 and external_id = any($3)`,
        [
            environmentId,
            models[size],
            Array.from({ length: positions }, (_, index) => String(Math.floor(((index + 0.5) / positions) * sizes[size])))
        ]
    );
    return found.rows.map(({ at, id }) => {
        const cursor = Buffer.from(`${at.toISOString()}||${id}`).toString('base64');
        return { method: 'GET', path: `/records?model=${models[size]}&limit=${limit}&cursor=${encodeURIComponent(cursor)}`, headers };
    });
}

/** Else the comparison would be worth nothing. */
async function assertSameText(one: string, other: string, request: Target['requests'][number] | undefined): Promise<void> {
    const textOf = async (origin: string) => (await fetch(`${origin}${request?.path}`, { headers: request?.headers ?? {} })).text();
    if ((await textOf(one)) !== (await textOf(other))) throw new Error(`${request?.path}: the two servers respond differently.`);
}
