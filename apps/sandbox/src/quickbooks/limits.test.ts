import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { quickBooksClient } from './quickbooks.fixtures.ts';

let sandbox: Sandbox;
let books: ReturnType<typeof quickBooksClient>;

beforeAll(async () => {
    sandbox = await startSandbox();
    books = quickBooksClient(sandbox);
});
beforeEach(async () => {
    await books.control('reset', {});
    await books.control('clock', { speed: 0 });
    await books.signIn();
});
afterAll(() => sandbox.stop());

const read = () => books.send('customer/1');
/** The statuses of so many requests, ten in each second. */
async function reads(count: number, path = 'customer/1', body?: unknown): Promise<number[]> {
    const statuses: number[] = [];
    for (let sent = 0; sent < count; sent += 1) {
        if (sent > 0 && sent % 10 === 0) await books.control('clock', { advance_ms: 1000 });
        statuses.push((await books.send(path, body === undefined ? {} : { body })).status);
    }
    return statuses;
}

test('the eleventh request of a second is refused in XML, whatever was asked for, and the next second is free', async () => {
    for (let sent = 0; sent < 10; sent += 1) expect((await read()).status).toBe(200);
    const response = await read();
    expect([response.status, response.headers.get('content-type'), response.headers.get('retry-after')]).toEqual([
        429,
        'application/xml; charset=utf-8',
        null
    ]);
    expect(await response.text()).toContain('<Message>message=ThrottleExceeded; errorCode=003001; statusCode=429</Message>');
    await books.control('clock', { advance_ms: 1000 });
    expect((await read()).status).toBe(200);
    expect(await books.control('throttle')).toMatchObject({ throttled: 1 });
});

test('the 501st request of a minute is refused, and may say how long to wait', async () => {
    await books.control('settings', { retry_after: true });
    const statuses = await reads(500);
    expect(statuses.every((status) => status === 200)).toBe(true);
    await books.control('clock', { advance_ms: 1000 });
    const refused = await read();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    await books.control('clock', { advance_ms: 10_000 });
    expect((await read()).status).toBe(200);
});

test('the 41st batch of a minute is refused', async () => {
    const statuses = await reads(41, 'batch', { BatchItemRequest: [{ bId: '1', Query: 'select count(*) from Item' }] });
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test('the 121st batch of a minute is refused to all apps of the company', async () => {
    const token = async (client_id: string) => String((await books.control('grants', { client_id }))['access_token']);
    const tokens = [await token('one'), await token('two'), await token('three')];
    const body = { BatchItemRequest: [{ bId: '1', Query: 'select count(*) from Item' }] };
    const batches = async (sender: string, count: number) => {
        const responses = await Promise.all(Array.from({ length: count }, () => books.send('batch', { body, token: sender })));
        return new Set(responses.map(({ status }) => status));
    };
    for (let second = 0; second < 4; second += 1) {
        for (const sender of tokens) expect(await batches(sender, 10)).toEqual(new Set([200]));
        await books.control('clock', { advance_ms: 1000 });
    }
    const fourth = await token('four');
    expect(await batches(fourth, 1)).toEqual(new Set([429]));
    await books.control('clock', { advance_ms: 60_000 });
    expect(await batches(fourth, 1)).toEqual(new Set([200]));
});

test('the 801st request of a minute to all endpoints together is refused', async () => {
    const { access_token: token } = await books.signIn();
    const userInfo = () => fetch(`${books.url}/v1/openid_connect/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    expect(new Set(await reads(500))).toEqual(new Set([200]));
    const responses = await Promise.all(Array.from({ length: 300 }, userInfo));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await userInfo()).status).toBe(429);
    await books.control('clock', { advance_ms: 60_000 });
    expect((await userInfo()).status).toBe(200);
});

test('reads beyond the monthly cap are refused until the next month, writes are not', async () => {
    await books.control('settings', { monthly_read_cap: 2 });
    expect([(await read()).status, (await read()).status, (await read()).status]).toEqual([200, 200, 429]);
    expect((await books.send('customer', { body: { DisplayName: 'Still here' } })).status).toBe(200);
    await books.control('clock', { advance_ms: 31 * 86_400_000 });
    await books.signIn();
    expect((await read()).status).toBe(200);
});

test('the eleventh request at once is refused in that mode', async () => {
    await books.control('settings', { throttle_mode: 'concurrent' });
    await books.control('faults', [{ action: { type: 'hold' }, times: 10 }]);
    const held = Array.from({ length: 10 }, () => read());
    await expect.poll(async () => (await books.control('counters')).requests).toBe(10);
    expect((await read()).status).toBe(429);
    await books.control('faults', []);
    expect((await Promise.all(held)).every(({ status }) => status === 200)).toBe(true);
    await expect.poll(async () => (await read()).status).toBe(200);
});

test('a request that takes 120 s ends with 504', async () => {
    await books.control('faults', [{ action: { type: 'delay', ms: 130_000 }, times: 1 }]);
    const response = read();
    await expect.poll(async () => (await books.control('counters')).requests).toBe(1);
    await books.control('clock', { advance_ms: 120_000 });
    expect((await response).status).toBe(504);
});

test('the counters tell how many pages of each list were served', async () => {
    await books.query('select * from Invoice maxresults 10');
    await books.query('select * from Invoice startposition 11 maxresults 10');
    await books.query('select count(*) from Invoice');
    await books.query('select * from Bill where Foo = 1');
    await books.query("select * from vendor where Id = '0'");
    expect((await books.control('counters')).pages).toEqual({ Invoice: 2, Vendor: 1 });
});
