import type { z } from 'zod';
import type { BillPayment, CreateBillPayment } from '../models/bill-payment.ts';
import { amountOf } from '../models/money.ts';
import { fromAmount, fromId, fromLinkedTxns, isVoided, toAmount, toLinkedTxns, toRecord, type VendorBody } from './convert.ts';
import type { billPaymentGuard } from './guards.ts';

export function toBillPayment(payment: z.output<typeof billPaymentGuard>): z.input<typeof BillPayment> {
    const bank = payment.CheckPayment?.BankAccountRef;
    const card = payment.CreditCardPayment?.CCAccountRef;
    return {
        ...toRecord(payment),
        vendor_id: payment.VendorRef.value,
        vendor_name: payment.VendorRef.name ?? null,
        txn_date: payment.TxnDate,
        total_amount: amountOf(payment.TotalAmt),
        private_note: payment.PrivateNote ?? null,
        doc_number: payment.DocNumber ?? null,
        pay_type: payment.PayType ?? null,
        ap_account_id: payment.APAccountRef?.value ?? null,
        ap_account_name: payment.APAccountRef?.name ?? null,
        bank_account_id: bank?.value ?? null,
        bank_account_name: bank?.name ?? null,
        print_status: payment.CheckPayment?.PrintStatus ?? null,
        credit_card_account_id: card?.value ?? null,
        credit_card_account_name: card?.name ?? null,
        exchange_rate: toAmount(payment.ExchangeRate),
        voided: isVoided(payment),
        lines: (payment.Line ?? []).map(({ Amount, LinkedTxn }) => {
            const links = toLinkedTxns(LinkedTxn);
            return { amount: amountOf(Amount), linked_txn: links, linkedTxn: links };
        })
    };
}

export const fromBillPayment = (input: z.output<typeof CreateBillPayment>): VendorBody => ({
    VendorRef: fromId(input.vendor_id, input.vendor_name),
    PayType: input.pay_type,
    CheckPayment: input.bank_account_id ? { BankAccountRef: fromId(input.bank_account_id) } : undefined,
    CreditCardPayment: input.credit_card_account_id ? { CCAccountRef: fromId(input.credit_card_account_id) } : undefined,
    APAccountRef: fromId(input.ap_account_id),
    TotalAmt: fromAmount(input.total_amount),
    CurrencyRef: fromId(input.currency),
    ExchangeRate: fromAmount(input.exchange_rate),
    TxnDate: input.txn_date,
    DocNumber: input.doc_number,
    PrivateNote: input.private_note,
    Line: input.lines.map(({ amount, linked_txn, linkedTxn }) => ({
        Amount: fromAmount(amount),
        LinkedTxn: fromLinkedTxns(linked_txn ?? linkedTxn)
    }))
});
