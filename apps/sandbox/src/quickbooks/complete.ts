import { nameIn } from './books.ts';
import type { Books } from './books.ts';
import { CURRENCIES, currencyRef, HOME_CURRENCY } from './generate-names.ts';
import { LINE_REFERENCES } from './kinds.ts';
import type { Kind } from './kinds.ts';
import { dayOf } from './pacific-time.ts';
import { amountOf, centsOf, isRow, refValue, rowOf, rowsOf, textOf, valueAt } from './row.ts';
import type { Row } from './row.ts';

/** Lines whose amounts are no part of the total, or are taken off it. */
const NOT_IN_TOTAL = new Set(['SubTotalLineDetail', 'DescriptionOnly']);
const SALES = new Set(['Invoice', 'CreditMemo']);
/** Their total is what the request says. */
const TOTAL_GIVEN = new Set(['Payment', 'BillPayment']);
const PACIFIC_MS = -8 * 3_600_000;

/** What the API adds to a row that it stores: names, ids of lines, dates, totals. */
export function completeRow(books: Books, kind: Kind, row: Row, nowMs: number): Row {
    const named = { ...row, ...namesOf(books, kind, row) };
    return kind.nameField === undefined ? completeTransaction(books, kind, named, nowMs) : completeName(kind, named);
}

function completeName(kind: Kind, row: Row): Row {
    const isPerson = kind.nameField === 'DisplayName';
    const parts = ['Title', 'GivenName', 'MiddleName', 'FamilyName', 'Suffix'].flatMap((field) => textOf(row[field]) ?? []);
    const name = textOf(row[kind.nameField ?? '']) ?? parts.join(' ');
    const common = { FullyQualifiedName: name, Active: row['Active'] ?? true };
    if (isPerson) {
        const zero =
            kind.name === 'Customer'
                ? { BalanceWithJobs: 0, Taxable: false, Job: false, IsProject: false, ...common }
                : { Active: common.Active };
        return {
            Balance: 0,
            PrintOnCheckName: name,
            CurrencyRef: currencyRef(HOME_CURRENCY),
            ...zero,
            ...row,
            DisplayName: name,
            Active: common.Active
        };
    }
    if (kind.name === 'Item')
        return {
            Type: 'NonInventory',
            UnitPrice: 0,
            PurchaseCost: 0,
            Taxable: false,
            TrackQtyOnHand: row['Type'] === 'Inventory',
            ...row,
            ...common
        };
    const AccountType = textOf(row['AccountType']) ?? 'Expense';
    return {
        SubAccount: false,
        CurrentBalance: 0,
        CurrentBalanceWithSubAccounts: 0,
        CurrencyRef: currencyRef(HOME_CURRENCY),
        ...row,
        ...common,
        AccountType,
        AccountSubType: row['AccountSubType'] ?? AccountType.replaceAll(' ', ''),
        Classification: classificationOf(AccountType)
    };
}

function classificationOf(type: string): string {
    if (/Liability|Payable|Credit Card/.test(type)) return 'Liability';
    if (/Asset|Bank|Receivable/.test(type)) return 'Asset';
    return type === 'Equity' ? 'Equity' : /Income/.test(type) ? 'Revenue' : 'Expense';
}

function completeTransaction(books: Books, kind: Kind, row: Row, nowMs: number): Row {
    const currency = refValue(row['CurrencyRef']) ?? HOME_CURRENCY;
    const lines = rowsOf(row['Line']).filter(({ DetailType }) => DetailType !== 'SubTotalLineDetail');
    const Line = lines.map((line, index) => ({ Id: String(index + 1), LineNum: index + 1, ...line, ...detailNames(books, line) }));
    const cents = totalOf(kind, row, Line);
    const rate = currency === HOME_CURRENCY ? undefined : Number(row['ExchangeRate'] ?? CURRENCIES[currency]?.rate ?? 1);
    const subtotal = {
        Amount: amountOf(cents - centsOf(rowOf(row['TxnTaxDetail'])['TotalTax'])),
        DetailType: 'SubTotalLineDetail',
        SubTotalLineDetail: {}
    };
    return {
        TxnDate: dayOf(nowMs + PACIFIC_MS),
        ...row,
        CurrencyRef: currencyRef(currency),
        ...(rate === undefined ? {} : { ExchangeRate: rate, HomeTotalAmt: amountOf(Math.round(cents * rate)) }),
        ...(kind.name === 'Transfer' ? {} : { Line: SALES.has(kind.name) ? [...Line, subtotal] : Line, TotalAmt: amountOf(cents) }),
        ...(kind.name === 'PurchaseOrder' ? { POStatus: row['POStatus'] ?? 'Open' } : {})
    };
}

function totalOf(kind: Kind, row: Row, lines: Row[]): number {
    if (TOTAL_GIVEN.has(kind.name)) return centsOf(row['TotalAmt']);
    const tax = centsOf(rowOf(row['TxnTaxDetail'])['TotalTax']);
    const isJournal = kind.name === 'JournalEntry';
    return lines.reduce((sum, line) => {
        const detail = textOf(line['DetailType']) ?? '';
        const amount = centsOf(line['Amount']);
        if (NOT_IN_TOTAL.has(detail)) return sum;
        if (isJournal) return rowOf(line['JournalEntryLineDetail'])['PostingType'] === 'Debit' ? sum + amount : sum;
        return detail === 'DiscountLineDetail' ? sum - amount : sum + amount;
    }, tax);
}

function namesOf(books: Books, kind: Kind, row: Row): Row {
    const named: Row = {};
    for (const [field, target] of Object.entries(kind.references)) {
        const ref = row[field];
        const id = refValue(ref);
        if (isRow(ref) && id !== undefined) named[field] = { ...ref, value: id, name: nameIn(books, target, id) };
    }
    return named;
}

function detailNames(books: Books, line: Row): Row {
    const named: Row = {};
    for (const [path, target] of Object.entries(LINE_REFERENCES)) {
        const [detail = '', field = ''] = path.split('.');
        const id = refValue(valueAt(line, path));
        if (id === undefined) continue;
        const current = rowOf(named[detail] ?? line[detail]);
        named[detail] = { ...current, [field]: { ...rowOf(current[field]), value: id, name: nameIn(books, target, id) } };
    }
    return named;
}
