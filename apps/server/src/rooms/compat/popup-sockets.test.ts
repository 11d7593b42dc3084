import { once } from 'node:events';
import { connect } from 'node:net';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw } from '../../api.fixtures.ts';
import { addressOf, openSocket } from './compat.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('a socket is told its name at once, and each has another', async () => {
    await using one = await openSocket(app);
    await using other = await openSocket(app);
    expect(one.clientId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(other.clientId).not.toBe(one.clientId);
});

test('only the name’s hash is stored', async () => {
    await using socket = await openSocket(app);
    const { token } = await app.session();
    await app.raw(addressOf('/oauth/connect/nowhere', token, `ws_client_id=${socket.clientId}`), { token: null });
    await socket.outcome;
    const rows = await app.db.selectFrom('popup_clients').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(socket.clientId);
});

test('sockets are at the top of the API’s address and nowhere else', async () => {
    const upgrade = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ=='
    };
    for (const path of ['/connections', '//', '/%', '*']) {
        const { status, text } = await sendRaw(app, { path, headers: upgrade });
        expect([path, status, text]).toEqual([path, 404, expect.stringMatching(/^\{"error":\{"code":"not_found","message":".+"\}\}$/)]);
    }
    expect((await app.raw('/health')).status).toBe(200);
    const closed = await new Promise<CloseEvent>((resolve) =>
        new WebSocket(`${app.connectUrl.replace('http', 'ws')}/`).addEventListener('close', resolve)
    );
    expect(closed.code).toBe(1006);
});

test('a refused client that keeps its own end open does not keep the connection', async () => {
    const { hostname, port } = new URL(app.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.write(
        'GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n'
    );
    socket.resume();
    await once(socket, 'end');
    // Only what is sent to a closed connection is answered by a reset.
    const reset = once(socket, 'error');
    const writing = setInterval(() => socket.write('x'), 10);
    expect((await reset)[0]).toMatchObject({ code: expect.stringMatching(/^(EPIPE|ECONNRESET)$/) });
    clearInterval(writing);
    socket.destroy();
});

test('clients have nothing to say: a message is ignored, a long one ends the socket', async () => {
    const socket = new WebSocket(app.url.replace('http', 'ws'));
    await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
    const ended = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve));
    socket.send('hello');
    socket.send('x'.repeat(10_000));
    expect((await ended).code).toBe(1009);
});

test('a server that stops closes its sockets and is not held up by them', async () => {
    const replica = await startTestApp({ replicaOf: app });
    const socket = await openSocket(replica);
    const startedAt = performance.now();
    await replica[Symbol.asyncDispose]();
    expect(await socket.ended).toBe(1001);
    // What holds a stop up is given five seconds.
    expect(performance.now() - startedAt).toBeLessThan(4500);
});
