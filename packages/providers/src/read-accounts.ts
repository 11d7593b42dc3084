import type { z } from 'zod';
import type { Account, ProviderResponse } from './provider.ts';

/** Statuses that say "not with these rights": the token may still be valid. */
export const withoutRights: ReadonlySet<number> = new Set([401, 403]);

/**
 * Reads a response about who signed in.
 * @param vendor named in the error
 * @param toAccounts returns undefined when the response names no account
 * @returns no accounts where the token lacks the scope, which the integration chooses
 * @throws Error when the response is a failure or not what the vendor documents
 */
export function readAccounts<T>(
    vendor: string,
    response: ProviderResponse,
    shape: z.ZodType<T>,
    toAccounts: (value: T) => Account | Account[] | undefined
): { accounts: Account[] } {
    if (withoutRights.has(response.status)) return { accounts: [] };
    if (response.status < 200 || response.status >= 300)
        throw new Error(`${vendor} responded with status ${response.status} when asked who signed in.`);
    const parsed = shape.safeParse(response.json);
    if (!parsed.success) throw new Error(`${vendor} responded with something unexpected when asked who signed in.`);
    return { accounts: [toAccounts(parsed.data) ?? []].flat() };
}
