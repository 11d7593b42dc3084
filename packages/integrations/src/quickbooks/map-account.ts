import type { z } from 'zod';
import type { Account, CreateAccount, UpdateAccount } from '../models/account.ts';
import { fromRef, toCents, toRecord, toRef, type VendorBody } from './convert.ts';
import type { accountGuard } from './guards.ts';

export function toAccount(account: z.output<typeof accountGuard>): z.input<typeof Account> {
    return {
        ...toRecord(account),
        name: account.Name,
        fully_qualified_name: account.FullyQualifiedName ?? account.Name,
        account_type: account.AccountType ?? null,
        account_sub_type: account.AccountSubType ?? null,
        classification: account.Classification ?? null,
        current_balance_cents: toCents(account.CurrentBalance),
        current_balance_with_sub_accounts_cents: toCents(account.CurrentBalanceWithSubAccounts),
        active: account.Active ?? true,
        description: account.Description ?? null,
        acct_num: account.AcctNum ?? null,
        sub_account: account.SubAccount ?? false,
        parent_ref: toRef(account.ParentRef),
        tax_code_ref: toRef(account.TaxCodeRef)
    };
}

type Input = z.output<typeof CreateAccount> | z.output<typeof UpdateAccount>;

export const fromAccount = (input: Input): VendorBody => ({
    Name: input.name,
    AccountType: input.account_type,
    AccountSubType: input.account_sub_type,
    Description: input.description,
    AcctNum: input.acct_num,
    ParentRef: fromRef(input.parent_ref),
    SubAccount: input.parent_ref ? true : undefined,
    CurrencyRef: fromRef(input.currency_ref),
    TaxCodeRef: fromRef(input.tax_code_ref),
    Active: 'active' in input ? input.active : undefined
});
