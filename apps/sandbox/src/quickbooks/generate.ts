import { createdAt, idOfRow, pick, updatedAt } from './dataset.ts';
import type { Dataset } from './dataset.ts';
import { ACCOUNTS, addressOf, CURRENCIES, currencyOfRow, currencyRef, HOME_CURRENCY, nameFields, referTo } from './generate-names.ts';
import type { KindName } from './kinds.ts';
import { KINDS } from './kinds.ts';
import { dayOf, pacificTime } from './pacific-time.ts';
import { amountOf, centsOf } from './row.ts';
import type { Row } from './row.ts';

const DAY_MS = 86_400_000;

/** A row of the data set: a pure function of the data set and its index. */
export function generateRow(dataset: Dataset, kind: KindName, index: number): Row {
    return {
        ...(KINDS[kind].nameField === undefined ? transactionFields(dataset, kind, index) : nameFields(dataset, kind, index)),
        domain: 'QBO',
        sparse: false,
        Id: idOfRow(dataset, kind, index),
        SyncToken: String(index % 4),
        MetaData: { CreateTime: pacificTime(createdAt(dataset, index)), LastUpdatedTime: pacificTime(updatedAt(dataset, index)) }
    };
}

function transactionFields(dataset: Dataset, kind: KindName, index: number): Row {
    const TxnDate = dayOf(dataset.todayMs - pick(dataset, kind, index, 20, 365) * DAY_MS);
    const note = pick(dataset, kind, index, 21, 5) === 0 ? { PrivateNote: `Checked; Voided checks are in the binder ${index}` } : {};
    return { TxnDate, ...note, ...FIELDS[kind]?.(dataset, index, TxnDate) };
}

type Fields = (dataset: Dataset, index: number, date: string) => Row;

