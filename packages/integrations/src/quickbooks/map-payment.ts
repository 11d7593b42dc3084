import type { z } from 'zod';
import { centsOf } from '../models/money.ts';
import type { CreatePayment, Payment, UpdatePayment } from '../models/payment.ts';
import {
    fromAmount,
    fromCents,
    fromLinkedTxns,
    fromRef,
    isVoided,
    toAmount,
    toCents,
    toLinkedTxns,
    toRecord,
    toRef,
    type VendorBody
} from './convert.ts';
import type { paymentGuard } from './guards.ts';

export const toPayment = (payment: z.output<typeof paymentGuard>): z.input<typeof Payment> => ({
    ...toRecord(payment),
    amount_cents: centsOf(payment.TotalAmt),
    unapplied_cents: toCents(payment.UnappliedAmt) ?? 0,
    customer_id: payment.CustomerRef?.value ?? null,
    customer_name: payment.CustomerRef?.name ?? null,
    txn_date: payment.TxnDate,
    payment_ref_num: payment.PaymentRefNum ?? null,
    payment_method_ref: toRef(payment.PaymentMethodRef),
    deposit_to_account_ref: toRef(payment.DepositToAccountRef),
    private_note: payment.PrivateNote ?? null,
    exchange_rate: toAmount(payment.ExchangeRate),
    voided: isVoided(payment),
    lines: (payment.Line ?? []).map(({ Amount, LinkedTxn }) => ({ amount_cents: centsOf(Amount), linked_txn: toLinkedTxns(LinkedTxn) }))
});

export const fromPayment = (input: z.output<typeof CreatePayment> | z.output<typeof UpdatePayment>): VendorBody => ({
    TotalAmt: fromCents(input.total_amount_cents),
    CustomerRef: fromRef(input.customer_ref),
    TxnDate: input.txn_date,
    CurrencyRef: fromRef(input.currency_ref),
    ExchangeRate: fromAmount(input.exchange_rate),
    ProjectRef: fromRef(input.project_ref),
    PaymentRefNum: input.payment_ref_num,
    PaymentMethodRef: fromRef(input.payment_method_ref),
    DepositToAccountRef: fromRef(input.deposit_to_account_ref),
    PrivateNote: input.private_note,
    Line: input.lines?.map((line) => ({ Amount: fromCents(line.amount_cents), LinkedTxn: fromLinkedTxns(line.linked_txn) }))
});
