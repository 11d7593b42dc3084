import { accounting } from './accounting.ts';
import { describeApp } from './apps.ts';
import { breakConnection } from './break-connection.ts';
import { connectionHealth, knownAccountName } from './connection-health.ts';
import { hiring } from './hiring.ts';
import { mintSession } from './minimal-backend.ts';
import { currentUser, findOwn } from './own-connections.ts';
import { type Endpoint, optionalText, RequestError } from './request.ts';
import { listAccounts } from './sandbox-client.ts';

/** What the product's own backend offers its page. Each responds with JSON. */
export const api: Readonly<Record<string, Endpoint>> = {
    ...hiring,
    ...accounting,

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

    'GET /api/apps': async (deps) => ({ apps: deps.vendors.map((vendor) => describeApp(deps, vendor)) }),

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

function isObject(value: unknown): value is object {
    return typeof value === 'object' && value !== null;
}
