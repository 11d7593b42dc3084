import { type Bench, type Target } from './measure.ts';
import { formatBound, ms, perSecond, printTable } from './table.ts';
import type { World } from './world.ts';

const few = 1000;
const many = 1_000_000;

/** Cost of a request with a million connections and with a thousand. Both servers run, in turns. */
export async function benchScale(bench: Bench, small: World, large: World): Promise<void> {
    await small.growTo(few);
    await large.growTo(many);
    const requests: Record<string, (world: World) => Target['requests']> = {
        'GET /connections/:id': ({ reads }) => reads,
        'POST /connect/sessions': ({ mints }) => mints,
        'GET /connections?limit=100': ({ lists }) => lists
    };
    const rows: string[][] = [];
    for (const [what, requestsOf] of Object.entries(requests))
        for (const concurrency of [1, 16]) {
            const subject = (world: World): Target => ({ origin: world.server.url, requests: requestsOf(world) });
            const { seen, ratio } = await bench.compare({ small: subject(small), large: subject(large) }, { concurrency });
            const cost = ratio('perSecond', 'small', 'large');
            rows.push([
                `${what}, concurrency ${concurrency}`,
                perSecond(seen.small.perSecond),
                perSecond(seen.large.perSecond),
                ms(seen.small.p50),
                ms(seen.large.p50),
                formatBound(cost, { atMost: 1.2 }),
                '≤ 1.20'
            ]);
        }
    printTable('Scale', ['connections', '1,000', '1,000,000', 'p50', 'p50', 'cost', 'must be'], rows);
}
