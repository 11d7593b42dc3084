import { createFreeze, liftFreeze, updateIntegration } from '@patchbay/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { acme, type ProxyWorld, send, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { detailOf, entriesOf } from './request-log.fixtures.ts';

let world: ProxyWorld;
beforeAll(async () => {
    const limited = acme({ rate_limits: { per: 'credentials', windows: [{ requests: 50, per_seconds: 1 }], wait_seconds: 90 } });
    world = await startProxyWorld({ acme: acme(), limited, down: acme() });
});
beforeEach(() => {
    world.thirdParty.handle = (_request, response) => void response.end('ok');
});
afterAll(() => world[Symbol.asyncDispose]());

let count = 0;
/** One call, its response and what the log has of it. */
async function callAndFind(options: Parameters<typeof send>[2] = {}) {
    const id = `refused-${(count += 1)}`;
    const before = world.thirdParty.arrived.length;
    const response = await send(world, '/items?api_token=canary-in-a-query', {
        ...options,
        headers: { ...options.headers, 'patchbay-request-id': id }
    });
    const [entry] = await entriesOf(world.app, 1, { request_id: id });
    if (!entry) throw new Error('Without an entry the test has failed.');
    expect(JSON.stringify(await detailOf(world.app, entry))).not.toContain('canary');
    return { response, entry, sent: world.thirdParty.arrived.length - before };
}

/** What an entry of a call says that was refused with this code. */
const refusal = (code: string, about: object = {}) => ({
    attempt: 1,
    kind: 'proxy',
    method: 'GET',
    url: '/proxy/items',
    status: null,
    failed: true,
    error: { code, message: expect.any(String) },
    connection_id: 'one',
    integration_id: 'acme',
    ...about
});

test('a backend finds its call to a frozen integration by its request id', async () => {
    const { data: freeze } = await world.app.call(createFreeze, { body: { integration_id: 'acme', reason: 'A key has leaked' } });
    const { response, entry, sent } = await callAndFind();
    expect([response.code, sent]).toEqual(['frozen', 0]);
    expect(entry).toMatchObject(refusal('frozen'));
    await world.app.call(liftFreeze, { params: { freeze_id: freeze.id } });
    expect((await callAndFind()).entry).toMatchObject({ status: 200, error: null });
});

test('a backend finds its call to a disabled integration by its request id', async () => {
    await world.app.call(updateIntegration, { params: { id: 'acme' }, body: { enabled: false } });
    const { entry, sent } = await callAndFind();
    expect([entry, sent]).toMatchObject([refusal('integration_disabled'), 0]);
    await world.app.call(updateIntegration, { params: { id: 'acme' }, body: { enabled: true } });
});

test('a backend finds its call that waits too long for the rate limit of a provider by its request id', async () => {
    world.thirdParty.handle = (_request, response) => void response.writeHead(429, { 'retry-after': '3600' }).end();
    await callAndFind({ provider: 'limited' });
    const { response, entry, sent } = await callAndFind({ provider: 'limited' });
    expect([response.status, response.code, sent]).toEqual([429, 'provider_rate_limited', 0]);
    expect(entry).toMatchObject(refusal('provider_rate_limited', { integration_id: 'limited', provider: 'limited' }));
});

test('a backend finds its call that the breaker holds back by its request id', async () => {
    world.thirdParty.handle = (request) => void request.socket.destroy();
    let last = await callAndFind({ provider: 'down' });
    for (let made = 1; made < 30 && last.sent === 1; made += 1) last = await callAndFind({ provider: 'down' });
    expect([last.response.status, last.response.code]).toEqual([503, 'provider_unavailable']);
    expect(last.entry).toMatchObject(refusal('provider_unavailable', { integration_id: 'down', provider: 'down' }));
});

test('a backend finds its call with broken credentials, and one for a connection that there is not, by its request id', async () => {
    await world.app.db
        .updateTable('connections')
        .set({ credentials: Buffer.alloc(80) })
        .where('credentials_type', '=', 'API_KEY')
        .execute();
    const unreadable = await send(world, '/items', { headers: { 'patchbay-request-id': 'unreadable' } });
    expect(unreadable.code).toBe('credential_unreadable');
    expect(await entriesOf(world.app, 1, { request_id: 'unreadable' })).toMatchObject([refusal('credential_unreadable')]);
    const { entry, sent } = await callAndFind({ connection: 'nobody' });
    expect([entry, sent]).toMatchObject([refusal('unknown_connection', { connection_id: 'nobody' }), 0]);
});
