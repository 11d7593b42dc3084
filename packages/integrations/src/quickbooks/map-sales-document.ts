import type { z } from 'zod';
import { centsOf } from '../models/money.ts';
import type { salesDocumentShape, UpdateSalesDocument } from '../models/sales-document.ts';
import {
    fromAddress,
    fromAmount,
    fromCents,
    fromRef,
    fromText,
    isVoided,
    toAddress,
    toAmount,
    toCents,
    toRecord,
    type VendorBody
} from './convert.ts';
import type { CustomFieldMapping } from './entity.ts';
import type { salesDocumentGuard } from './guards.ts';
import { toCustomFields } from './map-custom-fields.ts';

const ITEM = 'SalesItemLineDetail';

/** What invoices and credit memos have in common. */
export function toSalesDocument(
    document: z.output<typeof salesDocumentGuard>,
    customFields: CustomFieldMapping
): z.input<z.ZodObject<typeof salesDocumentShape>> {
    const lines = document.Line ?? [];
    return {
        ...toRecord(document),
        doc_number: document.DocNumber ?? null,
        txn_date: document.TxnDate,
        customer_id: document.CustomerRef?.value ?? null,
        customer_name: document.CustomerRef?.name ?? null,
        balance_cents: toCents(document.Balance) ?? 0,
        total_amt_cents: centsOf(document.TotalAmt),
        bill_address: toAddress(document.BillAddr),
        ship_address: toAddress(document.ShipAddr),
        email: document.BillEmail?.Address ?? null,
        private_note: document.PrivateNote ?? null,
        customer_memo: document.CustomerMemo?.value ?? null,
        voided: isVoided(document),
        items: lines
            .filter(({ DetailType }) => DetailType === ITEM)
            .map(({ Id, Description, Amount, SalesItemLineDetail: detail }) => ({
                id: Id ?? null,
                description: Description ?? null,
                qty: toAmount(detail?.Qty),
                unit_price_cents: toCents(detail?.UnitPrice),
                amount_cents: toCents(Amount) ?? 0,
                item_id: detail?.ItemRef?.value ?? null,
                item_name: detail?.ItemRef?.name ?? null,
                tax_code: detail?.TaxCodeRef?.value ?? null
            })),
        other_lines: lines
            .filter(({ DetailType }) => DetailType !== ITEM)
            .map(({ DetailType, Amount }) => ({ detail_type: DetailType, amount_cents: toCents(Amount) })),
        ...toCustomFields(document.CustomField, customFields)
    };
}

type Input = z.output<typeof UpdateSalesDocument>;

export const fromSalesDocument = (input: Input): VendorBody => ({
    CustomerRef: fromRef(input.customer_ref),
    TxnDate: input.txn_date,
    DocNumber: input.doc_number,
    CurrencyRef: fromRef(input.currency_ref),
    ExchangeRate: fromAmount(input.exchange_rate),
    ProjectRef: fromRef(input.project_ref),
    BillAddr: fromAddress(input.bill_address),
    ShipAddr: fromAddress(input.ship_address),
    BillEmail: fromText('Address', input.email),
    PrivateNote: input.private_note,
    CustomerMemo: fromText('value', input.customer_memo),
    Line: input.line?.map(fromSalesLine)
});

function fromSalesLine(line: NonNullable<Input['line']>[number]): VendorBody {
    return {
        Id: line.id,
        DetailType: line.detail_type,
        Amount: fromCents(line.amount_cents),
        Description: line.description,
        [line.detail_type]: line.detail_type === 'DiscountLineDetail' ? discountOf(line) : detailOf(line)
    };
}

const discountOf = ({ discount_rate }: NonNullable<Input['line']>[number]) =>
    discount_rate ? { PercentBased: true, DiscountPercent: fromAmount(discount_rate) } : { PercentBased: false };

const detailOf = (line: NonNullable<Input['line']>[number]) => ({
    ItemRef: fromRef(line.sales_item_line_detail?.item_ref),
    TaxCodeRef: fromRef(line.sales_item_line_detail?.tax_code_ref),
    Qty: fromAmount(line.quantity),
    UnitPrice: fromCents(line.unit_price_cents),
    DiscountRate: fromAmount(line.discount_rate)
});
