import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { kernelBufferBytes, recordingDial, startRawServer, startServer } from './egress.fixtures.ts';
import type { LoopbackServer } from './egress.fixtures.ts';
import { createEgress } from './egress.ts';
import type { EgressErrorCode, EgressStreamResponse } from './egress.ts';

const failure = (code: EgressErrorCode, mayHaveArrived: boolean) => expect.objectContaining({ name: 'EgressError', code, mayHaveArrived });
const openFor = (server: LoopbackServer) => createEgress({ allowPrivateHosts: [`localhost:${server.port}`] });
const urlOf = (server: LoopbackServer, path = '/') => `http://localhost:${server.port}${path}`;

const textOf = async ({ body }: EgressStreamResponse) => (Buffer.isBuffer(body) ? body : await buffer(body)).toString();

/** Keeps what a client has written, and answers. */
async function startListening(response = 'HTTP/1.1 204 No Content\r\n\r\n') {
    const heard: Buffer[] = [];
    const server = await startRawServer((socket) => {
        socket.on('data', (chunk: Buffer) => {
            heard.push(chunk);
            if (Buffer.concat(heard).includes('\r\n\r\n')) socket.write(response);
        });
    });
    return { server, heard: () => Buffer.concat(heard).toString('latin1') };
}

test('the path goes out byte for byte, with any method', async () => {
    const { server, heard } = await startListening();
    await using _closes = server;
    const egress = openFor(server);
    const path = '/a%2Fb/%7e"<>|{}^`\\/caf\u00c3\u00a9?q=%zz\'"\\[]&&=';
    await egress.stream({ url: urlOf(server, path), method: 'PROPFIND', headers: { Depth: '1' } });
    expect(heard().split('\r\n')).toEqual([
        `PROPFIND ${path} HTTP/1.1`,
        `host: localhost:${server.port}`,
        'connection: keep-alive',
        expect.stringMatching(/^user-agent: patchbay\//),
        'depth: 1',
        'content-length: 0',
        '',
        ''
    ]);
    await egress.close();
});

test.each([
    ['a line break in the path', '/a\r\nx: y'],
    ['a blank in the path', '/a b'],
    ['a fragment', '/a#b'],
    ['what Latin-1 does not have', '/€']
])('%s is refused before anything is dialled', async (_what, path) => {
    const { dialled, dial } = recordingDial();
    const egress = createEgress({ allowPrivateHosts: [], resolve: async () => ['1.1.1.1'], dial });
    const call = egress.stream({ url: `https://api.example.com${path}`, method: 'GET', headers: {} });
    await expect(call).rejects.toMatchObject({ code: 'bad_url' });
    expect(dialled).toEqual([]);
});

test('T-59: headers that frame the message or could start another are refused, unquoted', async () => {
    await using server = await startServer((_request, response) => response.end());
    const egress = openFor(server);
    const bad: [string, string][] = [
        ['x', 'canary\r\nb: c'],
        ['x\r\ny', 'canary'],
        ['Host', 'canary'],
        ['content-length', '5'],
        ['Transfer-Encoding', 'chunked'],
        ['connection', 'x']
    ];
    for (const [name, value] of bad) {
        const error: unknown = await egress
            .stream({ url: urlOf(server), method: 'GET', headers: { [name]: value } })
            .catch((e: unknown) => e);
        expect(error).toMatchObject({ code: 'protocol' });
        expect(String(error)).not.toContain('canary');
    }
    expect(server.connections).toBe(0);
});

test('the response comes as it is: repeated headers apart, compression untouched, any status', async () => {
    const body = gzipSync('hello');
    await using server = await startServer((_request, response) => {
        response.writeHead(
            418,
            [
                ['x-a', '1'],
                ['x-a', '2'],
                ['content-encoding', 'gzip'],
                ['x-latin', 'caf\u00e9']
            ].flat()
        );
        response.end(body);
    });
    const egress = openFor(server);
    const response = await egress.stream({ url: urlOf(server), method: 'GET', headers: { 'accept-encoding': 'gzip' } });
    expect(response).toMatchObject({ status: 418, headers: { 'x-a': ['1', '2'], 'content-encoding': 'gzip', 'x-latin': 'caf\u00e9' } });
    expect(response.body).toEqual(body);
    expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip');
    await egress.close();
});

test('a stream is sent with its length where that is known, else in chunks, and arrives whole', async () => {
    const bytes = randomBytes(3_000_000).toString('hex');
    await using server = await startServer((_request, response) => response.end());
    const egress = openFor(server);
    const post = (body: Readable | Uint8Array, bodyLength?: number) =>
        egress.stream({ url: urlOf(server), method: 'POST', headers: {}, body, bodyLength });
    const pieces = () => Readable.from([Buffer.from(bytes.slice(0, 999_999)), Buffer.from(bytes.slice(999_999))], { objectMode: false });
    await post(pieces(), bytes.length);
    await post(pieces());
    await post(Buffer.from(bytes));
    expect(server.requests.map(({ headers, body }) => [headers['content-length'], headers['transfer-encoding'], body === bytes])).toEqual([
        [String(bytes.length), undefined, true],
        [undefined, 'chunked', true],
        [String(bytes.length), undefined, true]
    ]);
    await egress.close();
});

test('a body that fails ends the call with its own error, and the third party sees that it is not whole', async () => {
    const closed = Promise.withResolvers<void>();
    await using server = await startRawServer((socket) => socket.resume().on('close', () => closed.resolve()));
    const egress = openFor(server);
    const reason = new Error('the disk is gone');
    const body = Readable.from(
        (async function* () {
            yield Buffer.from('some');
            throw reason;
        })()
    );
    await expect(egress.stream({ url: urlOf(server), method: 'POST', headers: {}, body })).rejects.toBe(reason);
    await closed.promise;
    await egress.close();
});

test('an error says whether the request may have arrived', async () => {
    await using rude = await startRawServer((socket) => socket.once('data', () => socket.destroy()));
    const call = (port: number, resolve?: () => Promise<string[]>) => {
        const egress = createEgress({ allowPrivateHosts: [`localhost:${port}`], ...(resolve ? { resolve } : {}) });
        return egress.stream({ url: `${resolve ? 'https://api.example.com' : `http://localhost:${port}`}/`, method: 'POST', headers: {} });
    };
    await expect(call(rude.port)).rejects.toEqual(failure('unreachable', true));
    await expect(call(rude.port, async () => [])).rejects.toEqual(failure('unreachable', false));
    // Nothing listens there.
    await expect(call(1)).rejects.toEqual(failure('unreachable', false));
});

test('a response that stops before its end is an error of its body, also without a listener', async () => {
    const responses = ['content-length: 10\r\n\r\nabc', 'transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n'];
    for (const response of responses) {
        const breakOff = Promise.withResolvers<void>();
        await using server = await startRawServer((socket) =>
            socket.once('data', () => {
                socket.write(`HTTP/1.1 200 OK\r\n${response}`);
                void breakOff.promise.then(() => socket.end());
            })
        );
        const egress = openFor(server);
        const { body } = await egress.stream({ url: urlOf(server), method: 'GET', headers: {} });
        breakOff.resolve();
        await expect(buffer(body as Readable)).rejects.toEqual(failure('unreachable', true));
        await egress.stream({ url: urlOf(server), method: 'GET', headers: {} });
        await egress.close();
    }
});

test('a response that comes in one piece is whole at once, one that goes on is a stream from its first byte', async () => {
    const more = Promise.withResolvers<void>();
    const pieces: Record<string, string[]> = {
        '/none': ['HTTP/1.1 204 No Content\r\n\r\n'],
        '/empty': ['HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'],
        '/short': ['HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwhole'],
        '/chunks': ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nwh\r\n3\r\nole\r\n0\r\n\r\n'],
        '/long': ['HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwh', 'ole']
    };
    await using server = await startRawServer((socket) =>
        socket.on('data', (request: Buffer) => {
            const [first = '', rest] = pieces[/ (\S+)/.exec(request.toString())?.[1] ?? ''] ?? [];
            socket.write(first);
            if (rest !== undefined) void more.promise.then(() => socket.write(rest));
        })
    );
    const egress = openFor(server);
    const get = async (path: string) => (await egress.stream({ url: urlOf(server, path), method: 'GET', headers: {} })).body;
    for (const path of ['/none', '/empty']) expect(await get(path)).toEqual(Buffer.alloc(0));
    for (const path of ['/short', '/chunks']) expect(await get(path)).toEqual(Buffer.from('whole'));
    const long = await get('/long');
    expect(long).toBeInstanceOf(Readable);
    more.resolve();
    expect((await buffer(long as Readable)).toString()).toBe('whole');
    await egress.close();
});

test('T-61: headers without end, interim responses without end, and no response at all are left', async () => {
    const endless = (start: string, more: string) =>
        startRawServer((socket) => {
            socket.write(start);
            const fill = () => {
                while (socket.writable && socket.write(more));
            };
            socket.on('drain', fill);
            fill();
        });
    await using headers = await endless('HTTP/1.1 200 OK\r\n', `x-filler: ${'a'.repeat(1000)}\r\n`);
    await using interim = await endless('', 'HTTP/1.1 103 Early Hints\r\n\r\n');
    await using silent = await startRawServer(() => {});
    const call = (server: LoopbackServer, firstByteTimeoutMs = 20_000) =>
        openFor(server).stream({ url: urlOf(server), method: 'GET', headers: {}, firstByteTimeoutMs });
    await expect(call(headers)).rejects.toEqual(failure('too_large', true));
    await expect(call(interim)).rejects.toEqual(failure('protocol', true));
    await expect(call(silent, 500)).rejects.toEqual(failure('timeout', true));
});

test('T-61: a third party that does not take the body is left', async () => {
    await using server = await startRawServer((socket) => socket.pause());
    const egress = openFor(server);
    const endless = Readable.from(
        (function* () {
            for (;;) yield Buffer.alloc(65_536);
        })()
    );
    const call = egress.stream({ url: urlOf(server), method: 'POST', headers: {}, body: endless, firstByteTimeoutMs: 500 });
    await expect(call).rejects.toEqual(failure('timeout', true));
    expect(endless.destroyed).toBe(true);
});

test('interim responses are passed over', async () => {
    await using server = await startRawServer((socket) =>
        socket.once('data', () =>
            socket.end('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
        )
    );
    const egress = openFor(server);
    const response = await egress.stream({ url: urlOf(server), method: 'GET', headers: {} });
    expect([response.status, response.headers, await textOf(response)]).toEqual([200, { 'content-length': '2' }, 'ok']);
    await egress.close();
});

test.each(['while it connects', 'before the response', 'within the response', 'within the request'])(
    'a caller that leaves %s gets its own reason back at once, and the connection is closed',
    async (moment) => {
        const arrived = Promise.withResolvers<void>();
        const closed = Promise.withResolvers<void>();
        await using server = await startRawServer((socket) => {
            socket
                .on('close', () => closed.resolve())
                .once('data', () => {
                    if (moment === 'within the response') socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc');
                    arrived.resolve();
                });
        });
        const egress = createEgress({
            allowPrivateHosts: [`localhost:${server.port}`],
            resolve: () => {
                arrived.resolve();
                return new Promise(() => {});
            }
        });
        const caller = new AbortController();
        const reason = new Error('the caller left');
        const isConnecting = moment === 'while it connects';
        const upload = new Readable({ read: () => {} }).on('error', () => {});
        upload.push('abc');
        const call = egress.stream({
            url: isConnecting ? 'https://api.example.com/' : urlOf(server),
            method: 'POST',
            headers: {},
            ...(moment === 'within the request' ? { body: upload, bodyLength: 10 } : {}),
            signal: caller.signal
        });
        const whole = moment === 'within the response' ? call.then(textOf) : call;
        if (moment === 'within the response') await call;
        void arrived.promise.then(() => caller.abort(reason));
        await expect(whole).rejects.toBe(reason);
        if (!isConnecting) await closed.promise;
        await expect(egress.stream({ url: urlOf(server), method: 'GET', headers: {}, signal: caller.signal })).rejects.toBe(reason);
    }
);

test('an unread response waits, and destroying it closes its connection', async () => {
    const closed = Promise.withResolvers<void>();
    let written = 0;
    await using server = await startServer((_request, response) => {
        response.on('close', closed.resolve);
        const chunk = Buffer.alloc(65_536);
        const fill = () => {
            while (response.write(chunk)) written += chunk.length;
        };
        response.on('drain', fill);
        fill();
    });
    const egress = openFor(server);
    const { body } = await egress.stream({ url: urlOf(server), method: 'GET', headers: {} });
    // The sockets' buffers fill, and then nothing moves.
    let before = -1;
    await expect.poll(() => [written, before].every((bytes, _index, all) => bytes === all[0]) || ((before = written), false)).toBe(true);
    expect(written).toBeLessThan(kernelBufferBytes);
    if (!(body instanceof Readable)) throw new Error('Such a response is a stream.');
    body.destroy();
    await closed.promise;
    await egress.close();
});
