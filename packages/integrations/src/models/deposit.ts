import { z } from 'zod';
import {
    amount,
    day,
    exchangeRate,
    LinkedTxn,
    LinkedTxnInput,
    optionalRef,
    optionalText,
    recordShape,
    Ref,
    text,
    updateShape
} from './accounting-parts.ts';

/** Money that was brought to a bank account. */
export const Deposit = z.object({
    ...recordShape,
    account_id: text,
    account_name: text,
    txn_date: day,
    total_amount: amount,
    private_note: text,
    exchange_rate: z.number().nullable(),
    cash_back: z.object({ account_id: text, amount: amount.nullable(), memo: text }).nullable(),
    lines: z.array(
        z.object({
            id: text,
            amount,
            detail_type: text,
            deposit_account_id: text,
            deposit_account_name: text,
            description: text,
            entity_ref: Ref.nullable(),
            payment_method_ref: Ref.nullable(),
            check_num: text,
            linked_txn: z.array(LinkedTxn)
        })
    )
});

export const CreateDeposit = z.object({
    account_id: z.string().min(1),
    txn_date: day.nullish(),
    currency: optionalText,
    exchange_rate: exchangeRate,
    private_note: optionalText,
    cash_back: z.object({ account_id: z.string().min(1), amount, memo: optionalText }).nullish(),
    lines: z
        .array(
            z.object({
                id: optionalText,
                amount,
                deposit_account_id: optionalText,
                description: optionalText,
                entity_ref: optionalRef,
                payment_method_ref: optionalRef,
                check_num: optionalText,
                /** Payments that wait to be deposited. */
                linked_txn: z.array(LinkedTxnInput).optional()
            })
        )
        .min(1)
});

export const UpdateDeposit = CreateDeposit.partial().extend(updateShape);
