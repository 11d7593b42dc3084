import { expect, test } from 'vitest';
import { books } from './fake-patchbay.fixtures.ts';
import { startWithFake } from './playground.fixtures.ts';

const order = { vendor: '7', item: '12', currency: 'USD', quantity: '3', price: '0.35', once: 'k1' };
const invoice = { id: '130', doc_number: '1048', customer_id: '9', customer_name: 'Ada', balance_cents: 115_152, currency: 'USD' };

async function setUp() {
    const app = await startWithFake([books]);
    app.world.connections = [
        {
            connection_id: 'c1',
            provider_config_key: 'tallystone',
            provider: 'sandbox-quickbooks',
            endUserId: 'user_1',
            connection_config: { realmId: '9341453474484455001' }
        }
    ];
    return app;
}

test('an order has the price as it was typed, in hundredths', async () => {
    await using app = await setUp();
    expect(await app.ask('POST', '/api/accounting/order', order)).toMatchObject({ status: 200, body: { total: 3750 } });
    expect(app.world.written).toMatchObject([
        {
            path: '/purchase-orders',
            body: {
                vendor_ref: { value: '7' },
                currency_ref: { value: 'USD' },
                line: [{ amount_cents: 105, item_based_expense_line_detail: { item_ref: { value: '12' }, qty: 3, unit_price_cents: 35 } }]
            }
        }
    ]);
});

test.each([
    ['no supplier', { vendor: '' }, 'The supplier is missing.'],
    ['no price', { price: 'a lot' }, 'The price must be an amount such as 12.50.'],
    ['half a piece', { quantity: '0.5' }, 'The quantity must be a whole number from 1 to 99999.']
])('an order with %s is a sentence, and orders nothing', async (_, wrong, error) => {
    await using app = await setUp();
    expect(await app.ask('POST', '/api/accounting/order', { ...order, ...wrong })).toEqual({ status: 400, body: { error } });
    expect(app.world.written).toEqual([]);
});

test('at the vendor a customer pays what is open, to the cent, in the company that is connected', async () => {
    await using app = await setUp();
    app.world.invoices = [invoice];
    await app.ask('POST', '/api/sandbox/pay-invoice', { invoice: '130' });
    const payment = { TotalAmt: '1151.52', Line: [{ Amount: '1151.52', LinkedTxn: [{ TxnId: '130', TxnType: 'Invoice' }] }] };
    expect(app.world.written).toMatchObject([{ body: { realm: '9341453474484455001', entity: 'Payment', body: payment } }]);
});

test('an invoice that is paid is not paid again', async () => {
    await using app = await setUp();
    app.world.invoices = [{ ...invoice, balance_cents: 0 }];
    expect(await app.ask('POST', '/api/sandbox/pay-invoice', { invoice: '130' })).toMatchObject({ status: 400 });
    expect(app.world.written).toEqual([]);
});

test('an invoice that changes while the list is read is there once, as it is now', async () => {
    await using app = await setUp();
    const dated = { ...invoice, txn_date: '2026-11-24', total_amt_cents: 115_152 };
    app.world.invoices = [dated, { ...dated, id: '131' }, { ...dated, balance_cents: 0 }];
    const { body } = await app.ask('GET', '/api/accounting/invoices');
    expect(Object(body).invoices).toMatchObject([
        { id: '131', open: 115_152 },
        { id: '130', open: 0 }
    ]);
});

test('without a connection there is nothing to list, and the page is told so', async () => {
    await using app = await setUp();
    app.world.connections = [];
    expect(await app.ask('GET', '/api/accounting')).toMatchObject({ body: { app: { name: 'Tallystone' }, link: null } });
    const nothing = { status: 404, body: { error: 'Nothing is connected yet.' } };
    for (const path of ['/api/accounting/invoices', '/api/accounting/orders', '/api/hiring/candidates'])
        expect(await app.ask('GET', path)).toEqual(nothing);
});
