import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { getProvider, listConnections } from '@patchbay/contracts';
import { afterEach, expect, test } from 'vitest';
import { ApiError, UnreachableError } from './api-error.ts';
import { type CallSettings, createCall } from './call.ts';

const stops: (() => void)[] = [];
afterEach(() => {
    for (const stop of stops.splice(0)) stop();
});

/** A client of a server that responds so. */
async function callTo(listener: RequestListener, settings: Partial<CallSettings> = {}) {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    stops.push(() => {
        server.closeAllConnections();
        server.close();
    });
    const { port } = Object(server.address());
    return createCall({ baseUrl: `http://127.0.0.1:${port}/base/`, token: 'secret', ...settings });
}

const failure = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);
const acme = { params: { provider: 'acme' } };

test('path, query, credentials and body are sent as the contract names them', async () => {
    const seen: unknown[] = [];
    const call = await callTo((request, response) => {
        seen.push([request.method, request.url, request.headers.authorization]);
        response.end('{}');
    });
    await call(getProvider, { params: { provider: 'a/b c' } });
    await call(listConnections, { query: { limit: 2, tags: { plan: 'a&b' } } });
    expect(seen).toEqual([
        ['GET', '/base/providers/a%2Fb%20c', 'Bearer secret'],
        ['GET', '/base/connections?limit=2&tags%5Bplan%5D=a%26b', 'Bearer secret']
    ]);
});

test('a redirect is refused: the credentials go to the given address alone', async () => {
    let followed = false;
    const call = await callTo((request, response) => {
        followed ||= request.url === '/elsewhere';
        response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await failure(call(getProvider, acme))).toBeInstanceOf(UnreachableError);
    expect(followed).toBe(false);
});

test('a server that does not respond in time is unreachable', async () => {
    const call = await callTo(() => {}, { timeoutMs: 50 });
    expect(await failure(call(getProvider, acme))).toMatchObject({ name: 'UnreachableError', message: 'The server did not respond.' });
});

test('a caller that stops gets its own reason', async () => {
    const stopped = new AbortController();
    const call = await callTo(() => stopped.abort(new Error('enough')));
    expect(await failure(call(getProvider, acme, { signal: stopped.signal }))).toMatchObject({ message: 'enough' });
});

test('a response that is not JSON is not of a Patchbay server', async () => {
    const call = await callTo((_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
    expect(await failure(call(getProvider, acme))).toMatchObject({
        name: 'UnreachableError',
        message: expect.stringContaining('(status 502) is not JSON')
    });
});

test('an error has the code, the message and the page of its code', async () => {
    const call = await callTo((_request, response) =>
        response
            .writeHead(404, { link: '<https://api.example.com/docs/errors#not_found>; rel="help"' })
            .end(JSON.stringify({ error: { code: 'not_found', message: 'There is no such provider.' } }))
    );
    const error = await failure(call(getProvider, acme));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 404, code: 'not_found', message: 'There is no such provider.' });
});

test.each([
    ['is empty', ''],
    ['is null', 'null'],
    ['is text', '"down"'],
    ['is a list', '[{"error":{"code":"not_found"}}]'],
    ['has no error', '{"message":"Bad gateway"}'],
    ['has an error that is text', '{"error":"odd"}'],
    ['has an error without a code', '{"error":{}}'],
    ['has a code that is not text', '{"error":{"code":502,"errors":"many","payload":[1]}}']
])('an error whose body %s is a server_error that names the status', async (_what, body) => {
    const call = await callTo((_request, response) => response.writeHead(502).end(body));
    const error = await failure(call(getProvider, acme));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
        status: 502,
        code: 'server_error',
        message: 'The response (status 502) does not say what is wrong. A gateway in front of the server may have sent it.',
        errors: [],
        payload: {}
    });
});

test('an error keeps the words of a gateway, and those parts of it that have the right type', async () => {
    const issue = { code: 'too_big', message: 'Too big.', path: ['limit'] };
    const body = { error: { code: 413, message: 'Request too large', errors: [null, { path: 'limit' }, issue], payload: { limit: 1 } } };
    const call = await callTo((_request, response) => response.writeHead(413).end(JSON.stringify(body)));
    expect(await failure(call(getProvider, acme))).toMatchObject({
        status: 413,
        code: 'server_error',
        message: 'Request too large',
        errors: [issue],
        payload: { limit: 1 }
    });
});

test('a stream is sent as it is, and the headers of the response are passed on', async () => {
    let sent = '';
    const call = await callTo((request, response) => {
        sent = `${request.headers['content-type']}: `;
        request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
        request.on('end', () => response.writeHead(200, { 'patchbay-sync-status': 'current' }).end('{}'));
    });
    const received: unknown[] = [];
    const options = {
        stream: { contentType: 'text/plain', body: new Blob(['one', 'two']).stream() },
        onHeaders: (headers: Headers) => void received.push(headers.get('patchbay-sync-status'))
    };
    await call({ method: 'POST', path: '/files' }, {}, options);
    expect([sent, received]).toEqual(['text/plain: onetwo', ['current']]);
});
