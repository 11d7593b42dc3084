import { z } from 'zod';
import {
    cents,
    day,
    exchangeRate,
    LinkedTxn,
    LinkedTxnInput,
    optionalRef,
    optionalText,
    recordShape,
    Ref,
    RefInput,
    text,
    updateShape
} from './accounting-parts.ts';

/** What a customer paid, and for which invoices. */
export const Payment = z.object({
    ...recordShape,
    amount_cents: cents,
    unapplied_cents: cents,
    customer_id: text,
    customer_name: text,
    txn_date: day,
    payment_ref_num: text,
    payment_method_ref: Ref.nullable(),
    deposit_to_account_ref: Ref.nullable(),
    private_note: text,
    exchange_rate: z.number().nullable(),
    voided: z.boolean(),
    lines: z.array(z.object({ amount_cents: cents, linked_txn: z.array(LinkedTxn) }))
});

export const CreatePayment = z.object({
    total_amount_cents: cents,
    customer_ref: RefInput,
    txn_date: day.nullish(),
    currency_ref: optionalRef,
    exchange_rate: exchangeRate,
    project_ref: optionalRef,
    payment_ref_num: optionalText,
    payment_method_ref: optionalRef,
    deposit_to_account_ref: optionalRef,
    private_note: optionalText,
    /** Which invoices it pays. */
    lines: z.array(z.object({ amount_cents: cents, linked_txn: z.array(LinkedTxnInput).min(1) })).optional()
});

export const UpdatePayment = CreatePayment.partial().extend(updateShape);
