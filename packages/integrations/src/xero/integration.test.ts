import { HostError, type HostRequest, type HostResponse, runAction, runSync } from '@patchbay/functions';
import { jsonResponse, MemoryHost, surfaced, testFacts } from '@patchbay/functions/testing';
import { describe, expect, test } from 'vitest';
import { capabilitiesOf, integrationOf } from '../catalog.ts';
import { xero } from './integration.ts';

const AT = '/Date(1781550000000+0000)/';
const contact = { ContactID: 'c1', Name: 'Ridgeway' };
const invoice = (id: string, changes: Record<string, unknown> = {}) => ({
    Type: 'ACCREC',
    InvoiceID: id,
    InvoiceNumber: 'ORC1041',
    Contact: contact,
    DateString: '2026-03-08T00:00:00',
    Date: '/Date(1772928000000+0000)/',
    DueDate: '/Date(1775520000000+0000)/',
    Status: 'AUTHORISED',
    CurrencyCode: 'JPY',
    Total: 500,
    TotalTax: 0,
    AmountDue: 19.99,
    UpdatedDateUTC: AT,
    LineItems: [{ LineItemID: 'l1', Quantity: 1, UnitAmount: 500.1234, LineAmount: -500, AccountCode: '200', TaxType: 'NONE' }],
    ...changes
});
const answer = (collection: string, objects: unknown[]) => jsonResponse({ Status: 'OK', DateTimeUTC: AT, [collection]: objects });

async function sync(name: string, host: MemoryHost) {
    const definition = xero.syncs[name];
    if (!definition) throw new Error(`There is no ${name}.`);
    return surfaced(await runSync(definition, host, testFacts));
}

async function act(name: string, input: unknown, respond: (request: HostRequest) => HostResponse, attempt = 1) {
    const host = new MemoryHost(respond);
    const action = xero.actions[name];
    if (!action) throw new Error(`There is no ${name}.`);
    const outcome = surfaced(await runAction(action, host, { ...testFacts, attempt }, input));
    return { outcome, calls: host.requests.map(({ method, endpoint, body }) => `${method} ${endpoint} ${String(body)}`), host };
}

