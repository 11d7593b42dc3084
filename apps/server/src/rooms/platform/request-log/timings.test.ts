import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open, type ProxyWorld, send, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { entriesOf } from './request-log.fixtures.ts';

let world: ProxyWorld;
beforeAll(async () => {
    world = await startProxyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const heldMs = 60;
/** What is stored has three decimals, of numbers with seven digits. */
const roundingMs = 0.1;

/** Ends when the clock by which the log measures has advanced so far. */
async function hold(): Promise<void> {
    for (const from = performance.now(); performance.now() - from < heldMs;) await new Promise((next) => setImmediate(next));
}

/** The provider's next response, which the test writes. */
function nextResponse(): Promise<ServerResponse> {
    return new Promise((arrived) => {
        world.thirdParty.handle = (_request, response) => arrived(response);
    });
}

async function timingsOf(id: string) {
    const [entry] = await entriesOf(world.app, 1, { request_id: id });
    const { queue_ms: queue = -1, connect_ms: connect, first_byte_ms: firstByte, total_ms: total = -1 } = entry?.timings ?? {};
    return { entry, queue, connect: connect ?? -1, firstByte: firstByte ?? -1, total };
}

test('the log says how long a provider held back its headers, and then the rest of its response', async () => {
    const arriving = nextResponse();
    const begunAt = performance.now();
    const opening = open(world, '/held', { headers: { 'patchbay-request-id': 'held' } });
    const response = await arriving;
    const arrivedAt = performance.now();
    await hold();
    const repliedAt = performance.now();
    response.writeHead(200, { 'content-type': 'text/plain' }).write('one');
    const opened = await opening;
    const openedAt = performance.now();
    await hold();
    const endAt = performance.now();
    response.end('two');
    expect(Buffer.concat(await opened.chunks).toString()).toBe('onetwo');
    const closedAt = performance.now();

    const { queue, connect, firstByte, total } = await timingsOf('held');
    expect(Math.min(queue, connect)).toBeGreaterThanOrEqual(0);
    expect(firstByte).toBeGreaterThanOrEqual(repliedAt - arrivedAt - roundingMs);
    expect(queue + connect + firstByte).toBeLessThanOrEqual(openedAt - begunAt + roundingMs);
    expect(total - connect - firstByte).toBeGreaterThanOrEqual(endAt - openedAt - roundingMs);
    expect(queue + total).toBeLessThanOrEqual(closedAt - begunAt + roundingMs);
});

test('the log says how long it took until a provider that had sent its headers broke off', async () => {
    const arriving = nextResponse();
    const sending = send(world, '/broken-off', { headers: { 'patchbay-request-id': 'broken-off' } });
    const response = await arriving;
    const arrivedAt = performance.now();
    response.writeHead(200, { 'content-length': '10' }).write('one');
    await hold();
    const brokenOffAt = performance.now();
    response.socket?.destroy();
    await sending;
    const { entry, connect, firstByte, total } = await timingsOf('broken-off');
    expect(entry).toMatchObject({ failed: true, status: 200, error: { code: expect.any(String) } });
    expect(total).toBeGreaterThanOrEqual(brokenOffAt - arrivedAt - roundingMs);
    expect(total).toBeGreaterThanOrEqual(connect + firstByte - roundingMs);
});

test('the log has no time to the first byte of a provider that never responded', async () => {
    const arriving = nextResponse();
    const sending = send(world, '/silent', { headers: { 'patchbay-request-id': 'silent' } });
    const response = await arriving;
    const arrivedAt = performance.now();
    await hold();
    const brokenOffAt = performance.now();
    response.socket?.destroy();
    await sending;
    const { entry, total } = await timingsOf('silent');
    expect(entry).toMatchObject({ failed: true, status: null, timings: { first_byte_ms: null } });
    expect(total).toBeGreaterThanOrEqual(brokenOffAt - arrivedAt - roundingMs);
});
