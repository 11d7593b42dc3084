import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';

/** The prepared statements of each measured request, and a response of the same shape. */
export interface Statements {
    readConnection(connectionId: string, integrationKey: string): Promise<unknown>;
    listConnections(limit: number): Promise<unknown>;
    insertSession(endUser: unknown): Promise<unknown>;
    insertConnection(given: Record<string, unknown>): Promise<unknown>;
    /** What a session offers: one of the environment's. */
    readSession(): Promise<unknown>;
}

const selectConnections = (columns: string) => `select ${columns}, integrations.unique_key, integrations.provider
    from connections join integrations
        on integrations.environment_id = connections.environment_id and integrations.id = connections.integration_id
    where connections.environment_id = $1 and connections.confirm_before is null`;

const shownInLists =
    'connections.id, connection_id, end_user, connections.tags, connections.metadata, connections.auth_failure, connections.created_at';

/** @param databaseUrl of the server to compare with @param environmentId of that server */
export function prepareStatements(databaseUrl: string, environmentId: string): Statements {
    // As many connections as the server has.
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
    return {
        async readConnection(connectionId, integrationKey) {
            const { rows } = await pool.query({
                name: 'read',
                text: `${selectConnections('connections.*')} and integrations.unique_key = $2 and connections.connection_id = $3`,
                values: [environmentId, integrationKey, connectionId]
            });
            return show(rows[0]);
        },
        async listConnections(limit) {
            const { rows } = await pool.query({
                name: 'list',
                text: `${selectConnections(shownInLists)} order by connections.created_at desc, connections.id desc limit $2`,
                values: [environmentId, limit]
            });
            return { connections: rows.map(show) };
        },
        async insertSession(endUser) {
            const token = randomBytes(32).toString('base64url');
            const expiresAt = new Date(Date.now() + 30 * 60_000);
            await pool.query({
                name: 'insert',
                text: `insert into connect_sessions (environment_id, id, token_hash, link_hash, link_token, end_user, config_defaults, expires_at)
                    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
                values: [
                    environmentId,
                    randomUUID(),
                    randomBytes(32),
                    randomBytes(32),
                    randomBytes(100),
                    JSON.stringify(endUser),
                    randomBytes(50),
                    expiresAt
                ]
            });
            return { data: { token, expires_at: expiresAt } };
        },
        async insertConnection({ end_user: endUser, tags, credentials }) {
            const client = await pool.connect();
            try {
                await client.query('begin');
                const integration = await client.query({
                    name: 'lock',
                    text: `select id, unique_key, provider from integrations where environment_id = $1 and unique_key = 'acme' for share`,
                    values: [environmentId]
                });
                const { id, ...named } = integration.rows[0];
                const { rows } = await client.query({
                    name: 'insert connection',
                    text: `insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config,
                            connection_config, end_user, tags)
                        values ($1, $2, $3, 'OAUTH2', $4, $5, '{}', $6, $7) returning *`,
                    values: [environmentId, id, randomUUID(), seal(credentials), seal({}), JSON.stringify(endUser), JSON.stringify(tags)]
                });
                await client.query({
                    name: 'insert event',
                    text: `insert into events (environment_id, id, type, payload) values ($1, $2, 'auth', $3)`,
                    values: [environmentId, randomUUID(), JSON.stringify(named)]
                });
                await client.query('commit');
                return { ...show(rows[0]), ...named, credentials };
            } finally {
                client.release();
            }
        },
        async readSession() {
            const [session, integrations, own] = await Promise.all([
                pool.query({
                    name: 'session',
                    text: 'select * from connect_sessions where environment_id = $1 limit 1',
                    values: [environmentId]
                }),
                pool.query({
                    name: 'integrations',
                    text: 'select * from integrations where environment_id = $1 and deleted_at is null order by created_at',
                    values: [environmentId]
                }),
                pool.query({
                    name: 'own',
                    text: `${selectConnections('connections.*')} and end_user ->> 'id' = $2 limit 10`,
                    values: [environmentId, 'user_1']
                })
            ]);
            const { end_user: endUser, overrides, appearance, locale, expires_at: expiresAt } = session.rows[0];
            return {
                data: {
                    endUser,
                    overrides,
                    appearance,
                    locale,
                    expires_at: expiresAt,
                    integrations: integrations.rows.map(show),
                    own: own.rows
                }
            };
        }
    };
}

const key = randomBytes(32);

function seal(value: unknown): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    return Buffer.concat([nonce, cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()]);
}

/** Everything but the sealed columns: opening those is no part of the limit. */
function show({ credentials: _, secret_config: __, secrets: ___, ...shown }: Record<string, unknown>): Record<string, unknown> {
    return { ...shown, errors: [], credentials: {} };
}
