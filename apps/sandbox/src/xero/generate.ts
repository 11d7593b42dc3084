import { Dice } from '../gem/random.ts';
import { Books, BASE_CURRENCY, RATES } from './books.ts';
import { contactRef, invoiceRef, journalLines, lineIds, settled, totalsOf } from './documents.ts';
import { DAY_MS, dayText, guidOf, jsonDate, numberOf, round } from './row.ts';
import type { Row } from './row.ts';

export interface Seed {
    seed: number;
    contacts: number;
    items: number;
    invoices: number;
    manual_journals: number;
    purchase_orders: number;
}

export const INITIAL_SEED: Readonly<Seed> = { seed: 1, contacts: 45, items: 24, invoices: 240, manual_journals: 30, purchase_orders: 25 };

const HOUR_MS = 3_600_000;
const CURRENCIES = [BASE_CURRENCY, 'JPY', BASE_CURRENCY, 'KWD', 'USD'] as const;
const STATUSES = ['DRAFT', 'PAID', 'AUTHORISED', 'PAID', 'SUBMITTED', 'AUTHORISED', 'VOIDED', 'DELETED'] as const;
const NAMES = [
    'Ridgeway University',
    'Café Ångström',
    'O’Neill & Söhne',
    '田中商店',
    'Nguyễn Thị Hoa',
    'شركة النور',
    'Bayside Club'
] as const;

/** Code, name, type, class, tax type, system account. */
const ACCOUNTS: readonly (readonly [string, string, string, string, string, string?])[] = [
    ['090', 'Business Bank Account', 'BANK', 'ASSET', 'NONE'],
    ['', 'Savings — Épargne', 'BANK', 'ASSET', 'NONE'],
    ['200', 'Sales', 'REVENUE', 'REVENUE', 'OUTPUT2'],
    ['260', 'Other Revenue', 'REVENUE', 'REVENUE', 'OUTPUT2'],
    ['310', 'Cost of Goods Sold', 'DIRECTCOSTS', 'EXPENSE', 'INPUT2'],
    ['400', 'Advertising', 'EXPENSE', 'EXPENSE', 'INPUT2'],
    ['429', 'General Expenses', 'EXPENSE', 'EXPENSE', 'INPUT2'],
    ['460', 'Printing (old)', 'EXPENSE', 'EXPENSE', 'INPUT2'],
    ['610', 'Accounts Receivable', 'CURRENT', 'ASSET', 'NONE', 'DEBTORS'],
    ['620', 'Prepayments', 'CURRENT', 'ASSET', 'NONE'],
    ['630', 'Inventory', 'INVENTORY', 'ASSET', 'NONE'],
    ['800', 'Accounts Payable', 'CURRLIAB', 'LIABILITY', 'NONE', 'CREDITORS'],
    ['820', 'GST', 'CURRLIAB', 'LIABILITY', 'NONE', 'GST'],
    ['860', 'Rounding', 'CURRLIAB', 'LIABILITY', 'NONE', 'ROUNDING'],
    ['970', 'Owner A Share Capital', 'EQUITY', 'EQUITY', 'NONE']
];

/** The same rows for the same seed and day. */
export function generateBooks(seed: Seed, nowMs: number): Books {
    const books = new Books();
    const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
    const context = { books, seed: seed.seed, todayMs };
    for (const [index, account] of ACCOUNTS.entries()) books.put('Accounts', accountRow(context, index, account));
    for (let index = 0; index < seed.contacts; index += 1) books.put('Contacts', contactRow(context, index));
    for (let index = 0; index < seed.items; index += 1) books.put('Items', itemRow(context, index));
    for (let index = 0; index < seed.invoices && seed.contacts > 0; index += 1) addInvoice(context, index);
    for (let index = 0; index < seed.manual_journals; index += 1) books.put('ManualJournals', journalRow(context, index));
    for (let index = 0; index < seed.purchase_orders && seed.contacts > 0; index += 1) addPurchaseOrder(context, index);
    return books;
}

interface Context {
    books: Books;
    seed: number;
    todayMs: number;
}

const updated = ({ todayMs }: Context, index: number) => ({ UpdatedDateUTC: jsonDate(todayMs - HOUR_MS * (1 + (index % 2000))) });

function accountRow(context: Context, index: number, [code, name, type, accountClass, tax, system]: (typeof ACCOUNTS)[number]): Row {
    return {
        AccountID: guidOf(context.seed, 0, index),
        ...(code === '' ? {} : { Code: code }),
        Name: name,
        Status: name.endsWith('(old)') ? 'ARCHIVED' : 'ACTIVE',
        Type: type,
        TaxType: tax,
        ...(index % 3 === 0 ? { Description: `${name}: für alles` } : {}),
        Class: accountClass,
        ...(system === undefined ? {} : { SystemAccount: system }),
        EnablePaymentsToAccount: code === '620',
        ShowInExpenseClaims: false,
        ...(type === 'BANK' ? { BankAccountNumber: `01-0001-000${index}`, BankAccountType: 'BANK', CurrencyCode: BASE_CURRENCY } : {}),
        ReportingCode: type.slice(0, 3),
        HasAttachments: false,
        ...updated(context, index),
        AddToWatchlist: false
    };
}

