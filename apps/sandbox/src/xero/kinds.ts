/** A collection of the Accounting API. */
export interface Kind {
    name: KindName;
    idField: string;
    /** What also finds one: in paths, and as what `POST` updates. */
    keyField?: string;
    /** What a list without `page` leaves out; null where lists have no pages. */
    linesField: string | null | undefined;
    /** Any of them; for reading also with `.read`. */
    scopes: readonly string[];
}

const NAMES = ['Accounts', 'Contacts', 'Items', 'Invoices', 'Payments', 'ManualJournals', 'PurchaseOrders'] as const;
export type KindName = (typeof NAMES)[number];
export const KIND_NAMES: readonly KindName[] = NAMES;

/** @see https://developer.xero.com/documentation/guides/oauth2/scopes */
const BROAD = 'accounting.transactions';
export const KINDS: Readonly<Record<KindName, Kind>> = {
    Accounts: { name: 'Accounts', idField: 'AccountID', linesField: null, scopes: ['accounting.settings'] },
    Contacts: { name: 'Contacts', idField: 'ContactID', keyField: 'Name', linesField: undefined, scopes: ['accounting.contacts'] },
    Items: {
        name: 'Items',
        idField: 'ItemID',
        keyField: 'Code',
        linesField: null,
        scopes: ['accounting.settings', 'accounting.invoices', BROAD]
    },
    Invoices: {
        name: 'Invoices',
        idField: 'InvoiceID',
        keyField: 'InvoiceNumber',
        linesField: 'LineItems',
        scopes: ['accounting.invoices', BROAD]
    },
    Payments: { name: 'Payments', idField: 'PaymentID', linesField: undefined, scopes: ['accounting.payments', BROAD] },
    ManualJournals: {
        name: 'ManualJournals',
        idField: 'ManualJournalID',
        linesField: 'JournalLines',
        scopes: ['accounting.manualjournals', BROAD]
    },
    PurchaseOrders: {
        name: 'PurchaseOrders',
        idField: 'PurchaseOrderID',
        keyField: 'PurchaseOrderNumber',
        linesField: undefined,
        scopes: ['accounting.invoices', BROAD]
    }
};

/** Names in addresses have no case. */
export function findKind(name: string): Kind | undefined {
    const found = NAMES.find((known) => known.toLowerCase() === name.toLowerCase());
    return found && KINDS[found];
}
