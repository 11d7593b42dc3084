import { type HostRequest, type HostResponse, runAction } from '@patchbay/functions';
import { jsonResponse, surfaced } from '@patchbay/functions/testing';
import { describe, expect, test } from 'vitest';
import { quickbooks } from '../integration.ts';
import { CompanyHost, facts, fault, parametersOf, REALM, transfer } from '../test-company.ts';

const base = `/v3/company/${REALM}`;
const customer = (changes: Record<string, unknown> = {}) => ({ Id: '67', SyncToken: '3', DisplayName: 'King', Active: true, ...changes });
const invoice = (changes: Record<string, unknown> = {}) => ({ ...transfer('130'), TotalAmt: 19.99, SyncToken: '4', ...changes });

async function act(name: string, input: unknown, respond: (request: HostRequest) => HostResponse, attempt = 1) {
    const host = new CompanyHost(respond);
    const action = quickbooks.actions[name];
    if (!action) throw new Error(`There is no ${name}.`);
    const outcome = surfaced(await runAction(action, host, { ...facts, attempt }, input));
    const sent = host.requests.map((request) => ({
        call: `${request.method} ${request.endpoint.replace(base, '')}`,
        parameters: parametersOf(request),
        body: typeof request.body === 'string' ? JSON.parse(request.body) : request.body
    }));
    return { outcome, sent, host };
}

