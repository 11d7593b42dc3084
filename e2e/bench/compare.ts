import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median, startBench, type Target } from './measure.ts';
import { residentBytes } from './memory.ts';
import { requestsOf } from './proxy.ts';
import { makeSecretKey, startServer } from './server.ts';
import { megabytes, ms, perSecond, printTable } from './table.ts';
import { createWorld, type World } from './world.ts';

const starts = 15;
const rounds = 15;
const requests: Record<string, (world: World) => Target['requests']> = {
    'GET /connections/:id': ({ reads }) => reads,
    'GET /connections?limit=100': ({ lists }) => lists,
    'GET /connect/session': ({ widgets }) => widgets,
    'POST /connect/sessions': ({ mints }) => mints,
    'proxy of 1 KB': (world) => requestsOf(world, '/proxy/bytes/1024'),
    'proxy of 1 MB': (world) => requestsOf(world, `/proxy/bytes/${1024 ** 2}`),
    // Last, because it adds connections.
    'POST /connections': ({ creates }) => creates
};

/**
 * The server of this checkout beside that of another, in turns, each with a database of its own.
 * A ratio is that of this checkout to the other; the median of the rounds' ratios.
 * @param checkout the folder of the other, which is built
 * @param text measures only requests whose name contains it, and no starts
 */
export async function benchCompare(checkout: string | undefined, text?: string): Promise<void> {
    const other = checkout === undefined ? undefined : resolve(checkout);
    if (other === undefined || !existsSync(join(other, 'apps/server/dist/main.js')))
        throw new Error('Give the folder of another checkout in which `npm run check` has built the server.');
    const selected = Object.entries(requests).filter(([what]) => what.includes(text ?? ''));
    if (selected.length === 0) throw new Error(`No request is named so. There are ${Object.keys(requests).join(', ')}.`);
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-compare-'));
    const bench = await startBench();
    try {
        if (text === undefined) await compareStarts(folder, other);
        const worlds = { other: await createWorld(join(folder, 'other'), other), here: await createWorld(join(folder, 'here')) };
        const memory = () => [worlds.other, worlds.here].map(({ server }) => megabytes(residentBytes(server.pid)));
        const idle = memory();
        const rows: string[][] = [];
        for (const [what, select] of selected)
            for (const concurrency of [1, 16, 64]) {
                const target = (world: World) => ({ origin: world.server.url, pid: world.server.pid, requests: select(world) });
                const options = { concurrency, rounds, warmUpSeconds: 4 };
                const { seen, ratio } = await bench.compare({ other: target(worlds.other), here: target(worlds.here) }, options);
                rows.push([
                    `${what}, concurrency ${concurrency}`,
                    perSecond(seen.other.perSecond),
                    perSecond(seen.here.perSecond),
                    ...(['perSecond', 'processorMs', 'p50', 'p99'] as const).map((figure) => ratio(figure, 'here', 'other').toFixed(2)),
                    ms(seen.here.p99)
                ]);
            }
        printTable('Requests', ['', 'other', 'here', 'ratio', 'processor', 'p50', 'p99', 'p99 here'], rows);
        printTable(
            'Memory',
            ['', 'other', 'here'],
            [
                ['idle', ...idle],
                ['after the requests', ...memory()]
            ]
        );
        await Promise.all([worlds.other.stop(), worlds.here.stop()]);
    } finally {
        await bench.stop();
        await rm(folder, { recursive: true, force: true });
    }
}

async function compareStarts(folder: string, other: string): Promise<void> {
    const secretKey = makeSecretKey();
    const took: { other: number; here: number }[] = [];
    // The first of each makes its database.
    for (let count = 0; count <= starts; count += 1) {
        const round = { other: 0, here: 0 };
        for (const [name, checkout] of [
            ['other', other],
            ['here', undefined]
        ] as const) {
            const server = await startServer(secretKey, { PATCHBAY_DATA_DIR: join(folder, `start-${name}`) }, checkout);
            round[name] = server.startMs;
            await server.stop();
        }
        if (count > 0) took.push(round);
    }
    printTable(
        'Start until ready',
        ['', 'other', 'here', 'ratio'],
        [
            [
                `median of ${starts}`,
                ms(median(took.map((round) => round.other))),
                ms(median(took.map(({ here }) => here))),
                median(took.map((round) => round.here / round.other)).toFixed(2)
            ]
        ]
    );
}
