import type { z } from 'zod';
import type { CreateInvoice, Invoice, UpdateInvoice } from '../models/invoice.ts';
import { fromRef, toAmount, toCents, toLinkedTxns, toRef, type VendorBody } from './convert.ts';
import type { invoiceGuard } from './guards.ts';
import { fromSalesDocument, toSalesDocument } from './map-sales-document.ts';

export const toInvoice = (invoice: z.output<typeof invoiceGuard>): z.input<typeof Invoice> => ({
    ...toSalesDocument(invoice),
    due_date: invoice.DueDate ?? null,
    deposit_cents: toCents(invoice.Deposit) ?? 0,
    total_tax_cents: toCents(invoice.TxnTaxDetail?.TotalTax) ?? 0,
    email_status: invoice.EmailStatus ?? null,
    print_status: invoice.PrintStatus ?? null,
    sales_term_ref: toRef(invoice.SalesTermRef),
    linked_txn: toLinkedTxns(invoice.LinkedTxn),
    custom_fields: toCustomFields(invoice.CustomField),
    exchange_rate: toAmount(invoice.ExchangeRate)
});

export const toCustomFields = (fields: z.output<typeof invoiceGuard>['CustomField']) =>
    (fields ?? []).map(({ DefinitionId, Name, Type, StringValue }) => ({
        definition_id: DefinitionId ?? null,
        name: Name ?? null,
        type: Type ?? null,
        string_value: StringValue ?? null
    }));

export const fromInvoice = (input: z.output<typeof CreateInvoice> | z.output<typeof UpdateInvoice>): VendorBody => ({
    ...fromSalesDocument(input),
    DueDate: input.due_date,
    SalesTermRef: fromRef(input.sales_term_ref)
});
