import { z } from 'zod';
import { amount, day, exchangeRate, optionalRef, optionalText, recordShape, Ref, text } from './accounting-parts.ts';
import { PurchaseLineInput } from './bill.ts';

const EntityType = z.enum(['Vendor', 'Customer', 'Employee']);

/** What was bought and paid at once. */
export const Purchase = z.object({
    ...recordShape,
    account_id: text,
    account_name: text,
    /** Cash, Check or CreditCard. */
    payment_type: text,
    /** Vendor, Customer or Employee. */
    entity_type: text,
    entity_id: text,
    entity_name: text,
    /** Whether it is a refund. */
    credit: z.boolean(),
    total_amount: amount,
    print_status: text,
    doc_number: text,
    txn_date: day,
    exchange_rate: z.number().nullable(),
    private_note: text,
    department_ref: Ref.nullable(),
    lines: z.array(
        z.object({
            id: text,
            description: text,
            detail_type: z.string(),
            amount,
            account_id: text,
            account_name: text,
            billable_status: text,
            tax_code: text,
            item_id: text,
            item_name: text,
            qty: z.number().nullable(),
            unit_price: amount.nullable(),
            customer_id: text
        })
    )
});

export const CreatePurchase = z.object({
    account_id: z.string().min(1),
    payment_type: z.enum(['Cash', 'Check', 'CreditCard']),
    entity_type: EntityType.nullish(),
    entity_id: optionalText,
    credit: z.boolean().nullish(),
    doc_number: z.string().max(21).nullish(),
    txn_date: day.nullish(),
    currency: optionalText,
    exchange_rate: exchangeRate,
    private_note: optionalText,
    department_ref: optionalRef,
    lines: z.array(PurchaseLineInput).min(1)
});
