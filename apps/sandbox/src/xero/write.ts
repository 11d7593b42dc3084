import { randomUUID } from 'node:crypto';
import { recordsIn } from '../check-fields.ts';
import type { Change, Organisation } from './books.ts';
import { BASE_CURRENCY, RATES } from './books.ts';
import { contactRef, Invalid, invoiceRef, journalLines, settled, totalsOf } from './documents.ts';
import { KINDS } from './kinds.ts';
import type { Kind, KindName } from './kinds.ts';
import { dayText, jsonDate, msOf, numberOf, rowOf, textOf } from './row.ts';
import type { Row } from './row.ts';

export interface WriteContext {
    organisation: Organisation;
    nowMs: number;
    /** Decimals of unit amounts. */
    places: number;
    report(change: Change): void;
}

interface Order {
    kind: Kind;
    /** `PUT` only creates; `POST` changes what it finds by id or by its identifying field. */
    method: string;
    id: string | undefined;
}

type Complete = (context: WriteContext, sent: Row, known: Row | undefined) => Row;

/** Creates or changes one element. @throws {Invalid} */
export function writeElement(context: WriteContext, { kind, method, id }: Order, sent: Row): Row {
    const { books } = context.organisation;
    const named = textOf(sent[kind.idField]) ?? id;
    const key = kind.keyField === undefined ? undefined : textOf(sent[kind.keyField]);
    // The numbers of bills are not unique.
    const isUnique = !(kind.name === 'Invoices' && sent['Type'] === 'ACCPAY');
    const twin = key === undefined || !isUnique ? undefined : books.find(kind, key);
    const known = named === undefined ? (method === 'POST' ? twin : undefined) : books.find(kind, named);
    if (named !== undefined && !known) throw new Invalid(`The ${kind.idField} ${named} does not exist`);
    if (twin && twin !== known) throw new Invalid(TAKEN[kind.name] ?? 'It already exists');
    const completed = COMPLETE[kind.name](context, sent, known);
    const newId = completed[kind.idField] ?? randomUUID();
    const row = { ...completed, [kind.idField]: known?.[kind.idField] ?? newId, UpdatedDateUTC: jsonDate(context.nowMs) };
    return store(context, kind.name, row, known ? 'UPDATE' : 'CREATE');
}

const TAKEN: Readonly<Partial<Record<KindName, string>>> = {
    Contacts: 'The contact name is already assigned to another contact. The contact name must be unique across all active contacts.',
    Items: 'Price List Item with this Code already exists',
    Invoices: 'Invoice # must be unique.',
    PurchaseOrders: 'Order number must be unique'
};

function store({ organisation, nowMs, report }: WriteContext, kind: KindName, row: Row, type: Change['type']): Row {
    organisation.books.put(kind, row);
    report({ tenantId: organisation.tenantId, kind, id: String(row[KINDS[kind].idField]), type, atMs: nowMs });
    return row;
}

