import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bombs, kernelBufferBytes, startRawServer, startServer, writeForever } from './egress.fixtures.ts';
import type { LoopbackServer } from './egress.fixtures.ts';
import { createEgress } from './egress.ts';
import type { EgressErrorCode } from './egress.ts';

const failure = (code: EgressErrorCode) => expect.objectContaining({ name: 'EgressError', code });
const openFor = (server: LoopbackServer) => createEgress({ allowPrivateHosts: [`localhost:${server.port}`] });
const urlOf = (server: LoopbackServer) => `http://localhost:${server.port}/?key=canary`;

describe('compression', () => {
    const text = 'hello, '.repeat(1_000);
    test.each([
        ['gzip', gzipSync(text)],
        ['x-gzip', gzipSync(text)],
        ['GZIP', gzipSync(text)],
        ['deflate', deflateSync(text)],
        ['br', brotliCompressSync(text)],
        ['identity', Buffer.from(text)],
        ['deflate, br', brotliCompressSync(deflateSync(text))]
    ])('a body in %s is inflated, and its headers no longer speak of the compressed one', async (encoding, body) => {
        await using server = await startServer((_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body));
        const egress = openFor(server);
        const response = await egress.request({ url: urlOf(server) });
        expect(response.body.toString()).toBe(text);
        expect(response.headers).not.toHaveProperty('content-encoding');
        expect(response.headers).not.toHaveProperty('content-length');
        await egress.close();
    });

    test.each([
        ['an encoding that was not asked for', 'zstd', Buffer.from('x')],
        ['three encodings', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(text)))],
        ['bytes that are not gzip', 'gzip', Buffer.from('not gzip')],
        ['bytes that are not brotli', 'br', Buffer.from('not brotli')],
        ['gzip cut short', 'gzip', gzipSync(text).subarray(0, -9)]
    ])('%s is a protocol error', async (_what, encoding, body) => {
        await using server = await startServer((_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body));
        const egress = openFor(server);
        await expect(egress.request({ url: urlOf(server) })).rejects.toEqual(failure('protocol'));
        await egress.close();
    });

    test('an endless body in an unknown encoding is not waited for: its connection is closed', async () => {
        const closed = Promise.withResolvers<void>();
        await using server = await startServer((_request, response) => {
            response.on('close', closed.resolve);
            response.writeHead(200, { 'content-encoding': 'zstd' });
            writeForever(response, Buffer.alloc(65_536));
        });
        const egress = openFor(server);
        await expect(egress.request({ url: urlOf(server), timeoutMs: 600_000 })).rejects.toEqual(failure('protocol'));
        await closed.promise;
        await egress.close();
    });

    test('a response that names an encoding and has no body is empty', async () => {
        await using server = await startServer((request, response) => {
            response.writeHead(request.method === 'DELETE' ? 204 : 200, { 'content-encoding': 'gzip' }).end();
        });
        const egress = openFor(server);
        for (const method of ['GET', 'HEAD', 'DELETE'] as const) {
            expect((await egress.request({ url: urlOf(server), method })).body).toHaveLength(0);
        }
        await egress.close();
    });
});

