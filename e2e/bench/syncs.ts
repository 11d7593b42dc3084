import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGemWorld, gemKey, type GemWorld } from './gem-world.ts';
import { median } from './measure.ts';
import { residentBytes } from './memory.ts';
import { processorMs } from './processor-time.ts';
import { type Program, startProgram } from './program.ts';
import { formatBound, perSecond, printTable } from './table.ts';

/** `npm run bench syncs 0.1`: a tenth. */
const share = Number(process.argv[3] ?? 1);
const candidates = 100_000 * share;
const rounds = 3;
/** Of Gem, per second and key, as in its definition. */
const limit = 20;
/** So many keys together are not limited by it. */
const manyConnections = 8;
const sync = 'candidates';
const timeoutMs = 10 * 60_000;

/** What a sync takes beside a loop that only inserts what it fetches, and what it writes again. */
export async function benchSyncs(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-syncs-'));
    const world = await createGemWorld(folder);
    const bare = await startProgram('bare-sync.ts', world.databaseUrl, world.url);
    try {
        // Also warms both of them.
        const pageSize = await findPageSize(world);
        const one: Round[] = [];
        await world.control('size', { candidates });
        for (let round = 0; round < rounds; round += 1)
            one.push(await measure({ world, bare, pageSize, name: `one-${round}`, connections: 1, paceMs: 1000 / limit }));
        printOne(one, pageSize);
        const many: Round[] = [];
        await world.control('size', { candidates: Math.round(candidates / manyConnections) });
        for (let round = 0; round < rounds; round += 1)
            many.push(await measure({ world, bare, pageSize, name: `many-${round}`, connections: manyConnections, paceMs: 0 }));
        printMany(many);
    } finally {
        await bare.stop();
        await world.stop();
        await rm(folder, { recursive: true, force: true });
    }
}

async function findPageSize(world: GemWorld): Promise<number> {
    await world.connect('first', ['Candidate']);
    await ended(world, ['first'], 1);
    const { requests } = (await world.control('journal?path_regex=candidates')) as { requests: { query: { per_page?: string[] } }[] };
    return Number(requests[0]?.query.per_page?.[0]);
}

interface Measured {
    world: GemWorld;
    bare: Program;
    pageSize: number;
    name: string;
    connections: number;
    /** Of the loop; the server keeps the limit of its own accord. */
    paceMs: number;
}

interface Round {
    bareMs: number;
    firstMs: number;
    secondMs: number;
    bareProcessorMs: number;
    firstProcessorMs: number;
    secondProcessorMs: number;
    grownBytes: number;
    /** In the second run, by its result and by the rows that have a new version. */
    rewritten: number;
}

let loops = 0;

async function measure({ world, bare, pageSize, name, connections, paceMs }: Measured): Promise<Round> {
    const { client, server } = world;
    const names = Array.from({ length: connections }, (_, index) => `${name}-${index}`);
    const keys: string[] = [];
    // Connected with nothing to sync, so that syncs begin when the loop has ended.
    for (const one of names) keys.push((await world.connect(one, [])).apiKey);
    await ended(world, names, 1);

    await client.query('checkpoint');
    const bareBefore = processorMs(bare.pid);
    const fetched = (await bare.ask(keys.map((apiKey) => ({ setId: (loops += 1), apiKey, pageSize, paceMs })))) as
        | { tookMs: number; records: number }
        | { error: string };
    if ('error' in fetched) throw new Error(fetched.error);
    const bareProcessorMs = processorMs(bare.pid) - bareBefore;

    await client.query('checkpoint');
    const memory = watchMemory(server.pid);
    const before = processorMs(server.pid);
    // Which has them run.
    await server.patchbay.connections.setMetadata({
        provider_config_key: gemKey,
        connection_id: names,
        metadata: { sync: { models: ['Candidate'] } }
    });
    const first = await ended(world, names, 2);
    const between = processorMs(server.pid);
    if (first.written !== fetched.records) throw new Error(`The sync wrote ${first.written} records, the loop ${fetched.records}.`);
    const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');

    await client.query('checkpoint');
    for (const one of names)
        await server.patchbay.syncs.trigger({ provider_config_key: gemKey, connection_id: one }, [sync], { reset: true });
    const second = await ended(world, names, 3);
    // Else it would not have looked at them.
    if (second.calls !== first.calls) throw new Error(`The second run made ${second.calls} requests, the first ${first.calls}.`);
    const { rows: since } = await client.query<{ count: string }>('select count(*) from records where xmin::text::bigint > $1', [
        rows[0]?.id
    ]);
    return {
        bareMs: fetched.tookMs,
        firstMs: first.tookMs,
        secondMs: second.tookMs,
        bareProcessorMs,
        firstProcessorMs: between - before,
        secondProcessorMs: processorMs(server.pid) - between,
        grownBytes: memory.stop(),
        rewritten: Math.max(second.written, Number(since[0]?.count))
    };
}

