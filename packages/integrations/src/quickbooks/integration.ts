import type { AnyAction, AnySync } from '@patchbay/functions';
import type { Integration } from '../integration.ts';
import { CreateAccount, UpdateAccount } from '../models/account.ts';
import { accountingEndpoints } from '../models/accounting-endpoints.ts';
import { CreateBillPayment } from '../models/bill-payment.ts';
import { CreateBill, UpdateBill } from '../models/bill.ts';
import { CreateCreditMemo, UpdateCreditMemo } from '../models/credit-memo.ts';
import { CreateCustomer, UpdateCustomer } from '../models/customer.ts';
import { CreateDeposit, UpdateDeposit } from '../models/deposit.ts';
import { CreateInvoice, UpdateInvoice } from '../models/invoice.ts';
import { CreateItem, UpdateItem } from '../models/item.ts';
import { CreateJournalEntry, UpdateJournalEntry } from '../models/journal-entry.ts';
import { CreatePayment, UpdatePayment } from '../models/payment.ts';
import { CreatePurchaseOrder, UpdatePurchaseOrder } from '../models/purchase-order.ts';
import { CreatePurchase } from '../models/purchase.ts';
import { CreateTransfer } from '../models/transfer.ts';
import {
    createEntityAction as create,
    getAction,
    removeAction,
    sendAction,
    updateAction as update,
    voidAction
} from './actions/entity-actions.ts';
import { withPayablesAccount } from './actions/payables-account.ts';
import { entities } from './entities.ts';
import { reportFaults } from './errors.ts';
import { fromAccount } from './map-account.ts';
import { fromBillPayment } from './map-bill-payment.ts';
import { fromBill } from './map-bill.ts';
import { fromCustomer } from './map-customer.ts';
import { fromDeposit } from './map-deposit.ts';
import { fromInvoice } from './map-invoice.ts';
import { fromItem } from './map-item.ts';
import { fromJournalEntry } from './map-journal-entry.ts';
import { fromPayment } from './map-payment.ts';
import { fromPurchaseOrder } from './map-purchase-order.ts';
import { fromPurchase } from './map-purchase.ts';
import { fromSalesDocument } from './map-sales-document.ts';
import { fromTransfer } from './map-transfer.ts';
import { MAX_RESULTS } from './query.ts';
import { createEntitySync } from './syncs/entity-sync.ts';

const {
    Account,
    Bill,
    BillPayment,
    CreditMemo,
    Customer,
    Deposit,
    Invoice,
    Item,
    JournalEntry,
    Payment,
    PurchaseOrder,
    Purchase,
    Transfer
} = entities;

/** `bill-payments` and `get-bill-payment`, as functions are called beside their address. */
const listName = (path: string) => path.slice(1);
const oneName = (model: string) => model.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

const byList = (make: (entity: (typeof entities)[keyof typeof entities]) => AnySync): Record<string, AnySync> =>
    Object.fromEntries(
        Object.values(entities)
            .map(make)
            .map((sync) => [listName(sync.endpoints?.[0]?.path ?? ''), sync])
    );

const forEach = (verb: string, make: (entity: (typeof entities)[keyof typeof entities]) => AnyAction): Record<string, AnyAction> =>
    Object.fromEntries(Object.values(entities).map((entity) => [`${verb}-${oneName(entity.model)}`, make(entity)]));

/** @see https://developer.intuit.com/app/developer/qbo/docs/develop/rest-api-features */
const voidedByUpdate = { operation: 'update', include: 'void' };

export const quickbooks: Integration = {
    reportFaults,
    category: accountingEndpoints,
    hasMoney: true,
    syncs: byList((entity) => createEntitySync(entity)),
    // One page is asked for, and held once: as large a one as QuickBooks has.
    liveSyncs: byList((entity) => createEntitySync(entity, MAX_RESULTS)),
    actions: {
        ...forEach('get', getAction),
        ...forEach('delete', removeAction),
        'create-account': create(Account, { input: CreateAccount, toVendor: fromAccount }),
        'update-account': update(Account, { input: UpdateAccount, toVendor: fromAccount }),
        'create-bill': create(Bill, { input: CreateBill, toVendor: fromBill }),
        'update-bill': update(Bill, { input: UpdateBill, toVendor: fromBill }),
        'create-bill-payment': create(BillPayment, { input: CreateBillPayment, toVendor: fromBillPayment }),
        'void-bill-payment': voidAction(BillPayment, voidedByUpdate),
        'create-credit-memo': create(CreditMemo, { input: CreateCreditMemo, toVendor: fromSalesDocument }),
        'update-credit-memo': update(CreditMemo, { input: UpdateCreditMemo, toVendor: fromSalesDocument }),
        'create-customer': create(Customer, { input: CreateCustomer, toVendor: fromCustomer }),
        'update-customer': update(Customer, { input: UpdateCustomer, toVendor: fromCustomer }),
        'create-deposit': create(Deposit, { input: CreateDeposit, toVendor: fromDeposit }),
        'update-deposit': update(Deposit, { input: UpdateDeposit, toVendor: fromDeposit }),
        'create-invoice': create(Invoice, { input: CreateInvoice, toVendor: fromInvoice }),
        'update-invoice': update(Invoice, { input: UpdateInvoice, toVendor: fromInvoice }),
        'void-invoice': voidAction(Invoice, { operation: 'void' }),
        'send-invoice': sendAction(Invoice),
        'create-item': create(Item, { input: CreateItem, toVendor: fromItem }),
        'update-item': update(Item, { input: UpdateItem, toVendor: fromItem }),
        'create-journal-entry': create(JournalEntry, { input: CreateJournalEntry, toVendor: fromJournalEntry }),
        'update-journal-entry': update(JournalEntry, { input: UpdateJournalEntry, toVendor: fromJournalEntry }),
        'create-payment': create(Payment, { input: CreatePayment, toVendor: fromPayment }),
        'update-payment': update(Payment, { input: UpdatePayment, toVendor: fromPayment }),
        'void-payment': voidAction(Payment, voidedByUpdate),
        'create-purchase-order': create(PurchaseOrder, {
            input: CreatePurchaseOrder,
            toVendor: fromPurchaseOrder,
            complete: withPayablesAccount
        }),
        'update-purchase-order': update(PurchaseOrder, { input: UpdatePurchaseOrder, toVendor: fromPurchaseOrder }),
        'create-purchase': create(Purchase, { input: CreatePurchase, toVendor: fromPurchase }),
        'create-transfer': create(Transfer, { input: CreateTransfer, toVendor: fromTransfer })
    },
    notes: {
        'DELETE /accounts': 'QuickBooks does not delete accounts: the account becomes inactive, which its balance must permit.',
        'DELETE /customers': 'QuickBooks does not delete customers: the customer becomes inactive, which their balance must permit.',
        'DELETE /items': 'QuickBooks does not delete items: the item becomes inactive, which its quantity on hand must permit.'
    }
};
