import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProxyWorld, send, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { entriesOf } from './request-log.fixtures.ts';

let world: ProxyWorld;
beforeAll(async () => {
    world = await startProxyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** How far a reading in another place of the process may be off, rounding included. */
const toleranceMs = 5;
/** Long against that, and short for a test. */
const heldMs = 60;

/** Until this clock has advanced so far; what it holds back is what is measured. */
async function hold(ms: number): Promise<void> {
    for (const from = performance.now(); performance.now() - from < ms;) await new Promise((next) => setImmediate(next));
}

test('the log says how long a provider held back its headers, and then the rest of its response', async () => {
    const readings = { arrived: 0, headers: 0, end: 0 };
    world.thirdParty.handle = (_request, response) => {
        readings.arrived = performance.now();
        void hold(heldMs)
            .then(() => {
                readings.headers = performance.now();
                response.writeHead(200, { 'content-type': 'text/plain' }).write('one');
                return hold(heldMs);
            })
            .then(() => {
                readings.end = performance.now();
                response.end('two');
            });
    };
    const begun = performance.now();
    expect((await send(world, '/held', { headers: { 'patchbay-request-id': 'held' } })).text).toBe('onetwo');
    const took = performance.now() - begun;
    const [entry] = await entriesOf(world.app, 1, { request_id: 'held' });
    const { queue_ms: queue = -1, connect_ms: connect, first_byte_ms: firstByte, total_ms: total } = entry?.timings ?? {};
    const { arrived, headers, end } = readings;
    const [connectMs, firstByteMs, totalMs] = [connect ?? -1, firstByte ?? -1, total ?? -1];
    expect(queue).toBeGreaterThanOrEqual(0);
    expect(connectMs).toBeGreaterThanOrEqual(0);
    // What the provider itself held back, and no more than the call took.
    expect(firstByteMs).toBeGreaterThanOrEqual(headers - arrived - toleranceMs);
    expect(firstByteMs).toBeLessThanOrEqual(took - (end - headers) + toleranceMs);
    expect(totalMs).toBeGreaterThanOrEqual(connectMs + firstByteMs + (end - headers) - toleranceMs);
    expect(queue + totalMs).toBeLessThanOrEqual(took + toleranceMs);
});

test('the log says how long it took until a provider that had sent its headers broke off', async () => {
    let heldBack = 0;
    world.thirdParty.handle = (request, response) => {
        response.writeHead(200, { 'content-length': '10' }).write('one');
        const from = performance.now();
        void hold(heldMs).then(() => {
            heldBack = performance.now() - from;
            request.socket.destroy();
        });
    };
    await send(world, '/broken-off', { headers: { 'patchbay-request-id': 'broken-off' } });
    const [entry] = await entriesOf(world.app, 1, { request_id: 'broken-off' });
    expect(entry).toMatchObject({ failed: true, status: 200, error: { code: expect.any(String) } });
    const { connect_ms: connect, first_byte_ms: firstByte, total_ms: total = 0 } = entry?.timings ?? {};
    expect(total).toBeGreaterThanOrEqual((connect ?? 0) + (firstByte ?? 0) + heldBack - toleranceMs);
});

test('the log has no time to the first byte of a provider that never responded', async () => {
    let heldBack = 0;
    world.thirdParty.handle = (request) => {
        const from = performance.now();
        void hold(heldMs).then(() => {
            heldBack = performance.now() - from;
            request.socket.destroy();
        });
    };
    await send(world, '/silent', { headers: { 'patchbay-request-id': 'silent' } });
    const [entry] = await entriesOf(world.app, 1, { request_id: 'silent' });
    expect(entry).toMatchObject({ failed: true, status: null, timings: { first_byte_ms: null } });
    expect(entry?.timings.total_ms).toBeGreaterThanOrEqual(heldBack - toleranceMs);
});
