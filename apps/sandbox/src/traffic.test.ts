import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BEARER_API_KEYS } from './accounts.ts';
import { controlClient } from './control.fixtures.ts';
import { discover } from './oauth-client.fixtures.ts';
import { startSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

const BEARER = { authorization: `Bearer ${BEARER_API_KEYS.acme}` };
const MIB = 1_048_576;
let sandbox: Sandbox;

beforeAll(async () => {
    sandbox = await startSandbox();
});
beforeEach(() => controlClient(sandbox)('reset', {}));
afterAll(() => sandbox.stop());

describe('echo', () => {
    test('says what arrived: target, query, headers, repeated ones too, and the body', async () => {
        const { body } = await raw(
            'POST',
            '/bearer/v1/echo?a=1&a=%20&b=',
            { 'X-Some': ['one', 'two'], 'content-type': 'text/plain' },
            'hello'
        );
        expect(body).toEqual({
            method: 'POST',
            target: '/bearer/v1/echo?a=1&a=%20&b=',
            path: '/bearer/v1/echo',
            query: { a: ['1', ' '], b: [''] },
            headers: {
                ...BEARER,
                'x-some': 'one, two',
                'content-type': 'text/plain',
                'content-length': '5',
                host: new URL(sandbox.url).host,
                connection: 'keep-alive'
            },
            bytes: 5,
            sha256: sha256(Buffer.from('hello'))
        });
    });

    test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'REPORT'])('takes %s', async (method) => {
        expect((await raw(method, '/bearer/v1/echo')).body).toMatchObject({ method, bytes: 0, sha256: sha256(Buffer.alloc(0)) });
    });

    test.each(['/a%2Fb/c', '/a/../b', '/%C3%A4//'])('shows the path %s under it as it came', async (suffix) => {
        const { body } = await raw('GET', `/bearer/v1/echo${suffix}`);
        expect(body).toMatchObject({ path: `/bearer/v1/echo${suffix}` });
    });

    test('reads a body of any size as it arrives, with an access token too', async () => {
        const client = await discover(sandbox);
        const { access_token: token } = await client.signIn('ada');
        const { sha256: expected, body } = largeBody(64);
        const init: RequestInit = { method: 'PUT', headers: { authorization: `Bearer ${token}` }, body, duplex: 'half' };
        expect(await (await fetch(`${sandbox.url}/api/echo`, init)).json()).toMatchObject({
            method: 'PUT',
            bytes: 64 * MIB,
            sha256: expected(),
            headers: { 'transfer-encoding': 'chunked' }
        });
        expect(await journal()).toContainEqual(expect.objectContaining({ path: '/api/echo', body_bytes: 64 * MIB, status: 200 }));
    });

    test.each(['/bearer/v1/echo', '/api/echo'])('%s wants a credential', async (path) => {
        expect((await fetch(sandbox.url + path, { method: 'POST', body: 'x' })).status).toBe(401);
    });
});

describe('blob', () => {
    test('has as many bytes as told, always the same, and their hash', async () => {
        const [first, again] = [await blob('bytes=200001'), await blob('bytes=200001')];
        expect(first.response.headers.get('content-length')).toBe('200001');
        expect(first.bytes.length).toBe(200_001);
        expect(first.response.headers.get('x-sha256')).toBe(sha256(first.bytes));
        expect(again.bytes.equals(first.bytes)).toBe(true);
        expect((await blob('bytes=0')).bytes.length).toBe(0);
    });

    test('chunked hides the length, and disposition makes it a file', async () => {
        const { response, bytes } = await blob('bytes=100000&chunked=1&disposition=attachment');
        expect(response.headers.get('content-length')).toBe(null);
        expect(response.headers.get('content-disposition')).toBe('attachment; filename="blob-100000.bin"');
        expect(response.headers.get('x-sha256')).toBe(sha256(bytes));
    });

    test.each([
        ['gzip', gunzipSync],
        ['br', brotliDecompressSync]
    ] as const)('%s compresses, and the hash is of what comes out', async (encoding, decompress) => {
        const { headers, bytes } = await raw('GET', `/bearer/v1/blob?bytes=300000&encoding=${encoding}`);
        expect(headers['content-encoding']).toBe(encoding);
        expect(bytes.length).toBeLessThan(100_000);
        expect(headers['x-sha256']).toBe(sha256(decompress(bytes)));
    });

    test.each(['', '&encoding=gzip', '&encoding=br'])('ms_per_chunk sends the first part long before the last%s', async (encoding) => {
        const response = await open('GET', `/bearer/v1/blob?bytes=10000000&ms_per_chunk=60000${encoding}`);
        const [chunk] = await once(response, 'data');
        expect(chunk.length).toBeGreaterThan(0);
        response.destroy();
    });

    test('POST sends back what it gets, with its type, while it still arrives', async () => {
        const { sha256: expected, body } = largeBody(32);
        const headers = { ...BEARER, 'content-type': 'image/x-test' };
        const response = await fetch(`${sandbox.url}/bearer/v1/blob`, { method: 'POST', headers, body, duplex: 'half' });
        expect(response.headers.get('content-type')).toBe('image/x-test');
        const digest = createHash('sha256');
        for await (const chunk of response.body ?? []) digest.update(chunk);
        expect(digest.digest('hex')).toBe(expected());
    });

    test.each(['bytes=-1', 'bytes=x', 'encoding=zip', 'chunked=yes', 'disposition=none', 'ms_per_chunk=1.5'])(
        'refuses %s',
        async (query) => {
            const response = await fetch(`${sandbox.url}/bearer/v1/blob?${query}`, { headers: BEARER });
            expect(response.status).toBe(400);
            expect(await response.json()).toEqual({ error: expect.stringContaining(`"${query.split('=')[0]}" must be`) });
        }
    );

    test('HEAD tells length and hash, and other methods are refused', async () => {
        const head = await fetch(`${sandbox.url}/bearer/v1/blob?bytes=5`, { method: 'HEAD', headers: BEARER });
        expect([head.headers.get('content-length'), head.headers.get('x-sha256')]).toEqual(['5', expect.stringMatching(/^[0-9a-f]{64}$/)]);
        expect((await fetch(`${sandbox.url}/bearer/v1/blob`, { method: 'PUT', headers: BEARER })).status).toBe(405);
    });
});

