import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { APPLICATION_SECRET, BEARER_API_KEYS, KEYED_API_KEYS } from './accounts.ts';
import { controlClient } from './control.fixtures.ts';
import { RateLimits } from './rate-limits.ts';
import type { RateLimit } from './rate-limits.ts';
import { startSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

const HOUR_MS = 3_600_000;

describe('the arithmetic', () => {
    const caller = { account: 'acme', key: 'key' };
    const limitsOf = (limit: Partial<RateLimit>) => {
        const limits = new RateLimits();
        limits.set({ section: 'bearer', windows: [{ requests: 2, per_ms: 1000 }], headers: 'none', ...limit });
        return { limits, arrive: (atMs: number) => limits.arrive('bearer', caller, atMs) };
    };

    test('the window slides: a request makes room exactly one window after it came, a refused one takes none', () => {
        const { limits, arrive } = limitsOf({});
        const times = [0, 500, 999.9, 1000, 1499, 1500, 1999, 2000];
        expect(times.map((time) => arrive(time)?.isAccepted)).toEqual([true, true, false, true, false, true, false, true]);
        // 999.9 to 1999 is five of them.
        expect(limits.list().keys).toMatchObject([{ total: 8, accepted: 5, refused: 3, most_in_window: [5] }]);
    });

    test('all windows hold at once', () => {
        const { limits, arrive } = limitsOf({
            windows: [
                { requests: 2, per_ms: 100 },
                { requests: 3, per_ms: 1000 }
            ]
        });
        expect([0, 1, 2, 150, 160, 1000].map((time) => arrive(time)?.isAccepted)).toEqual([true, true, false, true, false, true]);
        expect(limits.list().keys).toMatchObject([{ most_in_window: [3, 5] }]);
    });

    test('headers tell what is left, and when there is more', () => {
        const { arrive } = limitsOf({ headers: 'ratelimit' });
        const resetsAt = (atMs: number) => String(Math.ceil((performance.timeOrigin + atMs) / 1000));
        expect(arrive(0)?.headers).toEqual({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': resetsAt(1000) });
        expect(arrive(100)?.headers).toMatchObject({ 'x-ratelimit-remaining': '0' });
        expect(arrive(200)?.headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'retry-after': '1' });
    });

    test('stays exact when it has seen many', () => {
        const { limits, arrive } = limitsOf({ windows: [{ requests: 20, per_ms: 1000 }] });
        for (let time = 0; time < 20_000; time += 1) arrive(time * 10);
        expect(limits.list().keys).toMatchObject([{ total: 20_000, accepted: 4_000, most_in_window: [100] }]);
    });
});

describe('at the APIs', () => {
    let sandbox: Sandbox;

    beforeAll(async () => {
        sandbox = await startSandbox();
    });
    beforeEach(() => controlClient(sandbox)('reset', {}));
    afterAll(() => sandbox.stop());

    const limit = (section: string, changes: object = {}) =>
        controlClient(sandbox)('limits', { section, windows: [{ requests: 2, per_ms: HOUR_MS }], ...changes });
    const askKeyed = (key: string = KEYED_API_KEYS.acme) =>
        fetch(`${sandbox.url}/keyed/v0/account`, { headers: { 'x-api-key': key, 'x-application-secret': APPLICATION_SECRET } });
    const askBearer = (path = '/account') =>
        fetch(`${sandbox.url}/bearer/v1${path}`, { headers: { authorization: `Bearer ${BEARER_API_KEYS.acme}` } });
    const askBasic = () => fetch(`${sandbox.url}/basic/v1/account`, { headers: { authorization: `Basic ${btoa('ada:lovelace')}` } });

    test('the gateway throttles each key by itself, in its own style', async () => {
        await limit('keyed');
        expect([await askKeyed(), await askKeyed()].map(({ status }) => status)).toEqual([200, 200]);
        const refused = await askKeyed();
        expect([refused.status, refused.headers.get('x-amzn-errortype')]).toEqual([429, 'TooManyRequestsException']);
        expect(refused.headers.get('retry-after')).toBe(null);
        expect(await refused.json()).toEqual({ message: 'Too Many Requests' });
        expect((await askKeyed(KEYED_API_KEYS.globex)).status).toBe(200);
        expect((await askKeyed('unknown')).status).toBe(403);
    });

    test.each([
        ['bearer', askBearer],
        ['basic', askBasic]
    ])('%s says when to come back, and what is left if asked', async (section, ask) => {
        await limit(section, { headers: 'ratelimit' });
        expect((await ask()).headers.get('x-ratelimit-remaining')).toBe('1');
        await ask();
        const refused = await ask();
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
        expect(await refused.json()).toEqual({ error: expect.any(String) });
    });

    test.each<[string, object, string | null]>([
        ['bearer', { retry_after: 7 }, '7'],
        ['bearer', { retry_after: null }, null],
        ['keyed', { retry_after: 7 }, '7']
    ])('%s with %j has the retry-after %j', async (section, changes, expected) => {
        await limit(section, { windows: [{ requests: 1, per_ms: HOUR_MS }], ...changes });
        const ask = section === 'keyed' ? askKeyed : askBearer;
        await ask();
        expect((await ask()).headers.get('retry-after')).toBe(expected);
    });

    test('tells of each key what it made, from the arrival of the headers on, whatever then became of it', async () => {
        await limit('bearer', { windows: [{ requests: 30, per_ms: HOUR_MS }] });
        await controlClient(sandbox)('faults', [{ match: { nth: 1 }, action: { type: 'status', code: 503 } }]);
        const before = Date.now();
        const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await askBearer('/echo')).status));
        expect([200, 429, 503].map((status) => statuses.filter((each) => each === status).length)).toEqual([29, 10, 1]);
        expect(await controlClient(sandbox)('limits')).toEqual({
            limits: [{ section: 'bearer', windows: [{ requests: 30, per_ms: HOUR_MS }], headers: 'none' }],
            keys: [
                {
                    section: 'bearer',
                    account: 'acme',
                    key: BEARER_API_KEYS.acme,
                    total: 40,
                    accepted: 30,
                    refused: 10,
                    most_in_window: [40],
                    first_arrival_ms: expect.any(Number),
                    last_arrival_ms: expect.any(Number)
                }
            ]
        });
        const { keys } = Object(await controlClient(sandbox)('limits'));
        // Counted from the start of the process, the system's clock may have been set since.
        expect(keys[0].first_arrival_ms).toBeGreaterThan(before - 10_000);
        expect(keys[0].last_arrival_ms).toBeGreaterThan(keys[0].first_arrival_ms);
    });

    test('a new limit counts from zero, and one without windows is none', async () => {
        await limit('keyed', { windows: [{ requests: 1, per_ms: HOUR_MS }] });
        expect([(await askKeyed()).status, (await askKeyed()).status]).toEqual([200, 429]);
        expect(await limit('keyed')).toMatchObject({ keys: [] });
        expect((await askKeyed()).status).toBe(200);
        expect(await limit('keyed', { windows: [] })).toEqual({ limits: [], keys: [] });
        expect([(await askKeyed()).status, (await askKeyed()).status]).toEqual([200, 200]);
    });
});