describe('T-61: a response cannot take more than its share', () => {
    test('a body of exactly maxBytes passes, one byte more does not', async () => {
        await using server = await startServer((_request, response) => response.end(Buffer.alloc(1_000)));
        const egress = openFor(server);
        expect((await egress.request({ url: urlOf(server), maxBytes: 1_000 })).body).toHaveLength(1_000);
        await expect(egress.request({ url: urlOf(server), maxBytes: 999 })).rejects.toEqual(failure('too_large'));
        await egress.close();
    });

    test('the default is 1 MiB', async () => {
        await using server = await startServer((_request, response) => response.end(Buffer.alloc(1_048_577)));
        const egress = openFor(server);
        await expect(egress.request({ url: urlOf(server) })).rejects.toEqual(failure('too_large'));
        await egress.close();
    });

    test.each(bombs)('a bomb is cut off and its connection closed: %s', async (_what, encoding, chunk) => {
        const sentBytes = Promise.withResolvers<number>();
        await using server = await startServer(({ socket }, response) => {
            response.on('close', () => sentBytes.resolve(socket.bytesWritten));
            response.writeHead(200, { 'content-encoding': encoding });
            writeForever(response, chunk);
        });
        const egress = openFor(server);
        await expect(egress.request({ url: urlOf(server), timeoutMs: 600_000 })).rejects.toEqual(failure('too_large'));
        // Most of it is what the sockets' own buffers took before the connection was closed.
        expect(await sentBytes.promise).toBeLessThan(kernelBufferBytes);
        await egress.close();
    });

    test('12 KB of headers pass, 20 KB do not', async () => {
        await using server = await startServer((request, response) => {
            response.writeHead(200, { 'x-filler': 'a'.repeat(Number(request.headers['x-want'])) }).end();
        });
        const egress = openFor(server);
        expect(await egress.request({ url: urlOf(server), headers: { 'x-want': '12000' } })).toMatchObject({ status: 200 });
        await expect(egress.request({ url: urlOf(server), headers: { 'x-want': '20000' } })).rejects.toEqual(failure('too_large'));
        await egress.close();
    });

    test.each([
        ['headers', 'HTTP/1.1 200 OK\r\n', `x-filler: ${'a'.repeat(1_000)}\r\n`],
        ['one header', 'HTTP/1.1 200 OK\r\nx-filler: ', 'a'.repeat(1_000)],
        ['trailers', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n', `x-filler: ${'a'.repeat(1_000)}\r\n`]
    ])('endless %s end at 16 KiB', async (_what, start, filler) => {
        let sentBytes = 0;
        await using server = await startRawServer((socket) => {
            socket.write(start);
            const fill = () => {
                while (socket.writable && socket.write(filler)) sentBytes += filler.length;
            };
            socket.on('drain', fill);
            fill();
        });
        const egress = openFor(server);
        await expect(egress.request({ url: urlOf(server) })).rejects.toEqual(failure('too_large'));
        await egress.close();
        // What the sockets' own buffers took before the connection was closed.
        expect(sentBytes).toBeLessThan(kernelBufferBytes);
    });
});

describe('time', () => {
    test.each([
        ['accepts and never responds', () => {}],
        ['drips its body', drip('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n', 'a')],
        ['drips its headers', drip('HTTP/1.1 200 OK\r\n', 'x: y\r\n')],
        ['sends interim responses for ever', drip('', 'HTTP/1.1 103 Early Hints\r\n\r\n')]
    ] as const)('T-61: a server that %s is left at the deadline, and its connection closed', async (_what, behave) => {
        const closed = Promise.withResolvers<void>();
        await using server = await startRawServer((socket) => {
            socket.on('close', () => closed.resolve());
            // Reading is what lets the socket notice the other end leaving.
            socket.resume();
            behave(socket);
        });
        const egress = openFor(server);
        const error = await egress.request({ url: urlOf(server), timeoutMs: 200 }).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: 'timeout', message: `localhost:${server.port}: no complete response within 200 ms` });
        // On a busy machine the deadline may come before the connection.
        if (server.connections > 0) await closed.promise;
        await egress.close();
    });

    test('redirects share one deadline', async () => {
        await using server = await startServer((_request, response) => {
            setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60);
        });
        const egress = openFor(server);
        const call = egress.request({ url: urlOf(server), timeoutMs: 200, maxRedirects: 1_000 });
        await expect(call).rejects.toEqual(failure('timeout'));
        await egress.close();
    });

    test('a name server that never responds does not outlast the deadline', async () => {
        const egress = createEgress({ allowPrivateHosts: [], resolve: () => new Promise(() => {}) });
        await expect(egress.request({ url: 'https://api.example.com/', timeoutMs: 50 })).rejects.toEqual(failure('timeout'));
    });

    test('a signal that times out is a time limit, also when its time is already over', async () => {
        await using server = await startServer(() => {});
        const egress = openFor(server);
        const signal = AbortSignal.timeout(50);
        for (let call = 0; call < 2; call += 1)
            await expect(egress.request({ url: urlOf(server), signal })).rejects.toEqual(failure('timeout'));
        await egress.close();
    });

    test('the caller can stop a call, before or during it, and gets its own reason back', async () => {
        const arrived = Promise.withResolvers<void>();
        const closed = Promise.withResolvers<void>();
        await using server = await startServer((_request, response) => {
            response.on('close', closed.resolve);
            arrived.resolve();
        });
        const egress = openFor(server);
        const reason = new Error('the user left');
        await expect(egress.request({ url: urlOf(server), signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
        expect(server.connections).toBe(0);
        const caller = new AbortController();
        const call = egress.request({ url: urlOf(server), signal: caller.signal });
        void arrived.promise.then(() => caller.abort(reason));
        await expect(call).rejects.toBe(reason);
        await closed.promise;
        await egress.close();
    });
});

test('connections are used again, and close waits for the running request', async () => {
    await using server = await startServer((_request, response) => response.end('done'));
    const egress = openFor(server);
    for (let i = 0; i < 10; i += 1) await egress.request({ url: urlOf(server) });
    // More than one: a connection is free only a moment after its response was read, and none is
    // kept while the machine stands still.
    expect(server.connections).toBeLessThan(10);
    const [last] = await Promise.all([egress.request({ url: urlOf(server) }), egress.close()]);
    expect(last.body.toString()).toBe('done');
    await expect(egress.request({ url: urlOf(server) })).rejects.toEqual(failure('unreachable'));
});

function drip(start: string, drop: string) {
    return (socket: Socket) => {
        socket.write(start);
        const timer = setInterval(() => socket.write(drop), 20);
        socket.on('close', () => clearInterval(timer));
    };
}
