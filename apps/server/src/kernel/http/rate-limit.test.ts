import { createSecretKey } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf, sendJson, withChecksum } from '../../api.fixtures.ts';
import { readConfig } from '../../config.ts';

const perMinute = 20;
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ config: { rateLimitPerMinute: perMinute } });
});
afterAll(() => app[Symbol.asyncDispose]());

async function newKey(): Promise<string> {
    return (await app.callAs(app.keys.prod)(createSecretKey, { body: { display_name: 'Limited', scopes: ['environment:*'] } })).data.secret;
}

test('answers say how much is left; beyond the limit they are 429 with Retry-After, and other keys are not held back', async () => {
    const token = await newKey();
    const first = await app.raw('/connections', { token });
    const resetIn = Number(first.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    expect([first.status, first.headers.get('x-ratelimit-limit'), first.headers.get('x-ratelimit-remaining')]).toEqual([200, '20', '19']);
    expect(resetIn > 0 && resetIn <= 61).toBe(true);

    for (let sent = 1; sent < perMinute; sent++) expect((await app.raw('/v1/connections', { token })).status).toBe(200);
    const refused = await app.raw('/connections', { token });
    expect(outcomeOf(refused)).toBe('429 too_many_request');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);

    expect((await app.raw('/connections', { token: await newKey() })).status).toBe(200);
    expect((await app.raw('/health', { token: null })).status).toBe(200);
});

test('T-46: forwarding headers do not open another bucket', async () => {
    const token = await newKey();
    const send = (index: number) =>
        app.raw('/connections', {
            token,
            headers: {
                'x-forwarded-for': `203.0.113.${index}`,
                'x-real-ip': `203.0.113.${index}`,
                forwarded: `for=203.0.113.${index}`,
                'cf-connecting-ip': `203.0.113.${index}`
            }
        });
    for (let sent = 0; sent < perMinute; sent++) expect((await send(sent)).status).toBe(200);
    expect((await send(99)).status).toBe(429);
});

test('T-23: a flood of sessions is cut off at the limit, and stores no more than that', async () => {
    const token = await newKey();
    const statuses: number[] = [];
    for (let sent = 0; sent < 2 * perMinute; sent++)
        statuses.push((await sendJson(app, 'POST', '/connect/sessions', { end_user: { id: 'flood' } }, token)).status);
    expect(statuses).toEqual([...Array<number>(perMinute).fill(201), ...Array<number>(perMinute).fill(429)]);
    const rows = await app.db.selectFrom('connect_sessions').select('id').execute();
    expect(rows).toHaveLength(perMinute);
});

test('T-23: one session cannot flood either', async () => {
    const { json } = await sendJson(app, 'POST', '/connect/sessions', { end_user: { id: 'user' } }, await newKey());
    // A session that was minted has a token.
    const { token } = (json as { data: { token: string } }).data;
    for (let sent = 0; sent < perMinute; sent++) expect((await app.raw('/connect/session', { token })).status).toBe(200);
    expect((await app.raw('/connect/session', { token })).status).toBe(429);
});

test('T-37, T-46: guessing is cut off by address, whatever is guessed and forwarded, and who has a key from there still gets in', async () => {
    const token = await newKey();
    const guess = (index: number) => {
        const wrong = index % 2 === 0 ? withChecksum(`pb_sk_dev_${String(index).padStart(12, '0')}_${'A'.repeat(43)}`) : 'nonsense';
        return app.raw('/connections', { token: wrong, headers: { 'x-forwarded-for': `203.0.113.${index % 250}` } });
    };
    const statuses: number[] = [];
    for (let index = 0; index < 310; index++) statuses.push((await guess(index)).status);
    expect(statuses.slice(0, 300).every((status) => status === 401)).toBe(true);
    expect(statuses.slice(300).every((status) => status === 429)).toBe(true);
    expect(outcomeOf(await app.raw('/connections', { token: null }))).toBe('429 too_many_request');
    expect((await app.raw('/connections', { token })).status).toBe(200);
});

