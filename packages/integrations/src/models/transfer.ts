import { z } from 'zod';
import { amount, day, exchangeRate, optionalText, recordShape, text } from './accounting-parts.ts';

/** Money moved from one account to another. */
export const Transfer = z.object({
    ...recordShape,
    from_account_id: text,
    from_account_name: text,
    to_account_id: text,
    to_account_name: text,
    amount,
    txn_date: day,
    private_note: text,
    exchange_rate: z.number().nullable()
});

export const CreateTransfer = z.object({
    from_account_id: z.string().min(1),
    to_account_id: z.string().min(1),
    amount,
    currency: optionalText,
    txn_date: day.nullish(),
    private_note: optionalText,
    exchange_rate: exchangeRate
});
