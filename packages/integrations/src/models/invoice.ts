import { z } from 'zod';
import { cents, day, LinkedTxn, optionalRef, Ref, text, updateShape } from './accounting-parts.ts';
import { CreateSalesDocument, salesDocumentShape } from './sales-document.ts';

export const CustomField = z.object({ definition_id: text, name: text, type: text, string_value: text });

/** What a customer is asked to pay. */
export const Invoice = z.object({
    ...salesDocumentShape,
    due_date: day.nullable(),
    deposit_cents: cents,
    total_tax_cents: cents,
    email_status: text,
    print_status: text,
    sales_term_ref: Ref.nullable(),
    linked_txn: z.array(LinkedTxn),
    custom_fields: z.array(CustomField),
    exchange_rate: z.number().nullable()
});

export const CreateInvoice = CreateSalesDocument.extend({ due_date: day.nullish(), sales_term_ref: optionalRef });

export const UpdateInvoice = CreateInvoice.partial().extend(updateShape);
