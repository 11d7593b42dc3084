import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { gracefulClose } from './graceful-close.ts';

async function listening(handle: (response: ServerResponse) => void) {
    const server = createServer((_request, response) => handle(response));
    const close = gracefulClose(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server's address is an object once it listens.
    return { server, close, port: (server.address() as AddressInfo).port };
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
