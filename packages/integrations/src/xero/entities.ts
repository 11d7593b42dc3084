import type { z } from 'zod';
import { Account } from '../models/account.ts';
import type { AccountingModel } from '../models/accounting-schemas.ts';
import { Bill } from '../models/bill.ts';
import { Customer } from '../models/customer.ts';
import { Invoice } from '../models/invoice.ts';
import { Item } from '../models/item.ts';
import { JournalEntry } from '../models/journal-entry.ts';
import { Payment } from '../models/payment.ts';
import { PurchaseOrder } from '../models/purchase-order.ts';
import { parseResponse } from '../parse-response.ts';
import * as guards from './guards.ts';
import * as map from './map.ts';

/** What is particular of a kind of object at Xero. */
export interface Entity {
    model: AccountingModel;
    schema: z.ZodObject;
    /** In addresses, requests and responses. */
    collection: string;
    idName: string;
    /** What restricts its list. */
    parameters: Readonly<Record<string, string>>;
    /**
     * What keeps prices of four decimals, where Xero rounds them to two without it.
     * @see https://developer.xero.com/documentation/guides/how-to-guides/rounding-in-xero/
     */
    precision: Readonly<Record<string, string>>;
    /** Lists without pages come whole, and tell what is gone. */
    isPaged: boolean;
    /** What restricts a list to the days since one; null: they are no transactions. */
    dated: 'where' | 'DateFrom' | null;
    /** How an object looks that is gone, in the field that says so. */
    gone: { field: string; values: readonly string[] } | null;
    toRecord(object: unknown): Record<string, unknown> & { id: string };
}

/** The parameters of a list of the days since one. */
export function parametersOf({ parameters, dated }: Entity, since: string | undefined): Readonly<Record<string, string>> {
    if (since === undefined || dated === null) return parameters;
    if (dated === 'DateFrom') return { ...parameters, DateFrom: since };
    const { where, ...others } = parameters;
    const from = `Date>=DateTime(${since.split('-').map(Number).join(',')})`;
    return { ...others, where: where === undefined ? from : `${where} AND ${from}` };
}

function entity<Guard extends z.ZodType, Model extends z.ZodObject>(
    model: AccountingModel,
    collection: string,
    idName: string,
    schema: Model,
    guard: Guard,
    toRecord: (object: z.output<Guard>) => z.input<Model> & { id: string },
    {
        parameters = {},
        precision = {},
        isPaged = true,
        dated = null,
        gone
    }: Pick<Entity, 'gone'> & Partial<Pick<Entity, 'parameters' | 'precision' | 'isPaged' | 'dated'>>
): Entity {
    return {
        model,
        collection,
        idName,
        schema,
        parameters,
        precision,
        isPaged,
        dated,
        gone,
        toRecord: (object) => toRecord(parseResponse(guard, object))
    };
}

const fourDecimals = { unitdp: '4' };
const gone = { field: 'Status', values: ['DELETED', 'VOIDED'] };

export const entities = {
    Account: entity('Account', 'Accounts', 'AccountID', Account, guards.accountGuard, map.toAccount, {
        isPaged: false,
        gone: { field: 'Status', values: ['ARCHIVED', 'DELETED'] }
    }),
    Bill: entity('Bill', 'Invoices', 'InvoiceID', Bill, guards.invoiceGuard, map.toBill, {
        parameters: { where: 'Type=="ACCPAY"' },
        precision: fourDecimals,
        dated: 'where',
        gone
    }),
    Customer: entity('Customer', 'Contacts', 'ContactID', Customer, guards.contactGuard, map.toCustomer, {
        parameters: { includeArchived: 'true' },
        gone: { field: 'ContactStatus', values: ['ARCHIVED', 'GDPRREQUEST'] }
    }),
    Invoice: entity('Invoice', 'Invoices', 'InvoiceID', Invoice, guards.invoiceGuard, map.toInvoice, {
        parameters: { where: 'Type=="ACCREC"' },
        precision: fourDecimals,
        dated: 'where',
        gone
    }),
    Item: entity('Item', 'Items', 'ItemID', Item, guards.itemGuard, map.toItem, { precision: fourDecimals, isPaged: false, gone: null }),
    JournalEntry: entity('JournalEntry', 'ManualJournals', 'ManualJournalID', JournalEntry, guards.journalGuard, map.toJournalEntry, {
        dated: 'where',
        gone
    }),
    Payment: entity('Payment', 'Payments', 'PaymentID', Payment, guards.paymentGuard, map.toPayment, {
        parameters: { where: 'PaymentType=="ACCRECPAYMENT"' },
        dated: 'where',
        gone
    }),
    PurchaseOrder: entity(
        'PurchaseOrder',
        'PurchaseOrders',
        'PurchaseOrderID',
        PurchaseOrder,
        guards.purchaseOrderGuard,
        map.toPurchaseOrder,
        {
            dated: 'DateFrom',
            gone
        }
    )
} as const;
