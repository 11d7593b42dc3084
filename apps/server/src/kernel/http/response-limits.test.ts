import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { startTestApp } from '@patchbay/test-kit';
import { expect, test } from 'vitest';
import { limitResponses } from './response-limits.ts';

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
/** More than the system keeps for both ends of a connection. */
const large = Buffer.alloc(64 * 1024 * 1024);
const patient = { silenceMs: 60_000, wholeMs: 60_000 };

async function start(serve: RequestListener, limits: { silenceMs: number; wholeMs: number }) {
    const server: Server = createServer();
    server.on('request', limitResponses(server, limits, serve));
    const cutOff = Promise.withResolvers<void>();
    server.on('connection', (socket: Socket) => socket.once('close', () => cutOff.resolve()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP server's address is an object.
    const { port } = server.address() as AddressInfo;
    return {
        port,
        /** When the server has closed its first connection. */
        cutOff: cutOff.promise,
        async [Symbol.asyncDispose]() {
            server.closeAllConnections();
            await new Promise((resolve) => server.close(resolve));
        }
    };
}

/** A client that writes and does not read, unless told to. */
function open(port: number, text: string): { socket: Socket; closed: Promise<void> } {
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(text));
    socket.on('error', () => {});
    return { socket, closed: new Promise((resolve) => socket.once('close', () => resolve())) };
}

test('pipelined requests are served one at a time, in order', async () => {
    const running: string[] = [];
    const atOnce: number[] = [];
    await using server = await start((incoming, response) => {
        running.push(incoming.url ?? '');
        atOnce.push(running.length);
        setImmediate(() => {
            running.pop();
            response.end(incoming.url);
        });
    }, patient);
    const { socket } = open(server.port, ['/a', '/b', '/c'].map(request).join(''));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await expect.poll(() => text.match(/\/[abc](?=HTTP|$)/g)).toEqual(['/a', '/b', '/c']);
    expect(atOnce).toEqual([1, 1, 1]);
    socket.destroy();
});

test('what waits behind a response goes when its client goes', async () => {
    const served: string[] = [];
    const first = Promise.withResolvers<() => void>();
    await using server = await start((incoming, response) => {
        served.push(incoming.url ?? '');
        response.once('close', () => first.resolve(() => response.end()));
    }, patient);
    const { socket } = open(server.port, request('/a') + request('/b'));
    await expect.poll(() => served).toEqual(['/a']);
    socket.destroy();
    (await first.promise)();
    expect(served).toEqual(['/a']);
});

test('a client with more than sixteen waiting requests is cut off, and no more than one of them was begun', async () => {
    let begun = 0;
    await using server = await start(() => void (begun += 1), patient);
    await open(server.port, request('/').repeat(200)).closed;
    expect(begun).toBe(1);
});

test('a client that reads nothing is cut off', async () => {
    await using server = await start((_request, response) => void response.end(large), { silenceMs: 200, wholeMs: 60_000 });
    const { socket } = open(server.port, request('/'));
    await server.cutOff;
    expect(socket.bytesRead).toBeLessThan(large.length);
    socket.destroy();
});

test('a client that reads a little now and then is cut off at the end of its time', async () => {
    await using server = await start((_request, response) => void response.end(large), { silenceMs: 60_000, wholeMs: 500 });
    const { socket } = open(server.port, request('/'));
    socket.on('readable', () => {});
    const reading = setInterval(() => socket.read(1024), 20);
    await server.cutOff;
    expect(socket.bytesRead).toBeLessThan(large.length);
    clearInterval(reading);
    socket.destroy();
});

test('a handler that takes longer than a client may be silent is waited for', async () => {
    const silent = Promise.withResolvers<void>();
    await using server = await start(
        (incoming, response) => {
            incoming.socket.once('timeout', () => {
                silent.resolve();
                response.end('at last');
            });
        },
        { silenceMs: 50, wholeMs: 60_000 }
    );
    const response = await fetch(`http://127.0.0.1:${server.port}/`);
    await silent.promise;
    expect(await response.text()).toBe('at last');
});

test('the server closes twenty sockets that ask 200 times for the OpenAPI document, and makes one response for each', async () => {
    await using app = await startTestApp();
    const port = Number(new URL(app.url).port);
    await Promise.all(Array.from({ length: 20 }, () => open(port, request('/openapi.json').repeat(200)).closed));
    const responses = app.logLines.filter((line) => line.includes('"route":"/openapi.json"'));
    expect(responses.length).toBeLessThanOrEqual(20);
    expect((await app.raw('/openapi.json', { token: null })).json).toMatchObject({ openapi: '3.1.0' });
});
