import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@patchbay/db';
import { generateKeyRing } from '@patchbay/server';
import { Patchbay } from '@patchbay/node';
import type { Bench, LoadPlan } from './measure.ts';
import { median } from './measure.ts';
import { residentBytes } from './memory.ts';
import { processorMs } from './processor-time.ts';
import type { OpenLoadPlan, SecondOfLoad } from './open-load.ts';
import { type Program, startProgram } from './program.ts';
import { type BenchServer, makeSecretKey, startServer } from './server.ts';
import { formatBound, megabytes, ms, perSecond, printTable } from './table.ts';

const connections = 200;
const rounds = 1;
const roundSeconds = 10;
const recoverySeconds = 8;
/** Of what the server can do. */
const factor = 5;
/** After it a client of an API has given up. */
const timeoutMs = 5000;
const key = 'acme';

/**
 * A server that is asked for five times what it can do: how much it still does, for whom, how soon
 * the others hear that it is too much, and when it is over.
 */
export async function benchOverload(bench: Bench, dataDir: string): Promise<void> {
    const load = await startProgram('open-load.ts');
    const database = await openDatabase({ dataDir });
    const keysFile = join(dataDir, 'keys-of-bench');
    const secretKey = makeSecretKey();
    const server = await startServer(secretKey, {
        DATABASE_URL: database.url,
        PATCHBAY_ENCRYPTION_KEYS: generateKeyRing(),
        PATCHBAY_KEYS_FILE: keysFile
    });
    try {
        const other = /^prod: (\S+)/m.exec(readFileSync(keysFile, 'utf8'))?.[1] ?? '';
        const [dev, prod] = [await fill(server, secretKey), await fill(server, other)];
        const all: Round[] = [];
        for (let round = 0; round < rounds; round += 1) all.push(await runRound({ bench, load, server, dev, prod, isFirst: round === 0 }));
        print(all, server);
    } finally {
        await server.stop();
        await database.stop();
        await load.stop();
    }
}

type Requests = LoadPlan['requests'];

/** Of ten: four reads of a connection, two lists, two imports, one session minted, one opened. */
async function fill(server: BenchServer, secretKey: string): Promise<Requests> {
    const patchbay = new Patchbay({ secretKey, baseUrl: server.url });
    await patchbay.integrations.create({ provider: 'private-api-bearer', unique_key: key });
    const values = {
        provider_config_key: key,
        credentials: { type: 'API_KEY' as const, apiKey: 'key' },
        connection_config: { base_url: 'https://api.example.com' }
    };
    for (let n = 0; n < connections; n += 1) await patchbay.connections.import({ ...values, connection_id: `c${n}` });
    const { data } = await patchbay.connectSessions.create({ end_user: { id: 'user-1' } });
    const get = (path: string, token = secretKey) => ({ method: 'GET' as const, path, headers: { authorization: `Bearer ${token}` } });
    const post = (path: string, body: unknown) => ({
        method: 'POST' as const,
        path,
        headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body)
    });
    const read = (n: number) => get(`/connections/c${n}?provider_config_key=${key}`);
    const list = get('/connections?limit=100');
    const create = post('/connections', values);
    const mint = post('/connect/sessions', { end_user: { id: 'user-1' } });
    const opened = get('/connect/session', data.token);
    return Array.from({ length: connections / 10 }, (_, n) => [
        [read(n), list, create, read(n + 1), mint],
        [read(n + 2), list, create, read(n + 3), opened]
    ]).flat(2);
}

interface Round {
    peak: number;
    /** Processor time of the server for a good response, at the peak and under overload. */
    peakMs: number;
    goodMs: number;
    /** Of a processor, under overload: what the generator takes is missing to the others. */
    serverShare: number;
    generatorShare: number;
    good: number;
    /** Of the environment that asks for a ninth of the whole, its good responses per second. */
    small: number;
    smallAsked: number;
    wrong: number;
    goodP50: number;
    goodP99: number;
    refusedP50: number;
    refusedP99: number;
    unheard: number;
    residentBytes: number;
    recoveryS: number;
}

