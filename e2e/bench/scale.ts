import { type Bench, type Subject } from './measure.ts';
import { mark, ms, perSecond, printTable } from './table.ts';
import type { World } from './world.ts';

const few = 1000;
const many = 1_000_000;

/** Whether a request costs as much among a million connections as among a thousand. Both servers run at once and take turns. */
export async function benchScale(bench: Bench, small: World, large: World): Promise<void> {
    await small.growTo(few);
    await large.growTo(many);
    const requests: Record<string, (world: World) => Subject['requests']> = {
        'GET /connections/:id': ({ reads }) => reads,
        'POST /connect/sessions': ({ mints }) => mints,
        'GET /connections?limit=100': ({ lists }) => lists
    };
    const rows: string[][] = [];
    for (const [what, requestsOf] of Object.entries(requests))
        for (const concurrency of [1, 16]) {
            const subject = (world: World): Subject => ({ origin: world.server.url, requests: requestsOf(world) });
            const { seen, ratio } = await bench.compare({ small: subject(small), large: subject(large) }, { concurrency });
            const cost = ratio('perSecond', 'small', 'large');
            rows.push([
                `${what}, concurrency ${concurrency}`,
                perSecond(seen.small.perSecond),
                perSecond(seen.large.perSecond),
                ms(seen.small.p50),
                ms(seen.large.p50),
                mark(cost, { atMost: 1.2 }),
                '≤ 1.20'
            ]);
        }
    printTable('Scale', ['connections', '1,000', '1,000,000', 'p50', 'p50', 'cost', 'must be'], rows);
}
