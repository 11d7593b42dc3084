import { Big } from 'big.js';
import type { Row } from '../account.ts';
import { type ModelTable, type Reference, valuesAt } from '../model-table.ts';
import { holds, same } from '../outcome.ts';
import { accountingWrites, balanceCase, sendInvoice } from './accounting-writes.ts';
import { eachRecord, to } from './parts.ts';

/** By id, or by the code in the chart of accounts. */
const accounts = (...places: string[]): Reference[] => places.map((at) => ({ at, to: 'Account', code: 'acct_num' }));
const items = (...places: string[]): Reference[] => places.map((at) => ({ at, to: 'Item', code: 'sku' }));
const customers = to('Customer');

/** Linked transactions of one type. */
function linked(at: string, model: string, types: readonly string[] = [model]): Reference {
    const idOf = (link: unknown) => {
        const { txn_id: id, txn_type: type } = Object(link) as { txn_id?: unknown; txn_type?: unknown };
        return types.includes(String(type)) ? String(id) : undefined;
    };
    return { at, to: model, idOf };
}

const numbersAt = (row: Row, place: string) => valuesAt(row, place).map((value) => new Big(Number(value)));
const sumAt = (row: Row, place: string) => numbersAt(row, place).reduce((sum, value) => sum.plus(value), new Big(0));
const numberAt = (row: Row, place: string) => sumAt(row, place);

/** Where taxes are in the amounts of lines the total is their sum, else with the tax. */
function totalIsOf(model: string, { lines, less, tax, total }: { lines: string; less?: string; tax: string; total: string }) {
    return eachRecord(model, `${total} is the sum of ${lines}, with the tax`, (row) => {
        if (row['voided'] === true) return;
        const sum = sumAt(row, lines).minus(less === undefined ? 0 : sumAt(row, less));
        const sums = [sum, sum.plus(numberAt(row, tax))];
        const is = numberAt(row, total);
        holds(
            sums.some((one) => one.eq(is)),
            `${row.id}: it is ${is.toString()}, and the sum ${sums.join(', with the tax ')}`
        );
    });
}

function balanceIsPartOf(model: string, balance: string, total: string) {
    return eachRecord(model, `${balance} is from 0 to ${total}`, (row) => {
        const [open, all] = [numberAt(row, balance), numberAt(row, total)];
        const isPart = all.lt(0) ? open.gte(all) && open.lte(0) : open.gte(0) && open.lte(all);
        holds(isPart, `${row.id}: it is ${open.toString()} of ${all.toString()}`);
    });
}

