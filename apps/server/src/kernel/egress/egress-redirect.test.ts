import { describe, expect, test } from 'vitest';
import { startServer } from './egress.fixtures.ts';
import type { LoopbackServer } from './egress.fixtures.ts';
import { createEgress } from './egress.ts';
import type { EgressErrorCode, EgressMethod } from './egress.ts';

const failure = (code: EgressErrorCode) => expect.objectContaining({ name: 'EgressError', code });
const callerHeaders = { authorization: 'Bearer canary', 'x-api-key': 'canary', cookie: 'a=canary', accept: 'application/json' };

/** Answers `/` with a redirect and anything else with 200. */
async function startRedirecting(status: number, location: (own: LoopbackServer) => string): Promise<LoopbackServer> {
    const server: LoopbackServer = await startServer((request, response) => {
        if (request.url === '/') response.writeHead(status, { location: location(server) }).end('moved');
        else response.end('arrived');
    });
    return server;
}

const openFor = (...servers: LoopbackServer[]) => createEgress({ allowPrivateHosts: servers.map(({ port }) => `*.localhost:${port}`) });

describe('T-56: the redirect matrix', () => {
    const statuses = [301, 302, 303, 307, 308];
    const methods: EgressMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
    const matrix = statuses.flatMap((status) => methods.map((method) => ({ status, method })));
    const bodyOf = (method: EgressMethod) => (['POST', 'PUT', 'PATCH'].includes(method) ? { body: '{"canary":1}' } : {});
    /**
     * RFC 9110 §15.4: 303 becomes GET, 301 and 302 do for POST, everything else repeats the
     * request.
     */
    const becomesGet = (status: number, method: EgressMethod) =>
        (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST');

    test.each(matrix)('$status after $method on the same origin keeps the headers', async ({ status, method }) => {
        await using server = await startRedirecting(status, () => '/next?page=2');
        const egress = openFor(server);
        const url = `http://a.localhost:${server.port}/`;
        const headers = { ...callerHeaders, ...('body' in bodyOf(method) ? { 'content-type': 'application/json' } : {}) };
        const response = await egress.request({ url, method, headers, ...bodyOf(method), maxRedirects: 1 });
        expect(response).toMatchObject({ status: 200, url: `${url}next?page=2` });
        const [, second] = server.requests;
        const get = becomesGet(status, method);
        expect(second).toMatchObject({
            method: get ? 'GET' : method,
            path: '/next?page=2',
            body: get ? '' : (bodyOf(method).body ?? ''),
            headers: callerHeaders
        });
        expect(second?.headers['content-type']).toBe(get ? undefined : headers['content-type']);
        await egress.close();
    });

    test.each(matrix)('$status after $method to another origin takes neither credentials nor a body along', async ({ status, method }) => {
        await using target = await startServer((_request, response) => response.end('arrived'));
        await using server = await startRedirecting(status, () => `http://b.localhost:${target.port}/next`);
        const egress = openFor(server, target);
        const call = egress.request({
            url: `http://a.localhost:${server.port}/`,
            method,
            headers: callerHeaders,
            ...bodyOf(method),
            maxRedirects: 1
        });
        if ('body' in bodyOf(method) && !becomesGet(status, method)) {
            await expect(call).rejects.toEqual(failure('destination_not_allowed'));
            expect(target.connections).toBe(0);
        } else {
            expect(await call).toMatchObject({ status: 200 });
            expect(target.requests).toMatchObject([
                { method: becomesGet(status, method) ? 'GET' : method, body: '', headers: { accept: 'application/json' } }
            ]);
            expect(JSON.stringify(target.requests)).not.toContain('canary');
        }
        await egress.close();
    });
});

test('another port or another name below the same host is another origin, and coming back does not bring the headers back', async () => {
    const server: LoopbackServer = await startServer((request, response) => {
        const next: Record<string, string> = { '/': `http://b.localhost:${server.port}/1`, '/1': `http://a.localhost:${server.port}/2` };
        const location = next[request.url ?? ''];
        response.writeHead(location ? 302 : 200, location ? { location } : {}).end();
    });
    await using _closes = server;
    const egress = openFor(server);
    await egress.request({ url: `http://a.localhost:${server.port}/`, headers: callerHeaders, maxRedirects: 5 });
    expect(server.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
        ['/', 'Bearer canary'],
        ['/1', undefined],
        ['/2', undefined]
    ]);
    await egress.close();
});

test('T-13: without maxRedirects the redirect is the response, and no other host gets the request', async () => {
    await using target = await startServer((_request, response) => response.end());
    await using server = await startRedirecting(307, () => `http://b.localhost:${target.port}/steal`);
    const egress = openFor(server, target);
    const response = await egress.request({ url: `http://a.localhost:${server.port}/`, method: 'POST', body: 'client_secret=canary' });
    expect(response).toMatchObject({
        status: 307,
        headers: { location: `http://b.localhost:${target.port}/steal` },
        body: Buffer.from('moved')
    });
    expect(target.connections).toBe(0);
    await egress.close();
});

test('a loop ends after maxRedirects', async () => {
    await using server = await startRedirecting(302, () => '/');
    const egress = openFor(server);
    const call = egress.request({ url: `http://a.localhost:${server.port}/`, maxRedirects: 3 });
    await expect(call).rejects.toEqual(failure('too_many_redirects'));
    expect(server.requests).toHaveLength(4);
    await egress.close();
});

test.each([
    ['a metadata address', 'http://169.254.169.254/latest/meta-data/', 'destination_not_allowed'],
    ['loopback in another spelling', 'https://2130706433/', 'destination_not_allowed'],
    ['a file', 'file:///etc/passwd', 'bad_url'],
    ['a user name', 'http://user:pass@a.localhost/', 'bad_url'],
    ['nothing that is a URL', 'http://[', 'bad_url'],
    ['plain http in public', 'http://api.example.com/', 'destination_not_allowed']
] as const)('T-56: every hop is checked again: a redirect to %s is refused', async (_what, location, code) => {
    await using server = await startRedirecting(302, () => location);
    const egress = openFor(server);
    await expect(egress.request({ url: `http://a.localhost:${server.port}/`, maxRedirects: 5 })).rejects.toEqual(failure(code));
    await egress.close();
});

test('T-54: allowedHosts holds for every hop', async () => {
    await using target = await startServer((_request, response) => response.end());
    await using server = await startRedirecting(302, () => `http://b.localhost:${target.port}/`);
    const egress = openFor(server, target);
    const call = egress.request({
        url: `http://a.localhost:${server.port}/`,
        maxRedirects: 5,
        allowedHosts: [`a.localhost:${server.port}`]
    });
    await expect(call).rejects.toEqual(failure('destination_not_allowed'));
    expect(target.connections).toBe(0);
    await egress.close();
});

test('a 3xx without a Location is a response', async () => {
    await using server = await startServer((_request, response) => response.writeHead(304).end());
    const egress = openFor(server);
    expect(await egress.request({ url: `http://a.localhost:${server.port}/`, maxRedirects: 5 })).toMatchObject({ status: 304 });
    await egress.close();
});
