import { ApiError, type ConnectionSummary, type Patchbay } from '@patchbay/node';
import { type App, appOf } from './apps.ts';

/** Whether a connection works now. `reason`: Patchbay's message about its health. */
type ConnectionHealth = { reason: string | null } & (
    | { state: 'works'; account: Account; list: { title: string; items: Item[] } | null }
    | { state: 'refused' | 'unknown' }
);

interface Account {
    id: string;
    name: string;
}

interface Item {
    name: string;
    detail: string;
}

/** Reads from the third party through Patchbay, which adds the credentials. Never throws. */
export async function connectionHealth(patchbay: Patchbay, key: ConnectionSummary): Promise<ConnectionHealth> {
    const app = appOf(key.provider_config_key);
    if (!app) return { state: 'unknown', reason: null };
    return healthOrUnreachable(async () => {
        const { auth, connection_config: config } = await patchbay.connections.get(key);
        const reason = auth.failure?.message ?? null;
        if (auth.state === 'broken') return { state: 'refused', reason };
        const realmId = typeof config.realmId === 'string' ? encodeURIComponent(config.realmId) : '';
        const response = await read(patchbay, key, app.account.replaceAll('{realmId}', realmId));
        if (!response.ok) return { ...refused(response.status), reason };
        const { tenant_id: tenant } = config;
        const chosen = typeof tenant === 'string' ? listIn(response.body).find((one) => toAccount(one).id === tenant) : response.body;
        const account = toAccount(chosen);
        await remember(patchbay, key, account);
        return { state: 'works', reason, account, list: await readList(patchbay, key, app) };
    });
}

/** What the account was called when it last worked: the third party no longer says it. */
export function knownAccountName({ metadata }: ConnectionSummary): string | undefined {
    const name = metadata?.account;
    return typeof name === 'string' ? name : undefined;
}

async function remember(patchbay: Patchbay, key: ConnectionSummary, { name }: Account): Promise<void> {
    if (name === '' || knownAccountName(key) === name) return;
    const { connection_id, provider_config_key } = key;
    await patchbay.connections.updateMetadata({ connection_id, provider_config_key, metadata: { account: name } });
}

async function readList(patchbay: Patchbay, key: ConnectionSummary, { list }: App) {
    if (!list) return null;
    const { title, path, detail } = list;
    const { ok, body } = await read(patchbay, key, path);
    return ok
        ? { title, items: listIn(body).map((one) => ({ name: text(one, 'name') || text(one, 'title'), detail: text(one, detail) })) }
        : null;
}

/** The person who signed in, also where the connection is to a company of theirs. Never throws. */
export function signedInPerson(patchbay: Patchbay, key: ConnectionSummary): Promise<ConnectionHealth> {
    return healthOrUnreachable(async () => {
        const { ok, status, body } = await read(patchbay, key, '/api/me');
        return ok ? { state: 'works', account: toAccount(body), list: null, reason: null } : refused(status);
    });
}

async function healthOrUnreachable(look: () => Promise<ConnectionHealth>): Promise<ConnectionHealth> {
    try {
        return await look();
    } catch (error) {
        if (!(error instanceof ApiError)) return { state: 'unknown', reason: null };
        // The end user must act only for these errors; Patchbay retries after the others.
        const isOver = error.code === 'connection_refresh_exhausted' || (error.code === 'invalid_credentials' && error.status === 400);
        return { state: isOver ? 'refused' : 'unknown', reason: error.message };
    }
}

function refused(status: number): ConnectionHealth {
    return { state: status === 401 || status === 403 ? 'refused' : 'unknown', reason: null };
}

/** @throws {ApiError} when there are no credentials to ask with; it says why */
async function read(patchbay: Patchbay, key: ConnectionSummary, path: string) {
    let response = await patchbay.proxy.request(key, { path });
    if (response.status === 401) {
        await response.body?.cancel();
        // Without force, Patchbay renews at most once a minute; here a user waits for the result.
        await patchbay.connections.get(key, { forceRefresh: true });
        response = await patchbay.proxy.request(key, { path });
    }
    const body: unknown = await response.json().catch(() => undefined);
    return { ok: response.ok, status: response.status, body };
}

function toAccount(value: unknown): Account {
    const company = fieldOf(value, 'CompanyInfo');
    return { id: text(value, 'id'), name: text(value, 'name') || text(company, 'CompanyName') };
}

/** Some of the APIs answer a list as it is, some as `data`. */
function listIn(body: unknown): unknown[] {
    const list = Array.isArray(body) ? body : fieldOf(body, 'data');
    return Array.isArray(list) ? list : [];
}

function text(value: unknown, name: string): string {
    const found = fieldOf(value, name);
    return typeof found === 'string' ? found : '';
}

function fieldOf(value: unknown, name: string): unknown {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
