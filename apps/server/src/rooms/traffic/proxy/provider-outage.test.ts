import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEgress } from '../../../kernel/egress/egress.ts';
import { acme, type ProxyWorld, send, startProxyWorld } from './proxy.fixtures.ts';

let world: ProxyWorld;
beforeAll(async () => {
    world = await startProxyWorld({ acme: acme(), other: acme() });
});
beforeEach(() => {
    // Past whatever the test before has left behind.
    world.app.clock.advance(60_000);
    world.thirdParty.arrived.length = 0;
});
afterAll(() => world[Symbol.asyncDispose]());

const responding = (status: number) =>
    (world.thirdParty.handle = (_request, response) => response.writeHead(status, { 'retry-after': '0' }).end());
const callTimes = async (count: number, headers: Record<string, string> = {}) => {
    const statuses: number[] = [];
    for (let made = 0; made < count; made++) statuses.push((await send(world, '/v1/things', { headers })).status);
    return statuses;
};

test('a provider that is down is left alone after twenty calls, and found within ten seconds of its return', async () => {
    world.thirdParty.handle = (request) => void request.socket.destroy();
    expect((await callTimes(25)).slice(20)).toEqual([503, 503, 503, 503, 503]);
    expect(world.thirdParty.arrived).toHaveLength(20);
    const refused = await send(world, '/v1/things');
    expect(refused).toMatchObject({ status: 503, code: 'provider_unavailable' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(4);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(5);

    // Down for two more minutes, with a call every second.
    for (let second = 0; second < 120; second++) {
        world.app.clock.advance(1000);
        await callTimes(1);
    }
    expect(world.thirdParty.arrived.length).toBeLessThan(20 + 120 / 5);
    responding(200);
    let waited = 0;
    while ((await callTimes(1))[0] !== 200) {
        waited += 1;
        world.app.clock.advance(1000);
    }
    expect(waited).toBeLessThanOrEqual(10);
    expect(await callTimes(20)).toEqual(Array.from({ length: 20 }, () => 200));
});

test('another integration with the same provider goes on, and so does another host', async () => {
    responding(500);
    expect((await callTimes(21)).at(-1)).toBe(503);
    responding(200);
    expect((await send(world, '/v1/things', { provider: 'other' })).status).toBe(200);
    const elsewhere = `http://b.localhost:${world.thirdParty.port}`;
    expect((await send(world, '/v1/things', { headers: { 'base-url-override': elsewhere } })).status).toBe(200);
    expect((await callTimes(1))[0]).toBe(503);
});

test('a provider that asks for patience is not taken for broken, and retries are at most a fifth of the first tries', async () => {
    responding(429);
    const statuses = await callTimes(100, { retries: '3' });
    expect(new Set(statuses)).toEqual(new Set([429]));
    expect(world.thirdParty.arrived.length).toBeGreaterThan(100);
    expect(world.thirdParty.arrived.length).toBeLessThanOrEqual(120);
});

test('a caller with few requests gets every retry asked for', async () => {
    responding(429);
    expect(await callTimes(2, { retries: '3' })).toEqual([429, 429]);
    expect(world.thirdParty.arrived).toHaveLength(8);
});

test('a provider that takes a call and sends nothing back is a provider_timeout', async () => {
    await using impatient = await startProxyWorld(undefined, {
        createEgress(allowPrivateHosts) {
            const egress = createEgress({ allowPrivateHosts });
            return { ...egress, stream: (request) => egress.stream({ ...request, firstByteTimeoutMs: 100 }) };
        }
    });
    impatient.thirdParty.handle = () => {};
    expect(await send(impatient, '/v1/things')).toMatchObject({ status: 504, code: 'provider_timeout' });
    expect(impatient.thirdParty.arrived).toHaveLength(1);
});