async function runRound({
    bench,
    load,
    server,
    dev,
    prod,
    isFirst
}: {
    bench: Bench;
    load: Program;
    server: BenchServer;
    dev: Requests;
    prod: Requests;
    isFirst: boolean;
}): Promise<Round> {
    const { seen } = await bench.compare(
        { server: { origin: server.url, requests: dev, pid: server.pid } },
        { concurrency: 64, rounds: 1, seconds: 8, warmUpSeconds: isFirst ? 8 : 1 }
    );
    const peak = seen.server.perSecond;
    const send = async (groups: OpenLoadPlan['groups'], seconds: number) => {
        const reply = await load.ask({ origins: [server.url], groups, seconds, timeoutMs } satisfies OpenLoadPlan);
        if (!Array.isArray(reply)) throw new Error(`The load generator failed: ${JSON.stringify(reply)}`);
        // What the generator sends when it does not fail.
        return reply as SecondOfLoad[];
    };
    const smallAsked = (peak * factor) / 9;
    const [processorBefore, generatorBefore] = [processorMs(server.pid), processorMs(load.pid)];
    const startedAt = performance.now();
    const during = await send(
        [
            { name: 'large', perSecond: peak * factor - smallAsked, requests: dev },
            { name: 'small', perSecond: smallAsked, requests: prod }
        ],
        roundSeconds
    );
    const spentMs = processorMs(server.pid) - processorBefore;
    const generatorMs = processorMs(load.pid) - generatorBefore;
    const tookMs = performance.now() - startedAt;
    const memory = residentBytes(server.pid);
    const after = await send([{ name: 'after', perSecond: peak * 0.4, requests: dev }], recoverySeconds);
    // The first second is the burst with which it begins.
    const steady = during.filter(({ second }) => second >= 3);
    const count = (list: SecondOfLoad[], matches: (status: number) => boolean) =>
        list.reduce(
            (sum, { statuses }) =>
                sum + Object.entries(statuses).reduce((n, [status, many]) => n + (matches(Number(status)) ? many : 0), 0),
            0
        );
    const arrived = (list: SecondOfLoad[]) => list.reduce((sum, second) => sum + second.arrived, 0);
    const isGood = (status: number) => status >= 200 && status < 300;
    const secondsSteady = roundSeconds - 3;
    const large = steady.filter(({ group }) => group === 'large');
    const small = steady.filter(({ group }) => group === 'small');
    return {
        peak,
        peakMs: seen.server.processorMs,
        goodMs: spentMs / count(during, isGood),
        serverShare: spentMs / tookMs,
        generatorShare: generatorMs / tookMs,
        good: arrived(steady) / secondsSteady,
        small: arrived(small) / secondsSteady,
        smallAsked,
        wrong: count(during, (status) => !isGood(status) && status !== 503 && status !== 0),
        unheard: count(during, (status) => status === 0) / count(during, () => true),
        goodP50: median(large.map(({ ok }) => ok[0])),
        goodP99: median(large.map(({ ok }) => ok[1])),
        refusedP50: median(large.map(({ refused }) => refused[0])),
        refusedP99: median(large.map(({ refused }) => refused[1])),
        residentBytes: memory,
        recoveryS:
            1 +
            Math.max(
                -1,
                ...after
                    .filter(({ statuses, ok }) => Object.keys(statuses).some((status) => !isGood(Number(status))) || ok[1] > 1000)
                    .map(({ second }) => second)
            )
    };
}

function print(all: readonly Round[], { pid }: BenchServer): void {
    const of = (figure: (round: Round) => number) => median(all.map(figure));
    printTable(
        `${factor} times what the server can do, for ${roundSeconds} s, ${rounds} rounds`,
        ['', 'seen', 'must be'],
        [
            ['peak', perSecond(of(({ peak }) => peak))],
            ['processor time for a good one: peak, overload', `${ms(of(({ peakMs }) => peakMs))}, ${ms(of(({ goodMs }) => goodMs))}`],
            [
                'good ones for each second of processor time, of the peak',
                formatBound(
                    of(({ peakMs, goodMs }) => peakMs / goodMs),
                    { atLeast: 0.8 }
                ),
                '≥ 0.80'
            ],
            [
                'of a processor: server, load generator',
                `${of(({ serverShare }) => serverShare).toFixed(2)}, ${of(({ generatorShare }) => generatorShare).toFixed(2)}`
            ],
            ['good responses under overload', perSecond(of(({ good }) => good))],
            [
                'of the peak',
                formatBound(
                    of(({ good, peak }) => good / peak),
                    { atLeast: 0.8 }
                ),
                '≥ 0.80'
            ],
            [
                'share of an environment that asks for a ninth of it',
                formatBound(
                    of(({ small, good, smallAsked }) => small / Math.min(smallAsked, good / 2)),
                    { atLeast: 0.5 }
                ),
                '≥ 0.50 of its fair share'
            ],
            ['good ones: median, p99', `${ms(of(({ goodP50 }) => goodP50))}, ${ms(of(({ goodP99 }) => goodP99))}`],
            ['refusals: median, p99', `${ms(of(({ refusedP50 }) => refusedP50))}, ${ms(of(({ refusedP99 }) => refusedP99))}`],
            ['without a response within 5 s, or not sent', of(({ unheard }) => unheard).toFixed(4)],
            [
                'neither good nor 503',
                formatBound(
                    of(({ wrong }) => wrong),
                    { atMost: 0 },
                    0
                ),
                '0'
            ],
            ['memory at the end of each round', all.map(({ residentBytes: bytes }) => megabytes(bytes)).join(', ')],
            ['memory now', megabytes(residentBytes(pid))],
            [
                'until all is good again, at 0.4 of the peak',
                formatBound(
                    of(({ recoveryS }) => recoveryS),
                    { atMost: 5 },
                    0
                ),
                '≤ 5 s'
            ]
        ]
    );
}
