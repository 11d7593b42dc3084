import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcome } from '../syncs/syncs.fixtures.ts';
import { errorOf, startXero, syncAgain, untilSyncedOnce, type Xero } from './unified.fixtures.ts';

let xero: Xero;
beforeAll(async () => {
    xero = await startXero();
    for (const name of ['invoices', 'customers']) await untilSyncedOnce(xero, name);
});
afterAll(() => xero.app[Symbol.asyncDispose]());

async function create(): Promise<{ id: string; sync_token: string }> {
    const { body: customers } = await xero.send('GET', '/customers?limit=1');
    const line = { amount_cents: 1999, detail_type: 'SalesItemLineDetail', description: 'Advice' };
    const invoice = { customer_ref: { value: Object(customers).records[0].id }, line: [line] };
    const { status, body } = await xero.send('POST', '/invoices', invoice);
    expect([status, body]).toMatchObject([200, { total_amt_cents: 1999, sync_token: expect.stringMatching(/^\d+$/) }]);
    return Object(body);
}

const update = (body: object, query = '', more = {}) => xero.send('PUT', `/invoices${query}`, body, more);
const ofUser = (id: string) => xero.save('Invoices', id, { Reference: 'Of a user' });
/** What Xero has, past the records. */
const atXero = async (id: string) => Object((await xero.send('GET', `/invoices/${id}?live=true`)).body);

test('an invoice that was written at Xero is updated by the version that it has', async () => {
    const made = await create();
    const first = await update({ id: made.id, sync_token: made.sync_token, private_note: 'First' });
    expect(first).toMatchObject({ status: 200, body: { private_note: 'First' } });
    expect(Number(Object(first.body).sync_token)).toBeGreaterThan(Number(made.sync_token));
    expect(await update({ id: made.id, private_note: 'Second' })).toMatchObject({ status: 200, body: { private_note: 'Second' } });
    expect(await syncAgain(xero, 'invoices')).toEqual({ Invoice: { added: 0, updated: 0, deleted: 0 } });
});

test('an update at Xero of an older version is a conflict with the current one, unless it overwrites', async () => {
    const { id, sync_token } = await create();
    await ofUser(id);
    for (const version of [{ sync_token }, {}])
        expect(errorOf(await update({ id, ...version, private_note: 'Ours' }))).toMatchObject({
            status: 409,
            code: 'newer_at_vendor',
            payload: { type: 'conflict', current: { sync_token: (await atXero(id)).sync_token, record: { id, private_note: 'Of a user' } } }
        });
    expect(outcome(await update({ id, private_note: 'Ours' }, '?dry_run=true'))).toBe('409 newer_at_vendor');
    expect(await atXero(id)).toMatchObject({ private_note: 'Of a user' });
    const forced = await update({ id, sync_token, private_note: 'Ours' }, '?overwrite=true');
    expect(forced).toMatchObject({ status: 200, body: { private_note: 'Ours' } });
});

test('an update at Xero is done once the change has been read', async () => {
    const { id } = await create();
    await ofUser(id);
    expect(await syncAgain(xero, 'invoices')).toEqual({ Invoice: { added: 0, updated: 1, deleted: 0 } });
    expect(await update({ id, private_note: 'Ours' })).toMatchObject({ status: 200, body: { private_note: 'Ours' } });
});

test('an asynchronous update at Xero of an older version is the same conflict, however often it may be repeated', async () => {
    const { id } = await create();
    await ofUser(id);
    const accepted = await update({ id, private_note: 'Ours' }, '', { 'x-async': 'true', 'x-max-retries': '2' });
    const { statusUrl } = Object(accepted.body);
    const told = async () => outcome(await xero.send('GET', statusUrl));
    await expect.poll(told, { timeout: 20_000 }).not.toBe('404 not_found');
    expect(await told()).toBe('409 newer_at_vendor');
});

test('a deletion at Xero of an older version is a conflict too, also of what Xero deletes for good', async () => {
    const { id } = await create();
    await ofUser(id);
    expect(outcome(await xero.send('DELETE', '/invoices', { id }))).toBe('409 newer_at_vendor');
    expect(outcome(await xero.send('DELETE', '/invoices?overwrite=true', { id }))).toBe('200');

    const { body } = await xero.send('POST', '/items', { name: 'ITM-NEW', sku: 'ITM-NEW' });
    const item = Object(body);
    await xero.save('Items', item.id, { Description: 'Of a user' });
    expect(outcome(await xero.send('DELETE', '/items', { id: item.id }))).toBe('409 newer_at_vendor');
    expect(outcome(await xero.send('DELETE', '/items?overwrite=true', { id: item.id }))).toBe('200');
});