test('looking up codes without credentials is bounded by address, before any look-up; who has a key, and who only looks, is not held back', async () => {
    await using replica = await startTestApp({ replicaOf: app, config: { rateLimitPerMinute: perMinute } });
    const ask = (path: string, body: unknown) => sendJson(replica, 'POST', path, body);
    const claim = () => ask('/connect/windows/claim', { window_key: 'unknown'.padEnd(43, '-') });
    for (let sent = 0; sent < perMinute; sent++) expect((await claim()).status).toBe(200);
    expect(outcomeOf(await claim())).toBe('429 too_many_request');
    expect(outcomeOf(await ask('/connect/links/exchange', { code: 'unknown' }))).toBe('429 too_many_request');
    for (const path of ['/health', '/providers/gem/icon', '/connect/launch/unknown'])
        expect([path, (await replica.raw(path, { token: null })).status]).not.toEqual([path, 429]);
    expect((await replica.raw('/connections', { token: await newKey() })).status).toBe(200);
});

/** Looks up a code, which needs no credentials, as proxies would pass the request on. */
function claimBehind(replica: TestApp, forwardedFor: string) {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor };
    const body = JSON.stringify({ window_key: 'unknown'.padEnd(43, '-') });
    return replica.raw('/connect/windows/claim', { method: 'POST', token: null, headers, body }).then(({ status }) => status);
}

test.each([
    ['one in front, by number', '1', (client: string) => `198.51.100.1, ${client}`],
    ['two in front, by number', '2', (client: string) => `198.51.100.1, ${client}, 10.0.0.1`],
    ['by address', '127.0.0.0/8,::1,10.0.0.0/8', (client: string) => `198.51.100.1, ${client}, 10.0.0.1`]
])('T-46: behind trusted proxies, %s, each client has a limit of its own, whatever it says of itself', async (_, given, chain) => {
    const { trustedProxies } = readConfig({ PATCHBAY_TRUSTED_PROXIES: given });
    await using replica = await startTestApp({ replicaOf: app, config: { rateLimitPerMinute: perMinute, trustedProxies } });
    const claim = (client: string, said = '') => claimBehind(replica, `${said}${chain(client)}`);
    for (let sent = 0; sent < perMinute; sent++) expect(await claim('203.0.113.7', `192.0.2.${sent}, `)).toBe(200);
    expect(await claim('203.0.113.7:5000', '192.0.2.200, ')).toBe(429);
    expect(await claim('203.0.113.8')).toBe(200);
    // One client has all addresses of an IPv6 network.
    for (let sent = 0; sent < perMinute; sent++) expect(await claim(`2001:db8:1:2::${sent.toString(16)}`)).toBe(200);
    expect(await claim('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(429);
    expect(await claim('2001:db8:1:3::1')).toBe(200);
});

test.each(['/openapi.json', '/changes', '/providers/gem/icon', '/connect/launch/unknown', '/oauth/callback'])(
    'GET %s, which needs no credentials, is bounded by address, apart from the others',
    async (path) => {
        await using replica = await startTestApp({ replicaOf: app, config: { rateLimitPerMinute: perMinute } });
        const statuses = [];
        for (let sent = 0; sent <= perMinute; sent++) statuses.push((await replica.raw(path, { token: null })).status);
        expect(statuses.slice(0, -1)).not.toContain(429);
        expect(statuses.at(-1)).toBe(429);
        expect((await replica.raw(path === '/changes' ? '/openapi.json' : '/changes', { token: null })).status).toBe(200);
    }
);

test('a probe is never refused for asking often: a load balancer would take the server for broken', async () => {
    for (let sent = 0; sent < 2 * perMinute; sent++) expect((await app.raw('/health', { token: null })).status).toBe(200);
});

test('0 switches the limits off', async () => {
    await using free = await startTestApp({ replicaOf: app, config: { rateLimitPerMinute: 0 } });
    const response = await free.raw('/connections');
    expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
});