describe('a write to QuickBooks', () => {
    test('carries the run’s key as its request id, the same in a repeat', async () => {
        const { sent, outcome } = await act('create-customer', { display_name: 'King' }, () => jsonResponse({ Customer: customer() }));
        expect(sent).toEqual([
            { call: 'POST /customer', parameters: { requestid: 'request-1', minorversion: '75' }, body: { DisplayName: 'King' } }
        ]);
        expect(outcome).toMatchObject({ status: 'succeeded', output: { id: '67', sync_token: '3', balance_cents: 0 } });
    });

    test('of a repeat that asks for something else than before is of unknown outcome', async () => {
        const refused = ({ method }: HostRequest) =>
            method === 'GET' ? jsonResponse({ Customer: customer() }) : fault('600', 'Duplicate Request ID');
        const update = { id: '67', notes: 'x' };
        expect((await act('update-customer', update, refused, 2)).outcome).toMatchObject({ error: { code: 'outcome_unknown' } });
        expect((await act('update-customer', update, refused)).outcome).toMatchObject({ error: { payload: { type: 'duplicate' } } });
    });

    const html = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Maintenance</html>' };
    test.each<[string, HostResponse]>([
        ['a gateway that gave up', jsonResponse({}, 504)],
        ['a page of HTML', html],
        ['a failure of its own with status 200', fault('10000', 'System failure', '', 200)],
        ['another object', jsonResponse({ Invoice: { Id: '130' }, Customer: { Id: '67' } })]
    ])('of which it is not known whether it is done, after %s, is of unknown outcome and says how to find out', async (what, response) => {
        const writes = [
            ['create-customer', { display_name: 'King' }],
            ['update-customer', { id: '67', sync_token: '3', notes: 'x' }],
            ['void-invoice', { id: '130', sync_token: '4' }],
            ['send-invoice', { id: '130' }],
            // Its response is not looked into.
            ...(what === 'another object' ? [] : [['delete-bill', { id: '145', sync_token: '0' }] as const])
        ] as const;
        for (const [name, input] of writes) {
            const { outcome, sent } = await act(name, input, () => response);
            expect([name, outcome]).toMatchObject([
                name,
                { error: { type: 'host_error', code: 'outcome_unknown', message: expect.stringContaining('Idempotency-Key') } }
            ]);
            expect(sent).toHaveLength(1);
        }
    });

    test('updates only what is given, by the caller’s version', async () => {
        const { sent } = await act('update-customer', { id: '67', sync_token: '2', notes: null }, () =>
            jsonResponse({ Customer: customer() })
        );
        expect(sent).toMatchObject([{ call: 'POST /customer', body: { Id: '67', SyncToken: '2', sparse: true, Notes: null } }]);
        expect(Object.keys(sent[0]?.body)).toEqual(['Notes', 'Id', 'SyncToken', 'sparse']);
    });

    test('reads the current version where the caller names none', async () => {
        const { sent } = await act('update-customer', { id: '67', active: true }, () => jsonResponse({ Customer: customer() }));
        expect(sent).toMatchObject([{ call: 'GET /customer/67' }, { call: 'POST /customer', body: { SyncToken: '3', Active: true } }]);
    });

    test('of an older version is a conflict that carries the current one', async () => {
        const { outcome, sent } = await act('update-customer', { id: '67', sync_token: '1', notes: 'x' }, ({ method }) =>
            method === 'GET' ? jsonResponse({ Customer: customer() }) : fault('5010', 'Stale Object Error')
        );
        expect(sent.map(({ call }) => call)).toEqual(['POST /customer', 'GET /customer/67']);
        expect(outcome).toMatchObject({
            status: 'failed',
            error: {
                type: 'action_error',
                payload: {
                    code: 'vendor_fault',
                    type: 'conflict',
                    status: 409,
                    message: 'Stale Object Error.',
                    errors: [{ field: null, code: '5010', message: 'Stale Object Error.' }],
                    vendor: { status: 400, body: { Fault: { type: 'ValidationFault' } } },
                    current: { sync_token: '3', record: { id: '67', display_name: 'King' } }
                }
            }
        });
    });

    test('deletes transactions and makes name lists inactive', async () => {
        const bill = await act('delete-bill', { id: '145', sync_token: '0' }, () =>
            jsonResponse({ Bill: { status: 'Deleted', Id: '145' } })
        );
        expect(bill.sent).toMatchObject([{ call: 'POST /bill', parameters: { operation: 'delete' }, body: { Id: '145', SyncToken: '0' } }]);
        expect(bill.outcome).toEqual({ status: 'succeeded', output: { id: '145', success: true } });
        const inactive = await act('delete-customer', { id: '67', sync_token: '3' }, () => jsonResponse({ Customer: customer() }));
        expect(inactive.sent).toMatchObject([{ call: 'POST /customer', body: { Id: '67', SyncToken: '3', sparse: true, Active: false } }]);
        expect(inactive.sent[0]?.parameters).not.toHaveProperty('operation');
    });

    test('voids and sends as each kind of object wants it', async () => {
        const voided = () => jsonResponse({ Invoice: invoice({ TotalAmt: 0, PrivateNote: 'Voided' }) });
        const one = await act('void-invoice', { id: '130', sync_token: '4' }, voided);
        expect(one.sent).toMatchObject([{ call: 'POST /invoice', parameters: { operation: 'void' }, body: { Id: '130', SyncToken: '4' } }]);
        expect(one.outcome).toMatchObject({ output: { voided: true, total_amt_cents: 0 } });
        const payment = await act('void-payment', { id: '130', sync_token: '4' }, () => jsonResponse({ Payment: invoice() }));
        expect(payment.sent).toMatchObject([
            { call: 'POST /payment', parameters: { operation: 'update', include: 'void' }, body: { sparse: true } }
        ]);
        const sent = await act('send-invoice', { id: '130', send_to: 'a+b@example.com' }, () => jsonResponse({ Invoice: invoice() }));
        expect(sent.sent).toMatchObject([
            { call: 'POST /invoice/130/send', parameters: { sendTo: 'a+b@example.com', requestid: 'request-1' }, body: null }
        ]);
        expect(sent.host.requests[0]?.headers).toMatchObject({ 'content-type': 'application/octet-stream' });
    });

    test('of a purchase order finds the account of payables, or says that there is none', async () => {
        const line = [{ amount_cents: 1999, detail_type: 'ItemBasedExpenseLineDetail' }];
        const order = { ...transfer('257'), VendorRef: { value: '41' }, TotalAmt: 19.99 };
        const input = { vendor_ref: { value: '41' }, line };
        const found = await act('create-purchase-order', input, ({ method }) =>
            jsonResponse(
                method === 'GET' ? { QueryResponse: { Account: [{ Id: '33', SyncToken: '0' }] }, time: 'x' } : { PurchaseOrder: order }
            )
        );
        expect(found.sent.map(({ call }) => call)).toEqual(['GET /query', 'POST /purchaseorder']);
        expect(found.sent[0]?.parameters['query']).toContain("WHERE AccountType = 'Accounts Payable'");
        expect(found.sent[1]?.body).toMatchObject({ APAccountRef: { value: '33' }, Line: [{ Amount: 19.99 }] });
        expect(found.outcome).toMatchObject({ output: { total_amt_cents: 1999, vendor_ref: { value: '41', name: null } } });
        const missing = await act('create-purchase-order', input, () => jsonResponse({ QueryResponse: {}, time: 'x' }));
        expect(missing.sent).toHaveLength(1);
        expect(missing.outcome).toMatchObject({ error: { payload: { code: 'missing_payables_account' } } });
    });
});

