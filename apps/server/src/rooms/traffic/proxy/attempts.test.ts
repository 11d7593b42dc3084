import type { RequestListener } from 'node:http';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { importConnection } from '@patchbay/contracts';
import type { RetryDefinition } from '@patchbay/providers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
    acme,
    apiKey,
    type ProxyRequest,
    type ProxyWorld,
    send,
    startProxyWorld,
    startThirdParty,
    type ThirdParty
} from './proxy.fixtures.ts';

const byCode: RetryDefinition = { rate_limited: { status: 400, path: 'errors.0.extensions.code', value: 'RATELIMITED' } };

let world: ProxyWorld;
let elsewhere: ThirdParty;
beforeAll(async () => {
    elsewhere = await startThirdParty();
    world = await startProxyWorld(
        {
            acme: acme({ retry: { after: 'x-wait', remaining: 'x-left' } }),
            picky: acme({ retry: { error_code: ['403', '5xx'] } }),
            keyed: acme({ idempotency: { header: 'Idempotency-Key' } }),
            coded: acme({ retry: byCode }),
            told: acme({ retry: { remaining: 'x-left', rate_limited: { status: 403 } } }),
            counted: acme({
                retry: byCode,
                rate_limits: { per: 'credentials', windows: [{ requests: 50, per_seconds: 1 }], wait_seconds: 90 }
            }),
            checked: acme({ retry: byCode, verification: { method: 'GET', endpoints: ['/me'] } }),
            queried: acme({ idempotency: { query: 'requestid' } }),
            generous: acme({ forward_headers_on_redirect: true })
        },
        { config: { allowPrivateHosts: [`*.localhost:${elsewhere.port}`] } }
    );
});
afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await elsewhere[Symbol.asyncDispose]();
});
beforeEach(() => {
    // Beyond what the breaker remembers.
    world.app.clock.advance(60_000);
    world.thirdParty.arrived.length = 0;
    elsewhere.arrived.length = 0;
    elsewhere.handle = (_request, response) => void response.end('elsewhere');
});

const arrivals = () => world.thirdParty.arrived.length;

/** Answers each request by the next of these, and the last one for ever. Bodies are read before. */
function respondInTurn(...listeners: RequestListener[]): void {
    let count = 0;
    world.thirdParty.handle = (request, response) => {
        const listener = listeners[Math.min(count, listeners.length - 1)];
        count += 1;
        request.resume().on('end', () => listener?.(request, response));
    };
}

const status =
    (code: number, headers: Record<string, string> = { 'retry-after': '0' }): RequestListener =>
    (_request, response) =>
        void response.writeHead(code, headers).end(String(code));
const hangUp: RequestListener = (request) => void request.socket.destroy();
const retries = (count: number, more: Record<string, string> = {}) => ({ retries: String(count), ...more });

