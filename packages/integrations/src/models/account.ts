import { z } from 'zod';
import { cents, optionalRef, optionalText, recordShape, Ref, text, updateShape } from './accounting-parts.ts';

/** An account of the ledger. */
export const Account = z.object({
    ...recordShape,
    name: z.string().describe('Name of the account.'),
    fully_qualified_name: z.string().describe('Name with those of the accounts above it, from the top, separated by colons.'),
    account_type: text.describe('Type of the account as the provider names it, such as `Bank` or `Expense`.'),
    account_sub_type: text.describe('Finer type as the provider names it; null where it has none.'),
    classification: text.describe('`Asset`, `Liability`, `Equity`, `Revenue` or `Expense`; null where the provider gives none.'),
    current_balance_cents: cents
        .nullable()
        .describe('Balance of the account alone, in hundredths of the currency; null where the provider gives none.'),
    current_balance_with_sub_accounts_cents: cents
        .nullable()
        .describe('Balance with the accounts below it, in hundredths of the currency; null where the provider gives none.'),
    active: z.boolean().describe('Whether the account is in use.'),
    description: text.describe('Description of the account; null for none.'),
    acct_num: text.describe('Number or code of the account in the chart of accounts; null for none.'),
    sub_account: z.boolean().describe('Whether the account is below another one.'),
    parent_ref: Ref.nullable().describe('Account above it; null at the top.'),
    tax_code_ref: Ref.nullable().describe('Tax code that its transactions have by default; null for none.')
});

export const CreateAccount = z.object({
    name: z
        .string()
        .min(1)
        .max(100)
        .regex(/^[^:"\t]*$/, 'Must not contain a colon, a quotation mark or a tab.')
        .describe('Name of the account, unique in the company, without colons, quotation marks and tabs.'),
    account_type: optionalText.describe('Type of the account as the provider names it; QuickBooks needs it without `account_sub_type`.'),
    account_sub_type: optionalText.describe('Finer type as the provider names it.'),
    description: optionalText.describe('Description of the account.'),
    acct_num: optionalText.describe('Number or code of the account in the chart of accounts.'),
    parent_ref: optionalRef.describe('Account to put it below; none in a new one by default.'),
    currency_ref: optionalRef.describe('Currency of the account, by its ISO 4217 code; the home currency in a new one by default.'),
    tax_code_ref: optionalRef.describe('Tax code that its transactions have by default.')
});

export const UpdateAccount = CreateAccount.partial().extend({
    ...updateShape,
    active: z.boolean().optional().describe('Whether the account is in use.')
});
