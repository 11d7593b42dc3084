import type { ConnectionSummary, Patchbay } from '@patchbay/node';
import { appOf } from './apps.ts';
import { breakConnection } from './break-connection.ts';
import { connectionHealth, knownAccountName } from './connection-health.ts';
import { dataUrl } from './integrations.ts';
import { mintSession } from './minimal-backend.ts';
import { listAccounts, type Vendor } from './sandbox-client.ts';
import type { SandboxAddresses } from './settings.ts';

/** The signed-in user; a real product takes it from its own login. */
const currentUser = { id: 'user_1', email: 'noor@juniper.example', display_name: 'Noor Haddad' };

export interface Deps {
    patchbay: Patchbay;
    sandbox: SandboxAddresses;
    /** The apps that are offered. */
    vendors: readonly Vendor[];
}

export interface ApiRequest {
    /** The page's own origin; other pages do not get this far. */
    origin: string;
    query: URLSearchParams;
    body: Record<string, unknown>;
}

/** The caller's mistake, in words. */
export class RequestError extends Error {
    readonly status: 400 | 404;
    constructor(status: 400 | 404, message: string) {
        super(message);
        this.status = status;
    }
}

/** What the product's own backend offers its page. Each responds with JSON. */
export const api: Readonly<Record<string, (deps: Deps, request: ApiRequest) => Promise<unknown>>> = {
    'POST /api/connect-session': async ({ patchbay, vendors }, { origin, body }) => {
        const integration = optionalText(body, 'integration');
        const connection = optionalText(body, 'connection');
        const common = { end_user: currentUser, allowed_origins: [origin] };
        if (connection === undefined) {
            const { data } = await patchbay.connectSessions.create({
                ...common,
                manage_connections: true,
                allowed_integrations: integration === undefined ? vendors.map(({ id }) => id) : [integration]
            });
            return { token: data.token };
        }
        const own = await findOwn(patchbay, connection, integration);
        const { data } = await patchbay.connectSessions.reconnect({
            ...common,
            connection_id: own.connection_id,
            integration_id: own.provider_config_key
        });
        return { token: data.token };
    },

    'POST /api/minimal-session': mintSession,

    'POST /api/share-link': async ({ patchbay, vendors }, { origin, body }) => {
        const locale = optionalText(body, 'locale');
        const { data } = await patchbay.connectLinks.create({
            end_user: currentUser,
            allowed_integrations: vendors.map(({ id }) => id),
            allowed_origins: [origin],
            return_to: `${origin}/`,
            ...(locale === undefined ? {} : { locale }),
            // Patchbay checks it, and says what is wrong with it.
            ...(isObject(body.appearance) ? { appearance: body.appearance } : {})
        });
        return { url: data.url, qrCode: data.qr_code };
    },

    'POST /api/confirm': async ({ patchbay }, { body }) => {
        const [connection_id, provider_config_key] = [optionalText(body, 'connection'), optionalText(body, 'integration')];
        if (!connection_id || !provider_config_key) throw new RequestError(400, 'Name a connection and its integration.');
        await patchbay.connections.confirm({ connection_id, provider_config_key }, currentUser.id);
        return { confirmed: true };
    },

    'GET /api/apps': async ({ vendors, sandbox }) => ({
        apps: vendors.map(({ id, name, trade, mark }) => ({
            id,
            name,
            trade,
            mark: dataUrl(mark),
            signIn: appOf(id)?.signIn,
            page: `${sandbox.pageUrl}/${id}`
        }))
    }),

    'GET /api/connections': async ({ patchbay, vendors }) => {
        const { connections } = await patchbay.connections.list({ endUserId: currentUser.id, limit: 50 });
        return {
            connections: await Promise.all(
                connections.map(async (connection) => ({
                    connection: connection.connection_id,
                    integration: connection.provider_config_key,
                    name: vendors.find(({ id }) => id === connection.provider_config_key)?.name ?? connection.provider_config_key,
                    created: connection.created,
                    knownAs: knownAccountName(connection) ?? null,
                    ...(await connectionHealth(patchbay, connection))
                }))
            )
        };
    },

    'DELETE /api/connections': async ({ patchbay }, { query }) => {
        await patchbay.connections.delete(await findOwn(patchbay, query.get('connection') ?? '', query.get('integration') ?? undefined));
        return { deleted: true };
    },

    'GET /api/sandbox/accounts': ({ sandbox }) => listAccounts(sandbox),

    'POST /api/sandbox/break': async (deps, { body }) => {
        const own = await findOwn(deps.patchbay, optionalText(body, 'connection') ?? '', optionalText(body, 'integration'));
        const vendor = deps.vendors.find(({ id }) => id === own.provider_config_key);
        if (!vendor) throw new RequestError(400, 'This app is not one of the sandbox’s.');
        return breakConnection(deps, own, vendor);
    }
};

/** Ids come from the page, so look whether they are this user's before doing anything with them. */
async function findOwn(patchbay: Patchbay, connectionId: string, integrationId: string | undefined): Promise<ConnectionSummary> {
    if (connectionId === '' || !integrationId) throw new RequestError(400, 'Name a connection and its integration.');
    const { connections } = await patchbay.connections.list({ endUserId: currentUser.id, connectionId, integrationId });
    const own = connections.find(({ connection_id: id, provider_config_key: key }) => id === connectionId && key === integrationId);
    if (!own) throw new RequestError(404, 'This user has no such connection.');
    return own;
}

function optionalText(body: Record<string, unknown>, name: string): string | undefined {
    const value = body[name];
    if (value === undefined || typeof value === 'string') return value;
    throw new RequestError(400, `"${name}" must be a text.`);
}

function isObject(value: unknown): value is object {
    return typeof value === 'object' && value !== null;
}
