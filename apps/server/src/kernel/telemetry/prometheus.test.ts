import { importConnection, listConnections } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let page: string;
beforeAll(async () => {
    app = await startTestApp();
    const config = { ...app.server.config.telemetry, metrics: { port: 0, host: '127.0.0.1' } };
    const measured = await startTestApp({ replicaOf: app, config: { telemetry: config } });
    page = `http://127.0.0.1:${measured.server.config.telemetry.metrics?.port}`;
    replica = measured;
});
let replica: TestApp;
afterAll(async () => {
    await replica[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
});

const scrape = async () => (await fetch(`${page}/metrics`)).text();

test('Prometheus sees how many requests there were, by route and status, without ids, paths and queries', async () => {
    await replica.call(listConnections, { query: { search: 'canary-in-a-query' } });
    await replica.raw('/connections/canary-in-a-path?provider_config_key=nope');
    await replica.raw('/canary-of-no-route', { method: 'PATCH' });
    await expect.poll(scrape).toMatch(/duration_seconds_count\{http_request_method="PATCH",http_response_status_code="404"\} 1\n/);
    const text = await scrape();
    expect(text).toContain('# TYPE http_server_request_duration_seconds histogram');
    expect(text).toMatch(
        /http_server_request_duration_seconds_count\{http_request_method="GET",http_route="\/connections",http_response_status_code="200"\} 1/
    );
    expect(text).toMatch(/http_route="\/connections\/:connection_id",http_response_status_code="40\d"/);
    expect(text).not.toContain('canary');
});

test('Prometheus sees the pool of the database, the memory, the processor time and the event loop', async () => {
    const text = await scrape();
    expect(text).toMatch(/db_client_connection_count\{db_client_connection_state="idle"\} \d/);
    expect(text).toContain('db_client_connection_max 10');
    expect(text).toMatch(/db_client_connection_pending_requests 0/);
    expect(text).toMatch(/process_memory_usage_bytes \d{8,}/);
    expect(text).toMatch(/process_cpu_time_seconds_total\{cpu_mode="user"\} [\d.]+/);
    expect(text).toMatch(/nodejs_eventloop_delay_seconds\{quantile="0\.99"\} [\d.e-]+/);
    expect(text).toMatch(/target_info\{[^}]*service_name="patchbay"/);
});

test('T-93: the port of the metrics serves nothing else, and the API does not serve the metrics', async () => {
    expect((await fetch(`${page}/connections`)).status).toBe(404);
    expect((await fetch(`${page}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await replica.raw('/metrics')).status).toBe(404);
    expect((await replica.raw('/metrics', { at: 'connect' })).status).toBe(404);
});

test('Prometheus sees how long events wait to be dispatched, which connections are broken, and which breakers are open', async () => {
    expect(await scrape()).toMatch(/patchbay_webhook_dispatch_lag_seconds 0\n/);
    await app.integrate('unauthenticated');
    const body = { provider_config_key: 'unauthenticated', connection_id: 'c', credentials: { type: 'NONE' as const } };
    await app.call(importConnection, { body });
    await app.db.updateTable('connections').set({ auth_state: 'broken' }).execute();
    app.clock.advance(90_000);
    replica.clock.advance(90_000);
    const headers = { 'provider-config-key': 'unauthenticated', 'connection-id': 'c', 'base-url-override': 'http://127.0.0.1:1' };
    await replica.raw('/proxy/x', { headers });
    const text = await scrape();
    const [, lag] = /patchbay_webhook_dispatch_lag_seconds ([\d.]+)/.exec(text) ?? [];
    expect(Number(lag)).toBeGreaterThanOrEqual(90);
    expect(text).toMatch(/patchbay_connections_unhealthy\{patchbay_connection_state="broken"\} 1/);
    expect(text).toMatch(/patchbay_connections_unhealthy\{patchbay_connection_state="failing"\} 0/);
    expect(text).toMatch(/patchbay_circuit_breakers\{patchbay_breaker_scope="integration",patchbay_breaker_state="open"\} 0/);
});
