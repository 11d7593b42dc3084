import type { z } from 'zod';
import { centsOf } from '../models/money.ts';
import type { CreatePurchaseOrder, PurchaseOrder, UpdatePurchaseOrder } from '../models/purchase-order.ts';
import {
    fromAddress,
    fromAmount,
    fromCents,
    fromLinkedTxns,
    fromRef,
    fromText,
    toAddress,
    toAmount,
    toCents,
    toLinkedTxns,
    toRecord,
    toRef,
    type VendorBody
} from './convert.ts';
import type { CustomFieldMapping } from './entity.ts';
import type { purchaseLineGuard, purchaseOrderGuard } from './guards.ts';
import { toCustomFields } from './map-custom-fields.ts';

export function toPurchaseOrder(
    order: z.output<typeof purchaseOrderGuard>,
    customFields: CustomFieldMapping
): z.input<typeof PurchaseOrder> {
    return {
        ...toRecord(order),
        ap_account_ref: toRef(order.APAccountRef),
        vendor_ref: { value: order.VendorRef.value, name: order.VendorRef.name ?? null },
        line: (order.Line ?? []).map(toLine),
        currency_ref: toRef(order.CurrencyRef),
        global_tax_calculation: order.GlobalTaxCalculation ?? null,
        txn_date: order.TxnDate,
        ...toCustomFields(order.CustomField, customFields),
        po_email: order.POEmail?.Address ?? null,
        class_ref: toRef(order.ClassRef),
        sales_term_ref: toRef(order.SalesTermRef),
        linked_txn: toLinkedTxns(order.LinkedTxn),
        memo: order.Memo ?? null,
        po_status: order.POStatus ?? null,
        transaction_location_type: order.TransactionLocationType ?? null,
        due_date: order.DueDate ?? null,
        doc_number: order.DocNumber ?? null,
        private_note: order.PrivateNote ?? null,
        ship_method_ref: toRef(order.ShipMethodRef),
        txn_tax_detail: toTax(order.TxnTaxDetail),
        ship_to: toRef(order.ShipTo),
        exchange_rate: toAmount(order.ExchangeRate),
        ship_addr: toAddress(order.ShipAddr),
        vendor_addr: toAddress(order.VendorAddr),
        email_status: order.EmailStatus ?? null,
        total_amt_cents: centsOf(order.TotalAmt),
        recur_data_ref: toRef(order.RecurDataRef)
    };
}

function toLine(line: z.output<typeof purchaseLineGuard>): z.input<typeof PurchaseOrder>['line'][number] {
    const item = line.ItemBasedExpenseLineDetail;
    const account = line.AccountBasedExpenseLineDetail;
    const shared = ({ CustomerRef, ClassRef, TaxCodeRef, BillableStatus }: NonNullable<typeof account>) => ({
        customer_ref: toRef(CustomerRef),
        class_ref: toRef(ClassRef),
        tax_code_ref: toRef(TaxCodeRef),
        billable_status: BillableStatus ?? null
    });
    const markup = item?.MarkupInfo;
    return {
        id: line.Id ?? null,
        amount_cents: centsOf(line.Amount),
        detail_type: line.DetailType,
        item_based_expense_line_detail: item
            ? {
                  ...shared(item),
                  item_ref: toRef(item.ItemRef),
                  price_level_ref: toRef(item.PriceLevelRef),
                  qty: toAmount(item.Qty),
                  unit_price_cents: toCents(item.UnitPrice),
                  tax_inclusive_amt: toAmount(item.TaxInclusiveAmt),
                  markup_info: markup
                      ? {
                            price_level_ref: toRef(markup.PriceLevelRef),
                            percent: toAmount(markup.Percent),
                            mark_up_income_account_ref: toRef(markup.MarkUpIncomeAccountRef)
                        }
                      : null
              }
            : null,
        account_based_expense_line_detail: account ? { ...shared(account), account_ref: toRef(account.AccountRef) } : null,
        description: line.Description ?? null,
        line_num: line.LineNum ? Number(line.LineNum) : null,
        linked_txn: toLinkedTxns(line.LinkedTxn),
        project_ref: toRef(line.ProjectRef)
    };
}

