import { createHash, type Hash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kernelBufferBytes } from '../../../kernel/egress/egress.fixtures.ts';
import { exchange, open, type ProxyWorld, send, startProxyWorld } from './proxy.fixtures.ts';

let world: ProxyWorld;
beforeAll(async () => {
    world = await startProxyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
    world.thirdParty.arrived.length = 0;
});

const mib = 1024 ** 2;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The same bytes again and again, without holding them. */
function stream(bytes: number, hash?: Hash): Readable {
    const block = randomBytes(64 * 1024);
    return Readable.from(
        (function* () {
            for (let left = bytes; left > 0; left -= block.length) {
                const chunk = left < block.length ? block.subarray(0, left) : block;
                hash?.update(chunk);
                yield chunk;
            }
        })(),
        { objectMode: false }
    );
}

/** Answers what has arrived, as a digest. */
function responseDigest(): void {
    world.thirdParty.handle = (request, response) => {
        const hash = createHash('sha256');
        request.on('data', (chunk: Buffer) => hash.update(chunk)).on('end', () => response.end(hash.digest('hex')));
    };
}

describe('a request’s body arrives as it was sent', () => {
    test.each([
        ['JSON', 'application/json', Buffer.from('{"a": 12345678901234567890,\n "ü": [1.0]}')],
        ['a form', 'application/x-www-form-urlencoded', Buffer.from('a=1&a=2&b=%20+')],
        [
            'several parts',
            'multipart/form-data; boundary=x',
            Buffer.from('--x\r\ncontent-disposition: form-data; name="f"; filename="a.pdf"\r\n\r\n\0\xff\r\n--x--\r\n', 'latin1')
        ],
        ['bytes', 'application/octet-stream', randomBytes(200_000)],
        ['exactly what is kept', 'application/octet-stream', randomBytes(mib)],
        ['more than is kept', 'application/octet-stream', randomBytes(mib + 1)]
    ])('%s, with its length and in chunks', async (_what, type, body) => {
        responseDigest();
        for (const framing of [{ 'content-length': String(body.length) }, { 'transfer-encoding': 'chunked' }]) {
            const response = await send(world, '/x', { method: 'POST', body, headers: { 'content-type': type, ...framing } });
            expect(response.text).toBe(sha256(body));
        }
        const lengths = world.thirdParty.arrived.map(({ headers }) => headers['content-length'] ?? headers['transfer-encoding']);
        // What was kept to its end has a length by then.
        expect(lengths).toEqual([String(body.length), body.length > mib ? 'chunked' : String(body.length)]);
    });

    test.each(['GET', 'DELETE', 'PROPFIND', 'REPORT'])('with %s too', async (method) => {
        responseDigest();
        expect((await send(world, '/x', { method, body: 'abc', headers: { 'content-length': '3' } })).text).toBe(
            sha256(Buffer.from('abc'))
        );
    });

    test('a response may come before the body has ended, and the connection serves on', async () => {
        world.thirdParty.handle = (_request, response) => void response.writeHead(403).end('no');
        const body = stream(8 * mib);
        const response = await send(world, '/x', { method: 'POST', body, headers: { 'content-length': String(8 * mib) } });
        expect(response).toMatchObject({ status: 403, text: 'no', isWhole: true });
    });

    test('T-41: one that is announced to be over the limit is refused unsent, and a caller that goes on sending hears of it', async () => {
        const headers = { 'content-length': String(1024 ** 3 + 1) };
        expect(await send(world, '/x', { method: 'POST', headers })).toMatchObject({ status: 413, code: 'request_too_large' });
        const head = ['POST /proxy/x HTTP/1.1', 'Host: x', `Content-Length: ${headers['content-length']}`];
        const received = await exchange(world, head, { body: Buffer.alloc(64 * mib) });
        expect(received).toMatch(/^HTTP\/1\.1 413 [^]*request_too_large/);
        expect(received).not.toMatch(/EPIPE|ECONNRESET/);
        expect(world.thirdParty.arrived).toEqual([]);
    });

    test('T-41: one that turns out to be over it ends the call at the provider too', async () => {
        const fate = Promise.withResolvers<string>();
        world.thirdParty.handle = (request) => void request.resume().on('error', ({ message }) => fate.resolve(message));
        const response = await send(world, '/x', {
            method: 'POST',
            body: stream(1024 ** 3 + 1),
            headers: { 'transfer-encoding': 'chunked' }
        });
        expect(response).toMatchObject({ status: 413, code: 'request_too_large' });
        expect(await fate.promise).toBe('aborted');
    });
});