const COMPLETE: Readonly<Record<KindName, Complete>> = {
    Accounts: ({ organisation: { books } }, sent, known) => {
        const { Status, ...fields } = sent;
        if (known && Status !== undefined) {
            if (Object.keys(fields).some((field) => field !== 'AccountID')) throw new Invalid('A status is changed alone');
            if (textOf(known['SystemAccount']) !== undefined) throw new Invalid('You cannot archive a system account');
            return { ...known, Status };
        }
        const row: Row = { Status: 'ACTIVE', TaxType: 'NONE', EnablePaymentsToAccount: false, HasAttachments: false, ...known, ...fields };
        const others = books.list('Accounts').filter((other) => other !== known);
        const accountClass = ACCOUNT_CLASSES[String(row['Type'])];
        if (textOf(row['Name']) === undefined) throw new Invalid('Please enter a name');
        if (accountClass === undefined) throw new Invalid('Account type is not a valid type');
        if (textOf(row['Code']) === undefined && row['Type'] !== 'BANK') throw new Invalid('Please enter a Code.');
        if (row['Type'] === 'BANK' && textOf(row['BankAccountNumber']) === undefined)
            throw new Invalid('Bank account number must be specified');
        if (others.some(({ Code }) => textOf(Code) !== undefined && Code === row['Code'])) throw new Invalid('Please enter a unique Code.');
        if (others.some(({ Name }) => Name === row['Name'])) throw new Invalid('Please enter a unique Name.');
        return { ...row, Class: accountClass };
    },
    Contacts: (_context, sent, known) => {
        // Read-only: https://developer.xero.com/documentation/api/accounting/contacts
        const { Website: _, IsSupplier: _supplier, IsCustomer: _customer, Balances: _balances, ...fields } = sent;
        const base = { ContactStatus: 'ACTIVE', EmailAddress: '', Addresses: [], Phones: [], IsSupplier: false, IsCustomer: false };
        const row: Row = { ...base, ...known, ...fields, HasValidationErrors: false };
        const name = textOf(row['Name']);
        if (name === undefined) throw new Invalid('The contact name must be specified');
        if (/[<>]|^\s|\s$/.test(name) || name.length > 255) throw new Invalid('The contact name contains invalid characters');
        for (const [field, type, types] of TYPED_LISTS) row[field] = typed(rowOf(known)[field], fields[field], type, types);
        return row;
    },
    Items: ({ organisation: { books } }, sent, known) => {
        const row: Row = { IsSold: true, IsPurchased: true, PurchaseDetails: {}, SalesDetails: {}, ...known, ...sent };
        const code = textOf(row['Code']);
        if (code === undefined) throw new Invalid('Price List Item Code must be supplied');
        if (code.length > 30) throw new Invalid('Price List Item Code must not be more than 30 characters long.');
        if ((textOf(row['Name'])?.length ?? 0) > 50) throw new Invalid('Name must not be more than 50 characters long.');
        const details = [rowOf(row['PurchaseDetails']), rowOf(row['SalesDetails'])];
        const named = details.flatMap(({ AccountCode, COGSAccountCode }) =>
            [textOf(AccountCode) ?? [], textOf(COGSAccountCode) ?? []].flat()
        );
        const unknown = named.find((account) => !books.account({ Code: account }));
        if (unknown !== undefined) throw new Invalid(`Account code '${unknown}' is not a valid code`);
        const isTracked = textOf(row['InventoryAssetAccountCode']) !== undefined && textOf(details[0]?.['COGSAccountCode']) !== undefined;
        return { ...row, IsTrackedAsInventory: isTracked, ...(isTracked ? { QuantityOnHand: row['QuantityOnHand'] ?? 0 } : {}) };
    },
    Invoices: (context, sent, known) => {
        const type = known?.['Type'] ?? sent['Type'];
        if (type !== 'ACCREC' && type !== 'ACCPAY') throw new Invalid('Invoice type must be ACCREC or ACCPAY');
        const status = nextStatus(sent, known, INVOICE_STATUSES, recordsIn(known?.['Payments']).length > 0);
        const { Reference: reference, ...others } = sent;
        const fields = type === 'ACCREC' && reference !== undefined ? { ...others, Reference: reference } : others;
        const number = textOf(rowOf(known)['InvoiceNumber']) ?? (type === 'ACCREC' ? `INV-${randomUUID().slice(0, 8)}` : '');
        const base = { InvoiceNumber: number, SentToContact: false, HasAttachments: false, AmountCredited: 0, ...known };
        const row = { ...documentRow(context, { ...base, Type: type, Status: status }, fields, known), Type: type, Status: status };
        if (status !== 'DRAFT' && status !== 'DELETED' && recordsIn(rowOf(row)['LineItems']).length === 0)
            throw new Invalid('One or more line items must be specified');
        return settled(row, recordsIn(known?.['Payments']), known?.['FullyPaidOnDate']);
    },
    Payments: (context, sent, known) => {
        const { books } = context.organisation;
        if (known) {
            if (sent['Status'] !== 'DELETED' || known['Status'] === 'DELETED') throw new Invalid('A payment can only be deleted, and once');
            settle(context, rowOf(known['Invoice'])['InvoiceID'], (payments) =>
                payments.filter(({ PaymentID }) => PaymentID !== known['PaymentID'])
            );
            return { ...known, Status: 'DELETED' };
        }
        const { InvoiceID, InvoiceNumber } = rowOf(sent['Invoice']);
        const invoice = books.find(KINDS.Invoices, textOf(InvoiceID) ?? textOf(InvoiceNumber) ?? '');
        if (!invoice) throw new Invalid('The specified Invoice details matched no invoice');
        if (invoice['Status'] !== 'AUTHORISED') throw new Invalid('Payments can only be made against Authorised documents');
        const account = books.account(rowOf(sent['Account']));
        if (!account || (account['Type'] !== 'BANK' && account['EnablePaymentsToAccount'] !== true))
            throw new Invalid('Account could not be found or does not accept payments');
        const amount = numberOf(sent['Amount']) ?? 0;
        if (amount <= 0) throw new Invalid('Payment amount must be greater than 0');
        if (amount > (numberOf(invoice['AmountDue']) ?? 0))
            throw new Invalid('Payment amount exceeds the amount outstanding on this document');
        const row = {
            PaymentID: randomUUID(),
            Date: jsonDate(msOf(sent['Date']) ?? msOf(dayText(context.nowMs)) ?? 0),
            Amount: amount,
            ...(textOf(sent['Reference']) === undefined ? {} : { Reference: sent['Reference'] }),
            CurrencyRate: numberOf(sent['CurrencyRate']) ?? invoice['CurrencyRate'],
            PaymentType: `${textOf(invoice['Type']) ?? ''}PAYMENT`,
            Status: 'AUTHORISED',
            HasAccount: true,
            IsReconciled: false,
            Account: { AccountID: account['AccountID'], Code: account['Code'], Name: account['Name'] },
            Invoice: invoiceRef(invoice)
        };
        settle(context, invoice['InvoiceID'], (payments) => [...payments, row]);
        return row;
    },
    ManualJournals: ({ organisation: { books }, nowMs }, sent, known) => {
        const { JournalLines, Date: date, ...fields } = sent;
        const Status = nextStatus(sent, known, JOURNAL_STATUSES, false);
        const base = { LineAmountTypes: 'NoTax', ShowOnCashBasisReports: true, HasAttachments: false };
        const row: Row = { ...base, Date: jsonDate(msOf(dayText(nowMs)) ?? 0), ...known, ...fields, Status };
        if (textOf(row['Narration']) === undefined) throw new Invalid('Narration must be specified');
        if (date !== undefined) row['Date'] = jsonDate(msOf(date) ?? 0);
        if (JournalLines !== undefined || !known) row['JournalLines'] = journalLines(books, JournalLines);
        return row;
    },
    PurchaseOrders: (context, sent, known) => {
        const Status = nextStatus(sent, known, ORDER_STATUSES, false);
        const base = {
            PurchaseOrderNumber: `PO-${randomUUID().slice(0, 8)}`,
            SentToContact: false,
            HasAttachments: false,
            ...known,
            Status
        };
        const row = documentRow({ ...context, places: 4 }, base, sent, known);
        if (recordsIn(row['LineItems']).length === 0) throw new Invalid('One or more line items must be specified');
        return { ...row, Status };
    }
};

