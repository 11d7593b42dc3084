import type { z } from 'zod';
import type { BillLine, PurchaseLineInput } from '../models/bill.ts';
import { amountOf } from '../models/money.ts';
import { fromAmount, fromId, toAmount, type VendorBody } from './convert.ts';
import type { purchaseLineGuard } from './guards.ts';

/** A line of a bill or a purchase. */
export function toPurchaseLine(line: z.output<typeof purchaseLineGuard>): z.input<typeof BillLine> {
    const account = line.AccountBasedExpenseLineDetail;
    const item = line.ItemBasedExpenseLineDetail;
    const shared = account ?? item;
    return {
        id: line.Id ?? null,
        line_num: line.LineNum ? Number(line.LineNum) : null,
        description: line.Description ?? null,
        detail_type: line.DetailType,
        amount: amountOf(line.Amount),
        account_id: account?.AccountRef?.value ?? null,
        account_name: account?.AccountRef?.name ?? null,
        item_id: item?.ItemRef?.value ?? null,
        item_name: item?.ItemRef?.name ?? null,
        qty: toAmount(item?.Qty),
        unit_price: toAmount(item?.UnitPrice),
        customer_id: shared?.CustomerRef?.value ?? null,
        class_id: shared?.ClassRef?.value ?? null,
        tax_code: shared?.TaxCodeRef?.value ?? null,
        billable_status: shared?.BillableStatus ?? null
    };
}

export function fromPurchaseLine(line: z.output<typeof PurchaseLineInput>): VendorBody {
    const type = line.detail_type ?? (line.item_id ? 'ItemBasedExpenseLineDetail' : 'AccountBasedExpenseLineDetail');
    const shared = {
        CustomerRef: fromId(line.customer_id),
        ClassRef: fromId(line.class_id),
        TaxCodeRef: fromId(line.tax_code),
        BillableStatus: line.billable_status
    };
    const detail =
        type === 'ItemBasedExpenseLineDetail'
            ? {
                  ItemRef: fromId(line.item_id, line.item_name),
                  Qty: fromAmount(line.qty),
                  UnitPrice: fromAmount(line.unit_price),
                  ...shared
              }
            : { AccountRef: fromId(line.account_id, line.account_name), ...shared };
    return {
        Id: line.id,
        LineNum: line.line_num,
        Description: line.description,
        DetailType: type,
        Amount: fromAmount(line.amount),
        [type]: detail
    };
}
