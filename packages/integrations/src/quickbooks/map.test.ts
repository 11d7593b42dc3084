import { readFileSync } from 'node:fs';
import { type AnyAction, parseJson, runAction } from '@patchbay/functions';
import { jsonResponse, testFacts } from '@patchbay/functions/testing';
import { describe, expect, test } from 'vitest';
import type { AccountingModel } from '../models/accounting-schemas.ts';
import { entities } from './entities.ts';
import { quickbooks } from './integration.ts';
import { CompanyHost } from './test-company.ts';

const fileOf = (model: AccountingModel) => model.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
const sent = (model: AccountingModel) => readFileSync(new URL(`./fixtures/${fileOf(model)}.json`, import.meta.url), 'utf8');

function recordOf(model: AccountingModel, changes: Record<string, unknown> = {}) {
    const object = { ...(parseJson(sent(model), 'text') as object), ...changes };
    return entities[model].schema.strict().parse(entities[model].toRecord(object, undefined));
}

describe('an object of QuickBooks becomes a record', () => {
    test('with each field of its model, and no other', () => {
        for (const { model, schema } of Object.values(entities))
            expect([model, ...Object.keys(recordOf(model)).toSorted()]).toEqual([model, ...Object.keys(schema.shape).toSorted()]);
    });

    test('with its times in UTC on both sides of a change of the clock', () => {
        expect(recordOf('Account')).toMatchObject({ created_at: '2026-11-01T06:30:00.000Z', updated_at: '2026-11-01T09:30:00.000Z' });
        expect(recordOf('Invoice')).toMatchObject({ created_at: '2026-03-08T09:30:00.000Z', updated_at: '2026-03-08T10:30:00.000Z' });
    });

    test('with its dates as they are', () => {
        expect(recordOf('Payment')['txn_date']).toBe('2026-01-01');
        expect(recordOf('CreditMemo')['txn_date']).toBe('2026-12-31');
        expect(recordOf('JournalEntry')['date']).toBe('2026-06-30');
    });

    test('with exact cents, also of 0, of yen and of negative lines', () => {
        expect(recordOf('Account')).toMatchObject({ current_balance_cents: 1999, current_balance_with_sub_accounts_cents: -1999 });
        expect(recordOf('Payment')).toMatchObject({ amount_cents: 50_000, unapplied_cents: 0, currency: 'JPY', exchange_rate: 0.0066 });
        expect(recordOf('Invoice')).toMatchObject({ total_amt_cents: 1999, balance_cents: 0, deposit_cents: 0, total_tax_cents: 145 });
        expect(recordOf('Item')).toMatchObject({ unit_price_cents: 1.23456, purchase_cost_cents: 1999, qty_on_hand: 10.5 });
        expect(recordOf('Bill')).toMatchObject({ balance: 0, exchange_rate: 1.0873215, lines: [{ amount: 123.55 }, { amount: -20 }] });
        expect(recordOf('Bill')).toMatchObject({ lines: [{}, { qty: -2, unit_price: 10.0000001, item_id: '11' }] });
    });

    test('with the lines that are not items apart', () => {
        const invoice = recordOf('Invoice');
        expect(invoice['items']).toEqual([
            expect.objectContaining({ qty: 1, unit_price_cents: 2498.99999, amount_cents: 2499, item_id: '5', tax_code: 'TAX' }),
            expect.objectContaining({ qty: 0, unit_price_cents: 0, amount_cents: -500, item_name: null })
        ]);
        expect(invoice['other_lines']).toEqual([{ detail_type: 'SubTotalLineDetail', amount_cents: 1999 }]);
    });

    test('with both names of what has two', () => {
        expect(recordOf('Item')).toMatchObject({ track_qty_on_hand: true, track_qty_onHand: true });
        const links = [{ txn_id: '234', txn_type: 'Bill' }];
        expect(recordOf('BillPayment')).toMatchObject({ lines: [{ amount: 200, linked_txn: links, linkedTxn: links }] });
    });

    test('is voided where its amount is 0 and its note begins so, and not for the word alone', () => {
        expect(recordOf('Invoice', { PrivateNote: 'Voided - by hand', TotalAmt: '0' })['voided']).toBe(true);
        expect(recordOf('Invoice', { PrivateNote: 'Voided - by hand' })['voided']).toBe(false);
        expect(recordOf('Invoice', { PrivateNote: 'Not Voided', TotalAmt: '0' })['voided']).toBe(false);
        expect(recordOf('Payment', { TotalAmt: '0' })['voided']).toBe(false);
    });

    test('is refused with its fields where QuickBooks breaks its own form', () => {
        expect(() => recordOf('Invoice', { TotalAmt: 'a lot' })).toThrow(/TotalAmt/);
        expect(() => recordOf('Invoice', { TxnDate: '08/03/2026' })).toThrow(/TxnDate/);
    });
});

