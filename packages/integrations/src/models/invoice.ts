import { z } from 'zod';
import { cents, day, LinkedTxn, optionalRef, rate, Ref, text, updateShape } from './accounting-parts.ts';
import { CreateSalesDocument, salesDocumentShape } from './sales-document.ts';

/** What a customer is asked to pay. */
export const Invoice = z.object({
    ...salesDocumentShape,
    due_date: day.nullable().describe('Date when it is due, YYYY-MM-DD; null for none.'),
    deposit_cents: cents.describe('What was paid in advance, in hundredths of the currency.'),
    total_tax_cents: cents.describe('Tax in the total, in hundredths of the currency.'),
    email_status: text.describe(
        'Whether it is sent by email: `NotSet`, `NeedToSend` or `EmailSent`; null where the provider does not say.'
    ),
    print_status: text.describe('Whether it is printed: `NotSet`, `NeedToPrint` or `PrintComplete`; null where the provider does not say.'),
    sales_term_ref: Ref.nullable().describe('Terms of payment; null for none.'),
    linked_txn: z.array(LinkedTxn).describe('Transactions linked to it, such as its payments.'),
    exchange_rate: rate
});

export const CreateInvoice = CreateSalesDocument.extend({
    due_date: day.nullish().describe('Date when it is due, YYYY-MM-DD.'),
    sales_term_ref: optionalRef.describe('Terms of payment.')
});

export const UpdateInvoice = CreateInvoice.partial().extend(updateShape);
