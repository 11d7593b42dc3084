import type { ConnectionRow, Db, StoredEndUser } from '@patchbay/db';
import { sql } from 'kysely';
import { type ConnectionKey, ofEndUser } from './connections.sql.ts';

type Owner = Pick<ConnectionRow, 'environment_id' | 'integration_id'>;

/** What of a connection decides how a replacement changes it. */
export type ReplacedConnection = Pick<ConnectionRow, 'connection_id' | 'identity_hash' | 'end_user' | 'tags' | 'metadata'>;

function lockedForReplacement(trx: Db, owner: Owner) {
    return trx
        .selectFrom('connections')
        .select(['connection_id', 'identity_hash', 'end_user', 'tags', 'metadata'])
        .where('environment_id', '=', owner.environment_id)
        .where('integration_id', '=', owner.integration_id)
        .where('confirm_before', 'is', null)
        .forUpdate();
}

/** Locked against changes and deletion until the transaction ends. */
export function lockConnection(trx: Db, key: ConnectionKey): Promise<ReplacedConnection | undefined> {
    return lockedForReplacement(trx, key).where('connection_id', '=', key.connection_id).executeTakeFirst();
}

/**
 * The end user's oldest connection of this account with the same organization, configuration and
 * tags. Locked until the transaction ends; where there is none, concurrent searches wait.
 */
export async function findConnectionOfAccount(
    trx: Db,
    args: {
        environment_id: string;
        integration_id: string;
        identity: Buffer;
        endUser: StoredEndUser;
        config: Record<string, unknown>;
        tags: Record<string, string>;
    }
): Promise<ReplacedConnection | undefined> {
    const { environment_id: environmentId, integration_id: integrationId, identity, endUser, config, tags } = args;
    const name = `${environmentId}/${integrationId}/${identity.toString('base64')}/${endUser.id}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
    return lockedForReplacement(trx, args)
        .where('identity_hash', '=', identity)
        .where(sql`end_user ->> 'id'`, '=', endUser.id)
        .where(sql`end_user #>> '{organization,id}'`, 'is not distinct from', endUser.organization?.id ?? null)
        .where(sql<boolean>`connection_config @> ${JSON.stringify(config)}::jsonb`)
        .where(sql<boolean>`tags @> ${JSON.stringify(tags)}::jsonb`)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
}

/**
 * The newest connection that this end user can use of an integration. Until the transaction ends,
 * concurrent searches for it wait.
 */
export async function findOnlyConnection(
    trx: Db,
    { environment_id: environmentId, integration_id: integrationId }: Owner,
    endUser: StoredEndUser
): Promise<Pick<ConnectionRow, 'connection_id' | 'connection_config'> | undefined> {
    const name = `${environmentId}/${integrationId}//${endUser.id}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
    return (
        trx
            .selectFrom('connections')
            .select(['connection_id', 'connection_config'])
            .where('environment_id', '=', environmentId)
            .where('integration_id', '=', integrationId)
            .where(ofEndUser(endUser.id, endUser.organization?.id ?? null))
            .where('confirm_before', 'is', null)
            // No index has this order: in that of the primary key, PostgreSQL might read the
            // environment's connections to the end.
            .orderBy(sql`id + 0`, 'desc')
            .limit(1)
            .executeTakeFirst()
    );
}
