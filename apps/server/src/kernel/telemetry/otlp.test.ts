import { listConnections } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectBySignIn } from '../../rooms/connect/attempts/attempts.fixtures.ts';
import { attributesOf, type OtlpReceiver, startOtlpReceiver } from './otlp-receiver.fixtures.ts';
import type { TelemetryConfig } from './telemetry-config.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** A server that exports to a receiver until it is stopped, which sends all that is left. */
async function exporting(receiver: OtlpReceiver, changed: Partial<TelemetryConfig> = {}): Promise<TestApp> {
    const telemetry = { ...app.server.config.telemetry, otlp: receiver.otlp(), ...changed };
    return startTestApp({ replicaOf: app, config: { telemetry } });
}

const caller = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${caller}-00f067aa0ba902b7-01`;

test('a collector gets the span of a request with its route, status, environment and request id, and nothing of its path', async () => {
    await using receiver = await startOtlpReceiver();
    const server = await exporting(receiver);
    const response = await server.raw('/connections?search=canary');
    await server.raw('/canary/path');
    await server[Symbol.asyncDispose]();
    const [first, second] = receiver.items('traces');
    expect(first).toMatchObject({ name: 'GET /connections', kind: 2 });
    expect(attributesOf(first!)).toEqual({
        'http.request.method': 'GET',
        'http.route': '/connections',
        'http.response.status_code': 200,
        'patchbay.environment': expect.any(String),
        'patchbay.request.id': response.headers.get('x-request-id')
    });
    expect(second).toMatchObject({ name: 'GET' });
    expect(attributesOf(second!)).toEqual({ 'http.request.method': 'GET', 'http.response.status_code': 404 });
    expect(receiver.exports.map(({ body }) => body.toString()).join()).not.toContain('canary');
    expect(receiver.exports[0]?.headers).toMatchObject({
        'content-type': 'application/json',
        'x-collector-key': 'canary-of-the-collector'
    });
    expect(server.logLines.join()).not.toContain('canary-of-the-collector');
});

test('the trace of a caller is continued where the operator trusts it, and else only linked to', async () => {
    await using receiver = await startOtlpReceiver();
    for (const trustsTraceContext of [true, false]) {
        const server = await exporting(receiver, { trustsTraceContext });
        await server.raw('/connections', { headers: { traceparent } });
        await server[Symbol.asyncDispose]();
    }
    const [trusted, stranger] = receiver.items('traces');
    expect(trusted).toMatchObject({ traceId: caller, parentSpanId: '00f067aa0ba902b7' });
    expect(stranger?.traceId).not.toBe(caller);
    expect(stranger).toMatchObject({ links: [{ traceId: caller, spanId: '00f067aa0ba902b7' }] });
    expect(stranger?.parentSpanId ?? '').toBe('');
});

test('a stranger decides neither with a malformed traceparent nor with its flag what is sampled', async () => {
    await using receiver = await startOtlpReceiver();
    const server = await exporting(receiver, { sampler: { name: 'parentbased_always_off', ratio: 1 } });
    for (const header of [traceparent, 'x', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `${traceparent}-and-more`])
        expect((await server.raw('/connections', { headers: { traceparent: header } })).status).toBe(200);
    await server[Symbol.asyncDispose]();
    expect(receiver.items('traces')).toEqual([]);
});

test('a collector gets a proxied call as one trace: the request, the renewal that it needed, and each request to the provider', async () => {
    await using receiver = await startOtlpReceiver();
    await app.integrate('sandbox-oauth2');
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    app.clock.advance(30 * 60 * 60_000);
    const server = await exporting(receiver);
    const headers = { 'connection-id': id, 'provider-config-key': 'sandbox-oauth2' };
    expect((await server.raw('/proxy/api/me?canary=1', { headers })).status).toBe(200);
    await server[Symbol.asyncDispose]();
    const spans = receiver.items('traces');
    const called = spans.find(({ name }) => name === 'GET proxy');
    const served = spans.find(({ name }) => name === 'GET /proxy/*path');
    expect(called).toMatchObject({ kind: 3, traceId: served?.traceId, parentSpanId: served?.spanId });
    expect(attributesOf(called!)).toEqual({
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'server.address': new URL(app.sandbox.url).hostname,
        'server.port': Number(new URL(app.sandbox.url).port),
        'patchbay.operation': 'proxy',
        'patchbay.environment': attributesOf(served!)['patchbay.environment'],
        'patchbay.integration.id': 'sandbox-oauth2',
        'patchbay.connection.id': id
    });
    expect(spans.find(({ name }) => name === 'refresh')).toMatchObject({ traceId: served?.traceId, parentSpanId: served?.spanId });
    const refreshes = receiver.items('metrics').find(({ name }) => name === 'patchbay.refreshes')?.sum?.dataPoints ?? [];
    expect(refreshes.map(attributesOf)).toEqual([{ 'patchbay.outcome': 'refreshed', 'patchbay.provider': 'sandbox-oauth2' }]);
    const durations = receiver.items('metrics').find(({ name }) => name === 'http.client.request.duration')?.histogram?.dataPoints ?? [];
    expect(durations.map(attributesOf)).toContainEqual({
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'patchbay.operation': 'proxy'
    });
    expect(receiver.exports.map(({ body }) => body.toString()).join()).not.toContain('canary=1');
});

test('a collector gets the log lines with the trace that they belong to', async () => {
    await using receiver = await startOtlpReceiver();
    const server = await exporting(receiver);
    await server.raw('/connections');
    await server[Symbol.asyncDispose]();
    const line = receiver.items('logs').find(({ body }) => body.stringValue === 'request');
    const [span] = receiver.items('traces');
    expect(line).toMatchObject({ severityText: 'debug', traceId: span?.traceId, spanId: span?.spanId });
    expect(attributesOf(line!)).toMatchObject({ route: '/connections', status: 200, method: 'GET', request_id: expect.any(String) });
    const written = server.logLines.map((text): Record<string, unknown> => JSON.parse(text)).find(({ message }) => message === 'request');
    expect(written).toMatchObject({ trace_id: span?.traceId, span_id: span?.spanId });
});

test('a collector gets the metrics that Prometheus sees', async () => {
    await using receiver = await startOtlpReceiver();
    const server = await exporting(receiver);
    await server.call(listConnections, {});
    await server[Symbol.asyncDispose]();
    const metrics = receiver.items('metrics');
    const durations = metrics.find(({ name }) => name === 'http.server.request.duration')?.histogram?.dataPoints ?? [];
    expect(durations.map((point) => [attributesOf(point)['http.route'], point.count])).toEqual([['/connections', 1]]);
    expect(metrics.map(({ name }) => name)).toEqual(expect.arrayContaining(['process.cpu.time', 'db.client.connection.count']));
});

test('a collector that wants protobuf gets it', async () => {
    await using receiver = await startOtlpReceiver();
    const server = await exporting(receiver, { otlp: receiver.otlp('http/protobuf') });
    await server.raw('/connections');
    await server[Symbol.asyncDispose]();
    const trace = receiver.exports.find(({ path }) => path === '/v1/traces');
    expect(trace?.headers['content-type']).toBe('application/x-protobuf');
    // The field names of JSON are no part of it; texts are.
    expect(trace?.body.toString('latin1')).toContain('GET /connections');
    expect(trace?.body.toString('latin1')).not.toContain('resourceSpans');
});

test.each(['hang', 'garbage', 500, 503] as const)('a collector that responds with %s slows no request and no stop', async (how) => {
    await using receiver = await startOtlpReceiver();
    receiver.respond(how);
    const server = await exporting(receiver, { otlp: { ...receiver.otlp(), timeoutMs: 600_000, metricIntervalMs: 1000 } });
    for (let count = 0; count < 50; count += 1) expect((await server.raw('/connections')).status).toBe(200);
    // Were the flush to wait for the collector, this would take the ten minutes of its time limit.
    await server[Symbol.asyncDispose]();
});

test('what a collector refuses is dropped, and said once in a minute', async () => {
    await using receiver = await startOtlpReceiver();
    receiver.respond(400);
    const server = await exporting(receiver, {
        otlp: { ...receiver.otlp(), endpoints: { metrics: `${receiver.url}/v1/metrics` }, metricIntervalMs: 100 }
    });
    await expect.poll(() => receiver.exports.length).toBeGreaterThan(3);
    await server[Symbol.asyncDispose]();
    const lines = server.logLines.filter((line) => line.includes('telemetry_dropped'));
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
        expect.objectContaining({ level: 'warn', signal: 'metrics', count: expect.any(Number), reason: 'the collector responds with 400' })
    ]);
});

test.each(['http/json', 'http/protobuf'] as const)(
    'what a collector rejects of a batch in %s is told, without what is secret',
    async (encoding) => {
        await using receiver = await startOtlpReceiver();
        receiver.respond({ rejected: 1, message: 'too old:\n canary-of-the-collector' });
        const server = await exporting(receiver, {
            otlp: { ...receiver.otlp(encoding), endpoints: { traces: `${receiver.url}/v1/traces` } }
        });
        for (let count = 0; count < 3; count += 1) await server.raw('/connections');
        await server[Symbol.asyncDispose]();
        const lines = server.logLines.filter((line) => line.includes('telemetry_dropped'));
        expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
            expect.objectContaining({ signal: 'traces', count: 1, reason: 'the collector rejected 1 of 3: too old: [secret]' })
        ]);
    }
);

test('a collector that only warns has taken everything', async () => {
    await using receiver = await startOtlpReceiver();
    receiver.respond({ rejected: 0, message: 'Use another endpoint.' });
    const server = await exporting(receiver);
    await server.raw('/connections');
    await server[Symbol.asyncDispose]();
    expect(server.logLines.filter((line) => line.includes('telemetry_dropped'))).toEqual([]);
});

test('the operator sees how many items the collector took, and how many it did not, by reason', async () => {
    await using receiver = await startOtlpReceiver();
    const server = await exporting(receiver, {
        otlp: { ...receiver.otlp(), endpoints: { metrics: `${receiver.url}/v1/metrics` }, metricIntervalMs: 100 }
    });
    const exported = () => {
        const points = receiver.items('metrics').findLast(({ name }) => name === 'otel.sdk.exporter.metric_data_point.exported');
        return points?.sum?.dataPoints.map((point) => attributesOf(point)['error.type'] ?? 'taken') ?? [];
    };
    await expect.poll(exported).toEqual(['taken']);
    receiver.respond({ rejected: 2, message: '' });
    await expect.poll(exported).toEqual(['taken', 'rejected']);
    receiver.respond(400);
    await expect.poll(exported).toEqual(['taken', 'rejected', '400']);
    await server[Symbol.asyncDispose]();
});