test('100 MB pass both ways, hash for hash', async () => {
    const bytes = 100_000_000;
    world.thirdParty.handle = (request, response) => {
        response.writeHead(200, { 'content-length': bytes });
        void pipeline(request, response).catch(() => {});
    };
    const sent = createHash('sha256');
    const received = createHash('sha256');
    const { port } = new URL(world.app.url);
    const length = await new Promise<number>((resolve, reject) => {
        const request = httpRequest(
            {
                host: '127.0.0.1',
                port,
                path: '/proxy/file',
                method: 'PUT',
                headers: {
                    authorization: `Bearer ${world.app.keys.dev}`,
                    'provider-config-key': 'acme',
                    'connection-id': 'one',
                    'content-length': bytes
                }
            },
            (response) => {
                let seen = 0;
                response.on('data', (chunk: Buffer) => {
                    seen += chunk.length;
                    received.update(chunk);
                });
                response.on('end', () => resolve(seen)).on('error', reject);
            }
        );
        pipeline(stream(bytes, sent), request).catch(reject);
    });
    expect(length).toBe(bytes);
    expect(received.digest('hex')).toBe(sent.digest('hex'));
});

describe('T-45: a server that waits 600 ms for a body', () => {
    let patient: ProxyWorld;
    beforeAll(async () => {
        patient = await startProxyWorld(undefined, { clientLimits: { headersMs: 5000, requestMs: 600 } });
        patient.thirdParty.handle = (request, response) => {
            let bytes = 0;
            request.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => response.end(String(bytes)));
        };
    });
    afterAll(() => patient[Symbol.asyncDispose]());

    /** So many bytes in ten pieces, a tenth of a second apart. */
    const trickle = (bytes: number) => {
        let pieces = 0;
        const body = new Readable({ read: () => {} });
        const timer = setInterval(() => {
            body.push(Buffer.alloc(bytes / 10));
            pieces += 1;
            if (pieces < 10) return;
            clearInterval(timer);
            body.push(null);
        }, 100);
        return { body, headers: { 'content-length': String(bytes) } };
    };

    test('waits longer for one that it passes on, as long as something comes', async () => {
        const response = await send(patient, '/x', { method: 'POST', ...trickle(2_000_000) });
        expect(response).toMatchObject({ status: 200, text: '2000000' });
    });

    test('and no longer for one that it keeps', async () => {
        await expect(send(patient, '/x', { method: 'POST', ...trickle(1000) })).resolves.toMatchObject({
            status: 408,
            code: 'request_timeout'
        });
        expect(patient.thirdParty.arrived).toHaveLength(1);
    });

    test('and ends one that it passes on once nothing comes for that long', async () => {
        const body = new Readable({ read: () => {} });
        body.push(Buffer.alloc(1_500_000));
        const headers = { 'content-length': '2000000', connection: 'keep-alive' };
        const answer = await send(patient, '/x', { method: 'POST', body, headers });
        // What the client still owes would otherwise keep the connection for ever.
        expect(answer).toMatchObject({ status: 408, code: 'request_timeout', headers: { connection: 'close' } });
    });
});

