import type { UnifiedEndpoint } from '../endpoints.ts';
import { Removed, RemoveInput, SendInput } from './accounting-parts.ts';
import { type AccountingModel, accountingSchemas } from './accounting-schemas.ts';

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
} as const satisfies Record<AccountingModel, AccountingGroup>;

/** These stay when they are removed, and are inactive then. */
const nameLists: readonly AccountingModel[] = ['Account', 'Customer', 'Item'];
const voidable: readonly AccountingModel[] = ['BillPayment', 'Invoice', 'Payment'];
const sendable: readonly AccountingModel[] = ['Invoice'];

const article = (noun: string) => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);

function endpointsOf(name: AccountingModel): UnifiedEndpoint[] {
    const { model, path, group, one, many } = accountingGroups[name];
    const { record, create, update } = accountingSchemas[name];
    const common = { group, model, record, output: record };
    const write = { ...common, kind: 'write', path, method: 'POST' } as const;
    return [
        { ...common, id: `list${group.replaceAll(' ', '')}`, kind: 'list', method: 'GET', path, summary: `List ${many}`, input: null },
        { ...common, id: `get${model}`, kind: 'get', method: 'GET', path: `${path}/{id}`, summary: `Get ${article(one)}`, input: null },
        { ...write, id: `create${model}`, summary: `Create ${article(one)}`, input: create },
        ...(update ? [{ ...write, id: `update${model}`, method: 'PUT' as const, summary: `Update ${article(one)}`, input: update }] : []),
        {
            ...write,
            id: `delete${model}`,
            method: 'DELETE',
            summary: nameLists.includes(name) ? `Make ${article(one)} inactive` : `Delete ${article(one)}`,
            input: RemoveInput,
            output: Removed
        },
        ...(voidable.includes(name)
            ? [{ ...write, id: `void${model}`, path: `${path}/void`, summary: `Void ${article(one)}`, input: RemoveInput }]
            : []),
        ...(sendable.includes(name)
            ? [{ ...write, id: `send${model}`, path: `${path}/send`, summary: `Send ${article(one)} by email`, input: SendInput }]
            : [])
    ];
}

/** The accounting category. */
export const accountingEndpoints: readonly UnifiedEndpoint[] = Object.keys(accountingGroups).flatMap((name) =>
    // The keys of that object.
    endpointsOf(name as AccountingModel)
);
