import type { ConnectionKey, Patchbay } from '@patchbay/node';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a provider that is walked has to say for itself; of `GET /providers/:provider`. */
export type Definition = Awaited<ReturnType<Patchbay['providers']['get']>>['data'];

export interface Step {
    name: string;
    outcome: 'right' | 'wrong' | 'not tried';
    /** What was seen, in words. */
    said: string;
}

export interface WalkOptions {
    /** The operator's own OAuth app, where the provider has a sign-in. */
    client?: { id: string; secret: string };
    scopes?: string[];
    /** Shows the page on which the operator connects an account. */
    showLink(link: string): void;
    /** Tells each step as it ends. */
    tell(step: Step): void;
    signal: AbortSignal;
}

const key = 'tried';
const lookAgainMs = 1000;

/**
 * Walks a definition against the real provider, through a Patchbay: connect, call, refresh, revoke.
 * @returns every step; a definition is verified where none is wrong and one call was right
 */
export async function walkProvider(patchbay: Patchbay, definition: Definition, options: WalkOptions): Promise<Step[]> {
    const steps: Step[] = [];
    const tell = (step: Step) => {
        steps.push(step);
        options.tell(step);
    };
    await configure(patchbay, definition, options);
    const connection = await connect(patchbay, options);
    tell({ name: 'connect', outcome: 'right', said: connectedAs(definition, connection) });
    const at = { connection_id: connection.connection_id, provider_config_key: key };
    tell(await callApi(patchbay, definition, at));
    tell(await refresh(patchbay, definition, at));
    tell(await remove(patchbay, definition, at));
    return steps;
}

async function configure(patchbay: Patchbay, { name, auth_mode: mode }: Definition, { client, scopes }: WalkOptions): Promise<void> {
    await patchbay.integrations.create({
        provider: name,
        unique_key: key,
        ...(client && mode === 'OAUTH2'
            ? { credentials: { type: 'OAUTH2' as const, client_id: client.id, client_secret: client.secret } }
            : {}),
        ...(scopes && mode === 'OAUTH2' ? { scopes } : {})
    });
}

type Connection = Awaited<ReturnType<Patchbay['connections']['get']>>;

/** By the page that end users see, so that form, sign-in and check are those of the product. */
async function connect(patchbay: Patchbay, { showLink, signal }: WalkOptions): Promise<Connection> {
    const { data } = await patchbay.connectSessions.create({ end_user: { id: 'operator' }, allowed_integrations: [key] });
    showLink(data.connect_link);
    for (;;) {
        const { connections } = await patchbay.connections.list();
        const [made] = connections;
        if (made) return patchbay.connections.get({ connection_id: made.connection_id, provider_config_key: key });
        await sleep(lookAgainMs, undefined, { signal });
    }
}

function connectedAs({ no_check: why }: Definition, { verified_at: verifiedAt, auth }: Connection): string {
    const checked =
        verifiedAt === null
            ? `The credentials were not checked${why === undefined ? '' : `: ${why}`}`
            : 'The provider accepted the credentials.';
    return auth.missing_scopes.length === 0 ? checked : `${checked} Scopes that were not granted: ${auth.missing_scopes.join(', ')}.`;
}

/** The cheap request of the definition, through the proxy. */
async function callApi(patchbay: Patchbay, { identity, proxy }: Definition, at: ConnectionKey): Promise<Step> {
    const name = 'call';
    const url = identity?.url ?? proxy?.verification?.endpoints.find((endpoint) => !endpoint.includes('${'));
    const method = identity?.method ?? proxy?.verification?.method ?? 'GET';
    if (url === undefined || !url.startsWith('/') || url.includes('${'))
        return { name, outcome: 'not tried', said: 'The definition names no request that a connection alone can make.' };
    const data = identity?.data ?? proxy?.verification?.data;
    const response = await patchbay.proxy.request(at, { method, path: url, ...(data === undefined ? {} : { json: data }) });
    await response.body?.cancel();
    const { remaining } = proxy?.retry ?? {};
    const isTold = remaining === undefined || response.headers.has(remaining);
    return {
        name,
        outcome: response.ok && isTold ? 'right' : 'wrong',
        said: `${method} ${url}: ${response.status}.${isTold ? '' : ` The header ${remaining} is not in the response.`}`
    };
}

/** A renewed token, and whether the refresh token behaves as the definition says. */
async function refresh(patchbay: Patchbay, { refresh: said, auth_mode: mode }: Definition, at: ConnectionKey): Promise<Step> {
    const name = 'refresh';
    const before = await patchbay.connections.get(at, { withRefreshToken: true });
    if (mode === 'OAUTH2' && typeof before.credentials['refresh_token'] !== 'string')
        return said === undefined
            ? { name, outcome: 'right', said: 'There is no refresh token, as the definition says.' }
            : { name, outcome: 'wrong', said: 'The provider gave no refresh token: is a scope or a parameter missing?' };
    if (mode === 'API_KEY' || mode === 'BASIC' || mode === 'NONE')
        return { name, outcome: 'not tried', said: `${mode} has nothing to refresh.` };
    const after = await patchbay.connections.get(at, { forceRefresh: true, withRefreshToken: true });
    if (after.auth.state !== 'ok') return { name, outcome: 'wrong', said: after.auth.failure?.message ?? 'The token was not refreshed.' };
    const hasChanged = before.credentials['refresh_token'] !== after.credentials['refresh_token'];
    const fits = said?.rotation === undefined || hasChanged === (said.rotation !== 'none');
    return {
        name,
        outcome: fits ? 'right' : 'wrong',
        said: `The token was refreshed; the refresh token ${hasChanged ? 'changed' : 'stayed'}${fits ? '' : `, which is not the rotation ${said?.rotation}`}.`
    };
}

async function remove(patchbay: Patchbay, { revocation_url: url }: Definition, at: ConnectionKey): Promise<Step> {
    const { revocation } = await patchbay.connections.delete(at);
    const outcome = revocation?.outcome ?? 'unsupported';
    const said = outcome === 'revoked' ? 'The access was revoked.' : (revocation?.reason ?? 'The provider cannot revoke it: end it there.');
    return {
        name: 'revoke',
        outcome:
            outcome === 'failed' || (outcome === 'unsupported' && url !== undefined)
                ? 'wrong'
                : outcome === 'revoked'
                  ? 'right'
                  : 'not tried',
        said
    };
}

/** Whether all that was tried is as the definition says, a call among it. */
export function isVerified(steps: readonly Step[]): boolean {
    return steps.every(({ outcome }) => outcome !== 'wrong') && steps.some(({ name, outcome }) => name === 'call' && outcome === 'right');
}
