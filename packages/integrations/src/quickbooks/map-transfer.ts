import type { z } from 'zod';
import { amountOf } from '../models/money.ts';
import type { CreateTransfer, Transfer } from '../models/transfer.ts';
import { fromAmount, fromId, toAmount, toRecord, type VendorBody } from './convert.ts';
import type { transferGuard } from './guards.ts';

export const toTransfer = (transfer: z.output<typeof transferGuard>): z.input<typeof Transfer> => ({
    ...toRecord(transfer),
    from_account_id: transfer.FromAccountRef?.value ?? null,
    from_account_name: transfer.FromAccountRef?.name ?? null,
    to_account_id: transfer.ToAccountRef?.value ?? null,
    to_account_name: transfer.ToAccountRef?.name ?? null,
    amount: amountOf(transfer.Amount),
    txn_date: transfer.TxnDate,
    private_note: transfer.PrivateNote ?? null,
    exchange_rate: toAmount(transfer.ExchangeRate)
});

export const fromTransfer = (input: z.output<typeof CreateTransfer>): VendorBody => ({
    FromAccountRef: fromId(input.from_account_id),
    ToAccountRef: fromId(input.to_account_id),
    Amount: fromAmount(input.amount),
    CurrencyRef: fromId(input.currency),
    TxnDate: input.txn_date,
    PrivateNote: input.private_note,
    ExchangeRate: fromAmount(input.exchange_rate)
});
