import { type ActionOutcome, type HostRequest, type HostResponse, runAction, runSync } from '@patchbay/functions';
import { MemoryHost, surfaced, testFacts } from '@patchbay/functions/testing';
import { type Sandbox, startSandbox } from '@patchbay/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { xero } from './integration.ts';

const grantShape = z.object({ access_token: z.string(), tenant: z.string() });
const idShape = z.object({ id: z.string() });

let sandbox: Sandbox;
let host: MemoryHost;
let grant: z.output<typeof grantShape>;
let calls = 0;

beforeAll(async () => {
    sandbox = await startSandbox();
});
beforeEach(async () => {
    await control('reset', {});
    await control('settings', { throttle: false });
    grant = grantShape.parse(await control('grants', {}));
    host = new MemoryHost(send);
});
afterAll(() => sandbox.stop());

async function control(verb: string, body?: unknown): Promise<unknown> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${sandbox.controlUrl}/_ctl/xero/${verb}`, init);
    const result: unknown = await response.json();
    expect([response.status, result]).toEqual([200, result]);
    return result;
}

/** A request with the headers that the provider's definition adds. */
function call(path: string, init: RequestInit & { headers?: Readonly<Record<string, string>> } = {}) {
    const credentials = { authorization: `Bearer ${grant.access_token}`, 'xero-tenant-id': grant.tenant };
    return fetch(`${sandbox.url}/xero${path}`, { ...init, headers: { accept: 'application/json', ...init.headers, ...credentials } });
}

async function send({ method, endpoint, query, headers, body }: HostRequest): Promise<HostResponse> {
    const sent = body instanceof Uint8Array ? new Uint8Array(body) : body;
    const response = await call(endpoint + (query === '' ? '' : `?${query}`), { method, headers, body: sent });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

const objects = z.array(z.record(z.string(), z.unknown()));

/** The first of a collection that a condition finds, as it is at Xero. */
async function first(collection: string, where: string) {
    const response = await call(`/api.xro/2.0/${collection}?${new URLSearchParams({ where })}`);
    const { [collection]: found } = z.record(z.string(), z.unknown()).parse(await response.json());
    return objects.parse(found)[0] ?? expect.fail(`There are no ${collection} with ${where}.`);
}

async function sync(name: string) {
    const definition = xero.syncs[name] ?? expect.fail(`There is no sync ${name}.`);
    const outcome = surfaced(await runSync(definition, host, testFacts));
    expect([name, outcome, host.setAside]).toEqual([name, { status: 'succeeded', setAside: {} }, []]);
}

const tried = new Set<string>();

async function act(name: string, input: unknown): Promise<ActionOutcome> {
    const definition = xero.actions[name] ?? expect.fail(`There is no action ${name}.`);
    tried.add(name);
    calls += 1;
    return surfaced(await runAction(definition, host, { ...testFacts, idempotencyKey: `key-${calls}` }, input));
}

/** The output of an action that succeeds. */
async function done(name: string, input: unknown): Promise<{ id: string }> {
    const outcome = await act(name, input);
    if (outcome.status === 'failed') throw new Error(`${name}: ${JSON.stringify(outcome.error)}`);
    return idShape.loose().parse(outcome.output);
}

const save = (entity: string, body: object, id?: string) =>
    control('mutate', { entity, operation: 'save', body, ...(id === undefined ? {} : { id }) });
const refusalOf = (message: string) => ({ error: { payload: { type: 'invalid', status: 400, errors: [{ message }] } } });

describe('a sync of the emulator', () => {
    test.each([
        ['accounts', 'Account', 14],
        ['bills', 'Bill', 90],
        ['customers', 'Customer', 29],
        ['invoices', 'Invoice', 90],
        ['items', 'Item', 24],
        ['journal-entries', 'JournalEntry', 24],
        ['payments', 'Payment', 40],
        ['purchase-orders', 'PurchaseOrder', 20]
    ])('reads all %s, and nothing is set aside', async (name, model, count) => {
        await sync(name);
        expect(host.live(model)).toHaveLength(count);
        await sync(name);
        expect(host.live(model)).toHaveLength(count);
    });

    test.each([
        ['bills', 'Bill'],
        ['invoices', 'Invoice'],
        ['journal-entries', 'JournalEntry'],
        ['payments', 'Payment'],
        ['purchase-orders', 'PurchaseOrder']
    ])('reads %s since a day only, where the connection says so', async (name, model) => {
        await sync(name);
        const dayOf = (record: Record<string, unknown>) => String(record['txn_date'] ?? record['date']);
        const days = host.live(model).map(dayOf).toSorted();
        const since = days[5] ?? expect.fail('There are too few.');
        host.metadata = { sync: { filters: { transactions_since: since } } };
        await sync(name);
        expect(host.live(model).map(dayOf).toSorted()).toEqual(days.filter((day) => day >= since));
        const asked = [...new URLSearchParams(host.requests.at(-1)?.query).entries()].flat().join(' ');
        expect(asked).toMatch(/Date>=DateTime|DateFrom/);
    });

    test('is one of those above', () => {
        expect(Object.keys(xero.syncs)).toHaveLength(8);
    });

    test('saves what changed, and deletes what is voided or gone', async () => {
        await sync('invoices');
        const unpaid = async (status: string) =>
            String((await first('Invoices', `Type=="ACCREC" AND Status=="${status}" AND AmountPaid==0`))['InvoiceID']);
        const approved = await unpaid('AUTHORISED');
        const draft = await unpaid('DRAFT');
        await control('clock', { advance_ms: 3_600_000 });
        grant = grantShape.parse(await control('grants', {}));
        await save('Invoices', { Status: 'VOIDED' }, approved);
        await save('Invoices', { Reference: 'Änderung' }, draft);
        const before = host.requests.length;
        await sync('invoices');
        expect(host.requests.length - before).toBe(1);
        expect(host.live('Invoice')).toHaveLength(89);
        expect(host.live('Invoice').find(({ id }) => id === draft)).toMatchObject({ private_note: 'Änderung' });

        await sync('items');
        const { ItemID: id } = await first('Items', 'Code=="ITM-003"');
        await control('mutate', { entity: 'Items', operation: 'remove', id });
        await sync('items');
        expect(host.live('Item')).toHaveLength(23);
    });

    test('reads yen and dinars to the cent', async () => {
        const line = { Description: 'Fee', AccountCode: '200' };
        const common = { Type: 'ACCREC', Contact: await first('Contacts', 'IsCustomer==true'), LineAmountTypes: 'NoTax' };
        await save('Invoices', { ...common, InvoiceNumber: 'YEN', CurrencyCode: 'JPY', LineItems: [{ ...line, UnitAmount: 500 }] });
        await save('Invoices', {
            ...common,
            InvoiceNumber: 'DINAR',
            CurrencyCode: 'KWD',
            LineItems: [{ ...line, Quantity: 1000, UnitAmount: 1.2355 }]
        });
        await sync('invoices');
        const found = (number: string) => host.live('Invoice').find((one) => one['doc_number'] === number);
        expect(found('YEN')).toMatchObject({ currency: 'JPY', total_amt_cents: 50_000, exchange_rate: 0.0113081109687546 });
        expect(found('DINAR')).toMatchObject({
            currency: 'KWD',
            total_amt_cents: 123_550,
            items: [{ unit_price_cents: 123.55, qty: 1000 }]
        });
    });
});

describe('actions at the emulator', () => {
    let contact: string;
    beforeEach(async () => {
        contact = String((await first('Contacts', 'IsCustomer==true'))['ContactID']);
    });

    test('accounts are created, read, changed and archived', async () => {
        const { id } = await done('create-account', { name: 'Téléphone', account_type: 'EXPENSE', acct_num: '481' });
        expect(await done('get-account', { id })).toMatchObject({ name: 'Téléphone', classification: 'Expense', active: true });
        expect(await done('update-account', { id, description: '電話' })).toMatchObject({ description: '電話', acct_num: '481' });
        expect(await act('create-account', { name: 'Other', account_type: 'EXPENSE', acct_num: '481' })).toMatchObject(
            refusalOf('Please enter a unique Code.')
        );
        await done('delete-account', { id });
        expect(await done('get-account', { id })).toMatchObject({ active: false });
    });

    test('customers are created, read, changed and archived, and none is created over another', async () => {
        const address = { line1: '1 Queen Street', city: '東京', postal_code: '100-0001', country: 'Japan' };
        const input = { display_name: '株式会社', primary_email: 'a@example.com', primary_phone: '555', bill_address: address };
        const { id } = await done('create-customer', input);
        expect(await done('get-customer', { id })).toMatchObject({ ...input, bill_address: address, balance_cents: 0 });
        expect(await done('update-customer', { id, mobile: '777' })).toMatchObject({ mobile: '777', primary_phone: '555' });
        expect(await act('create-customer', input)).toMatchObject({ status: 'failed', error: { payload: { type: 'invalid' } } });
        await done('delete-customer', { id });
        expect(await done('get-customer', { id })).toMatchObject({ active: false });
    });

    test('items are created, read, changed and deleted, with prices to the cent', async () => {
        const input = { name: 'Gérät', sku: 'G-1', unit_price_cents: 1999, income_account_ref: { value: '200' } };
        const { id } = await done('create-item', input);
        expect(await done('get-item', { id })).toMatchObject({ sku: 'G-1', unit_price_cents: 1999, purchase_cost_cents: 0 });
        expect(await done('update-item', { id, purchase_cost_cents: 5 })).toMatchObject({ unit_price_cents: 1999, purchase_cost_cents: 5 });
        const priced = await done('update-item', { id, unit_price_cents: 29, income_account_ref: { value: '200' } });
        const expected = { unit_price_cents: 29, income_account_ref: { value: '200' }, purchase_cost_cents: 5 };
        expect(priced).toMatchObject(expected);
        expect(await done('update-item', { id, unit_price_cents: 31 })).toMatchObject({ ...expected, unit_price_cents: 31 });
        expect(await done('update-item', { id, income_account_ref: { value: '260' } })).toMatchObject({
            ...expected,
            unit_price_cents: 31,
            income_account_ref: { value: '260' }
        });
        expect(await act('create-item', input)).toMatchObject({ error: { payload: { type: 'invalid' } } });
        await done('delete-item', { id });
        expect(await act('get-item', { id })).toMatchObject({ error: { payload: { type: 'not_found', status: 404 } } });
    });

    test('invoices are created, read, changed, sent and voided, drafts deleted', async () => {
        const line = { detail_type: 'SalesItemLineDetail', amount_cents: 1999, description: 'Hours' };
        const input = { customer_ref: { value: contact }, doc_number: 'N-1', txn_date: '2026-03-08', line: [line] };
        const created = await done('create-invoice', input);
        const { id } = created;
        expect(created).toMatchObject({ doc_number: 'N-1', txn_date: '2026-03-08', total_amt_cents: 1999, balance_cents: 1999 });
        expect(await act('create-invoice', { ...input, private_note: 'over the first' })).toMatchObject(
            refusalOf('Invoice # must be unique.')
        );
        expect(await done('update-invoice', { id, due_date: '2026-04-07', currency_ref: { value: 'JPY' } })).toMatchObject({
            due_date: '2026-04-07',
            currency: 'JPY',
            items: [{ amount_cents: 1999 }]
        });
        await done('delete-invoice', { id });
        expect(await act('delete-invoice', { id })).toMatchObject({ error: { payload: { type: 'invalid' } } });

        const other = await done('create-invoice', { ...input, doc_number: 'N-2' });
        expect(await act('send-invoice', { id: other.id })).toMatchObject({ error: { payload: { type: 'invalid' } } });
        await save(
            'Invoices',
            { Status: 'AUTHORISED', LineItems: [{ Description: 'Hours', UnitAmount: 10, AccountCode: '200' }] },
            other.id
        );
        expect(await done('send-invoice', { id: other.id })).toMatchObject({ email_status: 'EmailSent' });
        expect(await done('void-invoice', { id: other.id })).toMatchObject({ voided: true, balance_cents: 0 });
        expect(await done('get-invoice', { id: other.id })).toMatchObject({ voided: true });
    });

    test('bills are created, read, changed and deleted, with prices of four decimals', async () => {
        const line = { amount: 123.4, qty: 1000, unit_price: 0.1234, account_id: '429', description: 'Schrauben' };
        const created = await done('create-bill', { vendor_id: contact, doc_number: 'B-1', line: [line], currency: 'KWD' });
        const { id } = created;
        expect(created).toMatchObject({ currency: 'KWD', lines: [{ unit_price: 0.1234, qty: 1000, amount: 123.4 }] });
        expect(await done('get-bill', { id })).toMatchObject({ doc_number: 'B-1', lines: [{ unit_price: 0.1234 }] });
        expect(await done('update-bill', { id, due_date: '2026-04-07' })).toMatchObject({ due_date: '2026-04-07', vendor_id: contact });
        await done('delete-bill', { id });
    });

    test('an exchange rate is the reverse of the one of Xero, which changes by nothing when it is written as it was read', async () => {
        const line = { amount: 10, account_id: '429' };
        const sent = { vendor_id: contact, doc_number: 'B-2', line: [line], currency: 'USD', exchange_rate: 1.5 };
        const { id, exchange_rate } = Object(await done('create-bill', sent));
        const rateAtXero = async () => (await first('Invoices', 'InvoiceNumber=="B-2"'))['CurrencyRate'];
        expect([exchange_rate, await rateAtXero()]).toEqual([1.499999999925, 0.6666666667]);
        expect(await done('update-bill', { id, exchange_rate, private_note: 'x' })).toMatchObject({ exchange_rate });
        expect(await rateAtXero()).toBe(0.6666666667);
    });

    test('payments are created, read and deleted', async () => {
        const { InvoiceID, AmountDue } = await first(
            'Invoices',
            'Type=="ACCREC" AND Status=="AUTHORISED" AND AmountPaid==0 AND AmountDue>5'
        );
        const link = { txn_id: String(InvoiceID), txn_type: 'Invoice' };
        const input = (cents: number) => ({
            total_amount_cents: cents,
            customer_ref: { value: contact },
            deposit_to_account_ref: { value: '090' },
            txn_date: '2026-03-08',
            lines: [{ amount_cents: cents, linked_txn: [link] }]
        });
        const { id } = await done('create-payment', input(499));
        expect(await done('get-payment', { id })).toMatchObject({ amount_cents: 499, txn_date: '2026-03-08', voided: false });
        expect((await first('Invoices', `InvoiceID=="${String(InvoiceID)}"`))['AmountDue']).toBeCloseTo(Number(AmountDue) - 4.99, 5);
        expect(await act('create-payment', input(99_999_999))).toMatchObject(
            refusalOf('Payment amount exceeds the amount outstanding on this document')
        );
        await done('delete-payment', { id });
        expect(await done('get-payment', { id })).toMatchObject({ voided: true });
    });

    test('journals are created, read, changed and voided', async () => {
        const line = (posting_type: string, value: string) => ({
            amount: 19.99,
            journal_entry_line_detail: { posting_type, account_ref: { value } }
        });
        const { id } = await done('create-journal-entry', {
            note: 'Abgrenzung',
            line_items: [line('Debit', '429'), line('Credit', '970')]
        });
        expect(await done('get-journal-entry', { id })).toMatchObject({
            note: 'Abgrenzung',
            lines: [
                { posting_type: 'Debit', net_amount: 19.99 },
                { posting_type: 'Credit', net_amount: 19.99 }
            ]
        });
        expect(await done('update-journal-entry', { id, note: '調整' })).toMatchObject({ note: '調整' });
        expect(await act('create-journal-entry', { line_items: [line('Debit', '429'), line('Credit', '610')] })).toMatchObject({
            error: { payload: { type: 'invalid' } }
        });
        await done('delete-journal-entry', { id });
    });

    test('purchase orders are created, read, changed and deleted', async () => {
        const detail = { item_ref: { value: 'ITM-001' }, qty: 2, unit_price_cents: 250 };
        const line = {
            detail_type: 'ItemBasedExpenseLineDetail',
            amount_cents: 500,
            item_based_expense_line_detail: detail,
            description: 'Werkzeug'
        };
        const { id } = await done('create-purchase-order', { vendor_ref: { value: contact }, doc_number: 'P-1', line: [line] });
        expect(await done('get-purchase-order', { id })).toMatchObject({
            doc_number: 'P-1',
            po_status: 'Open',
            line: [{ amount_cents: 500, item_based_expense_line_detail: { item_ref: { value: 'ITM-001' }, qty: 2, unit_price_cents: 250 } }]
        });
        expect(await done('update-purchase-order', { id, due_date: '2026-04-07' })).toMatchObject({ due_date: '2026-04-07' });
        await done('delete-purchase-order', { id });
    });

    test('are the ones above', () => {
        expect(Object.keys(xero.actions).filter((name) => !tried.has(name))).toEqual([]);
    });
});
