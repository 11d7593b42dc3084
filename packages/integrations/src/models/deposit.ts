import { z } from 'zod';
import {
    amount,
    day,
    exchangeRate,
    LinkedTxn,
    LinkedTxnInput,
    optionalRef,
    optionalText,
    rate,
    recordShape,
    Ref,
    text,
    updateShape
} from './accounting-parts.ts';

/** Money that was brought to a bank account. */
export const Deposit = z.object({
    ...recordShape,
    account_id: text.describe('Id of the account that the money was brought to; null where the provider names none.'),
    account_name: text.describe('Name of that account; null where the provider gives none.'),
    txn_date: day.describe('Date of the deposit, YYYY-MM-DD.'),
    total_amount: amount.describe('Total amount in the currency.'),
    private_note: text.describe('Note that the company keeps; null for none.'),
    exchange_rate: rate,
    cash_back: z
        .object({
            account_id: text.describe('Id of the account that the cash goes to; null where the provider names none.'),
            amount: amount.nullable().describe('Amount of the cash in the currency; null where the provider does not say.'),
            memo: text.describe('Note about the cash; null for none.')
        })
        .nullable()
        .describe('Cash taken from what was deposited; null for none.'),
    lines: z
        .array(
            z.object({
                id: text.describe('Id of the line; null where the provider gives none.'),
                amount: amount.describe('Amount of the line in the currency.'),
                detail_type: text.describe('Kind of the line as the provider names it: `DepositLineDetail`; null where it gives none.'),
                deposit_account_id: text.describe(
                    'Id of the account that the money comes from; null for none, as where a payment is deposited.'
                ),
                deposit_account_name: text.describe('Name of that account; null where the provider gives none.'),
                description: text.describe('Description of the line; null for none.'),
                entity_ref: Ref.nullable().describe('Customer, vendor or employee that the money comes from; null for none.'),
                payment_method_ref: Ref.nullable().describe('Method by which it was paid; null for none.'),
                check_num: text.describe('Number of the check; null for none.'),
                linked_txn: z.array(LinkedTxn).describe('Payments that the line deposits.')
            })
        )
        .describe('Where the money comes from.')
});

export const CreateDeposit = z.object({
    account_id: z.string().min(1).describe('Id of the account that the money is brought to.'),
    txn_date: day.nullish().describe("Date of the deposit, YYYY-MM-DD; the provider's current date in a new one by default."),
    currency: optionalText.describe('ISO 4217 code of the currency; needed where the company has several.'),
    exchange_rate: exchangeRate,
    private_note: optionalText.describe('Note that the company keeps.'),
    cash_back: z
        .object({
            account_id: z.string().min(1).describe('Id of the account that the cash goes to.'),
            amount: amount.describe('Amount of the cash in the currency.'),
            memo: optionalText.describe('Note about the cash.')
        })
        .nullish()
        .describe('Cash taken from what is deposited.'),
    lines: z
        .array(
            z.object({
                id: optionalText.describe('Id of the line, for an update to keep it; absent: a new line.'),
                amount: amount.describe('Amount of the line in the currency.'),
                deposit_account_id: optionalText.describe('Id of the account that the money comes from.'),
                description: optionalText.describe('Description of the line.'),
                entity_ref: optionalRef.describe('Customer, vendor or employee that the money comes from.'),
                payment_method_ref: optionalRef.describe('Method by which it was paid.'),
                check_num: optionalText.describe('Number of the check.'),
                linked_txn: z.array(LinkedTxnInput).optional().describe('Payments that wait to be deposited.')
            })
        )
        .min(1)
        .describe('Where the money comes from; the lines of an update replace the ones before.')
});

export const UpdateDeposit = CreateDeposit.partial().extend(updateShape);