const FIELDS: Readonly<Partial<Record<KindName, Fields>>> = {
    Invoice: (dataset, index, date) => {
        const sale = saleFields(dataset, 'Invoice', index);
        const payment = index % 3 === 0 && index / 3 < dataset.counts.Payment ? index / 3 : undefined;
        const linked = payment === undefined ? [] : [{ TxnId: idOfRow(dataset, 'Payment', payment), TxnType: 'Payment' }];
        return {
            ...sale,
            DocNumber: String(1001 + index),
            DueDate: dayOf(Date.parse(date) + 30 * DAY_MS),
            Balance: payment === undefined ? sale['TotalAmt'] : 0,
            Deposit: 0,
            EmailStatus: index % 2 === 0 ? 'NotSet' : 'EmailSent',
            PrintStatus: 'NeedToPrint',
            LinkedTxn: linked,
            CustomField: [{ DefinitionId: '1', Name: 'Crew #', Type: 'StringType', StringValue: String(100 + (index % 8)) }]
        };
    },
    CreditMemo: (dataset, index) => {
        const sale = saleFields(dataset, 'CreditMemo', index);
        return { ...sale, DocNumber: `CM-${1 + index}`, Balance: sale['TotalAmt'], RemainingCredit: sale['TotalAmt'] };
    },
    Payment: (dataset, index) => {
        const isApplied = 3 * index < dataset.counts.Invoice;
        const customer = customerIndex(dataset, isApplied ? 'Invoice' : 'Payment', isApplied ? 3 * index : index);
        const cents = isApplied ? invoiceCents(dataset, 3 * index) : wholeCents(currencyOfRow(customer), 5000 + index);
        const linked = { TxnId: idOfRow(dataset, 'Invoice', 3 * index), TxnType: 'Invoice' };
        return {
            CustomerRef: referTo(dataset, 'Customer', customer),
            DepositToAccountRef: referTo(dataset, 'Account', ACCOUNTS.checking),
            ...totals(currencyOfRow(customer), cents),
            UnappliedAmt: isApplied ? 0 : amountOf(cents),
            ProcessPayment: false,
            Line: isApplied ? [{ Amount: amountOf(cents), LinkedTxn: [linked] }] : []
        };
    },
    Bill: (dataset, index, date) => {
        const expense = expenseFields(dataset, 'Bill', index);
        const payment = index % 3 === 0 && index / 3 < dataset.counts.BillPayment ? index / 3 : undefined;
        const linked = payment === undefined ? [] : [{ TxnId: idOfRow(dataset, 'BillPayment', payment), TxnType: 'BillPaymentCheck' }];
        return {
            ...expense,
            ...vendorOf(dataset, 'Bill', index),
            APAccountRef: referTo(dataset, 'Account', ACCOUNTS.payable),
            DueDate: dayOf(Date.parse(date) + 14 * DAY_MS),
            Balance: payment === undefined ? expense['TotalAmt'] : 0,
            LinkedTxn: linked,
            ...(index % 4 === 0 ? {} : { DocNumber: `B-${1 + index}` })
        };
    },
    BillPayment: (dataset, index) => {
        const isApplied = 3 * index < dataset.counts.Bill;
        const bill = isApplied ? expenseFields(dataset, 'Bill', 3 * index) : totals(HOME_CURRENCY, 5000 + index);
        const linked = { TxnId: idOfRow(dataset, 'Bill', 3 * index), TxnType: 'Bill' };
        return {
            ...(isApplied ? vendorOf(dataset, 'Bill', 3 * index) : { VendorRef: referTo(dataset, 'Vendor', 0) }),
            DocNumber: String(1 + index),
            PayType: 'Check',
            CheckPayment: { BankAccountRef: referTo(dataset, 'Account', ACCOUNTS.checking), PrintStatus: 'NeedToPrint' },
            TotalAmt: bill['TotalAmt'],
            CurrencyRef: bill['CurrencyRef'],
            ...(bill['ExchangeRate'] === undefined ? {} : { ExchangeRate: bill['ExchangeRate'] }),
            Line: isApplied ? [{ Amount: bill['TotalAmt'], LinkedTxn: [linked] }] : []
        };
    },
    PurchaseOrder: (dataset, index) => ({
        ...expenseFields(dataset, 'PurchaseOrder', index),
        ...vendorOf(dataset, 'PurchaseOrder', index),
        APAccountRef: referTo(dataset, 'Account', ACCOUNTS.payable),
        DocNumber: `PO-${1 + index}`,
        POStatus: index % 3 === 0 ? 'Closed' : 'Open',
        EmailStatus: 'NotSet',
        GlobalTaxCalculation: 'NotApplicable',
        LinkedTxn: []
    }),
    Purchase: (dataset, index) => {
        const PaymentType = ['Cash', 'Check', 'CreditCard'][index % 3];
        return {
            ...expenseFields(dataset, 'Purchase', index),
            AccountRef: referTo(dataset, 'Account', PaymentType === 'CreditCard' ? ACCOUNTS.creditCard : ACCOUNTS.checking),
            PaymentType,
            EntityRef: { ...referTo(dataset, 'Vendor', vendorIndex(dataset, 'Purchase', index)), type: 'Vendor' },
            Credit: index % 9 === 4
        };
    },
    Deposit: (dataset, index) => {
        const cents = 100 + pick(dataset, 'Deposit', index, 22, 100_000);
        const AccountRef = referTo(dataset, 'Account', ACCOUNTS.sales);
        return {
            DepositToAccountRef: referTo(dataset, 'Account', ACCOUNTS.checking),
            ...totals(HOME_CURRENCY, cents),
            Line: [{ Id: '1', LineNum: 1, Amount: amountOf(cents), DetailType: 'DepositLineDetail', DepositLineDetail: { AccountRef } }]
        };
    },
    JournalEntry: (dataset, index) => {
        const cents = 100 + pick(dataset, 'JournalEntry', index, 22, 100_000);
        const line = (id: number, posting: string, account: number) => ({
            Id: String(id),
            Description: `Entry ${index + 1}`,
            Amount: amountOf(cents),
            DetailType: 'JournalEntryLineDetail',
            JournalEntryLineDetail: { PostingType: posting, AccountRef: referTo(dataset, 'Account', account) }
        });
        return {
            DocNumber: `J-${1 + index}`,
            Adjustment: index % 7 === 0,
            ...totals(HOME_CURRENCY, cents),
            Line: [line(0, 'Debit', ACCOUNTS.office), line(1, 'Credit', ACCOUNTS.checking)]
        };
    },
    Transfer: (dataset, index) => ({
        FromAccountRef: referTo(dataset, 'Account', ACCOUNTS.checking),
        ToAccountRef: referTo(dataset, 'Account', ACCOUNTS.savings),
        Amount: amountOf(100 + pick(dataset, 'Transfer', index, 22, 500_000)),
        CurrencyRef: currencyRef(HOME_CURRENCY)
    })
};

/** The totals of a transaction; those of a foreign currency also in the home currency. */
function totals(currency: string, cents: number): Row {
    const rate = CURRENCIES[currency]?.rate ?? 1;
    const foreign = currency === HOME_CURRENCY ? {} : { ExchangeRate: rate, HomeTotalAmt: amountOf(Math.round(cents * rate)) };
    return { TotalAmt: amountOf(cents), CurrencyRef: currencyRef(currency), ...foreign };
}

