import type { Db } from '@patchbay/db';
import { type RawBuilder, sql } from 'kysely';

/** What of a connection names an account, of which any may match. */
export interface AccountMatch {
    /** Values of the configuration. */
    configs: readonly Readonly<Record<string, string>>[];
    identity: Buffer | undefined;
    connectionId: string | undefined;
}

/** The usable connections of an integration that are of an account. Each match has its index. */
export async function findConnectionsOfAccount(
    db: Db,
    { environmentId, integrationId }: { environmentId: string; integrationId: string },
    { configs, identity, connectionId }: AccountMatch
): Promise<string[]> {
    const matches: RawBuilder<unknown>[] = configs.map((config) => sql`connection_config @> ${JSON.stringify(config)}::jsonb`);
    if (identity) matches.push(sql`identity_hash = ${identity}`);
    if (connectionId !== undefined) matches.push(sql`connection_id = ${connectionId}`);
    if (matches.length === 0) return [];
    const each = matches.map(
        (match) => sql`select id, connection_id from connections
            where environment_id = ${environmentId} and integration_id = ${integrationId} and confirm_before is null and ${match}`
    );
    const { rows } = await sql<{ connection_id: string }>`${sql.join(each, sql` union `)} order by id`.execute(db);
    return rows.map(({ connection_id: id }) => id);
}
