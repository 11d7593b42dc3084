import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { quickBooksClient, REALM } from './quickbooks.fixtures.ts';

let sandbox: Sandbox;
let books: ReturnType<typeof quickBooksClient>;

beforeAll(async () => {
    sandbox = await startSandbox();
    books = quickBooksClient(sandbox);
});
beforeEach(async () => {
    await books.control('reset', {});
    await books.control('settings', { throttle: false });
    await books.signIn();
});
afterAll(() => sandbox.stop());

const line = (Amount: number, more: object = {}) => ({
    Amount,
    DetailType: 'SalesItemLineDetail',
    SalesItemLineDetail: { ItemRef: { value: '1' } },
    ...more
});
const entry = (posting: string, Amount: number, account: string, more: object = {}) => ({
    Amount,
    DetailType: 'JournalEntryLineDetail',
    JournalEntryLineDetail: { PostingType: posting, AccountRef: { value: account }, ...more }
});
const expense = {
    Amount: 12.5,
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: { AccountRef: { value: '8' } }
};
const invoice = { CustomerRef: { value: '1' }, Line: [line(100)] };
/** One that can be made of each kind. */
const VALID: Readonly<Record<string, object>> = {
    account: { Name: 'Stamps', AccountType: 'Expense' },
    bill: { VendorRef: { value: '1' }, Line: [expense] },
    billpayment: {
        VendorRef: { value: '1' },
        PayType: 'Check',
        TotalAmt: 1,
        CheckPayment: { BankAccountRef: { value: '1' } },
        Line: [{ Amount: 1 }]
    },
    creditmemo: { CustomerRef: { value: '1' }, Line: [line(5)] },
    customer: { DisplayName: 'New Customer' },
    deposit: {
        DepositToAccountRef: { value: '1' },
        Line: [{ Amount: 3, DetailType: 'DepositLineDetail', DepositLineDetail: { AccountRef: { value: '4' } } }]
    },
    invoice,
    item: { Name: 'Rake', Type: 'NonInventory' },
    journalentry: { Line: [entry('Debit', 10, '8'), entry('Credit', 10, '1')] },
    payment: { CustomerRef: { value: '1' }, TotalAmt: 7 },
    purchaseorder: { VendorRef: { value: '1' }, APAccountRef: { value: '3' }, Line: [expense] },
    purchase: { PaymentType: 'Cash', AccountRef: { value: '1' }, Line: [expense] },
    transfer: { FromAccountRef: { value: '1' }, ToAccountRef: { value: '11' }, Amount: 4.2 },
    vendor: { DisplayName: 'New Vendor' }
};

test.each(Object.keys(VALID))('a client creates, reads and updates a %s', async (kind) => {
    const created = await books.create(kind, VALID[kind]);
    expect(created).toMatchObject({ Id: expect.stringMatching(/^\d+$/), SyncToken: '0', domain: 'QBO', sparse: false });
    const name = kind === 'account' || kind === 'item' ? 'Description' : kind === 'customer' || kind === 'vendor' ? 'Notes' : 'PrivateNote';
    const updated = await books.create(kind, { Id: created['Id'], SyncToken: '0', sparse: true, [name]: 'Changed' });
    expect(updated).toMatchObject({
        ...VALID[kind],
        [name]: 'Changed',
        SyncToken: '1',
        ...('Line' in created ? { Line: created['Line'] } : {})
    });
    const read = await books.call(`${kind}/${created['Id']}`);
    expect(Object.values(read.body)[0]).toEqual(updated);
});

