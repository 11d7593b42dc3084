import type { z } from 'zod';
import type { Bill, CreateBill, UpdateBill } from '../models/bill.ts';
import { amountOf } from '../models/money.ts';
import { fromAmount, fromId, fromRef, toAmount, toLinkedTxns, toRecord, toRef, type VendorBody } from './convert.ts';
import type { billGuard } from './guards.ts';
import { fromPurchaseLine, toPurchaseLine } from './map-purchase-line.ts';

export function toBill(bill: z.output<typeof billGuard>): z.input<typeof Bill> {
    return {
        ...toRecord(bill),
        doc_number: bill.DocNumber ?? null,
        vendor_id: bill.VendorRef.value,
        vendor_name: bill.VendorRef.name ?? null,
        ap_account_id: bill.APAccountRef?.value ?? null,
        ap_account_name: bill.APAccountRef?.name ?? null,
        txn_date: bill.TxnDate,
        due_date: bill.DueDate ?? null,
        balance: toAmount(bill.Balance) ?? 0,
        home_balance: toAmount(bill.HomeBalance),
        total_amount: amountOf(bill.TotalAmt),
        exchange_rate: toAmount(bill.ExchangeRate),
        sales_term_id: bill.SalesTermRef?.value ?? null,
        private_note: bill.PrivateNote ?? null,
        department_ref: toRef(bill.DepartmentRef),
        linked_txn: toLinkedTxns(bill.LinkedTxn),
        lines: (bill.Line ?? []).map(toPurchaseLine)
    };
}

type Input = z.output<typeof CreateBill> | z.output<typeof UpdateBill>;

export const fromBill = (input: Input): VendorBody => ({
    VendorRef: fromId(input.vendor_id, input.vendor_name),
    CurrencyRef: fromId(input.currency),
    TxnDate: input.txn_date,
    DueDate: input.due_date,
    DocNumber: input.doc_number,
    PrivateNote: input.private_note,
    APAccountRef: fromId(input.ap_account_id),
    SalesTermRef: fromId(input.sales_term_id),
    DepartmentRef: fromRef(input.department_ref),
    ExchangeRate: fromAmount(input.exchange_rate),
    Line: input.line?.map(fromPurchaseLine)
});
