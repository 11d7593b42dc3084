import type { UnifiedEndpoint } from '../endpoints.ts';

/** A collection of the accounting category. */
export interface AccountingGroup {
    model: string;
    path: string;
    group: string;
    /** In a sentence. */
    one: string;
    many: string;
}

const row = (model: string, group: string, one: string, many = `${one}s`): AccountingGroup => ({
    model,
    group,
    one,
    many,
    path: `/${many.replaceAll(' ', '-')}`
});

export const accountingGroups = {
    Account: row('Account', 'Accounts', 'account'),
    Bill: row('Bill', 'Bills', 'bill'),
    BillPayment: row('BillPayment', 'Bill Payments', 'bill payment'),
    CreditMemo: row('CreditMemo', 'Credit Memos', 'credit memo'),
    Customer: row('Customer', 'Customers', 'customer'),
    Deposit: row('Deposit', 'Deposits', 'deposit'),
    Invoice: row('Invoice', 'Invoices', 'invoice'),
    Item: row('Item', 'Items', 'item'),
    JournalEntry: row('JournalEntry', 'Journal Entries', 'journal entry', 'journal entries'),
    Payment: row('Payment', 'Payments', 'payment'),
    PurchaseOrder: row('PurchaseOrder', 'Purchase Orders', 'purchase order'),
    Purchase: row('Purchase', 'Purchases', 'purchase'),
    Transfer: row('Transfer', 'Transfers', 'transfer')
} as const satisfies Record<string, AccountingGroup>;

export type AccountingModel = keyof typeof accountingGroups;

/** These stay when they are removed, and are inactive then. */
const nameLists: readonly AccountingModel[] = ['Account', 'Customer', 'Item'];
const withoutUpdate: readonly AccountingModel[] = ['BillPayment', 'Purchase', 'Transfer'];
const voidable: readonly AccountingModel[] = ['BillPayment', 'Invoice', 'Payment'];
const sendable: readonly AccountingModel[] = ['Invoice'];

const article = (noun: string) => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);

function endpointsOf(name: AccountingModel): UnifiedEndpoint[] {
    const { model, path, group, one, many } = accountingGroups[name];
    const endpoint = (method: UnifiedEndpoint['method'], suffix: string, summary: string): UnifiedEndpoint => ({
        method,
        path: path + suffix,
        group,
        summary,
        model
    });
    return [
        endpoint('GET', '', `List ${many}`),
        endpoint('GET', '/{id}', `Get ${article(one)}`),
        endpoint('POST', '', `Create ${article(one)}`),
        ...(withoutUpdate.includes(name) ? [] : [endpoint('PUT', '', `Update ${article(one)}`)]),
        endpoint('DELETE', '', nameLists.includes(name) ? `Make ${article(one)} inactive` : `Delete ${article(one)}`),
        ...(voidable.includes(name) ? [endpoint('POST', '/void', `Void ${article(one)}`)] : []),
        ...(sendable.includes(name) ? [endpoint('POST', '/send', `Send ${article(one)} by email`)] : [])
    ];
}

/** The accounting category. */
export const accountingEndpoints: readonly UnifiedEndpoint[] = Object.keys(accountingGroups).flatMap((name) =>
    // The keys of that object.
    endpointsOf(name as AccountingModel)
);
