import { makeSecretKey, startServer } from './server.ts';
import { formatBound, printTable } from './table.ts';

const laterStarts = 5;

/** How long from the start of `node` until the server answers, its embedded PostgreSQL included. */
export async function benchStart(dataDir: string): Promise<void> {
    const secretKey = makeSecretKey();
    const startOnce = async () => {
        const server = await startServer(secretKey, { PATCHBAY_DATA_DIR: dataDir });
        await server.stop();
        return server.startMs;
    };
    const first = await startOnce();
    const later: number[] = [];
    for (let count = 0; count < laterStarts; count += 1) later.push(await startOnce());
    const median = later.toSorted((a, b) => a - b)[Math.floor(laterStarts / 2)] ?? NaN;
    printTable(
        'Start until ready',
        ['', 'ms', 'must be'],
        [
            ['first, makes its database', first.toFixed(0)],
            [`later, median of ${laterStarts}`, formatBound(median, { atMost: 1000 }, 0), '≤ 1000']
        ]
    );
}
