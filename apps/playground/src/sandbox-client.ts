import type { Connection } from '@patchbay/node';
import type { SandboxAddresses } from './settings.ts';

/** What the third party says about a connection's credentials right now. */
export type Standing = { state: 'works'; account: Account } | { state: 'refused' } | { state: 'unknown' };

export interface Account {
    id: string;
    name: string;
}

interface Lookup {
    path: string;
    headers: Record<string, string>;
    /** Which account of the answer's list, where it is a list. */
    accountId?: string;
}

const TIMEOUT_MS = 3_000;

/** How to ask each of the sandbox's APIs whose account it is; a product knows that much of the APIs it uses. */
const lookups: Readonly<Record<string, (connection: Connection) => Lookup>> = {
    'sandbox-oauth2': me,
    'sandbox-oauth2-subdomain': me,
    'sandbox-oauth2-tenants': (connection) => ({
        ...me(connection),
        path: '/api/tenants',
        accountId: text(connection.connection_config, 'tenant_id')
    }),
    'sandbox-oauth2-cc': ({ credentials }) => ({ path: '/api/me', headers: bearer(text(credentials, 'token')) }),
    'sandbox-two-keys': ({ credentials, connection_config: config }) => ({
        path: '/keyed/v0/account',
        headers: { 'x-api-key': text(credentials, 'apiKey'), 'x-application-secret': text(config, 'appSecret') }
    }),
    'sandbox-api-key': ({ credentials }) => ({ path: '/bearer/v1/account', headers: bearer(text(credentials, 'apiKey')) }),
    'sandbox-basic': ({ credentials }) => ({
        path: '/basic/v1/account',
        headers: {
            authorization: `Basic ${Buffer.from(`${text(credentials, 'username')}:${text(credentials, 'password')}`).toString('base64')}`
        }
    })
};

/** Connected by a person's sign-in, so that this person can take it back. */
export function isSignIn(provider: string): boolean {
    return provider.startsWith('sandbox-oauth2') && provider !== 'sandbox-oauth2-cc';
}

/** Uses the connection's credentials as a product would: by asking the third party whose account this is. Never throws. */
export async function askForAccount(sandbox: SandboxAddresses, connection: Connection): Promise<Standing> {
    const lookup = Object.hasOwn(lookups, connection.provider) ? lookups[connection.provider] : undefined;
    // A secret key without the scope for credentials gets none, and a question without credentials would always be refused.
    const isAskable = lookup !== undefined && Object.keys(connection.credentials).length > 0;
    return isAskable ? ask(sandbox, lookup(connection)) : { state: 'unknown' };
}

/** The person who signed in, also where the connection is to a company of theirs. Never throws. */
export async function askForPerson(sandbox: SandboxAddresses, connection: Connection): Promise<Standing> {
    return ask(sandbox, me(connection));
}

/** @returns how many grants the person took back: every one that this sandbox knows of, not this connection's alone */
export async function revokePerson({ controlUrl }: SandboxAddresses, id: string): Promise<number> {
    const answer = await fetch(`${controlUrl}/_ctl/revoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account: id }),
        signal: AbortSignal.timeout(TIMEOUT_MS)
    });
    const body: unknown = await answer.json();
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to a revocation.`);
    return isRecord(body) && typeof body.grants_revoked === 'number' ? body.grants_revoked : 0;
}

/** Everything there is to sign in with: people, keys, users. */
export async function listAccounts({ controlUrl }: SandboxAddresses): Promise<unknown> {
    const answer = await fetch(`${controlUrl}/_ctl/accounts`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to the question for its accounts.`);
    return answer.json();
}

async function ask({ apiUrl }: SandboxAddresses, { path, headers, accountId }: Lookup): Promise<Standing> {
    try {
        const answer = await fetch(apiUrl + path, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
        const body: unknown = await answer.json();
        if (answer.status === 401 || answer.status === 403) return { state: 'refused' };
        const account =
            isRecord(body) && Array.isArray(body.data) ? body.data.find((item) => isRecord(item) && item.id === accountId) : body;
        if (!answer.ok || !isRecord(account)) return { state: 'unknown' };
        return { state: 'works', account: { id: text(account, 'id'), name: text(account, 'name') } };
    } catch {
        return { state: 'unknown' };
    }
}

function me({ credentials }: Connection): Lookup {
    return { path: '/api/me', headers: bearer(text(credentials, 'access_token')) };
}

function bearer(token: string): Record<string, string> {
    return { authorization: `Bearer ${token}` };
}

function text(record: Record<string, unknown>, name: string): string {
    const value = record[name];
    return typeof value === 'string' ? value : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
