import { z } from 'zod';
import { cents, optionalRef, optionalText, recordShape, Ref, text, updateShape } from './accounting-parts.ts';

/** An account of the ledger. */
export const Account = z.object({
    ...recordShape,
    name: z.string(),
    fully_qualified_name: z.string(),
    account_type: text,
    account_sub_type: text,
    /** Asset, Liability, Equity, Revenue or Expense. */
    classification: text,
    current_balance_cents: cents.nullable(),
    current_balance_with_sub_accounts_cents: cents.nullable(),
    active: z.boolean(),
    description: text,
    acct_num: text,
    sub_account: z.boolean(),
    parent_ref: Ref.nullable(),
    tax_code_ref: Ref.nullable()
});

export const CreateAccount = z.object({
    name: z
        .string()
        .min(1)
        .max(100)
        .regex(/^[^:"\t]*$/, 'Must not contain a colon, a quotation mark or a tab.'),
    account_type: optionalText,
    account_sub_type: optionalText,
    description: optionalText,
    acct_num: optionalText,
    parent_ref: optionalRef,
    currency_ref: optionalRef,
    tax_code_ref: optionalRef
});

export const UpdateAccount = CreateAccount.partial().extend({ ...updateShape, active: z.boolean().optional() });
