import { z } from 'zod';
import { amount, day, exchangeRate, optionalText, rate, recordShape, text } from './accounting-parts.ts';

/** Money moved from one account to another. */
export const Transfer = z.object({
    ...recordShape,
    from_account_id: text.describe('Id of the account that the money leaves; null where the provider names none.'),
    from_account_name: text.describe('Name of the account that the money leaves; null where the provider gives none.'),
    to_account_id: text.describe('Id of the account that the money goes to; null where the provider names none.'),
    to_account_name: text.describe('Name of the account that the money goes to; null where the provider gives none.'),
    amount: amount.describe('Amount in the currency.'),
    txn_date: day.describe('Date of the transfer, YYYY-MM-DD.'),
    private_note: text.describe('Note that the company keeps; null for none.'),
    exchange_rate: rate
});

export const CreateTransfer = z.object({
    from_account_id: z.string().min(1).describe('Id of the account that the money leaves.'),
    to_account_id: z.string().min(1).describe('Id of the account that the money goes to.'),
    amount: amount.describe('Amount in the currency.'),
    currency: optionalText.describe('ISO 4217 code of the currency; needed where the company has several.'),
    txn_date: day.nullish().describe("Date of the transfer, YYYY-MM-DD; the provider's current date by default."),
    private_note: optionalText.describe('Note that the company keeps.'),
    exchange_rate: exchangeRate
});
