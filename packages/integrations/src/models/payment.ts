import { z } from 'zod';
import {
    cents,
    centsInput,
    day,
    exchangeRate,
    LinkedTxn,
    LinkedTxnInput,
    optionalRef,
    optionalText,
    rate,
    recordShape,
    Ref,
    RefInput,
    text,
    updateShape
} from './accounting-parts.ts';

/** What a customer paid, and for which invoices. */
export const Payment = z.object({
    ...recordShape,
    amount_cents: cents.describe('Total amount in hundredths of the currency.'),
    unapplied_cents: cents.describe('What is not applied to invoices yet, in hundredths of the currency.'),
    customer_id: text.describe('Id of the customer who paid; null where the provider names none.'),
    customer_name: text.describe('Name of the customer who paid; null where the provider gives none.'),
    txn_date: day.describe('Date of the payment, YYYY-MM-DD.'),
    payment_ref_num: text.describe('Number or reference of the payment, such as that of the check; null for none.'),
    payment_method_ref: Ref.nullable().describe('Method by which it was paid; null for none.'),
    deposit_to_account_ref: Ref.nullable().describe('Account that the money went to; null for none.'),
    private_note: text.describe('Note that the customer does not see; null for none.'),
    exchange_rate: rate,
    voided: z.boolean().describe('Whether it was voided.'),
    lines: z
        .array(
            z.object({
                amount_cents: cents.describe('Amount that the line pays, in hundredths of the currency.'),
                linked_txn: z.array(LinkedTxn).describe('Invoices, or other transactions, that the line pays.')
            })
        )
        .describe('What it pays.')
});

export const CreatePayment = z.object({
    total_amount_cents: centsInput.describe('Total amount in hundredths of the currency.'),
    customer_ref: RefInput.describe('Customer who paid.'),
    txn_date: day.nullish().describe("Date of the payment, YYYY-MM-DD; the provider's current date in a new one by default."),
    currency_ref: optionalRef.describe('Currency, by its ISO 4217 code; needed where the company has several.'),
    exchange_rate: exchangeRate,
    project_ref: optionalRef.describe('Project that it belongs to.'),
    payment_ref_num: optionalText.describe('Number or reference of the payment, such as that of the check.'),
    payment_method_ref: optionalRef.describe('Method by which it was paid.'),
    deposit_to_account_ref: optionalRef.describe('Account that the money went to; Xero needs it.'),
    private_note: optionalText.describe('Note that the customer does not see.'),
    lines: z
        .array(
            z.object({
                amount_cents: centsInput.describe('Amount that the line pays, in hundredths of the currency.'),
                linked_txn: z.array(LinkedTxnInput).min(1).describe('Invoices, or other transactions, that the line pays.')
            })
        )
        .optional()
        .describe('Which invoices it pays; absent in a new one: none yet. Xero needs exactly one.')
});

export const UpdatePayment = CreatePayment.partial().extend(updateShape);
