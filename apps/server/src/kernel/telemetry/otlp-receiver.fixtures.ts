import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
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

interface Point {
    attributes: KeyValue[];
    asInt?: number;
    asDouble?: number;
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
    sum?: { dataPoints: Point[] };
    gauge?: { dataPoints: Point[] };
}

export interface Export {
    path: string;
    headers: IncomingHttpHeaders;
    body: Buffer;
}

/** A number of rejected items makes a `partial_success`. */
type Answer = number | 'hang' | 'garbage' | { rejected: number; message: string };

export interface OtlpReceiver extends AsyncDisposable {
    url: string;
    exports: Export[];
    /** Of all exports of a signal in JSON, in order. */
    items(signal: 'traces' | 'metrics' | 'logs'): Item[];
    /** Instead of 200; `hang` never responds. */
    respond(how: Answer): void;
    /** A configuration that exports all to it. */
    telemetry(): TelemetryConfig;
    /** The collector's part of it. */
    otlp(encoding?: 'http/json' | 'http/protobuf'): NonNullable<TelemetryConfig['otlp']>;
}

/** A collector that keeps what it is sent. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
    const exports: Export[] = [];
    let how: Answer = 200;
    const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
            exports.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
            answer(response, how, request);
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

function answer(response: ServerResponse, how: Answer, { url = '', headers }: IncomingMessage): void {
    if (how === 'hang') return;
    if (typeof how === 'object') {
        const type = headers['content-type'] ?? '';
        response.writeHead(200, { 'content-type': type }).end(type === 'application/json' ? partialJson(how, url) : partialProtobuf(how));
        return;
    }
    if (how === 'garbage') response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end('\xff\x00 neither');
    else response.writeHead(how, { 'content-type': 'application/json' }).end('{}');
}

const rejectedNames: Readonly<Record<string, string>> = {
    '/v1/traces': 'rejectedSpans',
    '/v1/metrics': 'rejectedDataPoints',
    '/v1/logs': 'rejectedLogRecords'
};

/** 64-bit numbers are texts in the JSON of protobuf. */
function partialJson({ rejected, message }: { rejected: number; message: string }, url: string): string {
    return JSON.stringify({ partialSuccess: { [rejectedNames[url] ?? '']: String(rejected), errorMessage: message } });
}

/** Field 1 has the number of those rejected in field 1, and the text in field 2; all are short. */
function partialProtobuf({ rejected, message }: { rejected: number; message: string }): Buffer {
    const text = Buffer.from(message);
    return Buffer.concat([Buffer.from([0x0a, 4 + text.length, 0x08, rejected, 0x12, text.length]), text]);
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