test('what is written with a day that the connection does not list is not in the records', async () => {
    const input = { from_account_id: '1', to_account_id: '2', amount: 1 };
    const at = async (TxnDate: string) => {
        const host = new CompanyHost(() => jsonResponse({ Transfer: transfer('1', { TxnDate }) }));
        host.metadata = { sync: { filters: { transactions_since: '2026-03-01' } } };
        return runAction(quickbooks.actions['create-transfer'] ?? expect.fail(), host, facts, input);
    };
    expect(await at('2026-02-28')).toMatchObject({ status: 'succeeded', isGone: true });
    expect(await at('2026-03-01')).not.toHaveProperty('isGone');
});

test.each(['Crew #', '1'])('a custom field, named as %j, is in the record under the name that the connection gives it', async (field) => {
    const sent = invoice({ CustomField: [{ DefinitionId: '1', Name: 'Crew #', Type: 'StringType', StringValue: '104' }] });
    const stale = ({ method, query }: HostRequest) =>
        method === 'POST' && !query.includes('send') ? fault('5010', 'Stale Object Error') : jsonResponse({ Invoice: sent });
    const host = new CompanyHost(stale);
    host.metadata = { sync: { custom_fields: { Invoice: { crew: field, site: 'Site' } } } };
    const done = (name: string, input: object) =>
        runAction(quickbooks.actions[name] ?? expect.fail(`There is no ${name}.`), host, facts, input);
    const record = {
        custom_fields: { crew: '104', site: null },
        custom_field: [{ definition_id: '1', name: 'Crew #', type: 'StringType', string_value: '104' }]
    };
    expect(await done('get-invoice', { id: '130' })).toMatchObject({ output: record });
    const conflict = await done('update-invoice', { id: '130', sync_token: '1', private_note: 'x' });
    expect(conflict).toMatchObject({ error: { payload: { current: { record } } } });
});

test('a record is read by its id, which cannot leave its place in the address', async () => {
    const { sent, outcome } = await act('get-invoice', { id: '../customer/1?x' }, () => jsonResponse({ Invoice: invoice() }));
    expect(sent.map(({ call }) => call)).toEqual(['GET /invoice/..%2Fcustomer%2F1%3Fx']);
    expect(outcome).toMatchObject({ output: { total_amt_cents: 1999 } });
});

test.each([
    ['create-customer', { notes: 'x' }, ''],
    ['create-invoice', { customer_ref: { value: '1' }, line: [] }, 'line'],
    ['create-item', { name: 'Pump', type: 'Inventory' }, 'income_account_ref'],
    ['create-payment', { total_amount_cents: 19.99, customer_ref: { value: '1' } }, 'total_amount_cents'],
    ['create-bill', { vendor_id: '1', line: [{ amount: 1 }], txn_date: '2026-02-30' }, 'txn_date'],
    [
        'create-purchase-order',
        { vendor_ref: { value: '' }, line: [{ amount_cents: 1, detail_type: 'ItemBasedExpenseLineDetail' }] },
        'vendor_ref.value'
    ],
    [
        'create-journal-entry',
        {
            line_items: ['Debit', 'Credit'].map((posting_type, index) => ({
                amount: 1 + index,
                journal_entry_line_detail: { posting_type, account_ref: { value: '1' } }
            }))
        },
        'line_items'
    ]
])('%s of %j is refused at %s before any call', async (name, input, path) => {
    const { outcome, sent } = await act(name, input, () => jsonResponse({}));
    expect(outcome).toMatchObject({
        error: { type: 'validation_error', validated: 'input', issues: expect.arrayContaining([expect.objectContaining({ path })]) }
    });
    expect(sent).toEqual([]);
});

