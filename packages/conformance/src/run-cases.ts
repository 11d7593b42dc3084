import { Patchbay } from '@patchbay/node';
import { Account } from './account.ts';
import type { Case, Outcome, Result } from './case.ts';
import type { Access, Vendor } from './vendors.ts';
import { Broken, NotRun, Unsupported } from './outcome.ts';

export interface RunOptions {
    url: string;
    secretKey: string;
    vendor: Vendor;
    /** A connection that there is, or how to make one. */
    connection: { provider_config_key: string; connection_id: string } | Access;
    isEmulated: boolean;
    /** Whether cases that write are run. */
    writes: boolean;
    tell?: (result: Result) => void;
    /** Ends the run between two cases. */
    signal?: AbortSignal;
}

/** Makes the connection where it has to be made, and waits for its first syncs. */
export async function openAccount({ url, secretKey, vendor, connection, isEmulated }: RunOptions): Promise<Account> {
    const patchbay = new Patchbay({ secretKey, baseUrl: url });
    const target = 'provider' in connection ? await connect(patchbay, vendor, connection) : connection;
    const account = new Account({ url, secretKey, patchbay, connection: target, vendor, isEmulated });
    await account.untilSynced();
    return account;
}

async function connect(patchbay: Patchbay, { id }: Vendor, { provider, client, credentials, connection_config }: Access) {
    const target = { provider_config_key: `conformance-${id}`, connection_id: 'conformance' };
    await patchbay.integrations.create({
        provider,
        unique_key: target.provider_config_key,
        ...(client === undefined ? {} : { credentials: client })
    });
    await patchbay.connections.import({
        ...target,
        credentials,
        ...(connection_config === undefined ? {} : { connection_config })
    });
    return target;
}

/** One after the other, as a case that writes changes what the next one reads. */
export async function runCases(account: Account, cases: readonly Case[], { writes, tell, signal }: RunOptions): Promise<Result[]> {
    const results: Result[] = [];
    for (const one of cases) {
        if (signal?.aborted) break;
        const { model, column, says } = one;
        const result = { model, column, says, ...(await outcomeOf(account, one, writes)) };
        tell?.(result);
        results.push(result);
    }
    return results;
}

async function outcomeOf(account: Account, { endpoints, writes, check }: Case, mayWrite: boolean): Promise<Outcome> {
    const capabilities = await account.capabilities();
    const lacking = endpoints.find((key) => (capabilities.get(key)?.support ?? 'unsupported') === 'unsupported');
    if (lacking !== undefined) return { result: 'unsupported', reason: `${account.vendor.name} does not support ${lacking}.` };
    if (writes && !mayWrite)
        return { result: 'not run', reason: 'It writes into a real account: set PATCHBAY_CONFORM_WRITES=true to run it.' };
    try {
        await check(account);
        return { result: 'passed' };
    } catch (error) {
        if (error instanceof Unsupported) return { result: 'unsupported', reason: error.message };
        if (error instanceof NotRun) return { result: 'not run', reason: error.message };
        if (error instanceof Broken) return { result: 'failed', reason: error.message };
        return { result: 'failed', reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
    }
}