/** What a create action sends, as text, so that digits are compared and not floats. */
async function written(name: string, input: unknown): Promise<string> {
    const host = new CompanyHost(() => jsonResponse({ QueryResponse: {}, time: '2026-01-01T00:00:00Z' }));
    const action: AnyAction | undefined = quickbooks.actions[name];
    if (!action) throw new Error(`There is no ${name}.`);
    await runAction(action, host, testFacts, input);
    return String(host.requests.at(-1)?.body);
}

const ref = { value: '1' };

describe('a record is written as an object of QuickBooks', () => {
    test.each([
        ['account', { name: 'Cash', account_type: 'Bank' }, '{"Name":"Cash","AccountType":"Bank"}'],
        [
            'bill',
            {
                vendor_id: '46',
                currency: 'USD',
                line: [
                    { amount: 19.99, account_id: '7' },
                    { amount: -0.5, item_id: '8', qty: 0, unit_price: 0.0123456 }
                ]
            },
            '{"VendorRef":{"value":"46"},"CurrencyRef":{"value":"USD"},"Line":[{"DetailType":"AccountBasedExpenseLineDetail","Amount":19.99,"AccountBasedExpenseLineDetail":{"AccountRef":{"value":"7"}}},{"DetailType":"ItemBasedExpenseLineDetail","Amount":-0.5,"ItemBasedExpenseLineDetail":{"ItemRef":{"value":"8"},"Qty":0,"UnitPrice":0.0123456}}]}'
        ],
        [
            'bill-payment',
            {
                vendor_id: '46',
                pay_type: 'Check',
                bank_account_id: '35',
                total_amount: 200,
                lines: [{ amount: 200, linkedTxn: [{ txn_id: '234', txn_type: 'Bill' }] }]
            },
            '{"VendorRef":{"value":"46"},"PayType":"Check","CheckPayment":{"BankAccountRef":{"value":"35"}},"TotalAmt":200,"Line":[{"Amount":200,"LinkedTxn":[{"TxnId":"234","TxnType":"Bill"}]}]}'
        ],
        [
            'credit-memo',
            {
                customer_ref: ref,
                line: [{ detail_type: 'SalesItemLineDetail', amount_cents: 1999, sales_item_line_detail: { item_ref: ref }, quantity: 1 }]
            },
            '{"CustomerRef":{"value":"1"},"Line":[{"DetailType":"SalesItemLineDetail","Amount":19.99,"SalesItemLineDetail":{"ItemRef":{"value":"1"},"Qty":1}}]}'
        ],
        [
            'customer',
            { display_name: "King's", primary_email: 'k@example.com', bill_address: { line1: '1 Main', lat: '1' } },
            '{"DisplayName":"King\'s","PrimaryEmailAddr":{"Address":"k@example.com"},"BillAddr":{"Line1":"1 Main","Lat":"1"}}'
        ],
        [
            'deposit',
            { account_id: '35', txn_date: '2026-03-08', lines: [{ amount: 0.1, deposit_account_id: '87' }] },
            '{"DepositToAccountRef":{"value":"35"},"TxnDate":"2026-03-08","Line":[{"DetailType":"DepositLineDetail","Amount":0.1,"DepositLineDetail":{"AccountRef":{"value":"87"}}}]}'
        ],
        [
            'invoice',
            {
                customer_ref: ref,
                due_date: '2026-04-07',
                line: [{ detail_type: 'DiscountLineDetail', amount_cents: 0, discount_rate: 12.5 }]
            },
            '{"CustomerRef":{"value":"1"},"Line":[{"DetailType":"DiscountLineDetail","Amount":0,"DiscountLineDetail":{"PercentBased":true,"DiscountPercent":12.5}}],"DueDate":"2026-04-07"}'
        ],
        [
            'item',
            { name: 'Pump', income_accountRef: ref, track_qty_onHand: false, unit_price_cents: 0 },
            '{"Name":"Pump","IncomeAccountRef":{"value":"1"},"TrackQtyOnHand":false,"UnitPrice":0}'
        ],
        [
            'journal-entry',
            {
                line_items: [
                    { amount: 0.1, journal_entry_line_detail: { posting_type: 'Debit', account_ref: ref } },
                    { amount: 0.2, journal_entry_line_detail: { posting_type: 'Debit', account_ref: ref } },
                    { amount: 0.3, journal_entry_line_detail: { posting_type: 'Credit', account_ref: ref } }
                ]
            },
            '{"Line":[{"DetailType":"JournalEntryLineDetail","Amount":0.1,"JournalEntryLineDetail":{"PostingType":"Debit","AccountRef":{"value":"1"}}},{"DetailType":"JournalEntryLineDetail","Amount":0.2,"JournalEntryLineDetail":{"PostingType":"Debit","AccountRef":{"value":"1"}}},{"DetailType":"JournalEntryLineDetail","Amount":0.3,"JournalEntryLineDetail":{"PostingType":"Credit","AccountRef":{"value":"1"}}}]}'
        ],
        [
            'payment',
            { total_amount_cents: 50_000, customer_ref: ref, currency_ref: { value: 'JPY' } },
            '{"TotalAmt":500,"CustomerRef":{"value":"1"},"CurrencyRef":{"value":"JPY"}}'
        ],
        [
            'purchase-order',
            {
                ap_account_ref: { value: '33' },
                vendor_ref: ref,
                line: [
                    {
                        amount_cents: 1999,
                        detail_type: 'ItemBasedExpenseLineDetail',
                        item_based_expense_line_detail: { item_ref: ref, markup_info: { percent: 10 } }
                    }
                ],
                memo: 'Soon'
            },
            '{"VendorRef":{"value":"1"},"APAccountRef":{"value":"33"},"Line":[{"DetailType":"ItemBasedExpenseLineDetail","Amount":19.99,"ItemBasedExpenseLineDetail":{"ItemRef":{"value":"1"},"MarkupInfo":{"Percent":10}}}],"Memo":"Soon"}'
        ],
        [
            'purchase',
            { account_id: '42', payment_type: 'Cash', entity_type: 'Vendor', entity_id: '56', lines: [{ amount: 10, account_id: '13' }] },
            '{"AccountRef":{"value":"42"},"PaymentType":"Cash","EntityRef":{"value":"56","type":"Vendor"},"Line":[{"DetailType":"AccountBasedExpenseLineDetail","Amount":10,"AccountBasedExpenseLineDetail":{"AccountRef":{"value":"13"}}}]}'
        ],
        [
            'transfer',
            { from_account_id: '35', to_account_id: '36', amount: 120.1 },
            '{"FromAccountRef":{"value":"35"},"ToAccountRef":{"value":"36"},"Amount":120.1}'
        ]
    ])('%s', async (name, input, body) => {
        expect(await written(`create-${name}`, input)).toBe(body);
    });
});
