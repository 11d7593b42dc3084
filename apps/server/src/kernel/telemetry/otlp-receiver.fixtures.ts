import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TelemetryConfig } from './telemetry-config.ts';

interface Value {
    stringValue?: string;
    intValue?: number | string;
    doubleValue?: number;
}

interface KeyValue {
    key: string;
    value: Value;
}

/** A span, a metric or a log record as OTLP's JSON has it, as far as tests look at it. */
export interface Item {
    name: string;
    kind: number;
    traceId: string;
    spanId: string;
    parentSpanId?: string;
    links?: { traceId: string; spanId: string }[];
    status?: { code?: number };
    attributes: KeyValue[];
    severityText: string;
    body: Value;
    histogram?: { dataPoints: { attributes: KeyValue[]; count: number }[] };
    sum?: { dataPoints: { attributes: KeyValue[]; asInt?: number; asDouble?: number }[] };
}

export interface Export {
    path: string;
    headers: IncomingHttpHeaders;
    body: Buffer;
}

export interface OtlpReceiver extends AsyncDisposable {
    url: string;
    exports: Export[];
    /** Of all exports of a signal in JSON, in order. */
    items(signal: 'traces' | 'metrics' | 'logs'): Item[];
    /** Instead of 200; `hang` never responds. */
    respond(how: number | 'hang' | 'garbage'): void;
    /** A configuration that exports all to it. */
    telemetry(): TelemetryConfig;
    /** The collector's part of it. */
    otlp(encoding?: 'http/json' | 'http/protobuf'): NonNullable<TelemetryConfig['otlp']>;
}

/** A collector that keeps what it is sent. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
    const exports: Export[] = [];
    let how: number | 'hang' | 'garbage' = 200;
    const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
            exports.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
            answer(response, how);
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const otlp: OtlpReceiver['otlp'] = (encoding = 'http/json') => ({
        endpoints: { traces: `${url}/v1/traces`, metrics: `${url}/v1/metrics`, logs: `${url}/v1/logs` },
        headers: { 'x-collector-key': 'canary-of-the-collector' },
        encoding,
        timeoutMs: 2000,
        metricIntervalMs: 60_000
    });
    return {
        url,
        exports,
        items: (signal) =>
            exports.filter(({ path }) => path === `/v1/${signal}`).flatMap(({ body }) => itemsIn(JSON.parse(body.toString()))),
        respond: (next) => void (how = next),
        otlp,
        telemetry: () => ({
            metrics: undefined,
            otlp: otlp(),
            serviceName: 'patchbay',
            resourceAttributes: {},
            sampler: { name: 'always_on', ratio: 1 },
            trustsTraceContext: false,
            isDisabled: false
        }),
        async [Symbol.asyncDispose]() {
            server.closeAllConnections();
            await new Promise((resolve) => server.close(resolve));
        }
    };
}

function answer(response: ServerResponse, how: number | 'hang' | 'garbage'): void {
    if (how === 'hang') return;
    if (how === 'garbage') response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end('\xff\x00 neither');
    else response.writeHead(how, { 'content-type': 'application/json' }).end('{}');
}

/** Spans, metrics or log records: the innermost lists of an export. */
function itemsIn(exported: object): Item[] {
    return Object.values(exported)
        .flat()
        .flatMap(({ scopeSpans, scopeMetrics, scopeLogs }) => scopeSpans ?? scopeMetrics ?? scopeLogs)
        .flatMap(({ spans, metrics, logRecords }) => spans ?? metrics ?? logRecords);
}

/** The attributes of a span, a log record or a data point. */
export function attributesOf({ attributes }: { attributes: KeyValue[] }): Record<string, string | number | undefined> {
    return Object.fromEntries(
        attributes.map(({ key, value }) => [
            key,
            value.stringValue ?? (value.intValue === undefined ? value.doubleValue : Number(value.intValue))
        ])
    );
}
