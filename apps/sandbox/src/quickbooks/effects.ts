import type { Books } from './books.ts';
import { idOfRow } from './dataset.ts';
import { ACCOUNTS } from './generate-names.ts';
import type { KindName } from './kinds.ts';
import { centsOf, refValue, rowOf, rowsOf, textOf, valueAt } from './row.ts';
import type { Row } from './row.ts';

type Effect = [kind: 'Account' | 'Customer' | 'Vendor', id: string | undefined, cents: number];

/** Moves balances from what a row meant before to what it means now. */
export function applyEffects(books: Books, kind: KindName, before: Row | undefined, after: Row | undefined): void {
    for (const [target, id, cents] of before ? effectsOf(books, kind, before) : []) books.addToBalance(target, id, -cents);
    for (const [target, id, cents] of after ? effectsOf(books, kind, after) : []) books.addToBalance(target, id, cents);
}

/** What a transaction does to balances, in hundredths of its own currency. */
function effectsOf(books: Books, kind: KindName, row: Row): Effect[] {
    const customer = refValue(row['CustomerRef']);
    const vendor = refValue(row['VendorRef']);
    const account = (index: number) => idOfRow(books.dataset, 'Account', index);
    const total = centsOf(row['TotalAmt']);
    const balance = centsOf(row['Balance']);
    switch (kind) {
        case 'Invoice':
            return [
                ['Customer', customer, balance],
                ['Account', account(ACCOUNTS.receivable), balance]
            ];
        case 'CreditMemo':
            return [
                ['Customer', customer, -balance],
                ['Account', account(ACCOUNTS.receivable), -balance]
            ];
        case 'Payment':
            return [
                ['Customer', customer, -centsOf(row['UnappliedAmt'])],
                ['Account', account(ACCOUNTS.receivable), -centsOf(row['UnappliedAmt'])],
                ['Account', refValue(row['DepositToAccountRef']), total]
            ];
        case 'Bill':
            return [
                ['Vendor', vendor, balance],
                ['Account', refValue(row['APAccountRef']) ?? account(ACCOUNTS.payable), balance]
            ];
        case 'BillPayment':
            return [
                ['Account', refValue(valueAt(row, 'CheckPayment.BankAccountRef')), -total],
                ['Account', refValue(valueAt(row, 'CreditCardPayment.CCAccountRef')), total]
            ];
        case 'Purchase':
            return [['Account', refValue(row['AccountRef']), row['PaymentType'] === 'CreditCard' ? total : -total], ...expenses(row)];
        case 'Deposit':
            return [['Account', refValue(row['DepositToAccountRef']), total]];
        case 'Transfer':
            return [
                ['Account', refValue(row['FromAccountRef']), -centsOf(row['Amount'])],
                ['Account', refValue(row['ToAccountRef']), centsOf(row['Amount'])]
            ];
        case 'JournalEntry':
            return rowsOf(row['Line']).map((line) => postingEffect(books, line));
        default:
            return [];
    }
}

function expenses(row: Row): Effect[] {
    return rowsOf(row['Line']).map((line) => [
        'Account',
        refValue(valueAt(line, 'AccountBasedExpenseLineDetail.AccountRef')),
        centsOf(line['Amount'])
    ]);
}

function postingEffect(books: Books, line: Row): Effect {
    const detail = rowOf(line['JournalEntryLineDetail']);
    const id = refValue(detail['AccountRef']);
    const classification = textOf(rowOf(books.get('Account', id ?? ''))['Classification']);
    const isDebitAccount = classification === 'Asset' || classification === 'Expense';
    const cents = centsOf(line['Amount']);
    return ['Account', id, (detail['PostingType'] === 'Debit') === isDebitAccount ? cents : -cents];
}
