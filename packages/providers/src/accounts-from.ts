import type { z } from 'zod';
import type { Account, ProviderAnswer } from './provider.ts';

/** Statuses that say "not with these rights": the token may be good all the same. */
const WITHOUT_RIGHTS = new Set([401, 403]);

/**
 * Reads an answer about who signed in.
 * @param vendor named in the error
 * @param toAccounts undefined when the answer names nobody
 * @returns no accounts where the token lacks the scope to ask: which scopes there are is the integration's choice
 * @throws Error when the answer is a failure or not what the vendor documents
 */
export function accountsFrom<T>(
    vendor: string,
    answer: ProviderAnswer,
    shape: z.ZodType<T>,
    toAccounts: (value: T) => Account | Account[] | undefined
): { accounts: Account[] } {
    if (WITHOUT_RIGHTS.has(answer.status)) return { accounts: [] };
    if (answer.status < 200 || answer.status >= 300)
        throw new Error(`${vendor} answered with status ${answer.status} when asked who signed in.`);
    const parsed = shape.safeParse(answer.json);
    if (!parsed.success) throw new Error(`${vendor} answered something unexpected when asked who signed in.`);
    return { accounts: [toAccounts(parsed.data) ?? []].flat() };
}
