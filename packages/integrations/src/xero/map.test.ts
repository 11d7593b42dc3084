import { readFileSync } from 'node:fs';
import { parseJson } from '@patchbay/functions';
import { describe, expect, test } from 'vitest';
import { CreateBill, UpdateBill } from '../models/bill.ts';
import { CreateCustomer, UpdateCustomer } from '../models/customer.ts';
import { CreateInvoice } from '../models/invoice.ts';
import { CreateItem } from '../models/item.ts';
import { CreateJournalEntry } from '../models/journal-entry.ts';
import { CreatePayment } from '../models/payment.ts';
import { CreatePurchaseOrder } from '../models/purchase-order.ts';
import { entities } from './entities.ts';
import { fromBill, fromCustomer, fromInvoice, fromItem, fromJournalEntry, fromPayment, fromPurchaseOrder } from './write-body.ts';

type Model = keyof typeof entities;
// The keys of what has no others.
const models = Object.keys(entities) as Model[];
const fileOf = (model: Model) => model.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
const sent = (model: Model) => readFileSync(new URL(`./fixtures/${fileOf(model)}.json`, import.meta.url), 'utf8');

function recordOf(model: Model, changes: Record<string, unknown> = {}) {
    const object = { ...(parseJson(sent(model), 'text') as object), ...changes };
    return entities[model].schema.strict().parse(entities[model].toRecord(object));
}