test.each([
    ['account', { AccountType: 'Bank' }, '400 2020 Name'],
    ['account', { Name: 'x' }, '400 2020 AccountType'],
    ['bill', { Line: [expense] }, '400 2020 VendorRef'],
    ['billpayment', { VendorRef: { value: '1' }, TotalAmt: 1, Line: [{}] }, '400 2020 PayType'],
    ['creditmemo', { CustomerRef: { value: '1' } }, '400 2020 Line'],
    ['customer', { Notes: 'x' }, '400 2020 DisplayName'],
    ['deposit', { Line: [expense] }, '400 2020 DepositToAccountRef'],
    ['invoice', { Line: [line(1)] }, '400 2020 CustomerRef'],
    ['invoice', { CustomerRef: { value: '1' }, Line: [] }, '400 2020 Line'],
    ['item', { Type: 'Service' }, '400 2020 Name'],
    ['item', { Name: 'x', Type: 'Inventory' }, '400 2020 IncomeAccountRef'],
    ['journalentry', {}, '400 2020 Line'],
    ['payment', { CustomerRef: { value: '1' } }, '400 2020 TotalAmt'],
    ['purchaseorder', { VendorRef: { value: '1' }, Line: [expense] }, '400 2020 APAccountRef'],
    ['purchase', { AccountRef: { value: '1' }, Line: [expense] }, '400 2020 PaymentType'],
    ['transfer', { FromAccountRef: { value: '1' }, Amount: 1 }, '400 2020 ToAccountRef'],
    ['invoice', { ...invoice, Foo: 1 }, '400 2010 Foo'],
    ['item', { Name: 'x', Type: 'Thing' }, '400 2170 Type'],
    ['invoice', { CustomerRef: { value: '99999' }, Line: [line(1)] }, '400 2500 CustomerRef'],
    [
        'invoice',
        { CustomerRef: { value: '1' }, Line: [line(1, { SalesItemLineDetail: { ItemRef: { value: '99999' } } })] },
        '400 2500 SalesItemLineDetail.ItemRef'
    ],
    ['invoice', { ...invoice, CurrencyRef: { value: 'XXX' } }, '400 2500 CurrencyRef'],
    ['invoice', { ...invoice, CurrencyRef: { value: 'EUR' } }, '400 6000'],
    ['journalentry', { Line: [entry('Debit', 10, '8'), entry('Credit', 9.99, '1')] }, '400 6000'],
    ['journalentry', { Line: [entry('Debit', 10, '2'), entry('Credit', 10, '1')] }, '400 6000'],
    ['account', { Name: 'checking', AccountType: 'Bank' }, '400 6240'],
    ['account', { Name: 'a:b', AccountType: 'Bank' }, '400 2040 Name'],
    ['invoice', { ...invoice, DocNumber: '1001' }, '400 6140'],
    ['invoice?include=allowduplicatedocnum', { ...invoice, DocNumber: '1001' }, '200'],
    ['invoice', { Id: '1', SyncToken: '0', sparse: true }, '400 610'],
    ['invoice?operation=delete', { Id: '1', SyncToken: '0' }, '400 610'],
    ['customer?operation=delete', { Id: '1', SyncToken: '0' }, '400 500'],
    ['customer/1/refund', {}, '400 500'],
    ['bill?operation=void', { Id: '102', SyncToken: '0' }, '400 500'],
    ['nothing', {}, '400 500']
])('POST %s with %j is %s', async (path, body, codes) => {
    expect(await books.codes(path, { body })).toBe(codes);
});

test('a name is unique over customers and vendors', async () => {
    const vendor = (await books.query('select DisplayName from Vendor maxresults 1'))['Vendor'][0].DisplayName;
    expect(await books.codes('customer', { body: { DisplayName: vendor } })).toBe('400 6240');
    await books.create('customer', { DisplayName: 'Twin' });
    expect(await books.codes('vendor', { body: { DisplayName: 'twin' } })).toBe('400 6240');
});

