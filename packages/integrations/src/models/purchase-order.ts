import { z } from 'zod';
import {
    Address,
    AddressInput,
    cents,
    day,
    exchangeRate,
    LinkedTxn,
    LinkedTxnInput,
    optionalRef,
    optionalText,
    recordShape,
    Ref,
    RefInput,
    text,
    updateShape
} from './accounting-parts.ts';
import { BillableStatus } from './bill.ts';
import { CustomField } from './invoice.ts';

const optional = Ref.nullable();

const ItemDetail = z.object({
    item_ref: optional,
    price_level_ref: optional,
    qty: z.number().nullable(),
    unit_price_cents: cents.nullable(),
    tax_inclusive_amt: z.number().nullable(),
    customer_ref: optional,
    class_ref: optional,
    tax_code_ref: optional,
    markup_info: z.object({ price_level_ref: optional, percent: z.number().nullable(), mark_up_income_account_ref: optional }).nullable(),
    billable_status: text
});

const AccountDetail = z.object({
    account_ref: optional,
    customer_ref: optional,
    class_ref: optional,
    tax_code_ref: optional,
    billable_status: text
});

/** What the company orders from a vendor. */
export const PurchaseOrder = z.object({
    ...recordShape,
    ap_account_ref: optional,
    vendor_ref: Ref,
    line: z.array(
        z.object({
            id: text,
            amount_cents: cents,
            /** `ItemBasedExpenseLineDetail` or `AccountBasedExpenseLineDetail`. */
            detail_type: z.string(),
            item_based_expense_line_detail: ItemDetail.nullable(),
            account_based_expense_line_detail: AccountDetail.nullable(),
            description: text,
            line_num: z.int().nullable(),
            linked_txn: z.array(LinkedTxn),
            project_ref: optional
        })
    ),
    currency_ref: optional,
    /** TaxExcluded, TaxInclusive or NotApplicable. */
    global_tax_calculation: text,
    txn_date: day,
    custom_field: z.array(CustomField),
    po_email: text,
    class_ref: optional,
    sales_term_ref: optional,
    linked_txn: z.array(LinkedTxn),
    memo: text,
    /** Open or Closed. */
    po_status: text,
    transaction_location_type: text,
    due_date: day.nullable(),
    doc_number: text,
    private_note: text,
    ship_method_ref: optional,
    txn_tax_detail: z
        .object({
            txn_tax_code_ref: optional,
            total_tax_cents: cents.nullable(),
            tax_line: z.array(
                z.object({
                    amount_cents: cents.nullable(),
                    detail_type: text,
                    tax_rate_ref: optional,
                    percent_based: z.boolean().nullable(),
                    tax_percent: z.number().nullable(),
                    net_amount_taxable_cents: cents.nullable()
                })
            )
        })
        .nullable(),
    ship_to: optional,
    exchange_rate: z.number().nullable(),
    ship_addr: Address.nullable(),
    vendor_addr: Address.nullable(),
    email_status: text,
    total_amt_cents: cents,
    recur_data_ref: optional
});

const PurchaseOrderLineInput = z.object({
    id: optionalText,
    amount_cents: cents,
    detail_type: z.enum(['ItemBasedExpenseLineDetail', 'AccountBasedExpenseLineDetail']),
    item_based_expense_line_detail: z
        .object({
            item_ref: optionalRef,
            price_level_ref: optionalRef,
            qty: z.number().nullish(),
            unit_price_cents: cents.nullish(),
            tax_inclusive_amt: z.number().nullish(),
            customer_ref: optionalRef,
            class_ref: optionalRef,
            tax_code_ref: optionalRef,
            markup_info: z
                .object({ price_level_ref: optionalRef, percent: z.number().nullish(), mark_up_income_account_ref: optionalRef })
                .nullish(),
            billable_status: BillableStatus.nullish()
        })
        .nullish(),
    account_based_expense_line_detail: z
        .object({
            account_ref: optionalRef,
            customer_ref: optionalRef,
            class_ref: optionalRef,
            tax_code_ref: optionalRef,
            billable_status: BillableStatus.nullish()
        })
        .nullish(),
    description: optionalText,
    line_num: z.int().nullish(),
    linked_txn: z.array(LinkedTxnInput).nullish(),
    project_ref: optionalRef
});

export const CreatePurchaseOrder = z.object({
    vendor_ref: RefInput,
    line: z.array(PurchaseOrderLineInput).min(1),
    /** Without it the company's account of payables. */
    ap_account_ref: optionalRef,
    currency_ref: optionalRef,
    global_tax_calculation: z.enum(['TaxExcluded', 'TaxInclusive', 'NotApplicable']).nullish(),
    txn_date: day.nullish(),
    custom_field: z
        .array(z.object({ definition_id: z.string(), name: optionalText, type: optionalText, string_value: optionalText }))
        .nullish(),
    po_email: optionalText,
    class_ref: optionalRef,
    sales_term_ref: optionalRef,
    linked_txn: z.array(LinkedTxnInput).nullish(),
    memo: optionalText,
    po_status: z.enum(['Open', 'Closed']).nullish(),
    transaction_location_type: optionalText,
    due_date: day.nullish(),
    doc_number: z.string().max(21).nullish(),
    private_note: optionalText,
    ship_method_ref: optionalRef,
    /** The vendor works out the tax itself from `txn_tax_code_ref`. */
    txn_tax_detail: z.object({ txn_tax_code_ref: optionalRef, total_tax_cents: cents.nullish() }).nullish(),
    ship_to: optionalRef,
    exchange_rate: exchangeRate,
    ship_addr: AddressInput.nullish(),
    vendor_addr: AddressInput.nullish(),
    email_status: optionalText,
    /** The vendor adds the lines up itself. */
    total_amt_cents: cents.nullish(),
    recur_data_ref: optionalRef
});

export const UpdatePurchaseOrder = CreatePurchaseOrder.partial().extend(updateShape);
