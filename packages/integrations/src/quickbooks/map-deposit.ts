import type { z } from 'zod';
import type { CreateDeposit, Deposit, UpdateDeposit } from '../models/deposit.ts';
import { amountOf } from '../models/money.ts';
import { fromAmount, fromId, fromLinkedTxns, fromRef, toAmount, toLinkedTxns, toRecord, toRef, type VendorBody } from './convert.ts';
import type { depositGuard } from './guards.ts';

export function toDeposit(deposit: z.output<typeof depositGuard>): z.input<typeof Deposit> {
    const cashBack = deposit.CashBack;
    return {
        ...toRecord(deposit),
        account_id: deposit.DepositToAccountRef?.value ?? null,
        account_name: deposit.DepositToAccountRef?.name ?? null,
        txn_date: deposit.TxnDate,
        total_amount: amountOf(deposit.TotalAmt),
        private_note: deposit.PrivateNote ?? null,
        exchange_rate: toAmount(deposit.ExchangeRate),
        cash_back: cashBack
            ? { account_id: cashBack.AccountRef?.value ?? null, amount: toAmount(cashBack.Amount), memo: cashBack.Memo ?? null }
            : null,
        lines: (deposit.Line ?? []).map(({ DepositLineDetail: detail, ...line }) => ({
            id: line.Id ?? null,
            amount: amountOf(line.Amount),
            detail_type: line.DetailType ?? null,
            deposit_account_id: detail?.AccountRef?.value ?? null,
            deposit_account_name: detail?.AccountRef?.name ?? null,
            description: line.Description ?? null,
            entity_ref: toRef(detail?.Entity),
            payment_method_ref: toRef(detail?.PaymentMethodRef),
            check_num: detail?.CheckNum ?? null,
            linked_txn: toLinkedTxns(line.LinkedTxn)
        }))
    };
}

export const fromDeposit = (input: z.output<typeof CreateDeposit> | z.output<typeof UpdateDeposit>): VendorBody => ({
    DepositToAccountRef: fromId(input.account_id),
    TxnDate: input.txn_date,
    CurrencyRef: fromId(input.currency),
    ExchangeRate: fromAmount(input.exchange_rate),
    PrivateNote: input.private_note,
    CashBack: input.cash_back && {
        AccountRef: fromId(input.cash_back.account_id),
        Amount: fromAmount(input.cash_back.amount),
        Memo: input.cash_back.memo
    },
    Line: input.lines?.map((line) => ({
        Id: line.id,
        DetailType: 'DepositLineDetail',
        Amount: fromAmount(line.amount),
        Description: line.description,
        // QuickBooks wants the line of the linked transaction too; payments have one.
        LinkedTxn: fromLinkedTxns(line.linked_txn)?.map((link) => ({ ...link, TxnLineId: '0' })),
        DepositLineDetail: {
            AccountRef: fromId(line.deposit_account_id),
            Entity: fromRef(line.entity_ref),
            PaymentMethodRef: fromRef(line.payment_method_ref),
            CheckNum: line.check_num
        }
    }))
});