describe('an object of Xero becomes a record', () => {
    test('with each field of its model, and no other', () => {
        for (const model of models)
            expect([model, ...Object.keys(recordOf(model)).toSorted()]).toEqual([
                model,
                ...Object.keys(entities[model].schema.shape).toSorted()
            ]);
    });

    test('with the instant of its last change as its version, whatever the offset it is written with', () => {
        expect(recordOf('Account')).toMatchObject({
            sync_token: '1772932200000',
            updated_at: '2026-03-08T01:10:00.000Z',
            created_at: null
        });
        expect(recordOf('Customer')).toMatchObject({ sync_token: '1773571200133', updated_at: '2026-03-15T10:40:00.133Z' });
        expect(recordOf('Item', { UpdatedDateUTC: null })).toMatchObject({ sync_token: null, updated_at: null });
    });

    test('with its dates as they are, also where there is an instant alone', () => {
        expect(recordOf('Invoice')).toMatchObject({ txn_date: '2026-03-08', due_date: '2026-04-07' });
        expect(recordOf('Bill')).toMatchObject({ txn_date: '2025-12-31', due_date: '2026-01-01' });
        expect(recordOf('Bill', { DueDate: null })['due_date']).toBeNull();
        expect(recordOf('Payment')['txn_date']).toBe('2026-01-01');
        expect(recordOf('JournalEntry')['date']).toBe('2026-06-30');
        expect(recordOf('PurchaseOrder')).toMatchObject({ txn_date: '2026-01-01', due_date: '2026-02-01' });
    });

    test('with exact cents and amounts, of yen, dinars, four decimals and negative lines', () => {
        expect(recordOf('Customer')).toMatchObject({ balance_cents: 492_010, balance_with_jobs_cents: 492_010 });
        expect(recordOf('Item')).toMatchObject({ unit_price_cents: 29_900, purchase_cost_cents: 14_900.01, qty_on_hand: 13.5 });
        expect(recordOf('Invoice')).toMatchObject({
            currency: 'JPY',
            total_amt_cents: 230_000,
            balance_cents: 195_410,
            total_tax_cents: 30_000
        });
        expect(recordOf('Bill')).toMatchObject({ currency: 'KWD', total_amount: 1234.567, balance: 0.3 });
        expect(recordOf('Payment')).toMatchObject({ amount_cents: 30, lines: [{ amount_cents: 30 }] });
        expect(recordOf('PurchaseOrder')).toMatchObject({ total_amt_cents: 2306, txn_tax_detail: { total_tax_cents: 301 } });
    });

    test('with rates that count the other way round than those of Xero', () => {
        expect(recordOf('Invoice')['exchange_rate']).toBe(125);
        expect(recordOf('PurchaseOrder')['exchange_rate']).toBe(1.6260162601626);
        expect(recordOf('Payment')['exchange_rate']).toBe(1);
        expect([recordOf('Bill')['exchange_rate'], recordOf('Bill', { CurrencyRate: '0' })['exchange_rate']]).toEqual([null, null]);
    });

    test('with its lines, by item or by account, and those without an amount', () => {
        expect(recordOf('Invoice')['items']).toEqual([
            {
                id: '5f7a612b-fdcc-4d33-90fa-a9f6bc6db32f',
                description: 'Onsite project management',
                qty: 1.5,
                unit_price_cents: 140_000.01,
                amount_cents: 210_000,
                item_id: 'PM',
                item_name: 'Project management',
                tax_code: 'OUTPUT2'
            },
            expect.objectContaining({ amount_cents: -10_000, item_id: null, tax_code: null }),
            expect.objectContaining({
                id: null,
                description: 'A remark without an amount',
                qty: null,
                unit_price_cents: null,
                amount_cents: 0
            })
        ]);
        expect(recordOf('Bill')['lines']).toMatchObject([
            {
                line_num: 1,
                detail_type: 'AccountBasedExpenseLineDetail',
                account_id: '7d05a53d-613d-4eb2-a2fc-dcb6adb80b80',
                unit_price: 411.5223
            },
            { line_num: 2, detail_type: 'ItemBasedExpenseLineDetail', account_id: '300', item_id: 'Chair', item_name: 'Chair', amount: 0 }
        ]);
        expect(recordOf('PurchaseOrder')['line']).toMatchObject([
            {
                detail_type: 'ItemBasedExpenseLineDetail',
                amount_cents: 1995,
                item_based_expense_line_detail: { item_ref: { value: 'LY', name: 'Lanyard' }, qty: 10, unit_price_cents: 199.51 },
                account_based_expense_line_detail: null
            },
            { account_based_expense_line_detail: { account_ref: { value: '429' } }, item_based_expense_line_detail: null }
        ]);
        expect(recordOf('JournalEntry')['lines']).toMatchObject([
            { posting_type: 'Debit', net_amount: 2569.1, account_id: '7d05a53d-613d-4eb2-a2fc-dcb6adb80b80', description: 'Rent' },
            { posting_type: 'Credit', net_amount: 2569.1, account_id: '200' },
            { posting_type: 'Debit', net_amount: 0 }
        ]);
    });

    test('with what it is linked to', () => {
        expect(recordOf('Invoice')['linked_txn']).toEqual([{ txn_id: '0d666415-cf77-43fa-80c7-56775591d426', txn_type: 'Payment' }]);
        const links = [{ txn_id: '006035f5-b471-4e5d-8f32-b8f4a1a4ab85', txn_type: 'Invoice' }];
        expect(recordOf('Payment')).toMatchObject({
            customer_name: 'BBBB',
            deposit_to_account_ref: { value: '297c2dc5-cc47-4afd-8ec8-74990b8761e9', name: 'Bank' },
            lines: [{ linked_txn: links }]
        });
        expect(recordOf('Payment', { Invoice: null })).toMatchObject({ customer_id: null, lines: [] });
    });

    test('of a contact, with its addresses and phone numbers, null where they are empty', () => {
        expect(recordOf('Customer')).toMatchObject({
            given_name: 'Zoë',
            family_name: 'Núñez',
            display_name: 'ABC Limited',
            primary_email: null,
            primary_phone: '64 04 1111111',
            mobile: null,
            bill_address: { line1: 'P O Box 123', city: 'Wellington', postal_code: '6011' },
            ship_address: null
        });
    });

    test.each([
        ['Invoice', { Status: 'VOIDED' }, { voided: true, balance_cents: 0 }],
        ['Invoice', { SentToContact: false }, { voided: false, email_status: 'NotSet' }],
        ['Payment', { Status: 'DELETED' }, { voided: true }],
        ['PurchaseOrder', { Status: 'BILLED' }, { po_status: 'Closed' }],
        ['Account', { Status: 'ARCHIVED', Class: null }, { active: false, classification: null }],
        ['Customer', { ContactStatus: 'ARCHIVED', Balances: null }, { active: false, balance_cents: 0 }],
        ['Item', { IsTrackedAsInventory: false, Name: null }, { type: 'NonInventory', name: 'Merino-2011-LG', fully_qualified_name: null }]
    ] as const)('of kind %s with %j as such', (model, changes, expected) => {
        expect(recordOf(model, changes)).toMatchObject(expected);
    });

    test('is refused with its fields where Xero breaks its own form', () => {
        expect(() => recordOf('Invoice', { Total: 'a lot' })).toThrow(/Total/);
        expect(() => recordOf('Invoice', { Contact: null })).toThrow(/Contact/);
        expect(() => recordOf('Payment', { Date: 'yesterday' })).toThrow(/txn_date/);
    });
});

/** As it is sent, so that digits are compared and not floats. */
const text = (body: unknown) => JSON.stringify(body);
const account = '297c2dc5-cc47-4afd-8ec8-74990b8761e9';

