import type { z } from 'zod';
import { Account, CreateAccount, UpdateAccount } from './account.ts';
import { BillPayment, CreateBillPayment } from './bill-payment.ts';
import { Bill, CreateBill, UpdateBill } from './bill.ts';
import { CreateCreditMemo, CreditMemo, UpdateCreditMemo } from './credit-memo.ts';
import { CreateCustomer, Customer, UpdateCustomer } from './customer.ts';
import { CreateDeposit, Deposit, UpdateDeposit } from './deposit.ts';
import { CreateInvoice, Invoice, UpdateInvoice } from './invoice.ts';
import { CreateItem, Item, UpdateItem } from './item.ts';
import { CreateJournalEntry, JournalEntry, UpdateJournalEntry } from './journal-entry.ts';
import { CreatePayment, Payment, UpdatePayment } from './payment.ts';
import { CreatePurchaseOrder, PurchaseOrder, UpdatePurchaseOrder } from './purchase-order.ts';
import { CreatePurchase, Purchase } from './purchase.ts';
import { CreateTransfer, Transfer } from './transfer.ts';

interface ModelSchemas {
    record: z.ZodObject;
    create: z.ZodObject;
    /** Null for what is not updated. */
    update: z.ZodObject | null;
}

export const accountingSchemas = {
    Account: { record: Account, create: CreateAccount, update: UpdateAccount },
    Bill: { record: Bill, create: CreateBill, update: UpdateBill },
    BillPayment: { record: BillPayment, create: CreateBillPayment, update: null },
    CreditMemo: { record: CreditMemo, create: CreateCreditMemo, update: UpdateCreditMemo },
    Customer: { record: Customer, create: CreateCustomer, update: UpdateCustomer },
    Deposit: { record: Deposit, create: CreateDeposit, update: UpdateDeposit },
    Invoice: { record: Invoice, create: CreateInvoice, update: UpdateInvoice },
    Item: { record: Item, create: CreateItem, update: UpdateItem },
    JournalEntry: { record: JournalEntry, create: CreateJournalEntry, update: UpdateJournalEntry },
    Payment: { record: Payment, create: CreatePayment, update: UpdatePayment },
    PurchaseOrder: { record: PurchaseOrder, create: CreatePurchaseOrder, update: UpdatePurchaseOrder },
    Purchase: { record: Purchase, create: CreatePurchase, update: null },
    Transfer: { record: Transfer, create: CreateTransfer, update: null }
} as const satisfies Record<string, ModelSchemas>;

export type AccountingModel = keyof typeof accountingSchemas;