test('a full update clears what it leaves out, a sparse one keeps it, and lines are replaced', async () => {
    const created = await books.create('invoice', { ...invoice, PrivateNote: 'Keep me', Line: [line(60), line(40)] });
    expect(created['TotalAmt']).toBe(100);
    const sparse = await books.create('invoice', { Id: created['Id'], SyncToken: '0', sparse: true, Line: [line(30)] });
    expect(sparse).toMatchObject({ PrivateNote: 'Keep me', TotalAmt: 30, Balance: 30, CustomerRef: { value: '1' } });
    expect(sparse['Line']).toHaveLength(2);
    const full = await books.create('invoice', { ...invoice, Id: created['Id'], SyncToken: '1' });
    expect(full).not.toHaveProperty('PrivateNote');
    expect(await books.codes('invoice', { body: { Id: created['Id'], SyncToken: '2' } })).toBe('400 2020 CustomerRef');
});

test('a stale SyncToken is 5010, a missing one 2020', async () => {
    const { Id } = await books.create('customer', { DisplayName: 'Twice' });
    await books.create('customer', { Id, SyncToken: '0', sparse: true, Notes: 'first' });
    expect(await books.codes('customer', { body: { Id, SyncToken: '0', sparse: true, Notes: 'second' } })).toBe('400 5010');
    expect(await books.codes('customer', { body: { Id, sparse: true } })).toBe('400 2020 SyncToken');
});

test('a payment lowers the balances of its invoice and its customer, and raises its account', async () => {
    const before = (await books.call('customer/1')).body['Customer'].Balance;
    const bank = (await books.call('account/1')).body['Account'].CurrentBalance;
    const { Id } = await books.create('invoice', invoice);
    expect((await books.call('customer/1')).body['Customer'].Balance).toBeCloseTo(before + 100);
    const payment = await books.create('payment', {
        CustomerRef: { value: '1' },
        TotalAmt: 100,
        DepositToAccountRef: { value: '1' },
        Line: [{ Amount: 60.1, LinkedTxn: [{ TxnId: Id, TxnType: 'Invoice' }] }]
    });
    expect(payment['UnappliedAmt']).toBe(39.9);
    const paid = (await books.call(`invoice/${Id}`)).body['Invoice'];
    expect(paid).toMatchObject({ Balance: 39.9, SyncToken: '1', LinkedTxn: [{ TxnId: payment['Id'], TxnType: 'Payment' }] });
    expect((await books.call('customer/1')).body['Customer'].Balance).toBeCloseTo(before);
    expect((await books.call('account/1')).body['Account'].CurrentBalance).toBeCloseTo(bank + 100);
    const link = [{ TxnId: Id, TxnType: 'Invoice' }];
    const tooMuch = { CustomerRef: { value: '1' }, TotalAmt: 50, Line: [{ Amount: 50, LinkedTxn: link }] };
    expect(await books.codes('payment', { body: tooMuch })).toBe('400 6000');
    await books.create('payment?operation=delete', { Id: payment['Id'], SyncToken: '0' });
    expect((await books.call(`invoice/${Id}`)).body['Invoice']).toMatchObject({ Balance: 100, LinkedTxn: [] });
});

test('a paid invoice that is deleted is taken off its payment, or the deletion is refused', async () => {
    const { Id } = await books.create('invoice', invoice);
    const link = [{ TxnId: Id, TxnType: 'Invoice' }];
    const payment = await books.create('payment', { CustomerRef: { value: '1' }, TotalAmt: 100, Line: [{ Amount: 100, LinkedTxn: link }] });
    await books.control('settings', { linked_delete: 'refuse' });
    expect(await books.codes('invoice?operation=delete', { body: { Id, SyncToken: '1' } })).toBe('400 6000');
    await books.control('settings', { linked_delete: 'unlink' });
    expect(await books.create('invoice?operation=delete', { Id, SyncToken: '1' })).toEqual({ domain: 'QBO', status: 'Deleted', Id });
    expect((await books.call(`payment/${payment['Id']}`)).body['Payment']).toMatchObject({ UnappliedAmt: 100, Line: [] });
    expect(await books.codes(`invoice/${Id}`)).toBe('400 610');
});