describe('retries', () => {
    test('none unless they are asked for', async () => {
        respondInTurn(status(503), status(200));
        expect((await send(world, '/x')).status).toBe(503);
        expect(arrivals()).toBe(1);
    });

    test('as many as asked for, and then the response is the provider’s', async () => {
        respondInTurn(status(503, { 'retry-after': '0', 'x-a': 'b' }));
        expect(await send(world, '/x', { headers: retries(2) })).toMatchObject({ status: 503, text: '503', headers: { 'x-a': 'b' } });
        expect(arrivals()).toBe(3);
    });

    test.each([
        ['500', status(500), true],
        ['429', status(429), true],
        ['400', status(400), false],
        ['409, which the caller names', status(409), true],
        ['a connection that breaks', hangUp, true],
        ['400 with no calls left', status(400, { 'x-left': '0', 'retry-after': '0' }), true]
    ] as const)('after %s: %s', { timeout: 15_000 }, async (_what, first, expected) => {
        respondInTurn(first, status(200));
        const response = await send(world, '/x', { headers: retries(1, { 'retry-on': '409, 425' }) });
        expect([response.status === 200, arrivals()]).toEqual([expected, expected ? 2 : 1]);
    });

    test('a definition may name the statuses', async () => {
        respondInTurn(status(429), status(403), status(200));
        expect((await send(world, '/x', { provider: 'picky', headers: retries(1) })).status).toBe(429);
        expect((await send(world, '/x', { provider: 'picky', headers: retries(1) })).status).toBe(200);
    });

    test('wait as long as the provider says', async () => {
        respondInTurn(status(503, { 'x-wait': '1', 'retry-after': '0' }), status(200));
        const startedAt = performance.now();
        expect((await send(world, '/x', { headers: retries(1) })).status).toBe(200);
        expect(performance.now() - startedAt).toBeGreaterThan(950);
    });

    test('a wait that is longer than a caller waits is the caller’s: the response says how long', async () => {
        respondInTurn(status(429, { 'retry-after': '61' }));
        const response = await send(world, '/x', { headers: retries(5) });
        expect(response).toMatchObject({ status: 429, headers: { 'retry-after': '61' } });
        expect(arrivals()).toBe(1);
    });

    test('bytes are sent again, also those that came in chunks; a stream is not', async () => {
        const bodies: string[] = [];
        let count = 0;
        world.thirdParty.handle = (request, response) => {
            count += 1;
            let bytes = 0;
            request.on('data', (chunk: Buffer) => (bytes += chunk.length));
            request.on('end', () => {
                bodies.push(`${request.method} ${bytes}`);
                response.writeHead(count % 2 === 1 ? 503 : 200, { 'retry-after': '0' }).end();
            });
        };
        const put = async (body: Uint8Array, headers: Record<string, string>) =>
            (await send(world, '/x', { method: 'PUT', body, headers: retries(1, headers) })).status;
        expect(await put(Buffer.alloc(1000), { 'content-length': '1000' })).toBe(200);
        expect(await put(Buffer.alloc(1000), { 'transfer-encoding': 'chunked' })).toBe(200);
        expect(await put(randomBytes(2_000_000), { 'content-length': '2000000' })).toBe(503);
        expect(bodies).toEqual(['PUT 1000', 'PUT 1000', 'PUT 1000', 'PUT 1000', 'PUT 2000000']);
    });

    test('a response that has begun is never repeated', async () => {
        respondInTurn(
            (_request, response) => void response.writeHead(200, { 'content-length': '9' }).write('abc', () => response.destroy())
        );
        expect(await send(world, '/x', { headers: retries(3) })).toMatchObject({ status: 200, text: 'abc', isWhole: false });
        expect(arrivals()).toBe(1);
    });
});

describe('a provider that tells a rate limit by a code in the body', () => {
    const refusal = (code: string, headers: Record<string, string> = {}): RequestListener => {
        const body = Buffer.from(JSON.stringify({ errors: [{ message: 'No.', extensions: { code } }] }));
        const sent = headers['content-encoding'] === 'gzip' ? gzipSync(body) : body;
        return (_request, response) => void response.writeHead(400, { 'retry-after': '0', ...headers }).end(sent);
    };
    const write = (provider: string, headers: Record<string, string> = {}) =>
        send(world, '/graphql', { provider, method: 'POST', body: '{}', headers });

    test.each([
        ['that code', true, refusal('RATELIMITED')],
        ['that code, compressed', true, refusal('RATELIMITED', { 'content-encoding': 'gzip' })],
        ['another code', false, refusal('INPUT_ERROR')],
        ['no JSON', false, status(400)],
        ['damaged compression', false, refusal('RATELIMITED', { 'content-encoding': 'br' })]
    ])('gets a write again after %s: %s', async (_what, isRepeated, first) => {
        respondInTurn(first, status(201));
        expect((await write('coded', retries(1))).status).toBe(isRepeated ? 201 : 400);
        expect(arrivals()).toBe(isRepeated ? 2 : 1);
    });

    test('has its response passed on as it is', async () => {
        respondInTurn(refusal('RATELIMITED'));
        expect(await write('coded')).toMatchObject({
            status: 400,
            text: '{"errors":[{"message":"No.","extensions":{"code":"RATELIMITED"}}]}'
        });
    });

    test('is left alone by all who share its limit', async () => {
        respondInTurn(refusal('RATELIMITED', { 'retry-after': '90' }), status(201));
        expect((await write('counted')).status).toBe(400);
        expect(await write('counted')).toMatchObject({ status: 429, code: 'provider_rate_limited' });
        expect(arrivals()).toBe(1);
    });

    test('does not refuse the credentials of an import by it: they are checked later', async () => {
        const credentials = { type: 'API_KEY' as const, apiKey };
        const imported = (id: string) =>
            world.app.call(importConnection, { body: { provider_config_key: 'checked', connection_id: id, credentials } });
        respondInTurn(refusal('RATELIMITED'), refusal('AUTHENTICATION_ERROR'));
        expect(await imported('limited')).toMatchObject({ connection_id: 'limited', verified_at: null });
        await expect(imported('refused')).rejects.toMatchObject({ status: 400, code: 'connection_test_failed' });
    });
});

test('a write that a provider refuses with 403 and no calls left is made again, and one with calls left is not', async () => {
    const write = () => send(world, '/orders', { provider: 'told', method: 'POST', body: '{}', headers: retries(1) });
    respondInTurn(status(403, { 'x-left': '0', 'retry-after': '0' }), status(201));
    expect((await write()).status).toBe(201);
    respondInTurn(status(403, { 'x-left': '7' }), status(201));
    expect((await write()).status).toBe(403);
});

