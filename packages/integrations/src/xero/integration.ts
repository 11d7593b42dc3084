import type { AnyAction, AnySync } from '@patchbay/functions';
import type { Integration } from '../integration.ts';
import { CreateAccount, UpdateAccount } from '../models/account.ts';
import { accountingEndpoints } from '../models/accounting-endpoints.ts';
import { CreateBill, UpdateBill } from '../models/bill.ts';
import { CreateCustomer, UpdateCustomer } from '../models/customer.ts';
import { CreateInvoice, UpdateInvoice } from '../models/invoice.ts';
import { CreateItem, UpdateItem } from '../models/item.ts';
import { CreateJournalEntry, UpdateJournalEntry } from '../models/journal-entry.ts';
import { CreatePayment } from '../models/payment.ts';
import { CreatePurchaseOrder, UpdatePurchaseOrder } from '../models/purchase-order.ts';
import { createEntityAction as create, getAction, removeAction, sendAction, updateAction as update, voidAction } from './actions.ts';
import { entities, type Entity } from './entities.ts';
import { createEntitySync } from './entity-sync.ts';
import { withFaults } from './errors.ts';
import * as body from './write-body.ts';

const { Account, Bill, Customer, Invoice, Item, JournalEntry, Payment, PurchaseOrder } = entities;
const all: readonly Entity[] = Object.values(entities);

const oneName = (model: string) => model.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
const syncs: readonly AnySync[] = all.map(createEntitySync);
const reads = all.map((entity): [string, AnyAction] => [`get-${oneName(entity.model)}`, getAction(entity)]);

const contact = 'Xero takes no website and no notes of a contact.';
const note = 'Xero’s bills have no private note.';
const lines = 'References to items are by their code, and new documents are drafts.';

export const xero: Integration = {
    reportFaults: withFaults,
    category: accountingEndpoints,
    hasMoney: true,
    syncs: Object.fromEntries(syncs.map((sync) => [sync.endpoints?.[0]?.path.slice(1) ?? '', sync])),
    actions: {
        ...Object.fromEntries(reads),
        'create-account': create(Account, { input: CreateAccount, toVendor: body.fromAccountInput }),
        'update-account': update(Account, { input: UpdateAccount, toVendor: body.fromAccountInput }),
        'delete-account': removeAction(Account, { Status: 'ARCHIVED' }),
        'create-bill': create(Bill, { input: CreateBill, toVendor: body.fromBill }),
        'update-bill': update(Bill, { input: UpdateBill, toVendor: body.fromBill }),
        'delete-bill': removeAction(Bill, { Status: 'DELETED' }),
        'create-customer': create(Customer, { input: CreateCustomer, toVendor: body.fromCustomer }),
        'update-customer': update(Customer, { input: UpdateCustomer, toVendor: body.fromCustomer }),
        'delete-customer': removeAction(Customer, { ContactStatus: 'ARCHIVED' }),
        'create-invoice': create(Invoice, { input: CreateInvoice, toVendor: body.fromInvoice }),
        'update-invoice': update(Invoice, { input: UpdateInvoice, toVendor: body.fromInvoice }),
        'delete-invoice': removeAction(Invoice, { Status: 'DELETED' }),
        'void-invoice': voidAction(Invoice),
        'send-invoice': sendAction(Invoice),
        'create-item': create(Item, { input: CreateItem, toVendor: body.fromItem }),
        'update-item': update(Item, { input: UpdateItem, toVendor: body.fromItem, complete: body.withKnownDetails }),
        'delete-item': removeAction(Item),
        'create-journal-entry': create(JournalEntry, { input: CreateJournalEntry, toVendor: body.fromJournalEntry }),
        'update-journal-entry': update(JournalEntry, { input: UpdateJournalEntry, toVendor: body.fromJournalEntry }),
        'delete-journal-entry': removeAction(JournalEntry, { Status: 'VOIDED' }),
        'create-payment': create(Payment, { input: CreatePayment, toVendor: body.fromPayment }),
        'delete-payment': removeAction(Payment, { Status: 'DELETED' }),
        'create-purchase-order': create(PurchaseOrder, { input: CreatePurchaseOrder, toVendor: body.fromPurchaseOrder }),
        'update-purchase-order': update(PurchaseOrder, { input: UpdatePurchaseOrder, toVendor: body.fromPurchaseOrder }),
        'delete-purchase-order': removeAction(PurchaseOrder, { Status: 'DELETED' })
    },
    notes: {
        'GET /accounts': 'Xero does not tell the balance of an account with it: the balances are null.',
        'DELETE /accounts': 'Xero archives the account.',
        'DELETE /customers': 'Xero archives the contact.',
        'POST /customers': contact,
        'PUT /customers': contact,
        'POST /bills': `${lines} ${note}`,
        'PUT /bills': note,
        'DELETE /bills': 'Xero deletes drafts; an approved bill has to be voided.',
        'POST /invoices': lines,
        'DELETE /invoices': 'Xero deletes drafts; an approved invoice has to be voided.',
        'POST /invoices/send': 'Xero sends to the contact’s own address.',
        'POST /invoices/void': 'Xero voids approved invoices without payments; drafts are deleted.',
        'POST /journal-entries': 'Entities, classes and departments of lines are left out. There is no doc_number beside the note.',
        'DELETE /journal-entries': 'Xero voids what is posted.',
        'POST /payments': 'A payment is for exactly one invoice.',
        'POST /purchase-orders': lines
    }
};