test('a voided invoice or payment stays, with amounts of 0', async () => {
    const { Id } = await books.create('invoice', { ...invoice, PrivateNote: 'For May' });
    const voided = await books.create('invoice?operation=void', { Id, SyncToken: '0' });
    expect(voided).toMatchObject({ TotalAmt: 0, Balance: 0, SyncToken: '1', PrivateNote: 'Voided - For May' });
    const payment = await books.create('payment', VALID['payment']);
    const path = 'payment?operation=update&include=void';
    expect(await books.create(path, { Id: payment['Id'], SyncToken: '0', sparse: true })).toMatchObject({
        TotalAmt: 0,
        PrivateNote: 'Voided'
    });
});

test('an inactive customer gets a suffix and gives its name free, unless it has a balance', async () => {
    const { Id } = await books.create('customer', { DisplayName: 'Gone' });
    expect(await books.create('customer', { Id, SyncToken: '0', sparse: true, Active: false })).toMatchObject({
        DisplayName: 'Gone (deleted)'
    });
    const again = await books.create('customer', { DisplayName: 'Gone' });
    await books.create('invoice', { ...invoice, CustomerRef: { value: again['Id'] } });
    expect(await books.codes('customer', { body: { Id: again['Id'], SyncToken: '0', sparse: true, Active: false } })).toBe('400 6000');
});

test('a deposited payment, a closed period and an ended subscription are refused', async () => {
    const payment = await books.create('payment', VALID['payment']);
    const held = { Amount: 7, LinkedTxn: [{ TxnId: payment['Id'], TxnType: 'Payment', TxnLineId: '0' }] };
    await books.create('deposit', { DepositToAccountRef: { value: '1' }, Line: [held] });
    expect(await books.codes('payment?operation=delete', { body: { Id: payment['Id'], SyncToken: '0' } })).toBe('400 6540');
    await books.control('settings', { closed_until: '2020-12-31' });
    expect(await books.codes('invoice', { body: { ...invoice, TxnDate: '2020-12-31' } })).toBe('400 6210');
    await books.control('company', { state: 'ended' });
    expect(await books.codes('invoice', { body: invoice })).toBe('400 6190');
    await books.control('company', { state: 'no_access' });
    expect(await books.codes('customer/1')).toBe('401 120');
});

test('a repeated requestid gets the first response, and another body 600', async () => {
    const first = await books.call('invoice?requestid=abc', { body: invoice });
    expect(await books.call('invoice?requestid=abc', { body: invoice })).toEqual(first);
    expect(await books.codes('invoice?requestid=abc', { body: { ...invoice, PrivateNote: 'x' } })).toBe('400 600');
    expect(await books.codes(`invoice?requestid=${'a'.repeat(51)}`, { body: invoice })).toBe('400 600');
});

test('a batch does what it can, each item for itself', async () => {
    const created = await books.create('payment', VALID['payment']);
    const { status, body } = await books.call('batch', {
        body: {
            BatchItemRequest: [
                { bId: 'a', operation: 'create', Customer: { DisplayName: 'In a batch' } },
                { bId: 'b', operation: 'create', Invoice: {} },
                { bId: 'c', Query: 'select count(*) from Vendor' },
                { bId: 'd', operation: 'update', optionsData: 'void', Payment: { Id: created['Id'], SyncToken: '0', sparse: true } }
            ]
        }
    });
    expect(status).toBe(200);
    expect(body['BatchItemResponse']).toMatchObject([
        { bId: 'a', Customer: { DisplayName: 'In a batch' } },
        { bId: 'b', Fault: { type: 'ValidationFault', Error: [{ code: '2020' }] } },
        { bId: 'c', QueryResponse: { totalCount: 32 } },
        { bId: 'd', Payment: { TotalAmt: 0 } }
    ]);
    const items = (count: number, id?: string) =>
        Array.from({ length: count }, (_, index) => ({ bId: id ?? String(index), Query: 'select * from Item' }));
    expect(await books.codes('batch', { body: { BatchItemRequest: items(30) } })).toBe('200');
    expect(await books.codes('batch', { body: { BatchItemRequest: items(31) } })).toBe('400 1040');
    expect(await books.codes('batch', { body: { BatchItemRequest: items(2, 'same') } })).toBe('400 2010 bId');
});