describe('the journal notices a caller who goes away', () => {
    test('before the response', async () => {
        await controlClient(sandbox)('faults', [{ action: { type: 'delay', ms: 60_000 } }]);
        const request = httpRequest(`${sandbox.url}/bearer/v1/account`, { headers: BEARER }).on('error', () => undefined);
        request.end();
        await expect.poll(journal).toMatchObject([{ status: null, aborted: false }]);
        request.destroy();
        await expect.poll(journal).toMatchObject([{ status: null, aborted: true }]);
    });

    test('in the middle of the response, which then stops', async () => {
        const response = await open('GET', `/bearer/v1/blob?bytes=${64 * MIB}`);
        await once(response, 'data');
        // Else all of it might have been sent before the journal is read.
        response.pause();
        expect(await journal()).toMatchObject([{ aborted: false }]);
        response.destroy();
        await expect.poll(journal).toMatchObject([{ status: 200, aborted: true }]);
    });

    test.each(['/bearer/v1/echo', '/bearer/v1/orders'])('in the middle of the request to %s', async (path) => {
        const headers = { ...BEARER, 'content-length': '1000' };
        const request = httpRequest(sandbox.url + path, { method: 'POST', headers }).on('error', () => undefined);
        await new Promise((resolve) => request.write('half', resolve));
        request.destroy();
        await expect.poll(journal).toMatchObject([{ status: null, aborted: true, body_bytes: 4 }]);
    });

    test('in the middle of a request without a response', async () => {
        await controlClient(sandbox)('faults', [{ action: 'hang' }]);
        const request = httpRequest(`${sandbox.url}/bearer/v1/echo`, { method: 'PUT', headers: BEARER }).on('error', () => undefined);
        request.write(Buffer.alloc(8 * MIB));
        await expect.poll(journal).toHaveLength(1);
        request.destroy();
        await expect.poll(journal).toMatchObject([{ status: null, aborted: true }]);
    });

    test('but not where all went well', async () => {
        await blob('bytes=100');
        expect(await journal()).toMatchObject([{ status: 200, aborted: false }]);
    });
});

async function blob(query: string): Promise<{ response: Response; bytes: Buffer }> {
    const response = await fetch(`${sandbox.url}/bearer/v1/blob?${query}`, { headers: BEARER });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** A request as it is written here: fetch would tidy up the path, and decompress. */
async function open(method: string, path: string, headers: Record<string, string | string[]> = {}, body = ''): Promise<IncomingMessage> {
    const { hostname, port } = new URL(sandbox.url);
    const request = httpRequest({ hostname, port, method, path, headers: { ...BEARER, ...headers } }).on('error', () => undefined);
    request.end(body);
    const [response] = await once(request, 'response');
    return response.on('error', () => undefined);
}

async function raw(...request: Parameters<typeof open>): Promise<{ headers: IncomingMessage['headers']; bytes: Buffer; body: unknown }> {
    const response = await open(...request);
    const bytes = Buffer.concat(await response.toArray());
    const isJson = response.headers['content-type']?.includes('json');
    return { headers: response.headers, bytes, body: isJson ? JSON.parse(bytes.toString()) : undefined };
}

/** A streamed body, never whole in memory, and its hash once it has been sent. */
function largeBody(mebibytes: number): { body: ReadableStream; sha256: () => string } {
    const digest = createHash('sha256');
    const chunks = function* () {
        for (let index = 0; index < mebibytes; index += 1) {
            const chunk = Buffer.alloc(MIB, `${index} `);
            digest.update(chunk);
            yield chunk;
        }
    };
    return { body: ReadableStream.from(chunks()), sha256: () => digest.digest('hex') };
}

async function journal(): Promise<unknown[]> {
    return Object(await controlClient(sandbox)('journal?path_regex=^/(bearer|api)')).requests;
}

function sha256(bytes: Uint8Array): string {
    return createHash('sha256').update(bytes).digest('hex');
}