describe('a refusal has one shape', () => {
    const gateway = {
        warnings: null,
        fault: {
            error: [
                {
                    message: 'message=AuthenticationFailed; errorCode=003200; statusCode=401',
                    detail: 'Token expired: abc',
                    code: '3200',
                    element: null
                }
            ],
            type: 'AUTHENTICATION'
        }
    };
    const xml =
        '<?xml version="1.0"?><IntuitResponse time="x" xmlns="http://schema.intuit.com/finance/v3"><Fault type="SERVICE"><Error code="3001"><Message>message=ThrottleExceeded; errorCode=003001; statusCode=429</Message><Detail>The request limit was reached.  Try again later</Detail></Error></Fault></IntuitResponse>';
    test.each<[string, HostResponse, Record<string, unknown>]>([
        [
            'of a missing field',
            fault('2020', 'Required param missing', 'Line'),
            { type: 'invalid', status: 400, errors: [{ field: 'Line', code: '2020' }] }
        ],
        [
            'with status 200',
            fault('6240', 'Duplicate Name Exists Error', '', 200),
            { type: 'duplicate', status: 409, vendor: { status: 400 } }
        ],
        ['of the books', fault('6210', 'Account Period Closed'), { type: 'business_rule', status: 422 }],
        ['of an id', fault('610', 'Object Not Found'), { type: 'not_found', status: 404 }],
        [
            'of the gateway',
            jsonResponse(gateway, 401),
            { type: 'credentials', status: 424, message: 'Token expired: abc', errors: [{ code: '3200', field: null }] }
        ],
        [
            'in XML',
            { status: 429, headers: { 'content-type': 'application/xml' }, body: xml },
            {
                type: 'rate_limited',
                status: 429,
                errors: [{ code: '3001', message: 'The request limit was reached.  Try again later' }],
                vendor: { body: xml }
            }
        ],
        [
            'without a word',
            { status: 503, headers: {}, body: '' },
            { type: 'unavailable', status: 502, errors: [], message: 'The vendor responded with status 503.' }
        ],
        ['of a code that is not known', fault('9999', 'New'), { type: 'invalid', status: 400 }]
    ])('%s', async (_, response, payload) => {
        const { outcome } = await act('get-invoice', { id: '1' }, () => response);
        expect(outcome).toMatchObject({ status: 'failed', error: { type: 'action_error', payload } });
    });

    test('however much it says', async () => {
        const many = '<Error code="6000"><Detail>'.concat('x'.repeat(5000), '</Detail></Error>').repeat(200);
        const responses = [
            fault('6000', 'x'.repeat(200_000), 'y'.repeat(200_000)),
            { status: 400, headers: {}, body: `<IntuitResponse><Fault type="SERVICE">${many}</Fault></IntuitResponse>` }
        ];
        for (const response of responses) {
            const { outcome } = await act('get-invoice', { id: '1' }, () => response);
            const { message, errors } = Object(outcome).error.payload;
            expect([message.length, JSON.stringify(errors).length < 60_000]).toEqual([1000, true]);
        }
    });

    test('also where the connection names no company', async () => {
        const host = new CompanyHost();
        host.getConnection = async () => ({
            ...(await CompanyHost.prototype.getConnection.call(host)),
            connection_config: { realmId: '' }
        });
        const action = quickbooks.actions['get-invoice'];
        expect(action && (await runAction(action, host, facts, { id: '1' }))).toMatchObject({
            error: { payload: { code: 'missing_company' } }
        });
    });
});
