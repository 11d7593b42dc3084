import { once } from 'node:events';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { createTestDatabase } from '@patchbay/db/testing';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf, sendRaw, storedText } from '../../api.fixtures.ts';
import { readConfig } from '../../config.ts';
import { type RunningServer, startServer } from '../../start.ts';
import { createLog } from '../log/log.ts';
import { generateKeyRing } from '../crypto/seal.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** Writes bytes, and answers what came back until the server ended the connection. */
function exchangeRaw(
    address: string,
    bytes: string,
    options: { drip?: string; intervalMs?: number; allowHalfOpen?: boolean } = {}
): Promise<{ text: string; afterMs: number }> {
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
        const { allowHalfOpen = false } = options;
        const socket = connect({ host: '127.0.0.1', port: Number(new URL(address).port), allowHalfOpen }, () => socket.write(bytes));
        const dripping = options.drip === undefined ? undefined : setInterval(() => socket.write(options.drip ?? ''), options.intervalMs);
        let text = '';
        socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
        socket.on('close', () => {
            clearInterval(dripping);
            resolve({ text, afterMs: performance.now() - startedAt });
        });
        socket.on('error', (error: NodeJS.ErrnoException) => {
            if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
        });
    });
}

const post = (headers: string[], body = '') =>
    [
        `POST /connect/sessions HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${app.keys.dev}`,
        'Content-Type: application/json',
        'Connection: close',
        ...headers,
        '',
        body
    ].join('\r\n');

describe('T-41: a body above 1 MiB', () => {
    const body = JSON.stringify({ end_user: { id: 'u' }, organization: { id: 'x'.repeat(1024 * 1024) } });

    test('is refused with its length announced', async () => {
        const response = await app.raw('/connect/sessions', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        expect(outcomeOf(response)).toBe('413 request_too_large');
        expect(response.text).toContain('The body is larger than the 1024 KiB that this endpoint accepts.');
    });

    test('is refused in chunks, without an announcement', async () => {
        const chunks = new ReadableStream({
            start(controller) {
                for (let at = 0; at < body.length; at += 64 * 1024) controller.enqueue(Buffer.from(body.slice(at, at + 64 * 1024)));
                controller.close();
            }
        });
        const response = await app.raw('/connect/sessions', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: chunks,
            duplex: 'half'
        });
        expect(outcomeOf(response)).toBe('413 request_too_large');
    });

    test('is refused unread when it is hopelessly large', async () => {
        const refused = await exchangeRaw(app.url, post([`Content-Length: ${64 * 1024 * 1024}`], '{"end_user"'));
        expect(refused.text).toContain('HTTP/1.1 413');
        expect(refused.text).toContain('request_too_large');
        expect(refused.text).toMatch(/connection: close/i);
    });

    test('is refused to a client that reads nothing until it has sent all', async () => {
        const { port } = new URL(app.url);
        const socket = connect({ host: '127.0.0.1', port: Number(port) }).pause();
        const sent = once(socket, 'drain');
        const length = 32 * 1024 * 1024;
        socket.write(post([`Content-Length: ${length}`]));
        socket.write(Buffer.alloc(length, 'a'));
        await sent;
        expect(await readText(socket)).toMatch(/^HTTP\/1\.1 413 [^]*request_too_large/);
    });

    test('may be twice as large for an import, and no larger', async () => {
        await app.integrate('unauthenticated');
        const importing = (length: number) =>
            app.raw('/connections', {
                method: 'POST',
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify({ provider_config_key: 'x'.repeat(length) })
            });
        expect(outcomeOf(await importing(1.5 * 1024 * 1024))).toBe('400 invalid_body');
        expect(outcomeOf(await importing(2.5 * 1024 * 1024))).toBe('413 request_too_large');
    });
});

test('headers that are too large get 431', async () => {
    const response = await sendRaw(app, { path: '/connections', headers: { 'x-large': 'a'.repeat(20_000) } });
    expect(response.status).toBe(431);
});

test.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked'],
    ['a length that is no number', 'Content-Length: two'],
    ['a line feed in a header', 'X-Note: a\rb'],
    ['an unknown transfer encoding', 'Transfer-Encoding: cow']
])('a request that others could read differently is refused: %s', async (_what, header) => {
    const before = await storedText(app.db);
    const { text } = await exchangeRaw(app.url, post([header], '{}'));
    expect(text).toMatch(/^HTTP\/1\.1 (400|501) /);
    expect(await storedText(app.db)).toBe(before);
});

test.each(['evil.example', 'evil.example:3003', 'localhost:1', '169.254.169.254', 'user@evil.example'])(
    'T-47: links do not follow the Host %s',
    async (host) => {
        await app.integrate('sandbox-oauth2', { unique_key: `host-${host.length}` }).catch(() => {});
        const headers = { host, 'x-forwarded-host': host, 'x-forwarded-proto': 'https', forwarded: `host=${host}` };
        for (const path of ['/integrations', '/providers/github', '/openapi.json']) {
            const response = await sendRaw(app, { path, headers });
            expect(response.status).toBe(200);
            expect(response.text).toContain(app.url);
            expect(JSON.stringify([response.text, response.headers])).not.toMatch(/evil|169\.254|localhost:1\b/);
        }
        const minted = await sendRaw(app, {
            method: 'POST',
            path: '/connect/sessions',
            headers: { ...headers, 'content-type': 'application/json' },
            body: '{"end_user":{"id":"u"}}'
        });
        expect(minted.text).toContain(`${app.connectUrl}/l/`);
    }
);

test('an address in the request line does not count either', async () => {
    const response = await sendRaw(app, { path: 'http://evil.example/providers/github' });
    expect(response.status).toBe(200);
    expect(response.text).not.toContain('evil');
});

