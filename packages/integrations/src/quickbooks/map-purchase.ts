import type { z } from 'zod';
import { amountOf } from '../models/money.ts';
import type { CreatePurchase, Purchase } from '../models/purchase.ts';
import { fromAmount, fromId, fromRef, toAmount, toRecord, toRef, type VendorBody } from './convert.ts';
import type { purchaseGuard } from './guards.ts';
import { fromPurchaseLine, toPurchaseLine } from './map-purchase-line.ts';

export const toPurchase = (purchase: z.output<typeof purchaseGuard>): z.input<typeof Purchase> => ({
    ...toRecord(purchase),
    account_id: purchase.AccountRef?.value ?? null,
    account_name: purchase.AccountRef?.name ?? null,
    payment_type: purchase.PaymentType ?? null,
    entity_type: purchase.EntityRef?.type ?? null,
    entity_id: purchase.EntityRef?.value ?? null,
    entity_name: purchase.EntityRef?.name ?? null,
    credit: purchase.Credit ?? false,
    total_amount: amountOf(purchase.TotalAmt),
    print_status: purchase.PrintStatus ?? null,
    doc_number: purchase.DocNumber ?? null,
    txn_date: purchase.TxnDate,
    exchange_rate: toAmount(purchase.ExchangeRate),
    private_note: purchase.PrivateNote ?? null,
    department_ref: toRef(purchase.DepartmentRef),
    lines: (purchase.Line ?? []).map((line) => {
        const { line_num: _number, class_id: _class, ...rest } = toPurchaseLine(line);
        return rest;
    })
});

export const fromPurchase = (input: z.output<typeof CreatePurchase>): VendorBody => ({
    AccountRef: fromId(input.account_id),
    PaymentType: input.payment_type,
    EntityRef: input.entity_id ? { value: input.entity_id, type: input.entity_type ?? undefined } : undefined,
    Credit: input.credit,
    DocNumber: input.doc_number,
    TxnDate: input.txn_date,
    CurrencyRef: fromId(input.currency),
    ExchangeRate: fromAmount(input.exchange_rate),
    PrivateNote: input.private_note,
    DepartmentRef: fromRef(input.department_ref),
    Line: input.lines.map(fromPurchaseLine)
});
