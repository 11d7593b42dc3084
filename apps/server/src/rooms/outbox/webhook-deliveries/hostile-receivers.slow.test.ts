import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { listWebhookDeliveries } from '@patchbay/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEgress } from '../../../kernel/egress/egress.ts';
import { startWebhookApp, triedTimes, type WebhookApp } from './receiver.fixtures.ts';

let app: WebhookApp;
beforeAll(async () => {
    app = await startWebhookApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.receiver.respond((response) => response.end()));

const patience = { timeout: 45_000 };
const deliveryOf = async (endpointId: string, to = app) =>
    (await to.call(listWebhookDeliveries, { query: { endpoint_id: endpointId } })).data[0];
const tried = (endpointId: string, to = app) => triedTimes(to, endpointId, 1, patience);

test('a receiver that hangs for longer than 15 seconds has failed, is let go, and gets the event again', async () => {
    let isClosed = false;
    app.receiver.respond((response) => response.on('close', () => (isClosed = true)));
    const { id } = await app.endpoint('/hangs', { event_types: ['auth'] });
    await app.connect('hangs');
    expect(await tried(id)).toMatchObject({ status: 'pending', response_status: null, failure: 'No response within 15 seconds.' });
    expect(isClosed).toBe(true);
    app.receiver.respond((response) => response.end());
    app.clock.advance(10_000);
    await expect.poll(async () => (await deliveryOf(id))?.status, patience).toBe('delivered');
    const ids = app.receiver.at('/hangs').map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});

test('T-63: a receiver that leads to a private address is sent nothing there, and the list says why', async () => {
    const inner = app.receiver.url('/inner');
    app.receiver.respond((response, { path }) =>
        path === '/leads-on' ? response.writeHead(307, { location: inner }).end() : response.end()
    );
    const { id } = await app.endpoint('/leads-on', { event_types: ['auth'] });
    await app.connect('leads-on');
    expect(await tried(id)).toMatchObject({ status: 'pending', response_status: 307, failure: expect.stringContaining('redirects') });
    expect(app.receiver.at('/leads-on')).toHaveLength(1);
    expect(app.receiver.at('/inner')).toEqual([]);
});

test.each([
    ['127.0.0.1', 'a private address'],
    ['169.254.169.254', 'the metadata of a cloud']
])('a receiver whose name resolves to %s, %s, is sent nothing, and the list says why', async (address) => {
    const dialled: string[] = [];
    await using misled = await startWebhookApp({
        createEgress: (hosts) =>
            createEgress({
                allowPrivateHosts: hosts,
                resolve: async () => [address],
                dial: async ({ hostname }) => {
                    dialled.push(hostname);
                    throw new Error('Nothing may be dialled.');
                }
            })
    });
    const { id } = await misled.endpoint('/', { url: 'https://receiver.example/', event_types: ['auth'] });
    await misled.connect('misled');
    const delivery = await tried(id, misled);
    expect(delivery).toMatchObject({ status: 'pending', response_status: null });
    expect(delivery?.failure).toContain('receiver.example');
    expect(dialled).toEqual([]);
});

test.each([
    ['answers with no HTTP', 'Go away.\r\n\r\n'],
    ['answers with a status that there is not', 'HTTP/1.1 20x OK\r\n\r\n'],
    ['answers with headers that have no end', `HTTP/1.1 200 OK\r\n${'x-more: again\r\n'.repeat(20_000)}`],
    ['hangs up', '']
])('a receiver that %s has failed, and gets the event again', async (_, answer) => {
    let garbage = answer;
    const server = createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => socket.end(garbage));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    // Listening on a port of TCP, it has an address with one.
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    await using asked = await startWebhookApp({ createEgress: (hosts) => createEgress({ allowPrivateHosts: [...hosts, host] }) });
    const { id } = await asked.endpoint('/', { url: `http://${host}/`, event_types: ['auth'] });
    await asked.connect('asked');
    expect(await tried(id, asked)).toMatchObject({ status: 'pending', response_status: null, failure: expect.stringMatching(/./) });
    garbage = 'HTTP/1.1 204 No Content\r\n\r\n';
    asked.clock.advance(10_000);
    await expect.poll(async () => (await deliveryOf(id, asked))?.status, patience).toBe('delivered');
    server.close();
});