/** No program listens there, and no test gets this port from the system. */
const unreachable = 'b.localhost:1';

describe('T-62: a write happens once', () => {
    const write = (options: ProxyRequest) => send(world, '/orders', { method: 'POST', body: '{"a":1}', ...options });
    const lost: RequestListener = (request) => void request.socket.destroy();

    test.each([
        ['500', status(500)],
        ['a lost response', lost]
    ])('after %s it is not repeated', async (_what, first) => {
        respondInTurn(first, status(200));
        for (const method of ['POST', 'PATCH']) await write({ method, headers: retries(3) });
        // The second of the two was the first to be answered with 200.
        expect(world.thirdParty.arrived.map(({ method }) => method)).toEqual(['POST', 'PATCH']);
    });

    test('after 429 it is: it was refused unseen', async () => {
        respondInTurn(status(429), status(201));
        expect((await write({ headers: retries(1) })).status).toBe(201);
        expect(arrivals()).toBe(2);
    });

    test('with the caller’s word for this status it is', async () => {
        respondInTurn(status(502), status(201));
        expect((await write({ headers: retries(1, { 'retry-on': '502' }) })).status).toBe(201);
    });

    test.each([
        ['keyed', 'a header'],
        ['queried', 'a parameter']
    ])(
        'under a key it is, with the same key each time, in the place that the provider has for it: %s',
        { timeout: 15_000 },
        async (provider) => {
            respondInTurn(status(500), lost, status(201));
            expect((await write({ provider, headers: retries(2) })).status).toBe(201);
            const keys = world.thirdParty.arrived.map(({ path, headers }) =>
                provider === 'keyed' ? headers['idempotency-key'] : new URL(path, 'http://x').searchParams.get('requestid')
            );
            expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
            expect(keys).toEqual([keys[0], keys[0], keys[0]]);
        }
    );

    test('the caller’s own key is used, and without retries none is added', async () => {
        respondInTurn(status(500), status(201), status(201));
        await write({ provider: 'keyed', headers: retries(1, { 'patchbay-proxy-idempotency-key': 'mine' }) });
        await write({ provider: 'keyed' });
        expect(world.thirdParty.arrived.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'mine', undefined]);
    });

    test.each([
        ['it is refused with 429', status(429)],
        ['its host cannot be reached', undefined]
    ])('after a redirect to its result it is not repeated, although the result fails: %s', async (_what, second) => {
        await using other = await startProxyWorld(undefined, { config: { allowPrivateHosts: [unreachable] } });
        const location = second ? '/result' : `http://${unreachable}/result`;
        other.thirdParty.handle = (request, response) =>
            request.resume().on('end', () => (request.method === 'POST' ? status(303, { location }) : second)?.(request, response));
        const response = await send(other, '/orders', { method: 'POST', body: '{}', headers: retries(2) });
        expect(response.status).toBeGreaterThan(400);
        expect(other.thirdParty.arrived.filter(({ method }) => method === 'POST')).toHaveLength(1);
    });

    test('a provider that cannot be reached at all is tried again', { timeout: 15_000 }, async () => {
        await using other = await startProxyWorld(undefined, { config: { allowPrivateHosts: [unreachable] } });
        const startedAt = performance.now();
        const response = await send(other, '/x', {
            method: 'POST',
            body: '{}',
            headers: retries(1, { 'base-url-override': `http://${unreachable}` })
        });
        expect(response).toMatchObject({ status: 502, code: 'provider_unreachable' });
        // The pause between the two: half of it is fixed.
        expect(performance.now() - startedAt).toBeGreaterThan(1450);
    });
});

