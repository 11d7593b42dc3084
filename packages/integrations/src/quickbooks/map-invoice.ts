import type { z } from 'zod';
import type { CreateInvoice, Invoice, UpdateInvoice } from '../models/invoice.ts';
import { fromRef, toAmount, toCents, toLinkedTxns, toRef, type VendorBody } from './convert.ts';
import type { CustomFieldMapping } from './entity.ts';
import type { invoiceGuard } from './guards.ts';
import { fromSalesDocument, toSalesDocument } from './map-sales-document.ts';

export const toInvoice = (invoice: z.output<typeof invoiceGuard>, customFields: CustomFieldMapping): z.input<typeof Invoice> => ({
    ...toSalesDocument(invoice, customFields),
    due_date: invoice.DueDate ?? null,
    deposit_cents: toCents(invoice.Deposit) ?? 0,
    total_tax_cents: toCents(invoice.TxnTaxDetail?.TotalTax) ?? 0,
    email_status: invoice.EmailStatus ?? null,
    print_status: invoice.PrintStatus ?? null,
    sales_term_ref: toRef(invoice.SalesTermRef),
    linked_txn: toLinkedTxns(invoice.LinkedTxn),
    exchange_rate: toAmount(invoice.ExchangeRate)
});

export const fromInvoice = (input: z.output<typeof CreateInvoice> | z.output<typeof UpdateInvoice>): VendorBody => ({
    ...fromSalesDocument(input),
    DueDate: input.due_date,
    SalesTermRef: fromRef(input.sales_term_ref)
});
