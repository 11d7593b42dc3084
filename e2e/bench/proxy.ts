import { type Bench, type Comparison, type LoadOptions, type LoadResult, type Target } from './measure.ts';
import { residentBytes } from './memory.ts';
import { originOf, startProgram } from './program.ts';
import { formatBound, megabytes, ms, perSecond, printTable } from './table.ts';
import { integrationKey, readable, type World } from './world.ts';

type Compared = Comparison<'direct' | 'bare' | 'patchbay'>;

/** What the proxy costs, beside a proxy that only passes bytes on, and beside no proxy at all. */
export async function benchProxy(bench: Bench, world: World): Promise<void> {
    const proxy = await startProgram('bare-proxy.ts', world.upstreamUrl);
    const http = await startProgram('bare-http.ts', world.databaseUrl, world.environmentId);
    const compare = (bytes: number, options: LoadOptions): Promise<Compared> => {
        const subject = (origin: string, prefix = '/proxy'): Target => ({
            origin,
            requests: requestsOf(world, `${prefix}/bytes/${bytes}`)
        });
        const subjects = {
            direct: subject(world.upstreamUrl, ''),
            bare: subject(originOf(proxy)),
            patchbay: subject(world.server.url)
        };
        return bench.compare(subjects, options);
    };
    try {
        const { seen: read } = await bench.compare({ read: { origin: originOf(http), requests: world.reads } }, { concurrency: 1 });
        const { seen: small } = await compare(1024, { concurrency: 1 });
        const added = (seen: LoadResult) => seen.p50 - small.direct.p50;
        const bound = 2 * added(small.bare) + read.read.p50;
        const busy = await compare(1024, { concurrency: 16 });
        const head = ['', 'direct', 'bare proxy', 'Patchbay', 'of bare', 'must be'];
        printTable('Proxy of 1 KB', head, [
            ['p50, concurrency 1', ms(small.direct.p50), ms(small.bare.p50), ms(small.patchbay.p50)],
            [
                '  added',
                '',
                ms(added(small.bare)),
                ms(added(small.patchbay)),
                formatBound(added(small.patchbay), { atMost: bound }),
                `≤ ${bound.toFixed(2)}: twice bare + a read (${read.read.p50.toFixed(2)})`
            ],
            throughput('concurrency 16', busy, (seen) => perSecond(seen.perSecond), 0.35),
            throughput('concurrency 64', await compare(1024, { concurrency: 64 }), (seen) => perSecond(seen.perSecond))
        ]);
        printTable('Proxy of large responses', head, [
            throughput('1 MB, concurrency 16', await compare(1024 ** 2, large(16)), (seen) => megabytes(seen.bytesPerSecond), 0.8),
            throughput('100 MB, concurrency 2', await compare(100 * 1024 ** 2, large(2)), (seen) => megabytes(seen.bytesPerSecond), 0.8)
        ]);
        printTable(
            'Memory after it',
            ['', 'resident'],
            [
                ['bare proxy', megabytes(residentBytes(proxy.pid))],
                ['Patchbay', megabytes(residentBytes(world.server.pid))]
            ]
        );
    } finally {
        await proxy.stop();
        await http.stop();
    }
}

/** Warm by then, and each takes a while. */
function large(concurrency: number): LoadOptions {
    return { concurrency, rounds: 5, seconds: 1, warmUpSeconds: 1 };
}

/** For each connection in turn. @param path with `/proxy`, unless sent to the provider itself */
export function requestsOf({ server }: World, path: string): Target['requests'] {
    return readable.map((id) => ({
        method: 'GET',
        path,
        headers: { authorization: `Bearer ${server.secretKey}`, 'provider-config-key': integrationKey, 'connection-id': id }
    }));
}

function throughput(
    what: string,
    { seen: { direct, bare, patchbay }, ratio }: Compared,
    show: (seen: LoadResult) => string,
    atLeast?: number
): string[] {
    const share = ratio('bytesPerSecond', 'patchbay', 'bare');
    const cells = [what, show(direct), show(bare), show(patchbay)];
    return atLeast === undefined ? [...cells, share.toFixed(2)] : [...cells, formatBound(share, { atLeast }), `≥ ${atLeast.toFixed(2)}`];
}