describe('nothing piles up in between', () => {
    /** Writes until the peer stops reading. @returns how many bytes it read */
    async function fill(sink: Writable): Promise<number> {
        let bytes = 0;
        const chunk = Buffer.alloc(64 * 1024);
        const write = () => {
            let hasRoom = true;
            while (sink.writable && hasRoom) {
                hasRoom = sink.write(chunk);
                bytes += chunk.length;
            }
        };
        sink.on('drain', write).on('error', () => {});
        write();
        let before = -1;
        await expect
            .poll(
                () => {
                    const isStill = bytes === before;
                    before = bytes;
                    return isStill;
                },
                { interval: 200, timeout: 10_000 }
            )
            .toBe(true);
        sink.destroy();
        return bytes;
    }

    test('when the provider does not read', async () => {
        let provider: Socket | undefined;
        world.thirdParty.handle = ({ socket }) => void (provider = socket);
        const sink = new PassThrough();
        const caller = new AbortController();
        const headers = { 'content-length': String(1024 ** 3) };
        open(world, '/x', { method: 'POST', body: sink, headers, signal: caller.signal }).catch(() => {});
        expect(await fill(sink)).toBeLessThan(kernelBufferBytes);
        caller.abort();
        // Without reads from its socket, a disconnect of the caller is not seen.
        provider?.destroy();
    });

    test('when the caller does not read', async () => {
        const taken = Promise.withResolvers<number>();
        world.thirdParty.handle = (_request, response) => void fill(response).then(taken.resolve);
        const { response } = await open(world, '/x');
        expect(await taken.promise).toBeLessThan(kernelBufferBytes);
        response.destroy();
    });

    test('T-61: when the caller does not read what the server inflates', async () => {
        const taken = Promise.withResolvers<number>();
        world.thirdParty.handle = (_request, response) => {
            // Compressed, but no smaller, so that the buffers on the way hold no more than usual.
            const gzip = createGzip({ level: 0 });
            gzip.pipe(response.writeHead(200, { 'content-encoding': 'gzip' }));
            void fill(gzip).then(taken.resolve);
        };
        const { response } = await open(world, '/x', { headers: { decompress: 'true' } });
        expect(await taken.promise).toBeLessThan(kernelBufferBytes);
        response.destroy();
    });
});

describe('a response’s compression', () => {
    const plain = Buffer.from('hello, '.repeat(10_000));
    const cases: [string, Buffer][] = [
        ['gzip', gzipSync(plain)],
        ['x-gzip', gzipSync(plain)],
        ['deflate', deflateSync(plain)],
        ['br', brotliCompressSync(plain)],
        ['deflate, gzip', gzipSync(deflateSync(plain))],
        ['identity', plain]
    ];
    const respondWith = (encoding: string, body: Uint8Array) => {
        world.thirdParty.handle = (_request, response) => {
            response.writeHead(200, { 'content-encoding': encoding, 'content-length': body.length }).end(body);
        };
    };

    test.each(cases)('%s stays on', async (encoding, body) => {
        respondWith(encoding, body);
        const { headers, body: received } = await send(world, '/x');
        expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-length': String(body.length) });
        expect(received.equals(body)).toBe(true);
    });

    test.each(cases)('%s is taken off where that is asked for', async (encoding, body) => {
        respondWith(encoding, body);
        const { headers, body: received } = await send(world, '/x', { headers: { decompress: 'true' } });
        expect(headers).not.toHaveProperty('content-encoding');
        expect(headers).not.toHaveProperty('content-length');
        expect(received.equals(plain)).toBe(true);
        expect(world.thirdParty.arrived.at(-1)?.headers['accept-encoding']).toBe('gzip, deflate, br');
    });

    test('one that we cannot take off stays on, and its headers say so', async () => {
        for (const encoding of ['zstd', 'gzip, gzip, gzip']) {
            respondWith(encoding, Buffer.from('opaque'));
            const { headers, text } = await send(world, '/x', { headers: { decompress: 'true' } });
            expect([headers['content-encoding'], headers['content-length'], text]).toEqual([encoding, '6', 'opaque']);
        }
    });

    test('none of a body that is not there', async () => {
        world.thirdParty.handle = (request, response) => {
            response.writeHead(request.url?.endsWith('204') ? 204 : 200, { 'content-encoding': 'gzip' }).end();
        };
        const headers = { decompress: 'true' };
        for (const [method, path] of [
            ['GET', '/200'],
            ['HEAD', '/200'],
            ['GET', '/204']
        ] as const)
            expect(await send(world, path, { method, headers })).toMatchObject({ text: '', isWhole: true });
    });

    test('damaged, it breaks the response off', async () => {
        respondWith('gzip', gzipSync(plain).subarray(0, -9));
        expect(await send(world, '/x', { headers: { decompress: 'true' } })).toMatchObject({ status: 200, isWhole: false });
    });

    test('T-61: the connection of a bomb is closed when the caller leaves', async () => {
        const isWhole = Promise.withResolvers<boolean>();
        world.thirdParty.handle = (_request, response) => {
            response.on('close', () => isWhole.resolve(response.writableFinished)).writeHead(200, { 'content-encoding': 'gzip' });
            const zeros = Buffer.alloc(mib);
            const endless = function* () {
                for (;;) yield zeros;
            };
            void pipeline(endless, createGzip({ level: 1 }), response).catch(() => {});
        };
        const { response } = await open(world, '/x', { headers: { decompress: 'true' } });
        let bytes = 0;
        const enough = Promise.withResolvers<void>();
        response.removeAllListeners('data').on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > 4 * mib) enough.resolve();
        });
        response.resume();
        await enough.promise;
        response.destroy();
        expect(await isWhole.promise).toBe(false);
    });
});