describe('T-56: redirects', () => {
    const to = (code: number, location: string): RequestListener => status(code, { location });
    const foreign = () => `http://b.localhost:${elsewhere.port}/taken`;
    const canary = { 'patchbay-proxy-x-mine': 'canary', 'patchbay-proxy-accept': 'text/x', 'patchbay-proxy-authorization': 'mine' };
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const;
    const matrix = [301, 302, 303, 307, 308].flatMap((code) => methods.map((method) => [code, method] as const));
    const bodyOf = (method: string) => (method === 'POST' || method === 'PUT' ? { body: 'canary-body' } : {});
    const becomesGet = (code: number, method: string) => (code === 303 && method !== 'HEAD') || (code < 303 && method === 'POST');

    test.each(matrix)('%s after %s on the same origin is followed with everything', async (code, method) => {
        respondInTurn(to(code, '/next'), status(200));
        expect((await send(world, '/x', { method, headers: canary, ...bodyOf(method) })).status).toBe(200);
        const isGet = becomesGet(code, method);
        expect(world.thirdParty.arrived[1]).toMatchObject({
            method: isGet ? 'GET' : method,
            path: '/next',
            headers: { authorization: `Bearer ${apiKey}`, 'x-mine': 'canary' }
        });
        expect(world.thirdParty.arrived[1]?.headers['content-length']).toBe(!isGet && 'body' in bodyOf(method) ? '11' : undefined);
    });

    test.each(matrix)('%s after %s to another origin takes neither credentials nor headers nor a body along', async (code, method) => {
        respondInTurn(to(code, foreign()));
        const response = await send(world, '/x', { method, headers: canary, ...bodyOf(method) });
        if ('body' in bodyOf(method) && !becomesGet(code, method)) {
            expect(response).toMatchObject({ status: code, headers: { location: foreign() } });
            expect(elsewhere.arrived).toEqual([]);
        } else {
            expect(response.status).toBe(200);
            expect(elsewhere.arrived).toMatchObject([{ method: becomesGet(code, method) ? 'GET' : method, headers: { accept: 'text/x' } }]);
            expect(JSON.stringify(elsewhere.arrived)).not.toContain('canary');
        }
    });

    test('the caller’s headers go to another host of the provider where the definition or the caller allows it, credentials never', async () => {
        respondInTurn(to(302, `http://b.localhost:${world.thirdParty.port}/next`), status(200));
        await send(world, '/x', { headers: canary });
        respondInTurn(to(302, `http://b.localhost:${world.thirdParty.port}/next`), status(200));
        await send(world, '/x', { headers: { ...canary, 'forward-headers-on-redirect': 'true' } });
        respondInTurn(to(302, `http://b.localhost:${world.thirdParty.port}/next`), status(200));
        await send(world, '/x', { provider: 'generous', headers: canary });
        respondInTurn(to(302, `http://b.localhost:${world.thirdParty.port}/next`), status(200));
        await send(world, '/x', { provider: 'generous', headers: { ...canary, 'forward-headers-on-redirect': 'false' } });
        const second = world.thirdParty.arrived.filter(({ path }) => path === '/next');
        expect(second.map(({ headers }) => [headers['x-mine'], headers.authorization])).toEqual([
            [undefined, undefined],
            ['canary', undefined],
            ['canary', undefined],
            [undefined, undefined]
        ]);
    });

    test('a stream cannot follow where it would be needed again, and can where it is not', async () => {
        const body = randomBytes(2_000_000);
        const put = (code: number) => {
            respondInTurn(to(code, '/next'), status(200));
            return send(world, '/x', { method: 'POST', body, headers: { 'content-length': '2000000' } });
        };
        expect(await put(307)).toMatchObject({ status: 307, headers: { location: '/next' } });
        expect(await put(303)).toMatchObject({ status: 200 });
    });

    test('the body of a redirect is not waited for', async () => {
        const closed = Promise.withResolvers<void>();
        respondInTurn((request, response) => {
            request.socket.on('close', () => closed.resolve());
            response.writeHead(302, { location: '/next' }).write('a little, and then nothing');
        }, status(200));
        expect((await send(world, '/x')).status).toBe(200);
        await closed.promise;
    });

    test('a fragment in a redirect is not part of the request that follows', async () => {
        respondInTurn(to(302, '/next?page=2#top'), status(200));
        expect((await send(world, '/x')).status).toBe(200);
        expect(world.thirdParty.arrived[1]?.path).toBe('/next?page=2');
    });

    test('five are followed, a sixth is too many', async () => {
        const chain = (count: number) => respondInTurn(...Array.from({ length: count }, (_, at) => to(302, `/${at}`)), status(200));
        chain(5);
        expect((await send(world, '/x')).status).toBe(200);
        chain(6);
        expect(await send(world, '/x')).toMatchObject({ status: 502, code: 'provider_answer_unusable' });
    });

    test.each([
        ['a metadata address', 'http://169.254.169.254/latest/meta-data/'],
        ['loopback', 'http://127.0.0.1:1/'],
        ['another spelling of it', 'https://2130706433/'],
        ['a file', 'file:///etc/passwd'],
        ['a user name', 'http://user:pass@b.localhost/'],
        ['nothing that is a URL', 'http://[']
    ])('to %s they are refused', async (_what, location) => {
        respondInTurn(to(302, location));
        expect(await send(world, '/x')).toMatchObject({ status: 400, code: 'destination_not_allowed' });
    });
});
