import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhookApp } from './rooms/outbox/webhook-deliveries/receiver.fixtures.ts';
import { connectBySignIn } from './rooms/connect/attempts/attempts.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
});
afterAll(() => app[Symbol.asyncDispose]());

const hasRefreshed = ({ logLines }: TestApp) => logLines.some((line) => line.includes('"message":"token_refreshed"'));

test('a worker renews what is idle, and a web server that has run for longer does not', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    app.clock.advance(30 * 60 * 60_000);
    // Were it to renew, its first round would come before the worker's.
    const web = await startTestApp({ replicaOf: app, config: { roles: ['web'] }, refreshInBackground: true });
    const worker = await startTestApp({ replicaOf: app, config: { roles: ['worker'] }, refreshInBackground: true });
    await expect.poll(() => hasRefreshed(worker), { timeout: 20_000 }).toBe(true);
    expect(hasRefreshed(web)).toBe(false);
    expect((await web.raw(`/connections/${id}?provider_config_key=sandbox-oauth2`)).status).toBe(200);
    await worker[Symbol.asyncDispose]();
    await web[Symbol.asyncDispose]();
});

test('a web server delivers no webhook, and a worker those of its calls', async () => {
    await using idle = await startTestApp();
    await using web = await startWebhookApp({ replicaOf: idle, config: { roles: ['web'] } });
    await idle.integrate('unauthenticated');
    // The server that delivers logs the failure.
    web.receiver.respond((response) => response.writeHead(500).end());
    const hasDelivered = ({ logLines }: TestApp) => logLines.some((line) => line.includes('webhook_delivery_failed'));
    await web.endpoint('/created');
    await web.connect('of-web');
    // Were the web server to deliver, it would do so before the worker has started.
    await using worker = await startWebhookApp({ replicaOf: idle, config: { roles: ['worker'] }, otherHosts: [web.receiver.host] });
    expect(new URL(worker.connectUrl).port).toBe('0');
    await expect.poll(() => hasDelivered(worker), { timeout: 20_000 }).toBe(true);
    expect(hasDelivered(web)).toBe(false);
    expect(web.receiver.at('/created')).toHaveLength(1);
    expect(await idle.db.selectFrom('webhook_deliveries').select('attempts').execute()).toEqual([{ attempts: 1 }]);
});

test('a worker alone answers probes, refers everything else to the web servers, and has no Connect UI', async () => {
    const worker = await startTestApp({ replicaOf: app, config: { roles: ['worker'] } });
    for (const path of ['/livez', '/health', '/ready', '/v1/health'])
        expect([path, (await worker.raw(path, { token: null })).status]).toEqual([path, 200]);
    for (const path of ['/connections', '/openapi.json', '/proxy/api/me', '/oauth/callback', '/connect/session']) {
        const { status, json } = await worker.raw(path);
        expect([path, status, json]).toEqual([
            path,
            404,
            {
                error: {
                    code: 'not_found',
                    message: expect.stringMatching(/role worker alone; send API calls to one with the role web\.$/)
                }
            }
        ]);
    }
    // The port that was to be chosen has not been.
    expect(new URL(worker.connectUrl).port).toBe('0');
    await worker[Symbol.asyncDispose]();
});

test('a worker that is told to stop is not ready any more, and lives until it has ended', async () => {
    const worker = await startTestApp({ replicaOf: app, config: { roles: ['worker'], drainMs: 60_000 } });
    const hurry = new AbortController();
    const drained = worker.server.drain(hurry.signal);
    expect((await worker.raw('/health', { token: null })).status).toBe(503);
    expect((await worker.raw('/livez', { token: null })).status).toBe(200);
    hurry.abort();
    await drained;
    await worker[Symbol.asyncDispose]();
});

test.each(['web', 'worker'] as const)('a server with the role %s alone logs the wall of functions as it starts', async (role) => {
    await using server = await startTestApp({ replicaOf: app, config: { roles: [role] }, runsJobs: true });
    await expect.poll(() => server.logLines.filter((line) => /"message":"function_wall/.test(line)), { timeout: 20_000 }).toHaveLength(1);
});
