import type { SandboxAddresses } from './settings.ts';

/** A made-up service of the sandbox. */
export interface Vendor {
    id: string;
    name: string;
    trade: string;
    /** The source of an SVG. */
    mark: string;
    /** Juniper's OAuth app there; absent where people do not sign in. */
    client?: { id: string; secret: string };
}

const TIMEOUT_MS = 3_000;

/** @throws {Error} when the sandbox does not respond */
export async function listVendors(sandbox: SandboxAddresses): Promise<Vendor[]> {
    // The sandbox is started with this program, in the same version.
    const { vendors } = (await control(sandbox, 'GET', 'vendors')) as { vendors: Vendor[] };
    return vendors;
}

/** A person takes back what they gave to Juniper at one service. */
export async function revokePerson(sandbox: SandboxAddresses, account: string, clientId: string): Promise<void> {
    await control(sandbox, 'POST', 'revoke', { account, client_id: clientId });
}

/** A service replaces an API key, or a user's password: the old one is refused from now on. */
export async function rotate(sandbox: SandboxAddresses, credential: { key: string } | { user: string }): Promise<void> {
    await control(sandbox, 'POST', 'rotate', credential);
}

/** Everything there is to sign in with: people, keys, users. */
export function listAccounts(sandbox: SandboxAddresses): Promise<unknown> {
    return control(sandbox, 'GET', 'accounts');
}

async function control({ controlUrl }: SandboxAddresses, method: 'GET' | 'POST', verb: string, body?: object): Promise<unknown> {
    const response = await fetch(`${controlUrl}/_ctl/${verb}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS)
    });
    if (!response.ok) throw new Error(`The sandbox responded with ${response.status} to ${verb}.`);
    return response.json();
}
