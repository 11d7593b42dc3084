import { z } from 'zod';
import {
    amount,
    day,
    exchangeRate,
    LinkedTxn,
    optionalRef,
    optionalText,
    recordShape,
    Ref,
    text,
    updateShape
} from './accounting-parts.ts';

export const BillableStatus = z.enum(['Billable', 'NotBillable', 'HasBeenBilled']);

export const BillLine = z.object({
    id: text,
    line_num: z.int().nullable(),
    description: text,
    detail_type: z.string(),
    amount,
    account_id: text,
    account_name: text,
    item_id: text,
    item_name: text,
    qty: z.number().nullable(),
    unit_price: amount.nullable(),
    customer_id: text,
    class_id: text,
    tax_code: text,
    billable_status: text
});

/** What a vendor of the company asks to be paid. */
export const Bill = z.object({
    ...recordShape,
    doc_number: text,
    vendor_id: z.string(),
    vendor_name: text,
    ap_account_id: text,
    ap_account_name: text,
    txn_date: day,
    due_date: day.nullable(),
    balance: amount,
    home_balance: amount.nullable(),
    total_amount: amount,
    exchange_rate: z.number().nullable(),
    sales_term_id: text,
    private_note: text,
    department_ref: Ref.nullable(),
    linked_txn: z.array(LinkedTxn),
    lines: z.array(BillLine)
});

/** A line of what is bought: by account, or by item where `item_id` is given. */
export const PurchaseLineInput = z.object({
    id: optionalText,
    line_num: z.int().nullish(),
    description: optionalText,
    detail_type: z.enum(['AccountBasedExpenseLineDetail', 'ItemBasedExpenseLineDetail']).optional(),
    amount,
    account_id: optionalText,
    account_name: optionalText,
    item_id: optionalText,
    item_name: optionalText,
    qty: z.number().nullish(),
    unit_price: z.number().nullish(),
    customer_id: optionalText,
    class_id: optionalText,
    tax_code: optionalText,
    billable_status: BillableStatus.nullish()
});

export const CreateBill = z.object({
    vendor_id: z.string().min(1),
    vendor_name: optionalText,
    currency: optionalText,
    line: z.array(PurchaseLineInput).min(1),
    txn_date: day.nullish(),
    due_date: day.nullish(),
    doc_number: z.string().max(21).nullish(),
    private_note: optionalText,
    ap_account_id: optionalText,
    sales_term_id: optionalText,
    department_ref: optionalRef,
    exchange_rate: exchangeRate
});

export const UpdateBill = CreateBill.partial().extend(updateShape);
