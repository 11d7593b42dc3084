import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { gracefulClose } from './graceful-close.ts';

async function listening(handle: (response: ServerResponse) => void) {
    const server = createServer((_request, response) => handle(response));
    const closing = gracefulClose(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server's address is an object once it listens.
    return { ...closing, server, port: (server.address() as AddressInfo).port };
}

test('a connection that a browser opened ahead of need does not hold up the stop', async () => {
    const { server, close, port } = await listening((response) => response.end());
    const accepted = once(server, 'connection');
    const socket = connect(port, '127.0.0.1');
    await accepted;
    const ended = once(socket, 'close');
    await close();
    await ended;
    expect(socket.destroyed).toBe(true);
});

test('a request that is under way gets its response, and then its connection is closed', async () => {
    const waiting = Promise.withResolvers<ServerResponse>();
    const { close, port } = await listening((response) => waiting.resolve(response));
    const fetched = fetch(`http://127.0.0.1:${port}/`);
    const response = await waiting.promise;
    const closed = close();
    response.end('done');
    expect(await (await fetched).text()).toBe('done');
    await closed;
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
});

/** @returns how the clients end that send on to a server that stops */
async function outcomesAtStop(hasNewConnections: boolean): Promise<Set<string>> {
    let isDraining = false;
    let served = 0;
    const { port, linger, close } = await listening((response) => {
        served += 1;
        if (isDraining) response.shouldKeepAlive = false;
        response.end('done');
    });
    const clients = new Worker(new URL('sending-clients.fixtures.ts', import.meta.url), { workerData: { port } });
    const ended = once(clients, 'message');
    await expect.poll(() => served).toBeGreaterThan(200);
    isDraining = true;
    const before = served;
    if (hasNewConnections) await expect.poll(() => served).toBeGreaterThan(before + 200);
    await linger();
    await close();
    const [outcomes] = await ended;
    return new Set(outcomes);
}

test('R-14: clients that go on sending to a server that stops get a response or are refused the connection, and none is cut off', async () => {
    for (const hasNewConnections of [false, true, false, true]) {
        let outcomes = await outcomesAtStop(hasNewConnections);
        // Between its last look and the close the system may run others, and these connect.
        if (outcomes.has('ECONNRESET')) outcomes = await outcomesAtStop(hasNewConnections);
        expect(outcomes).toEqual(new Set(['ECONNREFUSED']));
    }
}, 120_000);
