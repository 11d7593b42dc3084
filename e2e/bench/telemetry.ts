import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@patchbay/db';
import { createLog, generateKeyRing, openTelemetry, readConfig } from '@patchbay/server';
import { type LoadPlan, median, startBench } from './measure.ts';
import { originOf, startProgram } from './program.ts';
import { type BenchServer, makeSecretKey, serve, startServer } from './server.ts';
import { formatBound, printTable } from './table.ts';

/** Of the processor time of the cheapest request. */
const mostOfRequest = 0.005;
const calls = 2_000_000;

/** What telemetry costs a request in processor time: off, for Prometheus, and exporting all. */
export async function benchTelemetry(): Promise<void> {
    const bench = await startBench();
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-telemetry-'));
    const upstream = await startProgram('bare-upstream.ts');
    const database = await openDatabase({ dataDir: folder });
    const collector = await serve((request, response) => void request.resume().on('end', () => response.end()));
    const secretKey = makeSecretKey();
    const variables = {
        DATABASE_URL: database.url,
        PATCHBAY_ENCRYPTION_KEYS: generateKeyRing(),
        PATCHBAY_SANDBOX_URL: originOf(upstream),
        PATCHBAY_ALLOW_PRIVATE_HOSTS: new URL(originOf(upstream)).host
    };
    const prometheus = { PATCHBAY_METRICS_PORT: '0', PATCHBAY_METRICS_HOST: '127.0.0.1' };
    const off = await startServer(secretKey, variables);
    const measured = await startServer(secretKey, { ...variables, ...prometheus });
    const exporting = await startServer(secretKey, { ...variables, ...prometheus, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    try {
        await prepare(off);
        const rows: string[][] = [];
        let cheapestUs = Infinity;
        for (const [title, requests] of Object.entries(requestsWith(secretKey))) {
            const of = ({ url, pid }: BenchServer) => ({ origin: url, pid, requests });
            const { seen } = await bench.compare(
                { off: of(off), prometheus: of(measured), exporting: of(exporting) },
                { concurrency: 16, rounds: 21 }
            );
            const [ofOff, ...others] = [seen.off, seen.prometheus, seen.exporting].map(({ processorMs }) => processorMs * 1000);
            cheapestUs = Math.min(cheapestUs, ofOff ?? NaN);
            rows.push([title, us(ofOff), ...others.map(us)]);
        }
        printTable('Processor time of one request, at concurrency 16', ['', 'off', 'Prometheus', 'exporting all'], rows);
        const addedUs = await costOfOff();
        printTable(
            'What a request asks of telemetry that is off',
            ['', 'takes', 'of the cheapest request', 'must be'],
            [
                [
                    'one proxied call: request, span, exchange, counter',
                    us(addedUs),
                    formatBound(addedUs / cheapestUs, { atMost: mostOfRequest }, 5),
                    `≤ ${mostOfRequest}`
                ]
            ]
        );
    } finally {
        for (const server of [off, measured, exporting]) await server.stop();
        await bench.stop();
        await collector.stop();
        await database.stop();
        await upstream.stop();
        await rm(folder, { recursive: true, force: true });
    }
}

async function prepare({ patchbay }: BenchServer): Promise<void> {
    const credentials = { type: 'OAUTH2' as const, client_id: 'bench', client_secret: 'bench' };
    await patchbay.integrations.create({ provider: 'sandbox-oauth2', unique_key: 'acme', credentials });
    await patchbay.connections.import({
        provider_config_key: 'acme',
        connection_id: 'one',
        credentials: { type: 'OAUTH2', access_token: 'token-of-bench' }
    });
}

function requestsWith(secretKey: string): Record<string, LoadPlan['requests']> {
    const headers = { authorization: `Bearer ${secretKey}` };
    const ofConnection = { ...headers, 'connection-id': 'one', 'provider-config-key': 'acme' };
    const body = JSON.stringify({ end_user: { id: 'user_1' }, allowed_integrations: ['acme'] });
    return {
        'GET /connections': [{ method: 'GET', path: '/connections', headers }],
        'POST /connect/sessions': [
            { method: 'POST', path: '/connect/sessions', headers: { ...headers, 'content-type': 'application/json' }, body }
        ],
        'GET /proxy of 1 KB': [{ method: 'GET', path: '/proxy/bytes/1024', headers: ofConnection }]
    };
}

/** All that a proxied call asks of telemetry that is off, in microseconds. */
async function costOfOff(): Promise<number> {
    const { telemetry: config } = readConfig({});
    const unused = () => {
        throw new Error('Telemetry that is off sends nothing.');
    };
    const telemetry = await openTelemetry(config, { log: createLog('silent'), version: '0', createEgress: unused });
    const [request, response] = [{} as IncomingMessage, {} as ServerResponse];
    const serving = telemetry.serving(() => {});
    const counter = { name: 'bench', kind: 'counter', unit: '1', description: '', attributes: [] } as const;
    // None of them reads it.
    const exchange = {} as Parameters<typeof telemetry.exchangeEnded>[0];
    const took: number[] = [];
    for (let round = 0; round < 11; round += 1) {
        const startedAt = performance.now();
        for (let call = 0; call < calls; call += 1) {
            serving(request, response);
            telemetry.servedRequest(response);
            telemetry.exchangeBegun(exchange, 'proxy');
            telemetry.exchangeEnded(exchange, { 'patchbay.environment': '', 'patchbay.operation': 'proxy' });
            telemetry.record('', counter, 1, {});
        }
        took.push(((performance.now() - startedAt) * 1000) / calls);
    }
    return median(took);
}

const us = (value = NaN) => `${value.toFixed(value < 10 ? 3 : 0)} µs`;
