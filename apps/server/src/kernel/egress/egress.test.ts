import { afterEach, describe, expect, test, vi } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { recordingDial, sinks, startRawServer, startServer } from './egress.fixtures.ts';
import { createEgress } from './egress.ts';
import type { EgressErrorCode } from './egress.ts';

const failure = (code: EgressErrorCode) => expect.objectContaining({ name: 'EgressError', code });

afterEach(() => vi.unstubAllEnvs());

describe.each(sinks)('T-67: only http and https, straight: %s', (_sink, call) => {
    test.each([
        'file:///etc/passwd',
        'data:text/plain,hi',
        'ftp://example.com/',
        'gopher://example.com/',
        'ws://example.com/',
        'unix:/run/x.sock',
        'blob:https://example.com/1',
        'javascript:1',
        '//example.com/',
        '/path',
        '',
        'https://',
        'https://exa mple.com/',
        'https://[::1/',
        'https://user@example.com/',
        'https://user:pass@example.com/',
        'https://example.com@127.0.0.1/',
        'https://example.com./',
        'https://example.com/\r\nx: y',
        'https://exam\tple.com/',
        ' https://example.com/',
        'https://example.com/\u0000',
        'https://a:99999/'
    ])('%j is a bad URL', async (url) => {
        const { dialled, dial } = recordingDial();
        const egress = createEgress({ allowPrivateHosts: [], resolve: async () => ['1.1.1.1'], dial });
        await expect(call(egress, url)).rejects.toEqual(failure('bad_url'));
        expect(dialled).toEqual([]);
    });

    test('plain http to a public host is refused', async () => {
        const { dialled, dial } = recordingDial();
        const egress = createEgress({ allowPrivateHosts: [], resolve: async () => ['1.1.1.1'], dial });
        await expect(call(egress, 'http://api.example.com/')).rejects.toEqual(failure('destination_not_allowed'));
        await expect(call(egress, 'http://1.1.1.1/')).rejects.toEqual(failure('destination_not_allowed'));
        expect(dialled).toEqual([]);
    });

    test('proxy variables of the environment are ignored', async () => {
        await using proxy = await startServer((_request, response) => response.end('from the proxy'));
        await using server = await startServer((_request, response) => response.end('direct'));
        for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])
            vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
        vi.stubEnv('NODE_USE_ENV_PROXY', '1');
        const egress = createEgress({ allowPrivateHosts: [`localhost:${server.port}`] });
        expect(await call(egress, `http://localhost:${server.port}/`)).toMatchObject({ status: 200 });
        expect(server.requests).toHaveLength(1);
        expect(proxy.connections).toBe(0);
        await egress.close();
    });
});

describe('T-19, T-54: allowedHosts', () => {
    const cases: [string, string[], boolean][] = [
        ['https://api.example.com/', ['api.example.com'], true],
        ['https://API.example.com/', ['Api.Example.com'], true],
        ['https://api.example.com/', ['api.example.com:443'], true],
        ['https://api.example.com:8443/', ['api.example.com'], false],
        ['https://api.example.com:8443/', ['api.example.com:8443'], true],
        ['https://eu.api.example.com/', ['api.example.com'], false],
        ['https://eu.example.com/', ['.example.com'], true],
        ['https://a.eu.example.com:8443/', ['.example.com:8443'], true],
        ['https://eu.example.com:8443/', ['.example.com'], false],
        ['https://example.com/', ['.example.com'], false],
        ['https://evilexample.com/', ['.example.com'], false],
        ['https://example.com.evil.test/', ['.example.com', 'example.com'], false],
        ['https://evil.test\\.example.com/', ['.example.com'], false],
        ['https://evil.test#.example.com', ['.example.com'], false],
        ['https://1.1.1.1/', ['.1'], false],
        ['https://1.1.1.1/', ['1.1.1.1'], true],
        ['https://api.example.com/', [], false]
    ];
    test.each(cases)('%s with %j: %s', async (url, allowedHosts, isAllowed) => {
        const { dialled, dial } = recordingDial();
        const egress = createEgress({ allowPrivateHosts: [], resolve: async () => ['1.1.1.1'], dial });
        await expect(egress.request({ url, allowedHosts })).rejects.toEqual(failure(isAllowed ? 'unreachable' : 'destination_not_allowed'));
        expect(dialled).toEqual(isAllowed ? ['1.1.1.1'] : []);
    });
});

