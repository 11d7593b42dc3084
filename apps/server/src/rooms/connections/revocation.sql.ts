import type { ConnectionRow, Db } from '@patchbay/db';
import { sql } from 'kysely';
import { type ConnectionWithIntegration, withIntegration } from './connections.sql.ts';

type Key = Pick<ConnectionRow, 'environment_id' | 'id'>;

/** Confirmed, or still waiting for it. */
export function findConnectionToDelete(
    db: Db,
    args: { environmentId: string; integrationKey: string; connectionId: string; now: Date }
): Promise<ConnectionWithIntegration | undefined> {
    return withIntegration(db)
        .where('connections.environment_id', '=', args.environmentId)
        .where('integrations.unique_key', '=', args.integrationKey)
        .where('connections.connection_id', '=', args.connectionId)
        .where((where) => where.or([where('connections.confirm_before', 'is', null), where('connections.confirm_before', '>', args.now)]))
        .executeTakeFirst();
}

/** By its own id, so that one that was made anew under the same names stays. The row as it was at that moment. */
export function deleteConnectionRow(db: Db, key: Key): Promise<ConnectionRow | undefined> {
    return db
        .deleteFrom('connections')
        .where('environment_id', '=', key.environment_id)
        .where('id', '=', key.id)
        .returningAll()
        .executeTakeFirst();
}

export async function isStillThere(db: Db, key: Key): Promise<boolean> {
    const found = await db
        .selectFrom('connections')
        .select('id')
        .where('environment_id', '=', key.environment_id)
        .where('id', '=', key.id)
        .executeTakeFirst();
    return found !== undefined;
}

/**
 * Whether another connection of the environment belongs to the same account at the provider, or may: whose account it is, imports do not
 * say. Then the end user counts.
 */
export async function mayShareItsAccount(
    db: Db,
    row: Key & Pick<ConnectionRow, 'identity_hash' | 'end_user'>,
    provider: string,
    now: Date
): Promise<boolean> {
    const others = withIntegration(db)
        .clearSelect()
        .select('connections.id')
        .where('connections.environment_id', '=', row.environment_id)
        .where('connections.id', '<>', row.id)
        .where((where) => where.or([where('connections.confirm_before', 'is', null), where('connections.confirm_before', '>', now)]))
        .limit(1);
    const { identity_hash: account, end_user: endUser } = row;
    if (account && (await others.where('connections.identity_hash', '=', account).executeTakeFirst())) return true;
    const ofEndUser = sql`connections.end_user ->> 'id'`;
    const unknown = others
        .where('integrations.provider', '=', provider)
        .$if(endUser !== null, (query) => query.where(ofEndUser, '=', endUser?.id))
        .$if(endUser === null, (query) => query.where(ofEndUser, 'is', null))
        .$if(account !== null, (query) => query.where('connections.identity_hash', 'is', null));
    return (await unknown.executeTakeFirst()) !== undefined;
}

/** The newest of an integration, with what they keep sealed. */
export function findConnectionsOf(db: Db, integration: { environment_id: string; id: string }, limit: number): Promise<ConnectionRow[]> {
    return db
        .selectFrom('connections')
        .selectAll()
        .where('environment_id', '=', integration.environment_id)
        .where('integration_id', '=', integration.id)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
}

/** Nobody confirmed it and nobody may any more: invisible from now on, and soon forgotten. */
export async function refuseConfirmation(db: Db, key: Key, now: Date): Promise<void> {
    await db
        .updateTable('connections')
        .set({ confirm_before: now, updated_at: now })
        .where('environment_id', '=', key.environment_id)
        .where('id', '=', key.id)
        .execute();
}

/** Takes the right to forget some that were not confirmed in time. Who dies with it leaves them to the next. */
export function takeUnconfirmed(db: Db, times: { now: Date; until: Date }, limit: number): Promise<ConnectionRow[]> {
    const overdue = db
        .selectFrom('connections')
        .select(['environment_id', 'id'])
        .where('confirm_before', '<=', times.now)
        .where((where) => where.or([where('refresh_lease_until', 'is', null), where('refresh_lease_until', '<', times.now)]))
        // In the order of the index, which would not be used otherwise.
        .orderBy('confirm_before')
        .limit(limit)
        .forUpdate()
        .skipLocked();
    return db
        .updateTable('connections')
        .set({ refresh_fence: sql<number>`refresh_fence + 1`, refresh_lease_until: times.until })
        .where((where) => where(where.refTuple('environment_id', 'id'), 'in', overdue.$asTuple('environment_id', 'id')))
        .returningAll()
        .execute();
}

/** Unless an import has made it usable meanwhile. */
export async function deleteUnconfirmed(db: Db, key: Key, now: Date): Promise<void> {
    await db
        .deleteFrom('connections')
        .where('environment_id', '=', key.environment_id)
        .where('id', '=', key.id)
        .where('confirm_before', '<=', now)
        .execute();
}