function saleFields(dataset: Dataset, kind: 'Invoice' | 'CreditMemo', index: number): Row {
    const customer = customerIndex(dataset, kind, index);
    const currency = currencyOfRow(customer);
    const lines = saleLines(dataset, kind, index, currency);
    const cents = lines.reduce((sum, { Amount }) => sum + centsOf(Amount), 0);
    const subtotal = { Amount: amountOf(cents), DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} };
    return {
        CustomerRef: referTo(dataset, 'Customer', customer),
        Line: [...lines, subtotal],
        TxnTaxDetail: { TotalTax: 0 },
        ...totals(currency, cents),
        ...(index % 4 === 1 ? {} : { BillAddr: addressOf(dataset, 'Customer', customer) }),
        ...(index % 3 === 1 ? { BillEmail: { Address: `person${customer + 1}@example.com` } } : {}),
        ...(index % 5 === 1 ? { CustomerMemo: { value: 'Thank you — merci' } } : {})
    };
}

/** Sums that doubles miss (0.1 + 0.2), prices of seven decimals, negative lines and zeros. */
function saleLines(dataset: Dataset, kind: KindName, index: number, currency: string): Row[] {
    const count = dataset.lines ?? 1 + pick(dataset, kind, index, 23, 4);
    const line = (place: number, price: number, quantity: number): Row => {
        const cents = wholeCents(currency, Math.round(price * quantity * 100));
        return {
            Id: String(place + 1),
            LineNum: place + 1,
            ...(place % 2 === 0 ? { Description: `Line ${place + 1}` } : {}),
            Amount: amountOf(cents),
            DetailType: 'SalesItemLineDetail',
            SalesItemLineDetail: {
                ItemRef: referTo(dataset, 'Item', pick(dataset, kind, index, 30 + place, Math.max(1, dataset.counts.Item))),
                UnitPrice: price,
                Qty: quantity,
                TaxCodeRef: { value: 'NON' }
            }
        };
    };
    if (currency === HOME_CURRENCY && dataset.lines === null) {
        if (index % 8 === 1) return [line(0, 0.1, 1), line(1, 0.2, 1)];
        if (index % 8 === 2) return [line(0, 0.123_456_7, 1000 + index)];
        if (index % 8 === 3) return [line(0, 19.99, 1), line(1, -0.3, 1)];
        if (index % 24 === 4) return [line(0, 0, 1)];
    }
    return Array.from({ length: count }, (_, place) => {
        const cents = 1 + pick(dataset, kind, index, 60 + place, 50_000);
        return line(place, amountOf(wholeCents(currency, cents)), 1 + ((index + place) % 5));
    });
}

/** What a bill, a purchase order or a purchase have: lines by account or item. */
function expenseFields(dataset: Dataset, kind: 'Bill' | 'PurchaseOrder' | 'Purchase', index: number): Row {
    const currency = currencyOfRow(vendorIndex(dataset, kind, index));
    const count = dataset.lines ?? 1 + pick(dataset, kind, index, 23, 3);
    const lines = Array.from({ length: count }, (_, place): Row => {
        const cents = wholeCents(currency, 1 + pick(dataset, kind, index, 60 + place, 80_000));
        const common = { Id: String(place + 1), LineNum: place + 1, Amount: amountOf(cents) };
        if ((index + place) % 2 === 0 && kind !== 'PurchaseOrder') {
            const AccountRef = referTo(dataset, 'Account', ACCOUNTS.office);
            const detail = { AccountRef, BillableStatus: 'NotBillable', TaxCodeRef: { value: 'NON' } };
            return { ...common, DetailType: 'AccountBasedExpenseLineDetail', AccountBasedExpenseLineDetail: detail };
        }
        const ItemRef = referTo(dataset, 'Item', pick(dataset, kind, index, 30 + place, Math.max(1, dataset.counts.Item)));
        const detail = { ItemRef, Qty: 1, UnitPrice: amountOf(cents), BillableStatus: 'NotBillable', TaxCodeRef: { value: 'NON' } };
        return { ...common, DetailType: 'ItemBasedExpenseLineDetail', ItemBasedExpenseLineDetail: detail };
    });
    const cents = lines.reduce((sum, { Amount }) => sum + centsOf(Amount), 0);
    return { Line: lines, ...totals(currency, cents) };
}

function invoiceCents(dataset: Dataset, index: number): number {
    const currency = currencyOfRow(customerIndex(dataset, 'Invoice', index));
    return saleLines(dataset, 'Invoice', index, currency).reduce((sum, { Amount }) => sum + centsOf(Amount), 0);
}

function customerIndex(dataset: Dataset, kind: KindName, index: number): number {
    return pick(dataset, kind, index, 24, Math.max(1, dataset.counts.Customer));
}

function vendorIndex(dataset: Dataset, kind: KindName, index: number): number {
    return pick(dataset, kind, index, 25, Math.max(1, dataset.counts.Vendor));
}

function vendorOf(dataset: Dataset, kind: KindName, index: number): Row {
    return { VendorRef: referTo(dataset, 'Vendor', vendorIndex(dataset, kind, index)) };
}

/** Yen have no hundredths. */
function wholeCents(currency: string, cents: number): number {
    return CURRENCIES[currency]?.isWhole ? cents * 100 : cents;
}