test.each([
    ["select * from Invoice where Id = '1' or Id = '2'", '400 4000'],
    ['select Foo from Invoice', '400 4001'],
    ['select * from Invoice maxresults 1500', '400 4001'],
    ['select * from Invoice startposition 0', '400 4001']
])('the query %s is refused', async (text, codes) => {
    expect(await books.codes(`query?query=${encodeURIComponent(text)}`)).toBe(codes);
    expect(await books.codes('query', { text })).toBe(codes);
});

test('a created row is found by queries after the lag, and a page may have a row too many', async () => {
    await books.control('clock', { speed: 0 });
    await books.control('settings', { query_lag_s: 5, extra_row: true });
    await books.create('customer', { DisplayName: 'Late' });
    expect(await books.query("select * from Customer where DisplayName = 'Late'")).toEqual({});
    await books.control('clock', { advance_ms: 6000 });
    expect((await books.query("select * from Customer where DisplayName = 'Late'"))['maxResults']).toBe(1);
    expect((await books.query('select * from Invoice maxresults 100'))['Invoice']).toHaveLength(101);
});

test('a deleted transaction is in no query, whatever it asks for', async () => {
    const { Id } = await books.create('bill', VALID['bill']);
    const count = async () => (await books.query(`select count(*) from Bill where Id = '${Id}'`))['totalCount'];
    expect(await count()).toBe(1);
    await books.create('bill?operation=delete', { Id, SyncToken: '0' });
    expect(await count()).toBe(0);
    expect(await books.query(`select * from Bill where Id in ('${Id}')`)).toEqual({});
});

test('change data capture has whole objects, stubs of deleted ones, and nothing for the others', async () => {
    const since = new Date(Date.now() - 60_000).toISOString();
    const bill = await books.create('bill', VALID['bill']);
    const gone = await books.create('bill', VALID['bill']);
    await books.create('bill?operation=delete', { Id: gone['Id'], SyncToken: '0' });
    const { body } = await books.call(`cdc?entities=Customer,Bill&changedSince=${encodeURIComponent(since)}&startPosition=50`);
    const stub = { domain: 'QBO', status: 'Deleted', Id: gone['Id'], MetaData: { LastUpdatedTime: expect.any(String) } };
    expect(body['CDCResponse']).toEqual([{ QueryResponse: [{}, { Bill: [bill, stub], startPosition: 1, maxResults: 2 }] }]);
    expect(await books.codes('cdc?entities=TaxCode&changedSince=2026-01-01')).toBe('400 4001');
    expect(await books.codes('cdc?entities=Bill&changedSince=2020-01-01')).toBe('400 2010 changedSince');
});

test('change data capture stops at 1000 objects over all entities, or of each', async () => {
    await books.control('seed', { counts: { Invoice: 1200, Bill: 600 } });
    const now = Date.parse(String((await books.query('select * from Invoice maxresults 1'))['Invoice'][0].MetaData.LastUpdatedTime));
    await books.control('clock', { now: new Date(now + 86_400_000).toISOString() });
    await books.signIn();
    const path = `cdc?entities=Invoice,Bill&changedSince=${new Date(now).toISOString()}`;
    const count = async () => {
        const { body } = await books.call(path);
        return body['CDCResponse'][0].QueryResponse.map((part: Record<string, unknown>) => part['maxResults']);
    };
    const [invoices, bills] = await count();
    expect(invoices + bills).toBe(1000);
    await books.control('settings', { cdc_limit_per: 'entity', cdc_keeps: 'oldest' });
    expect(await count()).toEqual([1000, 600]);
});

