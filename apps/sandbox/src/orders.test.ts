import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BEARER_API_KEYS } from './accounts.ts';
import { controlClient } from './control.fixtures.ts';
import { startSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

let sandbox: Sandbox;

beforeAll(async () => {
    sandbox = await startSandbox();
});
beforeEach(() => controlClient(sandbox)('reset', {}));
afterAll(() => sandbox.stop());

test('each POST makes an order, unless it repeats an Idempotency-Key: then it gets the first', async () => {
    const first = await order({ item: 'tea' }, { key: 'abc' });
    expect(first).toEqual({ status: 201, body: { id: expect.any(String), idempotency_key: 'abc', body: { item: 'tea' } } });
    expect(await order({ item: 'tea' }, { key: 'abc' })).toEqual(first);
    const second = await order({ item: 'tea' });
    const third = await order({ item: 'tea' });
    expect(new Set([first, second, third].map(({ body }) => body.id)).size).toBe(3);
    expect(await orders()).toMatchObject({ count: 3, requests: 4, data: [{ requests: 2 }, { requests: 1 }, { requests: 1 }] });
});

test('an Idempotency-Key is good for one order of one company', async () => {
    await order({ item: 'tea' }, { key: 'abc' });
    expect(await order({ item: 'coffee' }, { key: 'abc' })).toMatchObject({ status: 422 });
    expect(await order({ item: 'coffee' }, { key: 'abc', company: 'globex' })).toMatchObject({ status: 201 });
    expect([await orders(), await orders('globex')]).toMatchObject([{ count: 1 }, { count: 1 }]);
});

test('an order is made although its response is lost', async () => {
    await controlClient(sandbox)('faults', [{ action: { type: 'reset', after: true }, times: 1 }]);
    await expect(order({ item: 'tea' }, { key: 'abc' })).rejects.toThrow('fetch failed');
    expect(await order({ item: 'tea' }, { key: 'abc' })).toMatchObject({ status: 201 });
    expect(await orders()).toMatchObject({ count: 1, requests: 2 });
});

test.each(['', '{', '[]', '"tea"'])('the body %j is refused', async (body) => {
    const response = await fetch(`${sandbox.url}/bearer/v1/orders`, { method: 'POST', headers: asCompany('acme'), body });
    expect(response.status).toBe(400);
});

async function order(content: unknown, { key, company = 'acme' }: { key?: string; company?: 'acme' | 'globex' } = {}) {
    const headers = { ...asCompany(company), ...(key === undefined ? {} : { 'idempotency-key': key }) };
    const response = await fetch(`${sandbox.url}/bearer/v1/orders`, { method: 'POST', headers, body: JSON.stringify(content) });
    return { status: response.status, body: Object(await response.json()) };
}

async function orders(company: 'acme' | 'globex' = 'acme'): Promise<unknown> {
    return (await fetch(`${sandbox.url}/bearer/v1/orders`, { headers: asCompany(company) })).json();
}

function asCompany(company: 'acme' | 'globex'): Record<string, string> {
    return { authorization: `Bearer ${BEARER_API_KEYS[company]}` };
}
