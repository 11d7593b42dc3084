import type { z } from 'zod';
import type { CreateJournalEntry, JournalEntry, UpdateJournalEntry } from '../models/journal-entry.ts';
import { fromAmount, fromRef, toAmount, toRecord, type VendorBody } from './convert.ts';
import type { journalEntryGuard } from './guards.ts';

export function toJournalEntry(entry: z.output<typeof journalEntryGuard>): z.input<typeof JournalEntry> {
    return {
        ...toRecord(entry),
        date: entry.TxnDate ?? null,
        doc_number: entry.DocNumber ?? null,
        note: entry.PrivateNote ?? null,
        adjustment: entry.Adjustment ?? false,
        exchange_rate: toAmount(entry.ExchangeRate),
        total_amount: toAmount(entry.TotalAmt),
        lines: (entry.Line ?? []).map(({ JournalEntryLineDetail: detail, ...line }) => ({
            id: line.Id ?? null,
            type: line.DetailType,
            account_id: detail?.AccountRef?.value ?? null,
            account_name: detail?.AccountRef?.name ?? null,
            net_amount: toAmount(line.Amount) ?? 0,
            posting_type: detail?.PostingType ?? null,
            description: line.Description ?? null,
            entity_type: detail?.Entity?.Type ?? null,
            entity_type_id: detail?.Entity?.EntityRef?.value ?? null,
            entity_type_name: detail?.Entity?.EntityRef?.name ?? null,
            department_id: detail?.DepartmentRef?.value ?? null,
            department_name: detail?.DepartmentRef?.name ?? null,
            class_id: detail?.ClassRef?.value ?? null,
            class_name: detail?.ClassRef?.name ?? null,
            tax_code: detail?.TaxCodeRef?.value ?? null
        }))
    };
}

type Input = z.output<typeof CreateJournalEntry> | z.output<typeof UpdateJournalEntry>;

export const fromJournalEntry = (input: Input): VendorBody => ({
    TxnDate: input.date,
    DocNumber: input.doc_number,
    PrivateNote: input.note,
    Adjustment: input.adjustment,
    ExchangeRate: fromAmount(input.exchange_rate),
    CurrencyRef: fromRef(input.currency_ref),
    JournalCodeRef: fromRef(input.journal_code_ref),
    Line: input.line_items?.map(({ journal_entry_line_detail: detail, ...line }) => ({
        Id: line.id,
        LineNum: line.line_num,
        DetailType: line.detail_type,
        Amount: fromAmount(line.amount),
        Description: line.description,
        ProjectRef: fromRef(line.project_ref),
        JournalEntryLineDetail: {
            PostingType: detail.posting_type,
            AccountRef: fromRef(detail.account_ref),
            Entity: detail.entity && { Type: detail.entity.type, EntityRef: fromRef(detail.entity.entity_ref) },
            ClassRef: fromRef(detail.class_ref),
            DepartmentRef: fromRef(detail.department_ref),
            TaxCodeRef: fromRef(detail.tax_code_ref),
            TaxApplicableOn: detail.tax_applicable_on,
            TaxAmount: fromAmount(detail.tax_amount),
            BillableStatus: detail.billable_status,
            JournalCodeRef: fromRef(detail.journal_code_ref)
        }
    }))
});