describe('a record is written as an object of Xero', () => {
    test('a new customer is named by its parts where it has no name, and one that is changed keeps its own', () => {
        const parts = { given_name: 'Zoë', family_name: 'Núñez', mobile: '0', bill_address: { line1: '1 Main' } };
        expect(text(fromCustomer(CreateCustomer.parse(parts)))).toBe(
            '{"Name":"Zoë Núñez","FirstName":"Zoë","LastName":"Núñez","Phones":[{"PhoneType":"MOBILE","PhoneNumber":"0"}],"Addresses":[{"AddressType":"POBOX","AddressLine1":"1 Main"}]}'
        );
        expect(text(fromCustomer(UpdateCustomer.parse({ id: 'c1', given_name: 'Zoë' })))).toBe('{"FirstName":"Zoë"}');
    });

    test('an item with its price, and its accounts by what they are for', () => {
        const item = { name: 'Pump', unit_price_cents: 1.5, asset_accountRef: { value: '630' }, expense_accountRef: { value: '310' } };
        expect(text(fromItem(CreateItem.parse({ ...item, income_accountRef: { value: '200' } })))).toBe(
            '{"Code":"Pump","Name":"Pump","InventoryAssetAccountCode":"630","SalesDetails":{"UnitPrice":0.015,"AccountCode":"200"},"PurchaseDetails":{"COGSAccountCode":"310"}}'
        );
    });

    test('an invoice with the reverse of its rate, and a line without a quantity as one of its amount', () => {
        const input = {
            customer_ref: { value: 'c1' },
            exchange_rate: 125,
            line: [
                { detail_type: 'SalesItemLineDetail', amount_cents: 29, sales_item_line_detail: { item_ref: { value: 'PM' } } },
                { detail_type: 'SalesItemLineDetail', amount_cents: 30, quantity: 3, unit_price_cents: 10 }
            ]
        };
        expect(text(fromInvoice(CreateInvoice.parse(input)))).toBe(
            '{"Type":"ACCREC","Contact":{"ContactID":"c1"},"CurrencyRate":0.008,"LineItems":[{"ItemCode":"PM","Quantity":1,"UnitAmount":0.29},{"Quantity":3,"UnitAmount":0.1,"LineAmount":0.3}]}'
        );
    });

    test('a bill with accounts by id or by code, and one that is changed with what is changed of it', () => {
        const line = [
            { amount: 19.99, account_id: account },
            { amount: 0.3, account_id: '720', qty: 3, unit_price: 0.1 }
        ];
        expect(text(fromBill(CreateBill.parse({ vendor_id: 'c1', line })))).toBe(
            `{"Type":"ACCPAY","Contact":{"ContactID":"c1"},"LineItems":[{"AccountID":"${account}","Quantity":1,"UnitAmount":19.99},{"AccountCode":"720","Quantity":3,"UnitAmount":0.1,"LineAmount":0.3}]}`
        );
        expect(text(fromBill(UpdateBill.parse({ id: 'b1', due_date: '2026-04-07' })))).toBe('{"Type":"ACCPAY","DueDate":"2026-04-07"}');
    });

    test('a payment of one invoice, and of no other number of them', () => {
        const link = { txn_id: 'i1', txn_type: 'Invoice' };
        const payment = (links: object[]) =>
            CreatePayment.parse({
                total_amount_cents: 1999,
                customer_ref: { value: 'c1' },
                deposit_to_account_ref: { value: account },
                ...(links.length > 0 && { lines: [{ amount_cents: 1999, linked_txn: links }] })
            });
        expect(text(fromPayment(payment([link])))).toBe(
            `{"Invoice":{"InvoiceID":"i1"},"Account":{"AccountID":"${account}"},"Amount":19.99}`
        );
        for (const links of [[], [link, link]]) expect(() => fromPayment(payment(links))).toThrow(/for one invoice/);
    });

    test('a journal with credits below zero', () => {
        const line = (posting_type: string, amount: number) => ({
            amount,
            journal_entry_line_detail: { posting_type, account_ref: { value: '200' } }
        });
        expect(text(fromJournalEntry(CreateJournalEntry.parse({ line_items: [line('Debit', 0.1), line('Credit', 0.1)] })))).toBe(
            '{"Narration":"Journal entry","Status":"POSTED","JournalLines":[{"LineAmount":0.1,"AccountCode":"200"},{"LineAmount":-0.1,"AccountCode":"200"}]}'
        );
    });

    test('a purchase order, by item and by account', () => {
        const line = [
            {
                amount_cents: 1995,
                detail_type: 'ItemBasedExpenseLineDetail',
                item_based_expense_line_detail: { item_ref: { value: 'LY' }, qty: 10, unit_price_cents: 199.5 }
            },
            {
                amount_cents: 10,
                detail_type: 'AccountBasedExpenseLineDetail',
                account_based_expense_line_detail: { account_ref: { value: '429' } }
            }
        ];
        expect(text(fromPurchaseOrder(CreatePurchaseOrder.parse({ vendor_ref: { value: 'c1' }, line, due_date: '2026-02-01' })))).toBe(
            '{"Contact":{"ContactID":"c1"},"DeliveryDate":"2026-02-01","LineItems":[{"ItemCode":"LY","Quantity":10,"UnitAmount":1.995,"LineAmount":19.95},{"AccountCode":"429","Quantity":1,"UnitAmount":0.1}]}'
        );
    });
});