describe('headers', () => {
    test("the request carries our user agent and encodings, the caller's headers, and a body with its length", async () => {
        await using server = await startServer((_request, response) => response.end());
        const egress = createEgress({ allowPrivateHosts: [`localhost:${server.port}`] });
        const url = `http://localhost:${server.port}/`;
        await egress.request({ url, method: 'POST', body: 'å', headers: { Authorization: 'Bearer t', 'Accept-Encoding': 'zstd' } });
        await egress.request({ url, headers: { 'User-Agent': 'mine' } });
        expect(server.requests).toMatchObject([
            {
                method: 'POST',
                body: 'å',
                headers: { authorization: 'Bearer t', 'content-length': '2', 'accept-encoding': 'gzip, deflate, br' }
            },
            { method: 'GET', headers: { 'user-agent': 'mine' } }
        ]);
        expect(server.requests[0]?.headers['user-agent']).toBe(`patchbay/${manifest.version}`);
        await egress.close();
    });

    test.each([
        ['a: b\r\nc', 'x'],
        ['a\nb', 'x'],
        ['', 'x'],
        ['a b', 'x'],
        ['a:', 'x'],
        ['ä', 'x'],
        ['x', 'a\r\nb: c'],
        ['x', 'a\nb'],
        ['x', 'a\u0000'],
        ['x', '€'],
        ['Host', 'evil.test'],
        ['content-length', '5'],
        ['Transfer-Encoding', 'chunked'],
        ['Connection', 'x'],
        ['upgrade', 'h2c'],
        ['expect', '100-continue']
    ])('T-59: the header %j: %j is refused before anything is dialled, without quoting its value', async (name, value) => {
        await using server = await startServer((_request, response) => response.end());
        const egress = createEgress({ allowPrivateHosts: [`localhost:${server.port}`] });
        const call = egress.request({ url: `http://localhost:${server.port}/`, headers: { [name]: value } });
        await expect(call).rejects.toEqual(failure('protocol'));
        expect(server.connections).toBe(0);
    });

    test('repeated response headers are joined, and one called __proto__ is only a name', async () => {
        await using server = await startRawServer((socket) => {
            socket.end('HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a: 2\r\n__proto__: x\r\ncontent-length: 0\r\n\r\n');
        });
        const egress = createEgress({ allowPrivateHosts: [`localhost:${server.port}`] });
        const { headers } = await egress.request({ url: `http://localhost:${server.port}/` });
        expect(headers['x-a']).toBe('1, 2');
        expect(Object.getPrototypeOf(headers)).toBe(Object.prototype);
        await egress.close();
    });
});

describe('failures say the host and the reason, and no part of the request', () => {
    const url = (host: string) => `https://${host}/canary-path?key=canary-query`;
    const request = { method: 'POST', body: 'canary-body', headers: { authorization: 'canary-header' } } as const;
    test.each([
        ['refused', [], 'unreachable', 'api.example.com: the connection failed (ECONNREFUSED)'],
        ['unresolved', [], 'unreachable', 'nowhere.example: the name does not resolve'],
        ['other host', ['other.example.com'], 'destination_not_allowed', 'api.example.com: this call may not go to this host']
    ])('%s', async (_what, allowedHosts, code, message) => {
        const { dial } = recordingDial();
        const resolve = async (host: string) => (host === 'nowhere.example' ? [] : ['1.1.1.1']);
        const egress = createEgress({ allowPrivateHosts: [], resolve, dial });
        const host = message.split(':', 1)[0] ?? '';
        const call = egress.request({ ...request, url: url(host), ...(allowedHosts.length > 0 ? { allowedHosts } : {}) });
        const error = await call.then(
            () => undefined,
            (thrown: unknown) => thrown
        );
        expect(error).toMatchObject({ code, message });
        expect(JSON.stringify(error) + String(Object.values(error as object))).not.toContain('canary');
    });

    test('a resolver that throws is an unresolved name, and a bad URL is not quoted', async () => {
        const egress = createEgress({ allowPrivateHosts: [], resolve: () => Promise.reject(new Error('ENOTFOUND')) });
        await expect(egress.request({ url: url('api.example.com') })).rejects.toEqual(failure('unreachable'));
        await expect(egress.request({ url: 'https://user:canary@a/' })).rejects.toThrow(/^a: a URL must not carry/);
        await expect(egress.request({ url: 'https://canary canary/' })).rejects.not.toThrow('canary');
    });

    test('a server that closes early or does not speak HTTP is told apart, and what it said is not repeated', async () => {
        await using rude = await startRawServer((socket) => socket.destroy());
        await using odd = await startRawServer((socket) => socket.end('canary is not HTTP\r\n\r\n'));
        await using short = await startRawServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'));
        const egress = createEgress({ allowPrivateHosts: [rude, odd, short].map(({ port }) => `localhost:${port}`) });
        await expect(egress.request({ url: `http://localhost:${rude.port}/` })).rejects.toEqual(failure('unreachable'));
        const error = await egress.request({ url: `http://localhost:${odd.port}/` }).catch((thrown: unknown) => thrown);
        expect(error).toEqual(failure('protocol'));
        expect(`${String(error)}${String(error instanceof Error && error.cause)}`).not.toContain('canary');
        await expect(egress.request({ url: `http://localhost:${short.port}/` })).rejects.toEqual(failure('unreachable'));
        await egress.close();
    });
});
