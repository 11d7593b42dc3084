import { z } from 'zod';
import {
    Address,
    AddressInput,
    cents,
    centsInput,
    CustomField,
    day,
    exchangeRate,
    optionalRef,
    optionalText,
    recordShape,
    RefInput,
    text,
    unitCentsInput
} from './accounting-parts.ts';
import { customFields } from './custom-fields.ts';

/** What invoices and credit memos have in common. */
export const salesDocumentShape = {
    ...recordShape,
    doc_number: text.describe('Number of the document; null for none.'),
    txn_date: day.describe('Date of the document, YYYY-MM-DD.'),
    customer_id: text.describe('Id of the customer; null where the provider names none.'),
    customer_name: text.describe('Name of the customer; null where the provider gives none.'),
    balance_cents: cents.describe('What is still open, in hundredths of the currency.'),
    total_amt_cents: cents.describe('Total amount with tax, in hundredths of the currency.'),
    bill_address: Address.nullable().describe('Address for bills; null for none.'),
    ship_address: Address.nullable().describe('Address for deliveries; null for none.'),
    email: text.describe('Email address that it is sent to; null for none.'),
    private_note: text.describe('Note or reference that the company keeps; null for none.'),
    customer_memo: text.describe('Message to the customer; null for none.'),
    voided: z.boolean().describe('Whether it was voided.'),
    items: z
        .array(
            z.object({
                id: text.describe('Id of the line; null where the provider gives none.'),
                description: text.describe('Description of the line; null for none.'),
                qty: z.number().nullable().describe('Quantity; null for none.'),
                unit_price_cents: cents.nullable().describe('Price of one unit, in hundredths of the currency; null for none.'),
                amount_cents: cents.describe('Amount of the line in hundredths of the currency.'),
                item_id: text.describe('Id or code of the item; null for none.'),
                item_name: text.describe('Name of the item; null where the provider gives none.'),
                tax_code: text.describe('Id or code of the tax code of the line; null for none.')
            })
        )
        .describe('What is sold.'),
    other_lines: z
        .array(
            z.object({
                detail_type: z.string().describe('Kind of the line as the provider names it, such as `SubTotalLineDetail`.'),
                amount_cents: cents.nullable().describe('Amount of the line in hundredths of the currency; null for none.')
            })
        )
        .describe('Subtotals, discounts and the like.'),
    custom_field: z.array(CustomField).describe("The company's own fields."),
    custom_fields: customFields
};

const SalesLineInput = z.object({
    id: optionalText.describe('Id of the line, for an update to keep it; absent: a new line.'),
    detail_type: z.string().min(1).describe("`SalesItemLineDetail`, `DiscountLineDetail` or another of the provider's."),
    amount_cents: centsInput.describe('Amount of the line in hundredths of the currency.'),
    sales_item_line_detail: z
        .object({
            item_ref: RefInput.nullish().describe('Item that is sold.'),
            tax_code_ref: optionalRef.describe('Tax code of the line.')
        })
        .nullish()
        .describe('What a line with `detail_type` `SalesItemLineDetail` sells.'),
    quantity: z.number().nullish().describe('Quantity.'),
    unit_price_cents: unitCentsInput.nullish().describe('Price of one unit in hundredths of the currency.'),
    discount_rate: z.number().nullish().describe('Discount in percent.'),
    description: optionalText.describe('Description of the line.')
});

export const CreateSalesDocument = z.object({
    customer_ref: RefInput.describe('Customer that it is for.'),
    line: z.array(SalesLineInput).min(1).describe('Lines of the document; those of an update replace the ones before.'),
    txn_date: day.nullish().describe("Date of the document, YYYY-MM-DD; the provider's current date in a new one by default."),
    doc_number: z.string().max(21).nullish().describe('Number of the document.'),
    currency_ref: optionalRef.describe('Currency, by its ISO 4217 code; needed where the company has several.'),
    exchange_rate: exchangeRate,
    project_ref: optionalRef.describe('Project that it belongs to.'),
    bill_address: AddressInput.nullish().describe('Address for bills.'),
    ship_address: AddressInput.nullish().describe('Address for deliveries.'),
    email: optionalText.describe('Email address to send it to.'),
    private_note: optionalText.describe('Note or reference that the company keeps.'),
    customer_memo: optionalText.describe('Message to the customer.')
});

export const UpdateSalesDocument = CreateSalesDocument.partial();
