import type { ConnectionRow, Db } from '@patchbay/db';
import { sql } from 'kysely';

/** Writes the metadata of the connections that exist. `merge` keeps the other top-level keys. */
export async function writeMetadata(
    db: Db,
    args: {
        environmentId: string;
        integrationKey: string;
        connectionIds: string[];
        metadata: Record<string, unknown>;
        merge: boolean;
        now: Date;
    }
): Promise<(Pick<ConnectionRow, 'environment_id' | 'id' | 'connection_id' | 'metadata'> & { provider: string })[]> {
    const given = JSON.stringify(args.metadata);
    return db
        .updateTable('connections')
        .from('integrations')
        .set({
            metadata: args.merge ? sql<string>`coalesce(connections.metadata, '{}'::jsonb) || ${given}::jsonb` : given,
            updated_at: args.now
        })
        .whereRef('integrations.environment_id', '=', 'connections.environment_id')
        .whereRef('integrations.id', '=', 'connections.integration_id')
        .where('connections.environment_id', '=', args.environmentId)
        .where('integrations.unique_key', '=', args.integrationKey)
        .where('connections.connection_id', '=', sql<string>`any(${args.connectionIds})`)
        .where('connections.confirm_before', 'is', null)
        .returning([
            'connections.environment_id',
            'connections.id',
            'connections.connection_id',
            'connections.metadata',
            'integrations.provider'
        ])
        .execute();
}