test('headers come before a body that takes its time', async () => {
    const rest = Promise.withResolvers<void>();
    world.thirdParty.handle = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        void rest.promise.then(() => response.end('data: late\n\n'));
    };
    const { response, chunks } = await open(world, '/events');
    expect(response.headers['content-type']).toBe('text/event-stream');
    rest.resolve();
    expect(Buffer.concat(await chunks).toString()).toBe('data: late\n\n');
});

describe('what breaks off', () => {
    test.each([
        ['with its length', { 'content-length': '10' }],
        ['in chunks', {}]
    ])('a response of the provider, %s, does not look whole', async (_what, headers) => {
        world.thirdParty.handle = (_request, response) => void response.writeHead(200, headers).write('abc', () => response.destroy());
        expect(await send(world, '/x')).toMatchObject({ status: 200, text: 'abc', isWhole: false });
    });

    test('a response of the provider does not look whole to HTTP/1.0 either, which knows no chunks', async () => {
        world.thirdParty.handle = (_request, response) => void response.write('abc', () => response.destroy());
        expect(await exchange(world, ['GET /proxy/x HTTP/1.0'])).toContain('ECONNRESET');
        world.thirdParty.handle = (_request, response) => void response.write('abc', () => response.end());
        expect(await exchange(world, ['GET /proxy/x HTTP/1.0'])).toMatch(/\r\n\r\nabc$/);
    });

    test.each(['true', 'false'])(
        'a refusal that breaks off while newer credentials are looked for ends too, and does not look whole: decompress %s',
        async (decompress) => {
            world.thirdParty.handle = (_request, response) => {
                response.writeHead(401, { 'content-length': '10', 'content-encoding': 'gzip' }).write('abc', () => response.destroy());
            };
            const { status, code, isWhole } = await send(world, '/x', { headers: { decompress } });
            // Whether that is found before the response or within it.
            expect(['502 provider_unreachable true', '401 undefined false']).toContain(`${status} ${code} ${isWhole}`);
        }
    );

    test.each(['before the response', 'within the response', 'within the body'])(
        'a caller that leaves %s ends the call at the provider',
        async (moment) => {
            const arrived = Promise.withResolvers<void>();
            const closed = Promise.withResolvers<void>();
            world.thirdParty.handle = (request, response) => {
                request.socket.on('close', () => closed.resolve());
                request.on('error', () => {}).once('data', () => arrived.resolve());
                if (moment !== 'within the body') request.resume();
                if (moment === 'within the response') response.writeHead(200).write('abc');
            };
            const caller = new AbortController();
            const isUpload = moment === 'within the body';
            const upload = new Readable({ read: () => {} });
            upload.push(Buffer.alloc(2 * mib));
            const call = open(world, '/x', {
                method: 'POST',
                body: isUpload ? upload : 'x',
                headers: isUpload ? { 'content-length': String(3 * mib) } : {},
                signal: caller.signal
            });
            call.catch(() => {});
            await arrived.promise;
            if (moment === 'within the response') await call;
            caller.abort();
            await closed.promise;
            expect(world.app.logLines.filter((line) => /"level":"(error|warn)"/.test(line))).toEqual([]);
        }
    );

    test('a caller that leaves while a retry is waited for ends the wait', async () => {
        await using small = await startProxyWorld(undefined, { proxyLimits: { total: 1, perGroup: 1, perMember: 1 } });
        small.thirdParty.handle = ({ url }, response) =>
            void response.writeHead(url?.endsWith('/failing') ? 503 : 200, { 'retry-after': '60' }).end();
        const caller = new AbortController();
        const call = open(small, '/failing', { headers: { retries: '5' }, signal: caller.signal });
        await expect.poll(() => small.thirdParty.arrived.length).toBe(1);
        caller.abort();
        await expect(call).rejects.toThrow('aborted');
        // The only place is free again.
        await expect.poll(async () => (await send(small, '/next')).status, { timeout: 10_000 }).toBe(200);
    });
});
