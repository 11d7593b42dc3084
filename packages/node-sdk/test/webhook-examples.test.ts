import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhookEndpoint, importConnection, listWebhookDeliveries, testWebhookEndpoint } from '@patchbay/contracts';
import { startTestApp } from '@patchbay/test-kit';
import { afterEach, expect, test, vi } from 'vitest';
import { app as expressApp } from '../examples/webhooks/express.ts';
import { app as fastifyApp } from '../examples/webhooks/fastify.ts';
import { app as honoApp } from '../examples/webhooks/hono.ts';
import { POST } from '../examples/webhooks/next.ts';

afterEach(() => vi.unstubAllEnvs());

/** As the servers of Next.js and Hono call what they are given. */
function fetched(serve: (request: Request) => Response | Promise<Response>): RequestListener {
    return (request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
            const headers = new Headers(Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]));
            const given = new Request(`http://localhost${request.url}`, { method: 'POST', headers, body: Buffer.concat(chunks) });
            void Promise.resolve(serve(given)).then(({ status }) => response.writeHead(status).end());
        });
    };
}

test.each<[string, () => RequestListener | Promise<RequestListener>]>([
    ['Express', () => expressApp],
    [
        'Fastify',
        async () => {
            await fastifyApp.ready();
            return (request, response) => fastifyApp.routing(request, response);
        }
    ],
    ['Next.js', () => fetched(POST)],
    ['Hono', () => fetched((request) => honoApp.fetch(request))]
])('the example for %s takes what a server delivers, and refuses what another key signed', async (_, listener) => {
    const receiver = createServer(await listener());
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
    // A server that listens on a port has an address with one.
    const { port } = receiver.address() as AddressInfo;
    const host = `127.0.0.1:${port}`;
    await using app = await startTestApp({
        runsJobs: true,
        config: { allowPrivateHosts: [host] }
    });
    const { data } = await app.call(createWebhookEndpoint, { body: { url: `http://${host}/webhooks/patchbay` } });
    vi.stubEnv('PATCHBAY_SIGNING_KEY', data.signing_key);
    await app.integrate('unauthenticated');
    await app.call(importConnection, {
        body: { connection_id: 'c1', provider_config_key: 'unauthenticated', credentials: { type: 'NONE' }, tags: { end_user_id: 'ada' } }
    });
    await vi.waitFor(
        async () => {
            const { data: deliveries } = await app.call(listWebhookDeliveries, {});
            expect(deliveries).toMatchObject([{ status: 'delivered', response_status: 204 }]);
        },
        { timeout: 20_000 }
    );
    vi.stubEnv('PATCHBAY_SIGNING_KEY', `whsec_${Buffer.alloc(32).toString('base64')}`);
    const { data: refused } = await app.call(testWebhookEndpoint, { params: { endpoint_id: data.id }, body: {} });
    expect(refused).toMatchObject({ delivered: false, response_status: 400 });
    receiver.closeAllConnections();
    await new Promise((closed) => receiver.close(closed));
});