describe('a sync of Xero', () => {
    test('reads pages in the order of ids, then what changed since, and deletes what is voided', async () => {
        const pages = [Array.from({ length: 100 }, (_, index) => invoice(`i${index}`)), [invoice('last')]];
        const host = new MemoryHost(() =>
            answer('Invoices', pages.shift() ?? [invoice('i0', { Status: 'VOIDED' }), invoice('i1', { Total: 7 })])
        );
        expect(await sync('invoices', host)).toMatchObject({ status: 'succeeded', setAside: {} });
        expect(host.live('Invoice')).toHaveLength(101);
        expect(host.checkpoint).toEqual({ cursor: '2026-06-15T18:59:00.000Z' });
        await sync('invoices', host);
        expect(host.live('Invoice')).toHaveLength(100);
        expect(host.live('Invoice').find(({ id }) => id === 'i1')).toMatchObject({ total_amt_cents: 700 });
        expect(host.requests.map(({ query, headers }) => [new URLSearchParams(query).get('page'), headers['if-modified-since']])).toEqual([
            ['1', undefined],
            ['2', undefined],
            ['1', 'Mon, 15 Jun 2026 18:59:00 GMT']
        ]);
        expect(new URLSearchParams(host.requests[0]?.query).get('where')).toBe('Type=="ACCREC"');
    });

    test('gives up on a vendor that responds with the same page again, and deletes nothing', async () => {
        const page = Array.from({ length: 100 }, (_, index) => invoice(`i${index}`));
        const host = new MemoryHost(() => answer('Invoices', host.requests.length < 10 ? page : []));
        expect(await sync('invoices', host)).toMatchObject({ status: 'failed', error: { code: 'pagination_stuck' } });
        expect(host.requests).toHaveLength(2);
        expect(host.live('Invoice')).toHaveLength(100);
    });

    test('leaves out a model that the connection does not want, and refuses settings it does not know', async () => {
        const host = new MemoryHost();
        host.metadata = { theirs: 1, sync: { models: ['Invoice'], frequency: 'every day' } };
        expect(await sync('items', host)).toMatchObject({ status: 'succeeded' });
        expect(host.requests).toEqual([]);
        for (const [wrong, path] of [
            [{ models: ['Deposit'] }, 'sync.models.0'],
            [{ frequency: 'hourly' }, 'sync.frequency'],
            [{ keep_inactive: true }, 'sync'],
            [{ filters: { transactions_since: '2026-02-30' } }, 'sync.filters.transactions_since'],
            [{ custom_fields: { Invoice: { crew: '1' } } }, 'sync.custom_fields']
        ]) {
            host.metadata = { sync: wrong ?? null };
            expect(await sync('items', host)).toMatchObject({ error: { type: 'validation_error', issues: [{ path }] } });
        }
    });

    test('lists transactions since a day only, and takes out those that are moved before it', async () => {
        const early = invoice('i1', { DateString: '2026-02-28T00:00:00' });
        const host = new MemoryHost(() => answer('Invoices', host.requests.length === 3 ? [early] : [invoice('i0'), invoice('i1')]));
        await sync('invoices', host);
        host.metadata = { sync: { filters: { transactions_since: '2026-03-01' } } };
        await sync('invoices', host);
        expect(host.live('Invoice')).toHaveLength(2);
        await sync('invoices', host);
        expect(host.live('Invoice').map(({ id }) => id)).toEqual(['i0']);
        host.metadata = {};
        await sync('invoices', host);
        const asked = host.requests.map(({ query, headers }) => [
            new URLSearchParams(query).get('where'),
            headers['if-modified-since'] !== undefined
        ]);
        expect(asked).toEqual([
            ['Type=="ACCREC"', false],
            ['Type=="ACCREC" AND Date>=DateTime(2026,3,1)', false],
            ['Type=="ACCREC"', true],
            ['Type=="ACCREC"', false]
        ]);
    });

    test('misses nothing of a list since a day of which something leaves while it is read, and goes on in its second reading', async () => {
        let all = Array.from({ length: 200 }, (_, index) => invoice(`i${String(index).padStart(3, '0')}`));
        let fails = true;
        const host = new MemoryHost((request) => {
            const page = Number(new URLSearchParams(request.query).get('page'));
            if (fails && host.requests.length === 4) return jsonResponse({}, 500);
            const objects = all.slice((page - 1) * 100, page * 100);
            // The first one gets an earlier day once its page is read.
            if (host.requests.length === 1) all = all.slice(1);
            return answer('Invoices', objects);
        });
        host.metadata = { sync: { filters: { transactions_since: '2026-03-01' } } };
        expect(await sync('invoices', host)).toMatchObject({ status: 'failed' });
        fails = false;
        expect(await sync('invoices', host)).toMatchObject({ status: 'succeeded' });
        expect(host.requests.map(({ query }) => new URLSearchParams(query).get('page'))).toEqual(['1', '2', '1', '2', '2']);
        expect(host.live('Invoice').map(({ id }) => id)).toContain('i100');
        expect(host.checkpoint).toEqual({ first_day: '2026-03-01', cursor: '2026-06-15T18:59:00.000Z' });
    });

    test('of a list without pages deletes what it no longer has', async () => {
        const lists = [
            [
                { ItemID: 'a', Code: 'A' },
                { ItemID: 'b', Code: 'B' }
            ],
            [{ ItemID: 'b', Code: 'B', SalesDetails: { UnitPrice: 19.99 } }]
        ];
        const host = new MemoryHost(() => answer('Items', lists.shift() ?? []));
        await sync('items', host);
        await sync('items', host);
        expect(host.live('Item')).toMatchObject([{ id: 'b', name: 'B', unit_price_cents: 1999 }]);
    });

    test('leaves out contacts that only sell, and sets aside what breaks its form', async () => {
        const only = { ...contact, ContactID: 's', IsSupplier: true, IsCustomer: false };
        const host = new MemoryHost(() => answer('Contacts', [contact, only, { ContactID: 'x', Name: {} }]));
        expect(await sync('customers', host)).toMatchObject({ setAside: { Customer: 1 } });
        expect(host.live('Customer').map(({ id }) => id)).toEqual(['c1']);
    });
});

