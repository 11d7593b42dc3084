import type { SandboxAddresses } from './settings.ts';

const TIMEOUT_MS = 3_000;

/** @returns how many grants were revoked: all of this person's, not this connection's alone */
export async function revokePerson({ controlUrl }: SandboxAddresses, id: string): Promise<number> {
    const response = await fetch(`${controlUrl}/_ctl/revoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account: id }),
        signal: AbortSignal.timeout(TIMEOUT_MS)
    });
    if (!response.ok) throw new Error(`The sandbox responded with ${response.status} to a revocation.`);
    // Checked below.
    const { grants_revoked: grants } = (await response.json()) as { grants_revoked?: unknown };
    return typeof grants === 'number' ? grants : 0;
}

/** Everything there is to sign in with: people, keys, users. */
export async function listAccounts({ controlUrl }: SandboxAddresses): Promise<unknown> {
    const response = await fetch(`${controlUrl}/_ctl/accounts`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`The sandbox responded with ${response.status} to the question for its accounts.`);
    return response.json();
}
