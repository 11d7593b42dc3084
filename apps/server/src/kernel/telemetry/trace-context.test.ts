import { importConnection } from '@patchbay/contracts';
import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probeDue } from '../../rooms/connections/credentials/probe-due.ts';
import { sendGithub, integrateGithub } from '../../rooms/outbox/incoming-webhooks/incoming-webhooks.fixtures.ts';
import { startWebhookApp } from '../../rooms/outbox/webhook-deliveries/receiver.fixtures.ts';
import { type ProxyWorld, send, startProxyWorld } from '../../rooms/traffic/proxy/proxy.fixtures.ts';
import { attributesOf, type OtlpReceiver, startOtlpReceiver } from './otlp-receiver.fixtures.ts';

let collector: OtlpReceiver;
let world: ProxyWorld;
beforeAll(async () => {
    [collector, world] = await Promise.all([startOtlpReceiver(), startProxyWorld()]);
});
afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await collector[Symbol.asyncDispose]();
});

const callers = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/** A proxied call through a server of its own, and what has reached the provider of it. */
async function callThrough(config: Partial<TestApp['server']['config']>, headers: Record<string, string> = {}) {
    const allowed = { sandboxUrl: world.thirdParty.url, allowPrivateHosts: [`*.localhost:${world.thirdParty.port}`] };
    const { providers } = world.app.server.deps;
    const app = await startTestApp({ replicaOf: world.app, config: { ...allowed, ...config }, providers });
    await send({ app }, '/items', { headers: { ...headers, tracestate: 'canary=1', baggage: 'canary=1' } });
    await app[Symbol.asyncDispose]();
    return world.thirdParty.arrived.at(-1)?.headers ?? {};
}

test('a provider is told of no trace unless the operator says so', async () => {
    const telemetry = { ...collector.telemetry(), trustsTraceContext: true };
    for (const sendsTraceContextTo of [[], ['webhooks' as const]]) {
        const sent = await callThrough({ telemetry, sendsTraceContextTo }, { traceparent: callers });
        expect(sent).not.toHaveProperty('traceparent');
    }
});

test('a provider gets the id of the client span of its request where the operator says so, and nothing else of the trace', async () => {
    const telemetry = { ...collector.telemetry(), trustsTraceContext: true };
    collector.exports.length = 0;
    const sent = await callThrough({ telemetry, sendsTraceContextTo: ['providers'] }, { traceparent: callers });
    const span = collector.items('traces').find(({ name }) => name === 'GET proxy');
    expect(span?.traceId).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    expect(sent['traceparent']).toBe(`00-${span?.traceId}-${span?.spanId}-01`);
    expect(JSON.stringify(sent)).not.toMatch(/canary=1|tracestate|baggage/);
});

test('each attempt of a retried call has an id of its own', async () => {
    const codes = [503, 200];
    world.thirdParty.handle = (_request, response) => void response.writeHead(codes.shift() ?? 200).end();
    const before = world.thirdParty.arrived.length;
    await callThrough({ telemetry: collector.telemetry(), sendsTraceContextTo: ['providers'] }, { retries: '1' });
    const sent = world.thirdParty.arrived.slice(before).map(({ headers }) => String(headers['traceparent']));
    expect(new Set(sent.map((text) => text.split('-')[1])).size).toBe(1);
    expect(new Set(sent.map((text) => text.split('-')[2])).size).toBe(2);
});

test('a caller that names a trace for the provider is passed on unchanged', async () => {
    const own = { 'patchbay-proxy-traceparent': callers };
    for (const sendsTraceContextTo of [[], ['providers' as const]])
        expect((await callThrough({ telemetry: collector.telemetry(), sendsTraceContextTo }, own))['traceparent']).toBe(callers);
});

test('nothing is passed on where nothing is traced', async () => {
    expect(await callThrough({ sendsTraceContextTo: ['providers'] }, { traceparent: callers })).not.toHaveProperty('traceparent');
});

test('a delivery links to the request that was the reason for it, and its receiver gets its id where the operator says so', async () => {
    await using receiver = await startOtlpReceiver();
    const app = await startWebhookApp({ config: { telemetry: receiver.telemetry(), sendsTraceContextTo: ['webhooks'] } });
    await app.endpoint('/linked');
    await app.connect('c1');
    await expect.poll(() => app.receiver.at('/linked').length, { timeout: 20_000 }).toBe(1);
    await app[Symbol.asyncDispose]();
    const spans = receiver.items('traces');
    const cause = spans.find(({ name }) => name === 'POST /connections');
    const delivery = spans.find(({ name }) => name === 'webhook delivery');
    const request = spans.find(({ name }) => name === 'POST webhook_delivery');
    expect(delivery?.traceId).not.toBe(cause?.traceId);
    expect(delivery).toMatchObject({ links: [{ traceId: cause?.traceId, spanId: cause?.spanId }] });
    expect(attributesOf(delivery!)).toEqual({ 'patchbay.environment': attributesOf(cause!)['patchbay.environment'] });
    expect(request).toMatchObject({ traceId: delivery?.traceId, parentSpanId: delivery?.spanId });
    expect(app.receiver.at('/linked')[0]?.headers['traceparent']).toBe(`00-${request?.traceId}-${request?.spanId}-01`);
    expect(spans.map(({ name }) => name)).toContain('job dispatch-events');
});

test('a probe and a webhook of a provider are spans of their environment and integration', async () => {
    await using receiver = await startOtlpReceiver();
    const app = await startTestApp({ config: { telemetry: receiver.telemetry() } });
    await app.integrate('sandbox-api-key');
    const credentials = { type: 'API_KEY' as const, apiKey: BEARER_API_KEYS.acme };
    await app.call(importConnection, { body: { provider_config_key: 'sandbox-api-key', connection_id: 'key', credentials } });
    app.clock.advance(48 * 3_600_000);
    await Promise.all(await probeDue(app.server.deps, 20));
    const { status } = await sendGithub(app, await integrateGithub(app));
    expect(status).toBe(200);
    await app[Symbol.asyncDispose]();
    const named = (wanted: string) => receiver.items('traces').find(({ name }) => name === wanted);
    const environment = attributesOf(named('POST /connections')!)['patchbay.environment'];
    const probe = named('probe');
    expect(attributesOf(probe!)).toEqual({
        'patchbay.environment': environment,
        'patchbay.integration.id': 'sandbox-api-key',
        'patchbay.connection.id': 'key'
    });
    const checks = receiver.items('traces').filter(({ parentSpanId }) => parentSpanId === probe?.spanId);
    expect(checks.map(({ name }) => name)).toEqual([expect.stringContaining(' check')]);
    expect(attributesOf(named('POST /webhook/:environment_id/:integration_id')!)).toMatchObject({
        'patchbay.environment': environment,
        'patchbay.integration.id': 'github'
    });
});