test('an invoice of Xero becomes the same model, with exact cents and its date as it is', async () => {
    const { outcome } = await act('get-invoice', { id: 'i1' }, () => answer('Invoices', [invoice('i1')]));
    expect(outcome).toMatchObject({
        output: {
            id: 'i1',
            sync_token: '1781550000000',
            currency: 'JPY',
            txn_date: '2026-03-08',
            due_date: '2026-04-07',
            updated_at: '2026-06-15T19:00:00.000Z',
            total_amt_cents: 50_000,
            balance_cents: 1999,
            items: [{ amount_cents: -50_000, unit_price_cents: 50_012.34, qty: 1 }]
        }
    });
});

test.each([
    [
        'bill',
        'Invoices',
        invoice('b', { Type: 'ACCPAY' }),
        { vendor_id: 'c1', total_amount: 500, lines: [{ account_id: '200', amount: -500 }] }
    ],
    [
        'account',
        'Accounts',
        { AccountID: 'a', Name: 'Sales', Code: '200', Class: 'REVENUE', Status: 'ACTIVE' },
        { classification: 'Revenue', acct_num: '200' }
    ],
    [
        'payment',
        'Payments',
        { PaymentID: 'p', Date: AT, Amount: 19.99, Invoice: { InvoiceID: 'i1', Contact: contact }, Account: { AccountID: 'a' } },
        { amount_cents: 1999, customer_id: 'c1', lines: [{ linked_txn: [{ txn_id: 'i1', txn_type: 'Invoice' }] }] }
    ],
    [
        'journal-entry',
        'ManualJournals',
        {
            ManualJournalID: 'j',
            Narration: 'N',
            Date: AT,
            JournalLines: [
                { LineAmount: 0.1, AccountCode: '1' },
                { LineAmount: -0.1, AccountCode: '2' }
            ]
        },
        {
            note: 'N',
            lines: [
                { posting_type: 'Debit', net_amount: 0.1 },
                { posting_type: 'Credit', net_amount: 0.1 }
            ]
        }
    ],
    [
        'purchase-order',
        'PurchaseOrders',
        {
            PurchaseOrderID: 'o',
            Contact: contact,
            DateString: '2026-01-01T00:00:00',
            Total: 19.99,
            Status: 'BILLED',
            LineItems: [{ ItemCode: 'A', LineAmount: 19.99 }]
        },
        { vendor_ref: { value: 'c1' }, po_status: 'Closed', line: [{ amount_cents: 1999, detail_type: 'ItemBasedExpenseLineDetail' }] }
    ]
])('a %s of Xero becomes the same model', async (name, collection, object, record) => {
    const { outcome } = await act(`get-${name}`, { id: 'x' }, () => answer(collection, [object]));
    expect(outcome).toMatchObject({ status: 'succeeded', output: record });
});