const ACCOUNT_CLASSES: Readonly<Record<string, string>> = {
    ...Object.fromEntries(['BANK', 'CURRENT', 'FIXED', 'INVENTORY', 'NONCURRENT', 'PREPAYMENT'].map((type) => [type, 'ASSET'])),
    ...Object.fromEntries(['DEPRECIATN', 'DIRECTCOSTS', 'EXPENSE', 'OVERHEADS'].map((type) => [type, 'EXPENSE'])),
    ...Object.fromEntries(['CURRLIAB', 'LIABILITY', 'TERMLIAB'].map((type) => [type, 'LIABILITY'])),
    ...Object.fromEntries(['OTHERINCOME', 'REVENUE', 'SALES'].map((type) => [type, 'REVENUE'])),
    EQUITY: 'EQUITY'
};
const TYPED_LISTS = [
    ['Addresses', 'AddressType', ['STREET', 'POBOX']],
    ['Phones', 'PhoneType', ['DEFAULT', 'DDI', 'FAX', 'MOBILE']]
] as const;

/** One of each type, in which what is sent of a type replaces what is known of it. */
function typed(known: unknown, sent: unknown, field: string, types: readonly string[]): Row[] {
    return types.map((type) => [...recordsIn(sent), ...recordsIn(known)].find((one) => one[field] === type) ?? { [field]: type });
}

