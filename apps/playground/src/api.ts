import type { ConnectionSummary, Patchbay } from '@patchbay/node';
import { mintSession } from './minimal-backend.ts';
import { listAccounts, revokePerson } from './sandbox-client.ts';
import type { SandboxAddresses } from './settings.ts';
import { isSignIn, signedInPerson, connectionHealth } from './connection-health.ts';

/** The signed-in user; a real product takes it from its own login. */
const currentUser = { id: 'user_1', email: 'noor@juniper.example', display_name: 'Noor Haddad' };

export interface Deps {
    patchbay: Patchbay;
    sandbox: SandboxAddresses;
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
    'POST /api/connect-session': async ({ patchbay }, { origin, body }) => {
        const integration = optionalText(body, 'integration');
        const connection = optionalText(body, 'connection');
        const common = { end_user: currentUser, allowed_origins: [origin] };
        if (connection === undefined) {
            const { data } = await patchbay.connectSessions.create({
                ...common,
                ...(integration === undefined ? {} : { allowed_integrations: [integration] })
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

    'GET /api/connections': async ({ patchbay }) => {
        const [{ connections }, { data: integrations }] = await Promise.all([
            patchbay.connections.list({ endUserId: currentUser.id, limit: 50 }),
            patchbay.integrations.list()
        ]);
        return {
            connections: await Promise.all(
                connections.map(async (connection) => ({
                    connection: connection.connection_id,
                    integration: connection.provider_config_key,
                    name:
                        integrations.find(({ unique_key: key }) => key === connection.provider_config_key)?.display_name ??
                        connection.provider,
                    created: connection.created,
                    isSignIn: isSignIn(connection.provider),
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

    'POST /api/sandbox/revoke': async ({ patchbay, sandbox }, { body }) => {
        const own = await findOwn(patchbay, optionalText(body, 'connection') ?? '', optionalText(body, 'integration'));
        if (!isSignIn(own.provider)) throw new RequestError(400, 'Only a sign-in can be taken back by the person who signed in.');
        const health = await signedInPerson(patchbay, own);
        if (health.state === 'refused') return { result: 'already_refused' };
        if (health.state !== 'works') throw new Error('The sandbox does not say whose connection this is.');
        const { id, name } = health.account;
        return { result: 'revoked', person: name, grants: await revokePerson(sandbox, id) };
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