const ref = { value: 'c1' };
test.each([
    [
        'create-invoice',
        {
            customer_ref: ref,
            line: [{ detail_type: 'SalesItemLineDetail', amount_cents: 1999, sales_item_line_detail: { item_ref: { value: 'A' } } }]
        },
        'PUT /api.xro/2.0/Invoices {"Invoices":[{"Type":"ACCREC","Contact":{"ContactID":"c1"},"LineItems":[{"ItemCode":"A","Quantity":1,"UnitAmount":19.99}]}]}'
    ],
    [
        'create-bill',
        { vendor_id: 'c1', line: [{ amount: 0.3, qty: 3, unit_price: 0.1, account_id: '400' }] },
        'PUT /api.xro/2.0/Invoices {"Invoices":[{"Type":"ACCPAY","Contact":{"ContactID":"c1"},"LineItems":[{"AccountCode":"400","Quantity":3,"UnitAmount":0.1,"LineAmount":0.3}]}]}'
    ],
    [
        'update-customer',
        { id: 'c1', primary_email: 'a@example.com' },
        'POST /api.xro/2.0/Contacts/c1 {"Contacts":[{"EmailAddress":"a@example.com","ContactID":"c1"}]}'
    ],
    [
        'create-payment',
        {
            total_amount_cents: 1999,
            customer_ref: ref,
            deposit_to_account_ref: { value: '090' },
            lines: [{ amount_cents: 1999, linked_txn: [{ txn_id: 'i1', txn_type: 'Invoice' }] }]
        },
        'PUT /api.xro/2.0/Payments {"Payments":[{"Invoice":{"InvoiceID":"i1"},"Account":{"Code":"090"},"Amount":19.99}]}'
    ],
    ['delete-invoice', { id: 'i1' }, 'POST /api.xro/2.0/Invoices/i1 {"Invoices":[{"Status":"DELETED","InvoiceID":"i1"}]}'],
    ['delete-item', { id: 'a/b' }, 'DELETE /api.xro/2.0/Items/a%2Fb null']
])('%s is sent as Xero wants it', async (name, input, call) => {
    const { calls, host } = await act(name, input, () => jsonResponse({ Invoices: [] }));
    expect(calls).toEqual([call]);
    if (!name.endsWith('item')) expect(host.requests[0]?.headers).toMatchObject({ 'idempotency-key': testFacts.idempotencyKey });
});

test('what is written with a day that the connection does not list is not in the records', async () => {
    const at = async (day: string) => {
        const host = new MemoryHost(() => answer('Invoices', [invoice('i1', { DateString: `${day}T00:00:00` })]));
        host.metadata = { sync: { filters: { transactions_since: '2026-03-01' } } };
        return runAction(xero.actions['update-invoice'] ?? expect.fail(), host, testFacts, { id: 'i1', txn_date: day });
    };
    expect(await at('2026-02-28')).toMatchObject({ status: 'succeeded', isGone: true });
    expect(await at('2026-03-01')).not.toHaveProperty('isGone');
});

describe('a write to Xero that names a version', () => {
    const AFTER = '/Date(1781550000001+0000)/';
    const item = (at: string) => ({ ItemID: 'a', Code: 'A', UpdatedDateUTC: at });
    const has = (at: string) => (request: HostRequest) =>
        request.endpoint.includes('/Items') ? answer('Items', [item(at)]) : answer('Invoices', [invoice('i1', { UpdatedDateUTC: at })]);
    const version = { id: 'i1', sync_token: '1781550000000' };
    const verbs = [
        ['update-invoice', { ...version, private_note: 'x' }],
        ['delete-invoice', version],
        ['void-invoice', version],
        ['delete-item', { ...version, id: 'a' }]
    ] as const;

    test.each(verbs)('is done where Xero has that one: %s', async (name, input) => {
        const { outcome, host } = await act(name, input, has(AT));
        expect(outcome).toMatchObject({ status: 'succeeded' });
        expect(host.requests.map(({ method }) => method)).toEqual(['GET', name === 'delete-item' ? 'DELETE' : 'POST']);
    });

    test.each(verbs)('is a conflict with the current one where Xero has another: %s', async (name, input) => {
        const { outcome, host } = await act(name, input, has(AFTER));
        const current = { sync_token: '1781550000001', record: { id: input.id, updated_at: '2026-06-15T19:00:00.001Z' } };
        expect(outcome).toMatchObject({
            error: { payload: { code: 'vendor_fault', type: 'conflict', status: 409, vendor: null, current } }
        });
        expect(host.requests.map(({ method }) => method)).toEqual(['GET']);
    });

    test('is of unknown outcome where an earlier attempt may have made the change', async () => {
        const { outcome, host } = await act('update-invoice', { ...version, private_note: 'x' }, has(AFTER), 2);
        expect(outcome).toMatchObject({ error: { type: 'host_error', code: 'outcome_unknown' } });
        expect(host.requests).toHaveLength(1);
    });

    test('is not done to what Xero does not have', async () => {
        const { outcome, host } = await act('update-invoice', version, () => answer('Invoices', []));
        expect(outcome).toMatchObject({ error: { payload: { code: 'vendor_fault', type: 'not_found', status: 404 } } });
        expect(host.requests).toHaveLength(1);
    });
});

