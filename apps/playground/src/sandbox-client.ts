import type { SandboxAddresses } from './settings.ts';

const TIMEOUT_MS = 3_000;

/** @returns how many grants were revoked: all of this person's, not this connection's alone */
export async function revokePerson({ controlUrl }: SandboxAddresses, id: string): Promise<number> {
    const answer = await fetch(`${controlUrl}/_ctl/revoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account: id }),
        signal: AbortSignal.timeout(TIMEOUT_MS)
    });
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to a revocation.`);
    // Checked below.
    const { grants_revoked: grants } = (await answer.json()) as { grants_revoked?: unknown };
    return typeof grants === 'number' ? grants : 0;
}

/** Everything there is to sign in with: people, keys, users. */
export async function listAccounts({ controlUrl }: SandboxAddresses): Promise<unknown> {
    const answer = await fetch(`${controlUrl}/_ctl/accounts`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to the question for its accounts.`);
    return answer.json();
}