/** From each status: the ones that a caller may set. Absent ones can't be changed any more. */
type Statuses = Readonly<Record<string, readonly string[]>>;
const APPROVABLE = ['DRAFT', 'SUBMITTED', 'AUTHORISED'];
const INVOICE_STATUSES: Statuses = {
    new: APPROVABLE,
    DRAFT: [...APPROVABLE, 'DELETED'],
    SUBMITTED: [...APPROVABLE, 'DELETED'],
    AUTHORISED: ['AUTHORISED', 'VOIDED'],
    PAID: ['PAID']
};
const JOURNAL_STATUSES: Statuses = { new: ['DRAFT', 'POSTED'], DRAFT: ['DRAFT', 'POSTED', 'DELETED'], POSTED: ['POSTED', 'VOIDED'] };
const ORDER_STATUSES: Statuses = {
    new: [...APPROVABLE, 'BILLED'],
    ...Object.fromEntries([...APPROVABLE, 'BILLED'].map((status) => [status, [...APPROVABLE, 'BILLED', 'DELETED']]))
};

/** @throws {Invalid} */
function nextStatus(sent: Row, known: Row | undefined, statuses: Statuses, isPaid: boolean): string {
    const current = textOf(known?.['Status']);
    const wanted = textOf(sent['Status']) ?? current ?? 'DRAFT';
    const allowed = statuses[current ?? 'new'];
    if (!allowed?.includes(wanted))
        throw new Invalid(
            current === undefined ? `The status ${wanted} is not valid` : 'The document is not of valid status for modification'
        );
    if (wanted === 'VOIDED' && isPaid)
        throw new Invalid('This document cannot be voided because it has payments or credit notes allocated to it.');
    return wanted;
}

/** An invoice or an order with its contact, dates, currency and totals. @throws {Invalid} */
function documentRow({ organisation: { books }, places, nowMs }: WriteContext, base: Row, sent: Row, known: Row | undefined): Row {
    const { Contact, LineItems, LineAmountTypes, ...others } = sent;
    const row: Row = { Date: jsonDate(msOf(dayText(nowMs)) ?? 0), DateString: `${dayText(nowMs)}T00:00:00`, ...base, ...others };
    for (const field of ['Date', 'DueDate', 'DeliveryDate']) {
        if (sent[field] === undefined) continue;
        const ms = msOf(sent[field]);
        if (ms === undefined) throw new Invalid(`${field} is not a valid date`);
        Object.assign(row, { [field]: jsonDate(ms), [`${field}String`]: `${dayText(ms)}T00:00:00` });
    }
    if (Contact !== undefined || !known) {
        const { ContactID, Name } = rowOf(Contact);
        const contact = books.find(KINDS.Contacts, textOf(ContactID) ?? textOf(Name) ?? '');
        if (!contact) throw new Invalid('A Contact must be specified for this type of transaction');
        if (contact['ContactStatus'] !== 'ACTIVE')
            throw new Invalid('The contact is archived. It must be un-archived before it can be used.');
        row['Contact'] = contactRef(contact);
        const role = row['Type'] === 'ACCREC' ? 'IsCustomer' : 'IsSupplier';
        // Xero does not count that as a change of the contact.
        if (row['Type'] !== undefined) books.put('Contacts', { ...contact, [role]: true });
    }
    const currency = textOf(row['CurrencyCode']) ?? BASE_CURRENCY;
    if (!Object.hasOwn(RATES, currency)) throw new Invalid(`Organisation is not subscribed to currency ${currency}`);
    const rate = numberOf(sent['CurrencyRate']) ?? numberOf(known?.['CurrencyRate']) ?? RATES[currency];
    const isDraft = row['Status'] === 'DRAFT';
    const amountTypes = LineAmountTypes ?? known?.['LineAmountTypes'] ?? 'Exclusive';
    const rules = { type: row['Type'] ?? null, amountTypes, places, isDraft, newId: randomUUID };
    const totals = LineItems === undefined && known ? {} : totalsOf(books, LineItems ?? [], rules);
    return { ...row, ...totals, CurrencyCode: currency, CurrencyRate: rate };
}

/** Changes the payments of an invoice, and with them what is due of it. */
function settle(context: WriteContext, invoiceId: unknown, change: (payments: Row[]) => Row[]): void {
    const invoice = context.organisation.books.get('Invoices', invoiceId);
    if (!invoice) return;
    const row = settled(invoice, change(recordsIn(invoice['Payments'])), jsonDate(msOf(dayText(context.nowMs)) ?? 0));
    store(context, 'Invoices', { ...row, UpdatedDateUTC: jsonDate(context.nowMs) }, 'UPDATE');
}