test('without asking for JSON, every response is XML', async () => {
    for (const [path, status, start] of [
        ['customer/1', 200, '<Customer domain="QBO" sparse="false">'],
        ['customer/99999', 400, '<Fault type="ValidationFault"><Error code="610" element=""><Message>Object Not Found'],
        ['query?query=select%20*%20from%20Item%20maxresults%201', 200, '<QueryResponse startPosition="1" maxResults="1"><Item']
    ] as const) {
        const response = await books.send(path, { accept: null });
        const text = await response.text();
        expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/xml; charset=utf-8']);
        expect(text).toContain('<IntuitResponse xmlns="http://schema.intuit.com/finance/v3" time="');
        expect(text).toContain(start);
    }
    const json = await books.send('customer/1?format=json', { accept: null });
    expect(json.headers.get('content-type')).toContain('application/json');
    const refused = await books.send('customer/1', { accept: null, token: 'x' });
    expect(await refused.text()).toContain('<Fault type="AUTHENTICATION"><Error code="3200">');
});

test('a token that is malformed, expired or revoked is refused by the gateway, in words of its own', async () => {
    const detail = async (token?: string) => {
        const { status, body } = await books.call('customer/1', token === undefined ? {} : { token });
        expect([status, body['fault'].type, body['fault'].error[0].code]).toEqual([401, 'AUTHENTICATION', '3200']);
        return body['fault'].error[0].detail;
    };
    expect(await detail('nonsense')).toContain('Malformed');
    await books.control('expire', {});
    expect(await detail()).toContain('Token expired');
    await books.signIn();
    await books.control('disconnect', {});
    expect(await detail()).toContain('revoked');
});

test('a token of another company, environment or scope is 403 with 3100', async () => {
    expect(await books.codes('customer/1', { realm: '9341453474484466' })).toBe('403 3100');
    expect(await books.codes('customer/1', { host: 'sandbox' })).toBe('403 3100');
    await books.signIn({ scopes: ['openid'] });
    expect(await books.codes('customer/1')).toBe('403 3100');
    const { realm } = await books.signIn({ realm: '4620816365213097' });
    expect(await books.codes('customer/1', { realm, host: 'sandbox' })).toBe('200');
});

test('the company says who it is, and which currencies it has', async () => {
    const { body } = await books.call(`companyinfo/${REALM}`);
    expect(body['CompanyInfo']).toMatchObject({ CompanyName: 'Acme Landscaping', Country: 'US' });
    expect((await books.call('preferences')).body['Preferences'].CurrencyPrefs).toEqual({
        MultiCurrencyEnabled: true,
        HomeCurrency: { value: 'USD' }
    });
    const response = await books.send('customer/1');
    expect(response.headers.get('intuit_tid')).toMatch(/^1-/);
});

test('a user at the vendor merges two customers, and what the loser had is the winner’s', async () => {
    const winner = await books.create('customer', { DisplayName: 'Winner' });
    const loser = await books.create('customer', { DisplayName: 'Loser' });
    const { Id } = await books.create('invoice', { ...invoice, CustomerRef: { value: loser['Id'] } });
    await books.control('mutate', { entity: 'Customer', operation: 'merge', id: loser['Id'], into: winner['Id'] });
    expect((await books.call(`invoice/${Id}`)).body['Invoice'].CustomerRef).toEqual({ value: winner['Id'], name: 'Winner' });
    expect((await books.call(`customer/${winner['Id']}`)).body['Customer'].Balance).toBe(100);
    expect(await books.codes(`customer/${loser['Id']}`)).toBe('400 610');
});

test('ids beyond 32 bits come on request, and a fault comes with status 200', async () => {
    await books.control('seed', { big_ids: true });
    const [first] = (await books.query('select Id from Customer maxresults 1'))['Customer'];
    expect(Number(first.Id)).toBeGreaterThan(2 ** 31);
    const body = { Fault: { Error: [{ code: '10000' }], type: 'SystemFault' } };
    await books.control('faults', [{ action: { type: 'status', code: 200, body }, times: 1 }]);
    expect(await books.codes('customer/1')).toBe('200 10000');
});