test('a body with GET is refused', async () => {
    const response = await sendRaw(app, {
        path: '/connections',
        headers: { 'content-type': 'application/json', 'content-length': '12' },
        body: '{"all":true}'
    });
    expect([response.status, response.text.includes('Unrecognized key')]).toEqual([400, true]);
});

test.each([
    ['where there has to be one', 'POST /connect/sessions'],
    ['where it is a change', 'PATCH /connections/nobody'],
    ['where the token should be in it', 'POST /connect/telemetry'],
    ['where no credential is needed', 'POST /connect/links/exchange'],
    ['where none is wanted', 'DELETE /connections/nobody']
])('a request that says nothing of a body is answered, %s', async (_, start) => {
    const lines = [`${start} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${app.keys.dev}`, 'Connection: close', '', ''];
    expect((await exchangeRaw(app.url, lines.join('\r\n'))).text).toMatch(/^HTTP\/1\.1 400 /);
});

test('a client that disconnects within its body is not logged as an error', async () => {
    const before = await storedText(app.db);
    await new Promise<void>((resolve, reject) => {
        const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.url).port) }, () => {
            socket.write(post(['Content-Length: 500'], '{"end_user":{"id":"'), () => socket.destroy());
        });
        socket.on('close', () => resolve()).on('error', reject);
    });
    await expect.poll(async () => (await app.raw('/health')).status).toBe(200);
    expect(app.logLines.filter((line) => /"level":"(error|warn)"/.test(line))).toEqual([]);
    expect(await storedText(app.db)).toBe(before);
});

describe('T-45: a server that waits half a second for headers and one for the rest', () => {
    let server: RunningServer;
    let drop: () => Promise<void>;
    beforeAll(async () => {
        const database = await createTestDatabase();
        drop = database.drop;
        const config = readConfig({
            DATABASE_URL: database.url,
            PATCHBAY_ENCRYPTION_KEYS: generateKeyRing(),
            PATCHBAY_PUBLIC_URL: 'http://localhost:0',
            PATCHBAY_CONNECT_URL: 'http://127.0.0.1:0'
        });
        server = await startServer(
            { ...config, port: 0, connectPort: 0 },
            { log: createLog('silent'), clientLimits: { headersMs: 500, requestMs: 1000 } }
        );
    });
    afterAll(async () => {
        await server.stop();
        await drop();
    });

    test('cuts off headers that trickle in, and goes on serving others meanwhile', async () => {
        const slow = Array.from({ length: 50 }, () =>
            exchangeRaw(server.config.publicUrl, 'GET /health HTTP/1.1\r\nHost: localhost\r\n', { drip: 'X-A: b\r\n', intervalMs: 50 })
        );
        expect((await fetch(`${server.config.publicUrl}/health`)).status).toBe(200);
        for (const { text, afterMs } of await Promise.all(slow)) {
            expect(text).toMatch(/^(HTTP\/1\.1 408|$)/);
            expect(afterMs).toBeLessThan(10_000);
        }
    });

    test('cuts off a body that trickles in', async () => {
        const head =
            'POST /connect/links/exchange HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"code":"';
        const { text, afterMs } = await exchangeRaw(server.config.publicUrl, head, { drip: 'a', intervalMs: 50 });
        expect(text).toMatch(/^HTTP\/1\.1 408 /);
        expect(text).toMatch(/connection: close/i);
        expect(text).toContain('{"error":{"code":"request_timeout",');
        expect(afterMs).toBeLessThan(10_000);
    });

    test('cuts off a client that goes on sending what was refused', async () => {
        const head =
            'POST /connect/links/exchange HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99000000\r\n\r\n';
        const { text, afterMs } = await exchangeRaw(server.config.publicUrl, head, { drip: 'a', intervalMs: 50, allowHalfOpen: true });
        expect(text).toMatch(/^HTTP\/1\.1 413 /);
        expect(afterMs).toBeLessThan(10_000);
    });

    test.each([
        [
            'sends the rest of a body that was too slow, and requests',
            'POST /connect/links/exchange HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
            '}GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n',
            ['408']
        ],
        [
            'is refused an upgrade after a body that was not read',
            'POST /connections HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{',
            '}GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
            ['401', '404']
        ]
    ])('closes the connection of a client that %s', async (_what, first, second, statuses) => {
        const { port } = new URL(server.config.publicUrl);
        const socket = connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true });
        let received = '';
        socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
        socket.on('error', () => {});
        socket.write(first);
        await expect.poll(() => received).toContain(`HTTP/1.1 ${statuses[0]} `);
        socket.write(second);
        // Only who sends to a connection that is closed on both sides hears of that.
        const isReset = () => {
            if (!socket.destroyed) socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
            return socket.destroyed;
        };
        await expect.poll(isReset, { interval: 200, timeout: 2400 }).toBe(true);
        expect(received.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(statuses);
    });

    test('cuts off a body that nothing reads, after the response', async () => {
        const head = 'POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n';
        const { text, afterMs } = await exchangeRaw(server.config.publicUrl, head, { drip: 'a', intervalMs: 50 });
        expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404']);
        expect(afterMs).toBeLessThan(10_000);
    });
});

test('T-45: the usual server has these limits too, in seconds', async () => {
    const { text, afterMs } = await exchangeRaw(app.url, 'GET /health HTTP/1.1\r\nHost: localhost\r\n', {
        drip: 'X-A: b\r\n',
        intervalMs: 500
    });
    expect(text).toMatch(/^(HTTP\/1\.1 408|$)/);
    expect(afterMs).toBeGreaterThan(9000);
    expect(afterMs).toBeLessThan(15_000);
});
