import { randomBytes } from 'node:crypto';
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
    /** Its webhooks are signed with it; absent where it sends none. */
    webhook_secret?: string;
}

const TIMEOUT_MS = 3_000;
/** As the keys of its API are. */
const GEM_KEY_LENGTH = 40;
const CANDIDATES = 2_500;

/** @throws {Error} when the sandbox does not respond */
export async function listVendors(sandbox: SandboxAddresses): Promise<Vendor[]> {
    // The sandbox is started with this program, in the same version.
    return (await control(sandbox, 'GET', 'vendors')).vendors as Vendor[];
}

/** A person takes back what they gave to Juniper at one service. */
export async function revokePerson(sandbox: SandboxAddresses, account: string, clientId: string): Promise<void> {
    await control(sandbox, 'POST', 'revoke', { account, client_id: clientId });
}

/** A service replaces an API key, or a user's password: the old one is refused from now on. */
export async function rotate(sandbox: SandboxAddresses, credential: { key: string } | { user: string }): Promise<void> {
    await control(sandbox, 'POST', 'rotate', credential);
}

/** Everything there is to sign in with: people, keys, users, companies. */
export async function listAccounts(sandbox: SandboxAddresses): Promise<object> {
    const [accounts, gem, books] = await Promise.all([
        control(sandbox, 'GET', 'accounts'),
        control(sandbox, 'GET', 'gem/keys'),
        control(sandbox, 'GET', 'quickbooks/realms')
    ]);
    return { ...accounts, shared_keys: gem.keys, realms: books.realms };
}

/** A recruiting system replaces the key that its customer gave to Juniper. */
export async function replaceGemKey(sandbox: SandboxAddresses, key: string): Promise<void> {
    await control(sandbox, 'POST', 'gem/keys', { key, enabled: false });
    const fresh = `gemShareableKey${randomBytes(GEM_KEY_LENGTH).toString('hex')}`.slice(0, GEM_KEY_LENGTH);
    await control(sandbox, 'POST', 'gem/keys', { key: fresh, kind: 'shareable' });
}

/** A company removes Juniper from its accounting. @returns how many consents ended */
export async function revokeRealm(sandbox: SandboxAddresses, realm: unknown): Promise<number> {
    const { grants_revoked: count } = await control(sandbox, 'POST', 'quickbooks/disconnect', { realm });
    return Number(count);
}

/** What a user of the accounting system does there, without Juniper. */
export async function changeBooks(sandbox: SandboxAddresses, change: object): Promise<void> {
    await control(sandbox, 'POST', 'quickbooks/mutate', change);
}

/** Has the accounting system send its webhooks there. */
export async function sendBooksWebhooks(sandbox: SandboxAddresses, url: string, secret: string): Promise<void> {
    await control(sandbox, 'POST', 'quickbooks/webhooks', { url, verifier_token: secret });
}

/** Enough candidates that reading them is something to watch; what was changed since stays. */
export async function prepareSystems(sandbox: SandboxAddresses): Promise<void> {
    const { candidates } = await control(sandbox, 'GET', 'gem/size');
    if (Number(candidates) < CANDIDATES)
        await control(sandbox, 'POST', 'gem/size', { candidates: CANDIDATES, applications_per_candidate: 1 });
}

async function control(
    { controlUrl }: SandboxAddresses,
    method: 'GET' | 'POST',
    verb: string,
    body?: object
): Promise<Record<string, unknown>> {
    const response = await fetch(`${controlUrl}/_ctl/${verb}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS)
    });
    if (!response.ok) throw new Error(`The sandbox responded with ${response.status} to ${verb}.`);
    // The control plane responds with objects.
    return (await response.json()) as Record<string, unknown>;
}
