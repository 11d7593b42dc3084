import { type Bench, type Comparison, type Target } from './measure.ts';
import { originOf, type Program, startProgram } from './program.ts';
import { formatBound, ms, perSecond, printTable } from './table.ts';
import type { World } from './world.ts';

const concurrencies = [1, 16, 64];

/** Throughput and latency of the API, beside Express and Node alone with the same database. */
export async function benchApi(bench: Bench, world: World): Promise<void> {
    await world.growTo(10_000);
    const express = await startProgram('bare-express.ts', world.databaseUrl, world.environmentId);
    const http = await startProgram('bare-http.ts', world.databaseUrl, world.environmentId);
    const origins = { patchbay: world.server.url, express: originOf(express), http: originOf(http) };
    try {
        for (const [title, requests] of Object.entries({
            'GET /connections/:id': world.reads,
            'POST /connect/sessions': world.mints,
            'GET /connections?limit=100, of 10,000': world.lists
        })) {
            const rows: string[][] = [];
            for (const concurrency of concurrencies) {
                const subject = (origin: string): Target => ({ origin, requests });
                const comparison = await bench.compare(
                    { http: subject(origins.http), express: subject(origins.express), patchbay: subject(origins.patchbay) },
                    { concurrency }
                );
                rows.push(...describe(title, concurrency, comparison));
            }
            printTable(title, ['concurrency', 'node:http', 'Express', 'Patchbay', 'of Express', 'must be'], rows);
        }
        // Last, because it adds connections.
        await printProcessorTimes(bench, world, express);
    } finally {
        await express.stop();
        await http.stop();
    }
}

/**
 * Processor time of the most expensive paths, beside Express with the same statements and sealing.
 */
async function printProcessorTimes(bench: Bench, world: World, express: Program): Promise<void> {
    const rows: string[][] = [];
    for (const [title, requests] of Object.entries({
        'GET /connections?limit=100': world.lists,
        'POST /connections': world.creates,
        'GET /connect/session': world.widgets
    })) {
        const { seen, ratio } = await bench.compare(
            {
                express: { origin: originOf(express), pid: express.pid, requests },
                patchbay: { origin: world.server.url, pid: world.server.pid, requests }
            },
            { concurrency: 16 }
        );
        rows.push([
            title,
            ms(seen.express.processorMs),
            ms(seen.patchbay.processorMs),
            ratio('processorMs', 'patchbay', 'express').toFixed(2)
        ]);
    }
    printTable('Processor time of the server for one request, at concurrency 16', ['', 'Express', 'Patchbay', 'of Express'], rows);
}

function describe(
    title: string,
    concurrency: number,
    { seen: { http, express, patchbay }, ratio }: Comparison<'http' | 'express' | 'patchbay'>
): string[][] {
    const share = ratio('perSecond', 'patchbay', 'express');
    const isList = title.includes('limit');
    const slowdown = ratio('p50', 'patchbay', 'express');
    const [shareText, bound] = isList
        ? concurrency === 16 && patchbay.perSecond < 1500
            ? [formatBound(share, { atLeast: 0.5 }), '≥ 1500/s or ≥ 0.50']
            : [share.toFixed(2), concurrency === 16 ? '≥ 1500/s or ≥ 0.50' : '']
        : [formatBound(share, { atLeast: 0.6 }), '≥ 0.60'];
    return [
        [`${concurrency}`, perSecond(http.perSecond), perSecond(express.perSecond), perSecond(patchbay.perSecond), shareText, bound],
        [
            '  p50',
            ms(http.p50),
            ms(express.p50),
            ms(patchbay.p50),
            ...(concurrency === 1 && !isList ? [formatBound(slowdown, { atMost: 2 }), '≤ 2.00'] : [slowdown.toFixed(2)])
        ],
        ['  p99', ms(http.p99), ms(express.p99), ms(patchbay.p99), ratio('p99', 'patchbay', 'express').toFixed(2)]
    ];
}