/** Of several connections: from the first start to the last end, and sums. */
interface Runs {
    tookMs: number;
    calls: number;
    written: number;
}

/** Waits for the end of the sync's runs. @param count how many each connection has had by then */
async function ended({ client }: GemWorld, names: readonly string[], count: number): Promise<Runs> {
    for (const startedAt = performance.now(); performance.now() - startedAt < timeoutMs; await sleep(100)) {
        const { rows } = await client.query<{ status: string; started_at: Date; finished_at: Date; calls: number; counts: string }>(
            `select * from (
                select function_runs.*, row_number() over (partition by connection_row_id order by started_at) as number
                from function_runs
                where name = $1 and connection_row_id in (select id from connections where connection_id = any($2))
            ) as runs where number = $3 and finished_at is not null`,
            [sync, names, count]
        );
        if (rows.length < names.length) continue;
        const failed = rows.find(({ status }) => status !== 'succeeded');
        if (failed) throw new Error(`A sync has ${failed.status}.`);
        const startedMs = Math.min(...rows.map(({ started_at: at }) => at.getTime()));
        return {
            tookMs: Math.max(...rows.map(({ finished_at: at }) => at.getTime())) - startedMs,
            calls: rows.reduce((sum, { calls }) => sum + calls, 0),
            written: rows.reduce((sum, { counts }) => sum + writtenIn(counts), 0)
        };
    }
    throw new Error(`The syncs of ${names.join(', ')} have not ended.`);
}

function writtenIn(text: string): number {
    // As `finishRun` writes it.
    const { counts } = JSON.parse(text) as { counts: Record<string, Record<'added' | 'updated' | 'deleted', number>> };
    return Object.values(counts).reduce((sum, { added, updated, deleted }) => sum + added + updated + deleted, 0);
}

/** Looks often: what matters is the most it had. */
function watchMemory(pid: number): { stop(): number } {
    const before = residentBytes(pid);
    let most = before;
    const look = () => (most = Math.max(most, residentBytes(pid)));
    const timer = setInterval(look, 250);
    return {
        stop() {
            clearInterval(timer);
            look();
            return most - before;
        }
    };
}

const head = ['', 'time', 'records', 'processor, each', 'of the loop'];

function rowsOf(all: readonly Round[]): { loop: string[]; first: string[]; second: string[]; firstRatio: number } {
    const figure = (of: (round: Round) => number) => median(all.map(of));
    const row = (title: string, took: (round: Round) => number, spent: (round: Round) => number) => [
        title,
        `${(figure(took) / 1000).toFixed(1)} s`,
        perSecond(candidates / (figure(took) / 1000)),
        `${((figure(spent) * 1000) / candidates).toFixed(0)} µs`
    ];
    return {
        loop: row(
            'the loop',
            ({ bareMs }) => bareMs,
            ({ bareProcessorMs: ms }) => ms
        ),
        first: row(
            'first run',
            ({ firstMs }) => firstMs,
            ({ firstProcessorMs: ms }) => ms
        ),
        second: [
            ...row(
                'second run, of all',
                ({ secondMs }) => secondMs,
                ({ secondProcessorMs: ms }) => ms
            ),
            figure(({ secondMs, bareMs }) => secondMs / bareMs).toFixed(2)
        ],
        firstRatio: figure(({ firstMs, bareMs }) => firstMs / bareMs)
    };
}

function printOne(all: readonly Round[], pageSize: number): void {
    const { loop, first, second, firstRatio } = rowsOf(all);
    const rewritten = Math.max(...all.map((round) => round.rewritten));
    printTable(
        `A sync of ${candidates} candidates, ${pageSize} to a page and ${limit} pages a second at most, beside a loop that inserts each page; median of ${rounds}`,
        [...head, 'must be', 'rows written', 'must be'],
        [
            loop,
            [...first, formatBound(firstRatio, { atMost: 1.5 }), '≤ 1.50', String(candidates)],
            [...second, '', formatBound(rewritten, { atMost: 0 }, 0), '0']
        ]
    );
    const grown = Math.max(...all.map(({ grownBytes }) => grownBytes));
    printTable(
        'Memory of the server during both runs',
        ['', 'more than before', 'must be'],
        [[`most of ${rounds}`, formatBound(grown / 1024 ** 2, { atMost: 150 }, 0), '≤ 150 MB']]
    );
}

function printMany(all: readonly Round[]): void {
    const { loop, first, second, firstRatio } = rowsOf(all);
    printTable(`The same of ${manyConnections} connections at once, whose limits do not matter; median of ${rounds}`, head, [
        loop,
        [...first, firstRatio.toFixed(2)],
        second
    ]);
}