function contactRow(context: Context, index: number): Row {
    const dice = new Dice(context.seed, index);
    const street = {
        AddressType: 'STREET',
        AddressLine1: `${index + 1} Queen Street`,
        City: dice.pick(2, ['Auckland', '大阪', 'Saint-Denis'])
    };
    const place = { Region: '', PostalCode: dice.number(3, 2) === 0 ? '' : '1010', Country: 'New Zealand' };
    return {
        ContactID: guidOf(context.seed, 1, index),
        ContactStatus: index % 11 === 10 ? 'ARCHIVED' : 'ACTIVE',
        Name: `${NAMES[index % NAMES.length] ?? ''} ${index + 1}`,
        ...(index % 4 === 0 ? { FirstName: 'Zoë', LastName: 'O’Brien' } : {}),
        EmailAddress: index % 3 === 0 ? '' : `contact${index + 1}@example.com`,
        BankAccountDetails: '',
        Addresses: [dice.number(4, 3) === 0 ? { AddressType: 'STREET' } : { ...street, ...place }, { AddressType: 'POBOX' }],
        Phones: ['DEFAULT', 'MOBILE'].map((PhoneType) => ({
            PhoneType,
            PhoneNumber: dice.number(5, 2) === 0 ? '' : `555${1000 + index}`,
            PhoneAreaCode: '09',
            PhoneCountryCode: ''
        })),
        ...updated(context, index),
        IsSupplier: index % 3 === 0,
        IsCustomer: index % 3 === 1 || index % 7 === 0,
        ...(index % 5 === 1 ? { DefaultCurrency: CURRENCIES[index % CURRENCIES.length] } : {}),
        ...(index % 6 === 0 ? { Website: 'http://example.com' } : {}),
        HasAttachments: false,
        HasValidationErrors: false
    };
}

function itemRow(context: Context, index: number): Row {
    const price = (salt: number) => round(new Dice(context.seed, index).number(salt, 9_999_999) / 10_000, 4);
    const isTracked = index % 8 === 7;
    return {
        ItemID: guidOf(context.seed, 2, index),
        Code: `ITM-${String(index + 1).padStart(3, '0')}`,
        ...(index % 5 === 4 ? {} : { Name: `Gérät №${index + 1}` }),
        ...(index % 3 === 0 ? {} : { Description: 'Half day training — Microsoft Office', PurchaseDescription: 'Training' }),
        ...updated(context, index),
        PurchaseDetails:
            index % 4 === 3 && !isTracked ? {} : { UnitPrice: price(1), [isTracked ? 'COGSAccountCode' : 'AccountCode']: '310' },
        SalesDetails: index % 6 === 5 ? {} : { UnitPrice: price(2), AccountCode: '200' },
        IsTrackedAsInventory: isTracked,
        ...(isTracked ? { InventoryAssetAccountCode: '630', TotalCostPool: round(price(1) * 3), QuantityOnHand: 3.5 } : {}),
        IsSold: true,
        IsPurchased: true
    };
}

/** Sums that doubles miss, prices of four decimals, negative lines; yen come without decimals. */
function lines(context: Context, index: number, currency: string): Row[] {
    const dice = new Dice(context.seed, index);
    const account = { AccountCode: index % 2 === 0 ? '200' : '429', Description: index % 6 === 0 ? 'Ünïcode — 注文' : 'Monthly fee' };
    if (index % 8 === 2) return [0.1, 0.2].map((UnitAmount) => ({ ...account, UnitAmount }));
    if (index % 8 === 5)
        return [
            { ...account, Quantity: 3.5, UnitAmount: 19.9875 },
            { ...account, UnitAmount: -0.3 }
        ];
    const places = currency === 'JPY' ? 0 : currency === 'KWD' ? 3 : 2;
    return Array.from({ length: 1 + dice.number(1, 3) }, (_, place) => ({
        ...account,
        Quantity: 1 + place,
        UnitAmount: round(1 + dice.number(10 + place, 900_000) / 1000, places),
        ...(place === 2 ? { ItemCode: 'ITM-001' } : {})
    }));
}