test.each<[string, () => HostResponse]>([
    ['a gateway that gave up', () => jsonResponse({}, 504)],
    ['a page of HTML', () => ({ status: 200, headers: {}, body: '<html>Maintenance</html>' })],
    ['no object', () => answer('Invoices', [])],
    ['another object', () => answer('Invoices', [{ InvoiceID: 7 }])],
    [
        'a lost response',
        () => {
            throw new HostError('network_error', 'The provider could not be reached, or did not respond in time.');
        }
    ]
])('a write to Xero of which it is not known whether it is done, after %s, is of unknown outcome', async (_what, respond) => {
    const line = [{ amount_cents: 1999, detail_type: 'SalesItemLineDetail', description: 'Advice' }];
    const writes = [
        ['create-invoice', { customer_ref: { value: 'c1' }, line }],
        ['update-invoice', { id: 'i1', private_note: 'x' }],
        ['void-invoice', { id: 'i1' }]
    ] as const;
    for (const [name, input] of writes) {
        const { outcome, host } = await act(name, input, respond);
        expect([name, outcome]).toMatchObject([
            name,
            { error: { type: 'host_error', code: 'outcome_unknown', message: expect.stringContaining('Idempotency-Key') } }
        ]);
        expect(host.requests).toHaveLength(1);
    }
});

test('an invoice that is sent by email, and not shown then, is not told as a failure that can be repeated', async () => {
    for (const shown of [jsonResponse({}, 500), answer('Invoices', [])]) {
        const respond = ({ method }: HostRequest) => (method === 'POST' ? { status: 204, headers: {}, body: '' } : shown);
        const { outcome } = await act('send-invoice', { id: 'i1' }, respond);
        expect(outcome).toMatchObject({ error: { code: 'outcome_unknown', message: expect.stringContaining('has sent it by email') } });
    }
});

test('a refusal of Xero has the shape of all vendors', async () => {
    const refused = {
        ErrorNumber: 10,
        Type: 'ValidationException',
        Message: 'A validation exception occurred',
        Elements: [{ ValidationErrors: [{ Message: 'Account code 999 is not valid.' }] }]
    };
    const { outcome } = await act('void-invoice', { id: 'i1' }, () => jsonResponse(refused, 400));
    expect(outcome).toMatchObject({
        error: {
            payload: {
                code: 'vendor_fault',
                type: 'invalid',
                status: 400,
                errors: [{ code: '10', message: 'Account code 999 is not valid.' }],
                vendor: { body: refused }
            }
        }
    });
});

test('Xero says of each endpoint whether it does it', () => {
    expect(integrationOf('xero')).toBe(xero);
    const support = Object.fromEntries(capabilitiesOf(xero).map((one) => [`${one.method} ${one.path}`, one.support]));
    expect(support).toMatchObject({
        'GET /invoices': 'full',
        'POST /invoices': 'partial',
        'GET /transfers': 'unsupported',
        'POST /payments/void': 'unsupported'
    });
    expect(Object.keys(xero.notes).filter((key) => !Object.hasOwn(support, key) || support[key] === 'unsupported')).toEqual([]);
});
