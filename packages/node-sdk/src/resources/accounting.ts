import type { Call, OperationTable } from '../operations.ts';
import { unifiedResource } from '../unified-resource.ts';
import type { UnifiedResource } from './unified.ts';

/** The operations of each resource. */
const tables = {
    accounts: { list: 'listAccounts', get: 'getAccount', create: 'createAccount', update: 'updateAccount', delete: 'deleteAccount' },
    bills: { list: 'listBills', get: 'getBill', create: 'createBill', update: 'updateBill', delete: 'deleteBill' },
    billPayments: {
        list: 'listBillPayments',
        get: 'getBillPayment',
        create: 'createBillPayment',
        delete: 'deleteBillPayment',
        void: 'voidBillPayment'
    },
    creditMemos: {
        list: 'listCreditMemos',
        get: 'getCreditMemo',
        create: 'createCreditMemo',
        update: 'updateCreditMemo',
        delete: 'deleteCreditMemo'
    },
    customers: { list: 'listCustomers', get: 'getCustomer', create: 'createCustomer', update: 'updateCustomer', delete: 'deleteCustomer' },
    deposits: { list: 'listDeposits', get: 'getDeposit', create: 'createDeposit', update: 'updateDeposit', delete: 'deleteDeposit' },
    invoices: {
        list: 'listInvoices',
        get: 'getInvoice',
        create: 'createInvoice',
        update: 'updateInvoice',
        delete: 'deleteInvoice',
        void: 'voidInvoice',
        send: 'sendInvoice'
    },
    items: { list: 'listItems', get: 'getItem', create: 'createItem', update: 'updateItem', delete: 'deleteItem' },
    journalEntries: {
        list: 'listJournalEntries',
        get: 'getJournalEntry',
        create: 'createJournalEntry',
        update: 'updateJournalEntry',
        delete: 'deleteJournalEntry'
    },
    payments: {
        list: 'listPayments',
        get: 'getPayment',
        create: 'createPayment',
        update: 'updatePayment',
        delete: 'deletePayment',
        void: 'voidPayment'
    },
    purchaseOrders: {
        list: 'listPurchaseOrders',
        get: 'getPurchaseOrder',
        create: 'createPurchaseOrder',
        update: 'updatePurchaseOrder',
        delete: 'deletePurchaseOrder'
    },
    purchases: { list: 'listPurchases', get: 'getPurchase', create: 'createPurchase', delete: 'deletePurchase' },
    transfers: { list: 'listTransfers', get: 'getTransfer', create: 'createTransfer', delete: 'deleteTransfer' }
} as const satisfies Record<string, OperationTable>;
type Resource<Name extends keyof typeof tables> = UnifiedResource<(typeof tables)[Name]>;

/** Accounting of your end users, the same for each provider. */
export class Accounting {
    /** The accounts of the ledger. Deleting makes them inactive. */
    readonly accounts: Resource<'accounts'>;
    /** What vendors ask to be paid. */
    readonly bills: Resource<'bills'>;
    /** What vendors were paid. */
    readonly billPayments: Resource<'billPayments'>;
    /** What customers have to their credit. */
    readonly creditMemos: Resource<'creditMemos'>;
    /** Who buys. Deleting makes them inactive. */
    readonly customers: Resource<'customers'>;
    /** Money that was brought to a bank account. */
    readonly deposits: Resource<'deposits'>;
    /** What customers are asked to pay. */
    readonly invoices: Resource<'invoices'>;
    /** Products and services. Deleting makes them inactive. */
    readonly items: Resource<'items'>;
    /** Entries of the ledger. */
    readonly journalEntries: Resource<'journalEntries'>;
    /** What customers paid. */
    readonly payments: Resource<'payments'>;
    /** What is ordered from vendors. */
    readonly purchaseOrders: Resource<'purchaseOrders'>;
    /** What was bought and paid at once. */
    readonly purchases: Resource<'purchases'>;
    /** Money moved between accounts. */
    readonly transfers: Resource<'transfers'>;

    constructor(call: Call) {
        const resource = <Name extends keyof typeof tables>(name: Name): Resource<Name> => unifiedResource(call, tables[name]);
        this.accounts = resource('accounts');
        this.bills = resource('bills');
        this.billPayments = resource('billPayments');
        this.creditMemos = resource('creditMemos');
        this.customers = resource('customers');
        this.deposits = resource('deposits');
        this.invoices = resource('invoices');
        this.items = resource('items');
        this.journalEntries = resource('journalEntries');
        this.payments = resource('payments');
        this.purchaseOrders = resource('purchaseOrders');
        this.purchases = resource('purchases');
        this.transfers = resource('transfers');
    }
}
