import { z } from 'zod';
import { amount, day, exchangeRate, LinkedTxn, LinkedTxnInput, optionalText, rate, recordShape, text } from './accounting-parts.ts';

/** What was paid to a vendor of the company, and for which bills. */
export const BillPayment = z.object({
    ...recordShape,
    vendor_id: z.string().describe('Id of the vendor that was paid.'),
    vendor_name: text.describe('Name of the vendor that was paid; null where the provider gives none.'),
    txn_date: day.describe('Date of the payment, YYYY-MM-DD.'),
    total_amount: amount.describe('Total amount in the currency.'),
    private_note: text.describe('Note that the vendor does not see; null for none.'),
    doc_number: text.describe('Number of the payment, such as that of the check; null for none.'),
    pay_type: text.describe('`Check` or `CreditCard`.'),
    ap_account_id: text.describe('Id of the account of payables; null where the provider names none.'),
    ap_account_name: text.describe('Name of the account of payables; null where the provider names none.'),
    bank_account_id: text.describe('Id of the bank account that a check was drawn on; null for other payments.'),
    bank_account_name: text.describe('Name of the bank account that a check was drawn on; null for other payments.'),
    print_status: text.describe('Whether the check is printed, as the provider names it: `NotSet`, `NeedToPrint` or `PrintComplete`.'),
    credit_card_account_id: text.describe('Id of the account of the credit card; null for other payments.'),
    credit_card_account_name: text.describe('Name of the account of the credit card; null for other payments.'),
    exchange_rate: rate,
    voided: z.boolean().describe('Whether it was voided, and its amounts are 0.'),
    lines: z
        .array(
            z.object({
                amount: amount.describe('Amount that the line pays, in the currency.'),
                linked_txn: z.array(LinkedTxn).describe('Bills, or other transactions, that the line pays.'),
                linkedTxn: z.array(LinkedTxn).describe('The same as `linked_txn`, under its older name.')
            })
        )
        .describe('What it pays.')
});

export const CreateBillPayment = z.object({
    vendor_id: z.string().min(1).describe('Id of the vendor to pay.'),
    vendor_name: optionalText.describe('Name of the vendor; `vendor_id` alone identifies it.'),
    pay_type: z.enum(['Check', 'CreditCard']).describe('How it is paid.'),
    bank_account_id: optionalText.describe('Id of the bank account that the check is drawn on; only with `pay_type` `Check`.'),
    credit_card_account_id: optionalText.describe('Id of the account of the credit card; only with `pay_type` `CreditCard`.'),
    ap_account_id: optionalText.describe("Id of the account of payables; the company's own by default."),
    total_amount: amount.describe('Total amount in the currency.'),
    currency: optionalText.describe('ISO 4217 code of the currency; needed where the company has several.'),
    exchange_rate: exchangeRate,
    txn_date: day.nullish().describe("Date of the payment, YYYY-MM-DD; the provider's current date by default."),
    doc_number: z.string().max(21).nullish().describe('Number of the payment, such as that of the check.'),
    private_note: optionalText.describe('Note that the vendor does not see.'),
    lines: z
        .array(
            z.object({
                amount: amount.describe('Amount that the line pays, in the currency.'),
                linked_txn: z.array(LinkedTxnInput).optional().describe('Bills, or other transactions, that the line pays.'),
                linkedTxn: z.array(LinkedTxnInput).optional().describe('The same as `linked_txn`, under its older name; `linked_txn` wins.')
            })
        )
        .min(1)
        .describe('What it pays.')
});