const tables: readonly ModelTable[] = [
    { model: 'Account', references: accounts('parent_ref.value') },
    { model: 'Customer', references: customers('parent_ref.value') },
    {
        model: 'Item',
        references: [
            ...accounts('income_account_ref.value', 'expense_account_ref.value', 'asset_account_ref.value'),
            ...items('parent_ref.value')
        ],
        own: [
            eachRecord('Item', 'the older name of track_qty_on_hand has the same value', (row) => {
                same(row['track_qty_onHand'], row['track_qty_on_hand'], row.id);
            })
        ]
    },
    {
        model: 'Invoice',
        references: [...customers('customer_id'), ...items('items.*.item_id'), linked('linked_txn.*', 'Payment')],
        own: [
            totalIsOf('Invoice', { lines: 'items.*.amount_cents', tax: 'total_tax_cents', total: 'total_amt_cents' }),
            balanceIsPartOf('Invoice', 'balance_cents', 'total_amt_cents'),
            sendInvoice
        ]
    },
    {
        model: 'CreditMemo',
        references: [...customers('customer_id'), ...items('items.*.item_id')],
        own: [
            eachRecord('CreditMemo', 'remaining_credit is balance_cents', (row) => {
                holds(numberAt(row, 'remaining_credit').times(100).eq(numberAt(row, 'balance_cents')), `${row.id}: it is not`);
            })
        ]
    },
    {
        model: 'Payment',
        references: [
            ...customers('customer_id'),
            ...accounts('deposit_to_account_ref.value'),
            linked('lines.*.linked_txn.*', 'Invoice'),
            linked('lines.*.linked_txn.*', 'CreditMemo')
        ],
        own: [
            eachRecord('Payment', 'what its lines pay and unapplied_cents are amount_cents', (row) => {
                const sum = sumAt(row, 'lines.*.amount_cents').plus(numberAt(row, 'unapplied_cents'));
                holds(sum.eq(numberAt(row, 'amount_cents')), `${row.id}: they are ${sum.toString()}`);
            }),
            balanceCase('Payment', { paid: 'Invoice', balance: 'balance_cents', amount: 'amount_cents' })
        ]
    },
    {
        model: 'Bill',
        references: [
            ...accounts('ap_account_id', 'lines.*.account_id'),
            ...items('lines.*.item_id'),
            ...customers('lines.*.customer_id'),
            linked('linked_txn.*', 'BillPayment', ['BillPayment', 'BillPaymentCheck', 'BillPaymentCreditCard'])
        ],
        own: [balanceIsPartOf('Bill', 'balance', 'total_amount')]
    },
    {
        model: 'BillPayment',
        references: [...accounts('ap_account_id', 'bank_account_id', 'credit_card_account_id'), linked('lines.*.linked_txn.*', 'Bill')],
        own: [
            eachRecord('BillPayment', 'has the account that goes with pay_type', (row) => {
                const [is, other] = row['pay_type'] === 'Check' ? ['bank', 'credit_card'] : ['credit_card', 'bank'];
                same([row[`${is}_account_id`] === null, row[`${other}_account_id`]], [false, null], row.id);
            }),
            eachRecord('BillPayment', 'the older name of linked_txn has the same value', (row) => {
                same(valuesAt(row, 'lines.*.linkedTxn'), valuesAt(row, 'lines.*.linked_txn'), row.id);
            }),
            balanceCase('BillPayment', { paid: 'Bill', balance: 'balance', amount: 'total_amount' })
        ]
    },
    {
        model: 'Purchase',
        references: [...accounts('account_id', 'lines.*.account_id'), ...items('lines.*.item_id'), ...customers('lines.*.customer_id')]
    },
    {
        model: 'PurchaseOrder',
        references: [
            ...accounts('ap_account_ref.value', 'line.*.account_based_expense_line_detail.account_ref.value'),
            ...items('line.*.item_based_expense_line_detail.item_ref.value'),
            ...customers('ship_to.value'),
            linked('linked_txn.*', 'Bill')
        ],
        own: [
            totalIsOf('PurchaseOrder', {
                lines: 'line.*.amount_cents',
                tax: 'txn_tax_detail.total_tax_cents',
                total: 'total_amt_cents'
            }),
            eachRecord('PurchaseOrder', 'a line has the detail of its kind alone', (row) => {
                for (const line of valuesAt(row, 'line.*')) {
                    const {
                        detail_type: kind,
                        item_based_expense_line_detail: item,
                        account_based_expense_line_detail: account
                    } = Object(line) as Record<string, unknown>;
                    same(
                        [item !== null, account !== null],
                        [kind === 'ItemBasedExpenseLineDetail', kind === 'AccountBasedExpenseLineDetail'],
                        row.id
                    );
                }
            })
        ]
    },
    {
        model: 'JournalEntry',
        references: accounts('lines.*.account_id'),
        own: [
            eachRecord('JournalEntry', 'debits and credits are equal, and total_amount is their sum', (row) => {
                const side = (posting: string) =>
                    sumAt(
                        { ...row, lines: valuesAt(row, 'lines.*').filter((line) => valuesAt(line, 'posting_type').includes(posting)) },
                        'lines.*.net_amount'
                    );
                const [debit, credit] = [side('Debit'), side('Credit')];
                holds(debit.eq(credit), `${row.id}: ${debit.toString()} and ${credit.toString()}`);
                if (row['total_amount'] !== null) holds(debit.eq(numberAt(row, 'total_amount')), `${row.id}: total_amount is not`);
            }),
            eachRecord('JournalEntry', 'no line has a negative amount', (row) => {
                holds(
                    numbersAt(row, 'lines.*.net_amount').every((amount) => amount.gte(0)),
                    `${row.id} has one`
                );
            })
        ]
    },
    {
        model: 'Deposit',
        references: accounts('account_id', 'lines.*.deposit_account_id', 'cash_back.account_id'),
        own: [
            eachRecord('Deposit', 'total_amount is the sum of the lines without cash_back', (row) => {
                const sum = sumAt(row, 'lines.*.amount').minus(numberAt(row, 'cash_back.amount'));
                holds(sum.eq(numberAt(row, 'total_amount')), `${row.id}: the sum is ${sum.toString()}`);
            })
        ]
    },
    { model: 'Transfer', references: accounts('from_account_id', 'to_account_id') }
];

/** The models of accounting. */
export const accountingTables: readonly ModelTable[] = tables.map((table) => {
    const write = accountingWrites[table.model];
    return { ...table, ...(write === undefined ? {} : { write }) };
});