function toTax(tax: z.output<typeof purchaseOrderGuard>['TxnTaxDetail']): z.input<typeof PurchaseOrder>['txn_tax_detail'] {
    if (!tax) return null;
    return {
        txn_tax_code_ref: toRef(tax.TxnTaxCodeRef),
        total_tax_cents: toCents(tax.TotalTax),
        tax_line: (tax.TaxLine ?? []).map(({ Amount, DetailType, TaxLineDetail: detail }) => ({
            amount_cents: toCents(Amount),
            detail_type: DetailType ?? null,
            tax_rate_ref: toRef(detail?.TaxRateRef),
            percent_based: detail?.PercentBased ?? null,
            tax_percent: toAmount(detail?.TaxPercent),
            net_amount_taxable_cents: toCents(detail?.NetAmountTaxable)
        }))
    };
}

type Input = z.output<typeof CreatePurchaseOrder> | z.output<typeof UpdatePurchaseOrder>;

export const fromPurchaseOrder = (input: Input): VendorBody => ({
    VendorRef: fromRef(input.vendor_ref),
    APAccountRef: fromRef(input.ap_account_ref),
    Line: input.line?.map(fromLine),
    CurrencyRef: fromRef(input.currency_ref),
    GlobalTaxCalculation: input.global_tax_calculation,
    TxnDate: input.txn_date,
    CustomField: input.custom_field?.map(({ definition_id, name, type, string_value }) => ({
        DefinitionId: definition_id,
        Name: name,
        Type: type,
        StringValue: string_value
    })),
    POEmail: fromText('Address', input.po_email),
    ClassRef: fromRef(input.class_ref),
    SalesTermRef: fromRef(input.sales_term_ref),
    LinkedTxn: fromLinkedTxns(input.linked_txn),
    Memo: input.memo,
    POStatus: input.po_status,
    TransactionLocationType: input.transaction_location_type,
    DueDate: input.due_date,
    DocNumber: input.doc_number,
    PrivateNote: input.private_note,
    ShipMethodRef: fromRef(input.ship_method_ref),
    TxnTaxDetail: input.txn_tax_detail && {
        TxnTaxCodeRef: fromRef(input.txn_tax_detail.txn_tax_code_ref),
        TotalTax: fromCents(input.txn_tax_detail.total_tax_cents)
    },
    ShipTo: fromRef(input.ship_to),
    ExchangeRate: fromAmount(input.exchange_rate),
    ShipAddr: fromAddress(input.ship_addr),
    VendorAddr: fromAddress(input.vendor_addr),
    EmailStatus: input.email_status,
    TotalAmt: fromCents(input.total_amt_cents),
    RecurDataRef: fromRef(input.recur_data_ref)
});

function fromLine(line: NonNullable<Input['line']>[number]): VendorBody {
    const item = line.item_based_expense_line_detail;
    const account = line.account_based_expense_line_detail;
    const shared = (detail: NonNullable<typeof account>) => ({
        CustomerRef: fromRef(detail.customer_ref),
        ClassRef: fromRef(detail.class_ref),
        TaxCodeRef: fromRef(detail.tax_code_ref),
        BillableStatus: detail.billable_status
    });
    return {
        Id: line.id,
        LineNum: line.line_num,
        Description: line.description,
        DetailType: line.detail_type,
        Amount: fromCents(line.amount_cents),
        LinkedTxn: fromLinkedTxns(line.linked_txn),
        ProjectRef: fromRef(line.project_ref),
        ItemBasedExpenseLineDetail: item && {
            ...shared(item),
            ItemRef: fromRef(item.item_ref),
            PriceLevelRef: fromRef(item.price_level_ref),
            Qty: fromAmount(item.qty),
            UnitPrice: fromCents(item.unit_price_cents),
            TaxInclusiveAmt: fromAmount(item.tax_inclusive_amt),
            MarkupInfo: item.markup_info && {
                PriceLevelRef: fromRef(item.markup_info.price_level_ref),
                Percent: fromAmount(item.markup_info.percent),
                MarkUpIncomeAccountRef: fromRef(item.markup_info.mark_up_income_account_ref)
            }
        },
        AccountBasedExpenseLineDetail: account && { ...shared(account), AccountRef: fromRef(account.account_ref) }
    };
}
