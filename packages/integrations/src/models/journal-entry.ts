import { z } from 'zod';
import {
    amount,
    day,
    exchangeRate,
    optionalRef,
    optionalText,
    rate,
    recordShape,
    RefInput,
    text,
    updateShape
} from './accounting-parts.ts';
import { BillableStatus } from './bill.ts';
import { sumOf } from './sum.ts';

/** An entry of the ledger, with as much debit as credit. */
export const JournalEntry = z.object({
    ...recordShape,
    date: day.nullable().describe('Date of the entry, YYYY-MM-DD; null where the provider gives none.'),
    doc_number: text.describe('Number of the entry; null for none.'),
    note: text.describe('Note about the entry; null for none.'),
    adjustment: z.boolean().describe('Whether it is an adjustment.'),
    exchange_rate: rate,
    total_amount: amount.nullable().describe('Sum of the debits in the currency; null where the provider does not say.'),
    lines: z
        .array(
            z.object({
                id: text.describe('Id of the line; null where the provider gives none.'),
                type: z.string().describe('Kind of the line as the provider names it: `JournalEntryLineDetail` for those with an account.'),
                account_id: text.describe('Id or code of the account; null for none.'),
                account_name: text.describe('Name of the account; null where the provider gives none.'),
                net_amount: amount.describe('Amount in the currency, without a sign: `posting_type` tells the side.'),
                posting_type: text.describe('`Debit` or `Credit`; null for lines without an account.'),
                description: text.describe('Description of the line; null for none.'),
                entity_type: text.describe('`Customer`, `Vendor` or `Employee`, of whom the line is about; null for none.'),
                entity_type_id: text.describe('Id of whom the line is about; null for none.'),
                entity_type_name: text.describe('Name of whom the line is about; null for none.'),
                department_id: text.describe('Id of the department, or location, of the line; null for none.'),
                department_name: text.describe('Name of the department, or location, of the line; null for none.'),
                class_id: text.describe('Id of the class of the line; null for none.'),
                class_name: text.describe('Name of the class of the line; null for none.'),
                tax_code: text.describe('Id or code of the tax code of the line; null for none.')
            })
        )
        .describe('Lines of the entry.')
});

const JournalLineInput = z.object({
    id: optionalText.describe('Id of the line, for an update to keep it; absent: a new line.'),
    detail_type: z.string().default('JournalEntryLineDetail').describe('Kind of the line as the provider names it.'),
    amount: z.number().nonnegative().describe('Amount in the currency, without a sign: `posting_type` tells the side.'),
    description: optionalText.describe('Description of the line.'),
    line_num: z.int().nullish().describe('Place of the line, from 1.'),
    project_ref: optionalRef.describe('Project that the line belongs to.'),
    journal_entry_line_detail: z
        .object({
            posting_type: z.enum(['Debit', 'Credit']).describe('Side of the ledger.'),
            account_ref: RefInput.describe('Account that is debited or credited.'),
            entity: z
                .object({
                    type: z.enum(['Customer', 'Vendor', 'Employee']).describe('Kind of the one that it is about.'),
                    entity_ref: RefInput.describe('Customer, vendor or employee that it is about.')
                })
                .nullish()
                .describe('Who a line of receivables (a customer) or payables (a vendor) is about.'),
            class_ref: optionalRef.describe('Class of the line.'),
            department_ref: optionalRef.describe('Department, or location, of the line.'),
            tax_code_ref: optionalRef.describe('Tax code of the line.'),
            tax_applicable_on: z.enum(['Sales', 'Purchase']).nullish().describe('Whether the tax is one on sales or on purchases.'),
            tax_amount: z.number().nullish().describe('Tax of the line in the currency.'),
            billable_status: BillableStatus.nullish().describe('Whether a customer is billed for the line.'),
            journal_code_ref: optionalRef.describe('Journal that the line belongs to, where the country has such codes.')
        })
        .describe('What the line books.')
});

const JournalLines = z
    .array(JournalLineInput)
    .min(2)
    .refine(
        (lines) => {
            const side = (posting: 'Debit' | 'Credit') =>
                sumOf(lines.filter((line) => line.journal_entry_line_detail.posting_type === posting).map((line) => line.amount));
            return side('Debit').eq(side('Credit'));
        },
        { message: 'Debits and credits must be equal.' }
    );

export const CreateJournalEntry = z.object({
    line_items: JournalLines.describe('Lines of the entry, with as much debit as credit; those of an update replace the ones before.'),
    date: day.nullish().describe("Date of the entry, YYYY-MM-DD; the provider's current date in a new one by default."),
    doc_number: z.string().max(21).nullish().describe('Number of the entry.'),
    note: optionalText.describe('Note about the entry.'),
    adjustment: z.boolean().nullish().describe('Whether it is an adjustment.'),
    exchange_rate: exchangeRate,
    currency_ref: optionalRef.describe('Currency, by its ISO 4217 code; needed where the company has several.'),
    journal_code_ref: optionalRef.describe('Journal that the entry belongs to, where the country has such codes.')
});

export const UpdateJournalEntry = CreateJournalEntry.partial().extend(updateShape);
