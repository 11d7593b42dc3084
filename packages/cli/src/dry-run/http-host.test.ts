import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Connection, Patchbay } from '@patchbay/node';
import { expect, onTestFinished, test } from 'vitest';
import { HttpHost } from './http-host.ts';

/** A server whose proxy has used up a rate limit, for so many requests. */
async function limitedServer(times: number, retryAfter: string) {
    let asked = 0;
    const server = createServer((_request, response) => {
        asked += 1;
        const isRefused = asked <= times;
        const own = { 'patchbay-error': 'provider_rate_limited', 'retry-after': retryAfter };
        response.writeHead(isRefused ? 429 : 200, { 'content-type': 'application/json', ...(isRefused && own) });
        response.end(isRefused ? '{"error":{"code":"provider_rate_limited","message":"Later."}}' : '{"id":"5"}');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => {
        server.once('listening', resolve);
    });
    // It listens on a port.
    const { port } = server.address() as AddressInfo;
    const secretKey = `pb_sk_dev_${'a'.repeat(12)}_${'b'.repeat(43)}_00000000`;
    return { patchbay: new Patchbay({ baseUrl: `http://127.0.0.1:${port}`, secretKey }), asked: () => asked };
}

const request = {
    method: 'POST',
    endpoint: '/people',
    query: '',
    headers: {},
    body: '{}',
    readOnly: false,
    responseType: 'text',
    withCredentials: true,
    baseUrlOverride: null,
    retries: 0,
    retryOn: [],
    retryHeader: null,
    decompress: false,
    forwardHeadersOnRedirect: false,
    connectionId: null,
    providerConfigKey: null
} as const;

function hostAt(patchbay: Patchbay, waitsForRateLimit: boolean) {
    const slept: number[] = [];
    const told: number[] = [];
    const connection = { connection_id: 'c1', provider_config_key: 'gem' } as Connection;
    const host = new HttpHost({ patchbay, connection, variant: 'base' }, {}, () => undefined, {
        waitsForRateLimit,
        onWait: (ms) => void told.push(ms),
        sleep: async (ms) => void slept.push(ms)
    });
    return { host, slept, told };
}

test('a sync waits a rate limit out, as long as it says, and goes on', async () => {
    const { patchbay, asked } = await limitedServer(2, '3');
    const { host, slept, told } = hostAt(patchbay, true);
    expect(await host.request(request)).toMatchObject({ status: 200, body: '{"id":"5"}' });
    expect([slept, told, asked()]).toEqual([[3000, 3000], [3000, 3000], 3]);
});

test('it waits ten minutes at most for one request', async () => {
    const { patchbay } = await limitedServer(1_000, '240');
    const { host, slept } = hostAt(patchbay, true);
    await expect(host.request(request)).rejects.toMatchObject({ code: 'provider_rate_limited' });
    expect(slept).toEqual([240_000, 240_000]);
});

test('the caller of an action is told at once', async () => {
    const { patchbay, asked } = await limitedServer(1, '3');
    const { host, slept } = hostAt(patchbay, false);
    await expect(host.request(request)).rejects.toMatchObject({ code: 'provider_rate_limited' });
    expect([slept, asked()]).toEqual([[], 1]);
});
