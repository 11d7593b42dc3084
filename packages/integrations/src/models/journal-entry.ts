import { z } from 'zod';
import { amount, day, exchangeRate, optionalRef, optionalText, recordShape, RefInput, text, updateShape } from './accounting-parts.ts';
import { BillableStatus } from './bill.ts';
import { sumOf } from './sum.ts';

/** An entry of the ledger, with as much debit as credit. */
export const JournalEntry = z.object({
    ...recordShape,
    date: day.nullable(),
    doc_number: text,
    note: text,
    adjustment: z.boolean(),
    exchange_rate: z.number().nullable(),
    total_amount: amount.nullable(),
    lines: z.array(
        z.object({
            id: text,
            type: z.string(),
            account_id: text,
            account_name: text,
            net_amount: amount,
            /** Debit or Credit. */
            posting_type: text,
            description: text,
            entity_type: text,
            entity_type_id: text,
            entity_type_name: text,
            department_id: text,
            department_name: text,
            class_id: text,
            class_name: text,
            tax_code: text
        })
    )
});

const JournalLineInput = z.object({
    id: optionalText,
    detail_type: z.string().default('JournalEntryLineDetail'),
    amount: z.number().nonnegative(),
    description: optionalText,
    line_num: z.int().nullish(),
    project_ref: optionalRef,
    journal_entry_line_detail: z.object({
        posting_type: z.enum(['Debit', 'Credit']),
        account_ref: RefInput,
        /** Who a line of receivables or payables is about. */
        entity: z.object({ type: z.enum(['Customer', 'Vendor', 'Employee']), entity_ref: RefInput }).nullish(),
        class_ref: optionalRef,
        department_ref: optionalRef,
        tax_code_ref: optionalRef,
        tax_applicable_on: z.enum(['Sales', 'Purchase']).nullish(),
        tax_amount: z.number().nullish(),
        billable_status: BillableStatus.nullish(),
        journal_code_ref: optionalRef
    })
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
    line_items: JournalLines,
    date: day.nullish(),
    doc_number: z.string().max(21).nullish(),
    note: optionalText,
    adjustment: z.boolean().nullish(),
    exchange_rate: exchangeRate,
    currency_ref: optionalRef,
    journal_code_ref: optionalRef
});

export const UpdateJournalEntry = CreateJournalEntry.partial().extend(updateShape);
