import { z } from 'zod';
import {
    Address,
    AddressInput,
    cents,
    day,
    exchangeRate,
    optionalRef,
    optionalText,
    recordShape,
    RefInput,
    text
} from './accounting-parts.ts';

/** What invoices and credit memos have in common. */
export const salesDocumentShape = {
    ...recordShape,
    doc_number: text,
    txn_date: day,
    customer_id: text,
    customer_name: text,
    balance_cents: cents,
    total_amt_cents: cents,
    bill_address: Address.nullable(),
    ship_address: Address.nullable(),
    email: text,
    private_note: text,
    customer_memo: text,
    voided: z.boolean(),
    /** What is sold. */
    items: z.array(
        z.object({
            id: text,
            description: text,
            qty: z.number().nullable(),
            unit_price_cents: cents.nullable(),
            amount_cents: cents,
            item_id: text,
            item_name: text,
            tax_code: text
        })
    ),
    /** Subtotals, discounts and the like. */
    other_lines: z.array(z.object({ detail_type: z.string(), amount_cents: cents.nullable() }))
};

const SalesLineInput = z.object({
    id: optionalText,
    /** `SalesItemLineDetail`, `DiscountLineDetail` or another of the vendor's. */
    detail_type: z.string().min(1),
    amount_cents: cents,
    sales_item_line_detail: z.object({ item_ref: RefInput.nullish(), tax_code_ref: optionalRef }).nullish(),
    quantity: z.number().nullish(),
    unit_price_cents: cents.nullish(),
    discount_rate: z.number().nullish(),
    description: optionalText
});

export const CreateSalesDocument = z.object({
    customer_ref: RefInput,
    line: z.array(SalesLineInput).min(1),
    txn_date: day.nullish(),
    doc_number: z.string().max(21).nullish(),
    currency_ref: optionalRef,
    exchange_rate: exchangeRate,
    project_ref: optionalRef,
    bill_address: AddressInput.nullish(),
    ship_address: AddressInput.nullish(),
    email: optionalText,
    private_note: optionalText,
    customer_memo: optionalText
});

export const UpdateSalesDocument = CreateSalesDocument.partial();
