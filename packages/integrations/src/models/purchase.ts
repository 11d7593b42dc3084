import { z } from 'zod';
import { amount, day, exchangeRate, optionalRef, optionalText, rate, recordShape, Ref, text } from './accounting-parts.ts';
import { BillLine, PurchaseLineInput } from './bill.ts';

const EntityType = z.enum(['Vendor', 'Customer', 'Employee']);

/** What was bought and paid at once. */
export const Purchase = z.object({
    ...recordShape,
    account_id: text.describe('Id of the account that it was paid from; null where the provider names none.'),
    account_name: text.describe('Name of the account that it was paid from; null where the provider gives none.'),
    payment_type: text.describe('`Cash`, `Check` or `CreditCard`.'),
    entity_type: text.describe('`Vendor`, `Customer` or `Employee`, of the one that was paid; null for none.'),
    entity_id: text.describe('Id of the one that was paid; null for none.'),
    entity_name: text.describe('Name of the one that was paid; null for none.'),
    credit: z.boolean().describe('Whether it is a refund.'),
    total_amount: amount.describe('Total amount in the currency.'),
    print_status: text.describe(
        'Whether the check is printed: `NotSet`, `NeedToPrint` or `PrintComplete`; null where the provider does not say.'
    ),
    doc_number: text.describe('Number of the purchase, such as that of the check; null for none.'),
    txn_date: day.describe('Date of the purchase, YYYY-MM-DD.'),
    exchange_rate: rate,
    private_note: text.describe('Note that the company keeps; null for none.'),
    department_ref: Ref.nullable().describe('Department, or location, that it belongs to; null for none.'),
    lines: z.array(BillLine.omit({ line_num: true, class_id: true })).describe('What was bought.')
});

export const CreatePurchase = z.object({
    account_id: z.string().min(1).describe('Id of the account that it is paid from.'),
    payment_type: z.enum(['Cash', 'Check', 'CreditCard']).describe('How it is paid.'),
    entity_type: EntityType.nullish().describe('Kind of the one that is paid; goes with `entity_id`.'),
    entity_id: optionalText.describe('Id of the vendor, customer or employee that is paid.'),
    credit: z.boolean().nullish().describe('Whether it is a refund; `false` by default.'),
    doc_number: z.string().max(21).nullish().describe('Number of the purchase, such as that of the check.'),
    txn_date: day.nullish().describe("Date of the purchase, YYYY-MM-DD; the provider's current date by default."),
    currency: optionalText.describe('ISO 4217 code of the currency; needed where the company has several.'),
    exchange_rate: exchangeRate,
    private_note: optionalText.describe('Note that the company keeps.'),
    department_ref: optionalRef.describe('Department, or location, that it belongs to.'),
    lines: z.array(PurchaseLineInput).min(1).describe('What is bought.')
});
