import { z } from 'zod';
import {
    amount,
    day,
    exchangeRate,
    LinkedTxn,
    optionalRef,
    optionalText,
    rate,
    recordShape,
    Ref,
    text,
    updateShape
} from './accounting-parts.ts';

export const BillableStatus = z.enum(['Billable', 'NotBillable', 'HasBeenBilled']);

export const BillLine = z.object({
    id: text.describe('Id of the line; null where the provider gives none.'),
    line_num: z.int().nullable().describe('Place of the line, from 1; null where the provider gives none.'),
    description: text.describe('Description of the line; null for none.'),
    detail_type: z.string().describe('`AccountBasedExpenseLineDetail` or `ItemBasedExpenseLineDetail`; others pass.'),
    amount: amount.describe('Amount of the line in the currency.'),
    account_id: text.describe('Id or code of the account that the expense goes to; null for none.'),
    account_name: text.describe('Name of that account; null where the provider gives none.'),
    item_id: text.describe('Id or code of the item; null for none.'),
    item_name: text.describe('Name of the item; null where the provider gives none.'),
    qty: z.number().nullable().describe('Quantity of the item; null for none.'),
    unit_price: amount.nullable().describe('Price of one unit in the currency; null for none.'),
    customer_id: text.describe('Id of the customer that the line is bought for; null for none.'),
    class_id: text.describe('Id of the class of the line; null for none.'),
    tax_code: text.describe('Id or code of the tax code of the line; null for none.'),
    billable_status: text.describe('`Billable`, `NotBillable` or `HasBeenBilled`; null where the provider does not say.')
});

/** What a vendor of the company asks to be paid. */
export const Bill = z.object({
    ...recordShape,
    doc_number: text.describe('Number of the bill; null for none.'),
    vendor_id: z.string().describe('Id of the vendor that asks to be paid.'),
    vendor_name: text.describe('Name of the vendor that asks to be paid; null where the provider gives none.'),
    ap_account_id: text.describe('Id of the account of payables; null where the provider names none.'),
    ap_account_name: text.describe('Name of the account of payables; null where the provider names none.'),
    txn_date: day.describe('Date of the bill, YYYY-MM-DD.'),
    due_date: day.nullable().describe('Date when it is due, YYYY-MM-DD; null for none.'),
    balance: amount.describe('What is still to be paid, in the currency.'),
    home_balance: amount.nullable().describe('What is still to be paid, in the home currency; null where the provider does not say.'),
    total_amount: amount.describe('Total amount in the currency.'),
    exchange_rate: rate,
    sales_term_id: text.describe('Id of the terms of payment; null for none.'),
    private_note: text.describe('Note or reference that the company keeps; null for none.'),
    department_ref: Ref.nullable().describe('Department, or location, that it belongs to; null for none.'),
    linked_txn: z.array(LinkedTxn).describe('Transactions linked to it, such as its payments.'),
    lines: z.array(BillLine).describe('Lines of the bill.')
});

/** A line of what is bought: by account, or by item where `item_id` is given. */
export const PurchaseLineInput = z.object({
    id: optionalText.describe('Id of the line, for an update to keep it; absent: a new line.'),
    line_num: z.int().nullish().describe('Place of the line, from 1.'),
    description: optionalText.describe('Description of the line.'),
    detail_type: z
        .enum(['AccountBasedExpenseLineDetail', 'ItemBasedExpenseLineDetail'])
        .optional()
        .describe('Kind of the line; by item where `item_id` is given and by account otherwise, by default.'),
    amount: amount.describe('Amount of the line in the currency.'),
    account_id: optionalText.describe('Id or code of the account that the expense goes to.'),
    account_name: optionalText.describe('Name of that account; `account_id` alone identifies it.'),
    item_id: optionalText.describe('Id or code of the item.'),
    item_name: optionalText.describe('Name of the item; `item_id` alone identifies it.'),
    qty: z.number().nullish().describe('Quantity of the item.'),
    unit_price: z.number().nullish().describe('Price of one unit in the currency.'),
    customer_id: optionalText.describe('Id of the customer that the line is bought for.'),
    class_id: optionalText.describe('Id of the class of the line.'),
    tax_code: optionalText.describe('Id or code of the tax code of the line.'),
    billable_status: BillableStatus.nullish().describe('Whether the customer is billed for the line.')
});

export const CreateBill = z.object({
    vendor_id: z.string().min(1).describe('Id of the vendor that asks to be paid.'),
    vendor_name: optionalText.describe('Name of the vendor; `vendor_id` alone identifies it.'),
    currency: optionalText.describe('ISO 4217 code of the currency; needed where the company has several.'),
    line: z.array(PurchaseLineInput).min(1).describe('Lines of the bill; those of an update replace the ones before.'),
    txn_date: day.nullish().describe("Date of the bill, YYYY-MM-DD; the provider's current date in a new one by default."),
    due_date: day.nullish().describe('Date when it is due, YYYY-MM-DD.'),
    doc_number: z.string().max(21).nullish().describe('Number of the bill.'),
    private_note: optionalText.describe('Note or reference that the company keeps.'),
    ap_account_id: optionalText.describe("Id of the account of payables; the company's own in a new one by default."),
    sales_term_id: optionalText.describe('Id of the terms of payment.'),
    department_ref: optionalRef.describe('Department, or location, that it belongs to.'),
    exchange_rate: exchangeRate
});

export const UpdateBill = CreateBill.partial().extend(updateShape);
