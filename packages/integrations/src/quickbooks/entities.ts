import { Account } from '../models/account.ts';
import { BillPayment } from '../models/bill-payment.ts';
import { Bill } from '../models/bill.ts';
import { CreditMemo } from '../models/credit-memo.ts';
import { Customer } from '../models/customer.ts';
import { Deposit } from '../models/deposit.ts';
import { Invoice } from '../models/invoice.ts';
import { Item } from '../models/item.ts';
import { JournalEntry } from '../models/journal-entry.ts';
import { Payment } from '../models/payment.ts';
import { PurchaseOrder } from '../models/purchase-order.ts';
import { Purchase } from '../models/purchase.ts';
import { Transfer } from '../models/transfer.ts';
import { defineEntity } from './entity.ts';
import * as guards from './guards.ts';
import { toAccount } from './map-account.ts';
import { toBillPayment } from './map-bill-payment.ts';
import { toBill } from './map-bill.ts';
import { toCreditMemo } from './map-credit-memo.ts';
import { toCustomer } from './map-customer.ts';
import { toDeposit } from './map-deposit.ts';
import { toInvoice } from './map-invoice.ts';
import { toItem } from './map-item.ts';
import { toJournalEntry } from './map-journal-entry.ts';
import { toPayment } from './map-payment.ts';
import { toPurchaseOrder } from './map-purchase-order.ts';
import { toPurchase } from './map-purchase.ts';
import { toTransfer } from './map-transfer.ts';

/** Of objects with lines, which can have 20 kB each: pages of 1,000 took 370 MB of memory. */
const pageSize = 100;

/** The kinds of objects, by model. */
export const entities = {
    Account: defineEntity('Account', { guard: guards.accountGuard, schema: Account, toRecord: toAccount, isNameList: true }),
    Bill: defineEntity('Bill', { guard: guards.billGuard, schema: Bill, toRecord: toBill, pageSize }),
    BillPayment: defineEntity('BillPayment', {
        guard: guards.billPaymentGuard,
        schema: BillPayment,
        toRecord: toBillPayment,
        pageSize
    }),
    CreditMemo: defineEntity('CreditMemo', {
        guard: guards.creditMemoGuard,
        schema: CreditMemo,
        toRecord: toCreditMemo,
        pageSize
    }),
    Customer: defineEntity('Customer', { guard: guards.customerGuard, schema: Customer, toRecord: toCustomer, isNameList: true }),
    Deposit: defineEntity('Deposit', { guard: guards.depositGuard, schema: Deposit, toRecord: toDeposit, pageSize }),
    Invoice: defineEntity('Invoice', { guard: guards.invoiceGuard, schema: Invoice, toRecord: toInvoice, pageSize }),
    Item: defineEntity('Item', { guard: guards.itemGuard, schema: Item, toRecord: toItem, isNameList: true }),
    JournalEntry: defineEntity('JournalEntry', {
        guard: guards.journalEntryGuard,
        schema: JournalEntry,
        toRecord: toJournalEntry,
        pageSize
    }),
    Payment: defineEntity('Payment', { guard: guards.paymentGuard, schema: Payment, toRecord: toPayment, pageSize }),
    PurchaseOrder: defineEntity('PurchaseOrder', {
        guard: guards.purchaseOrderGuard,
        schema: PurchaseOrder,
        toRecord: toPurchaseOrder,
        pageSize
    }),
    Purchase: defineEntity('Purchase', { guard: guards.purchaseGuard, schema: Purchase, toRecord: toPurchase, pageSize }),
    Transfer: defineEntity('Transfer', { guard: guards.transferGuard, schema: Transfer, toRecord: toTransfer })
} as const;
