import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';

/** For each request that is measured, the one prepared statement it cannot do without, and an answer of the same shape. */
export interface Statements {
    readConnection(connectionId: string, integrationKey: string): Promise<unknown>;
    listConnections(limit: number): Promise<unknown>;
    insertSession(endUser: unknown): Promise<unknown>;
}

const selectConnections = (columns: string) => `select ${columns}, integrations.unique_key, integrations.provider
    from connections join integrations
        on integrations.environment_id = connections.environment_id and integrations.id = connections.integration_id
    where connections.environment_id = $1 and connections.confirm_before is null`;

const shownInLists =
    'connections.id, connection_id, end_user, connections.tags, connections.metadata, connections.auth_failure, connections.created_at';

/** @param databaseUrl the database of the server that is compared with @param environmentId one of that server's */
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
        }
    };
}

/** Everything but the sealed columns: opening those is no part of the limit. */
function show({ credentials: _, secret_config: __, ...shown }: Record<string, unknown>): Record<string, unknown> {
    return { ...shown, errors: [], credentials: {} };
}
