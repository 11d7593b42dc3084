import { z } from 'zod';
import { amount, day, exchangeRate, LinkedTxn, LinkedTxnInput, optionalText, recordShape, text } from './accounting-parts.ts';

/** What was paid to a vendor of the company, and for which bills. */
export const BillPayment = z.object({
    ...recordShape,
    vendor_id: z.string(),
    vendor_name: text,
    txn_date: day,
    total_amount: amount,
    private_note: text,
    doc_number: text,
    /** Check or CreditCard. */
    pay_type: text,
    ap_account_id: text,
    ap_account_name: text,
    bank_account_id: text,
    bank_account_name: text,
    print_status: text,
    credit_card_account_id: text,
    credit_card_account_name: text,
    exchange_rate: z.number().nullable(),
    voided: z.boolean(),
    lines: z.array(
        z.object({
            amount,
            linked_txn: z.array(LinkedTxn),
            /** The same list, under its older name. */
            linkedTxn: z.array(LinkedTxn)
        })
    )
});

export const CreateBillPayment = z.object({
    vendor_id: z.string().min(1),
    vendor_name: optionalText,
    pay_type: z.enum(['Check', 'CreditCard']),
    bank_account_id: optionalText,
    credit_card_account_id: optionalText,
    ap_account_id: optionalText,
    total_amount: amount,
    currency: optionalText,
    exchange_rate: exchangeRate,
    txn_date: day.nullish(),
    doc_number: z.string().max(21).nullish(),
    private_note: optionalText,
    lines: z
        .array(z.object({ amount, linked_txn: z.array(LinkedTxnInput).optional(), linkedTxn: z.array(LinkedTxnInput).optional() }))
        .min(1)
});