function documentFields(context: Context, index: number, type: 'ACCREC' | 'ACCPAY' | null): Row {
    const { books, seed, todayMs } = context;
    const currency = CURRENCIES[index % CURRENCIES.length] ?? BASE_CURRENCY;
    const contacts = books.list('Contacts');
    const dateMs = todayMs - (index % 700) * DAY_MS;
    const isTaxed = currency === BASE_CURRENCY;
    const given =
        books.list('Items').length === 0
            ? lines(context, index, currency).map(({ ItemCode: _, ...line }) => line)
            : lines(context, index, currency);
    const rules = {
        type,
        amountTypes: isTaxed ? 'Exclusive' : 'NoTax',
        places: 4,
        isDraft: true,
        newId: lineIds(seed, type === null ? 5000 + index : index)
    };
    return {
        Contact: contactRef(contacts[index % contacts.length] ?? {}),
        DateString: `${dayText(dateMs)}T00:00:00`,
        Date: jsonDate(dateMs),
        ...totalsOf(books, given, rules),
        CurrencyCode: currency,
        CurrencyRate: RATES[currency] ?? 1,
        ...(index % 4 === 1 ? { Reference: `Ref ${index + 1}` } : {}),
        ...updated(context, index),
        HasAttachments: false
    };
}

function addInvoice(context: Context, index: number): void {
    const { books, seed, todayMs } = context;
    const type = index % 2 === 0 ? 'ACCREC' : 'ACCPAY';
    const status = STATUSES[Math.floor(index / 2) % STATUSES.length] ?? 'DRAFT';
    const dueMs = todayMs + (20 - (index % 700)) * DAY_MS;
    const invoice: Row = {
        Type: type,
        InvoiceID: guidOf(seed, 3, index),
        ...(type === 'ACCPAY' && index % 3 === 0
            ? { InvoiceNumber: '' }
            : { InvoiceNumber: `${type === 'ACCREC' ? 'INV' : 'BILL'}-${1001 + index}` }),
        ...documentFields(context, index, type),
        ...(index % 9 === 0 ? {} : { DueDateString: `${dayText(dueMs)}T00:00:00`, DueDate: jsonDate(dueMs) }),
        Status: status === 'PAID' ? 'AUTHORISED' : status,
        SentToContact: index % 5 === 0,
        AmountCredited: 0
    };
    const isPartly = status === 'AUTHORISED' && index % 3 === 0;
    if (status !== 'PAID' && !isPartly) return void books.put('Invoices', settled(invoice, [], undefined));
    const total = numberOf(invoice['Total']) ?? 0;
    const payment = {
        PaymentID: guidOf(seed, 4, index),
        Date: invoice['Date'],
        Amount: isPartly ? round(total / 3) : total,
        ...(index % 2 === 0 ? { Reference: 'Überweisung' } : {}),
        CurrencyRate: invoice['CurrencyRate'],
        PaymentType: `${type}PAYMENT`,
        Status: 'AUTHORISED',
        ...updated(context, index),
        HasAccount: true,
        IsReconciled: index % 3 === 0,
        Account: { AccountID: guidOf(seed, 0, 0), Code: '090' },
        Invoice: invoiceRef(invoice)
    };
    books.put('Payments', payment);
    books.put('Invoices', settled(invoice, [payment], invoice['Date']));
}

function addPurchaseOrder(context: Context, index: number): void {
    const { books, seed, todayMs } = context;
    const deliveryMs = todayMs + index * DAY_MS;
    books.put('PurchaseOrders', {
        PurchaseOrderID: guidOf(seed, 6, index),
        PurchaseOrderNumber: `PO-${String(index + 1).padStart(4, '0')}`,
        ...documentFields(context, index, null),
        ...(index % 3 === 0 ? {} : { DeliveryDateString: `${dayText(deliveryMs)}T00:00:00`, DeliveryDate: jsonDate(deliveryMs) }),
        Status: ['DRAFT', 'SUBMITTED', 'AUTHORISED', 'BILLED', 'DELETED'][index % 5],
        SentToContact: false
    });
}

function journalRow(context: Context, index: number): Row {
    const amount = round((1 + new Dice(context.seed, index).number(1, 900_000)) / 100);
    const half = round(amount / 3);
    const given = [
        { LineAmount: amount, AccountCode: '429', ...(index % 2 === 0 ? { Description: 'Wertberichtigung' } : {}) },
        { LineAmount: -half, AccountCode: '970' },
        { LineAmount: -round(amount - half), AccountCode: '260' }
    ];
    return {
        Date: jsonDate(context.todayMs - index * DAY_MS),
        Status: ['POSTED', 'DRAFT', 'POSTED', 'VOIDED', 'POSTED'][index % 5],
        LineAmountTypes: 'NoTax',
        ...updated(context, index),
        ManualJournalID: guidOf(context.seed, 5, index),
        Narration: index % 4 === 0 ? 'Abgrenzung — 調整' : `Journal ${index + 1}`,
        JournalLines: journalLines(context.books, given),
        ShowOnCashBasisReports: true,
        HasAttachments: false
    };
}
