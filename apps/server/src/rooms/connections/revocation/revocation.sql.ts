import type { ConnectionRow, Db, StoredEndUser } from '@patchbay/db';
import { sql } from 'kysely';
import { ofEndUser, withIntegration } from '../connection-store/connections.sql.ts';

type Key = Pick<ConnectionRow, 'environment_id' | 'id'>;

/** A confirmation deadline that is past on every server's clock. */
const hidden = new Date(0);

/**
 * Hides a connection for its deletion. The new fence rejects the result of a running refresh.
 * When the lease ends, the clean-up continues the deletion.
 * @param owner only a confirmed connection of this end user
 * @returns undefined when there is none
 */
export function hideConnection(
    db: Db,
    target: { environmentId: string; integrationKey: string; connectionId: string },
    times: { now: Date; until: Date },
    owner?: StoredEndUser
): Promise<(ConnectionRow & { provider: string; was_confirmed: boolean }) | undefined> {
    const hiding = db
        .updateTable('connections')
        .from('integrations')
        .set({ confirm_before: hidden, refresh_fence: sql<number>`refresh_fence + 1`, refresh_lease_until: times.until })
        .whereRef('integrations.environment_id', '=', 'connections.environment_id')
        .whereRef('integrations.id', '=', 'connections.integration_id')
        .where('connections.environment_id', '=', target.environmentId)
        .where('integrations.unique_key', '=', target.integrationKey)
        .where('integrations.deleted_at', 'is', null)
        .where('connections.connection_id', '=', target.connectionId)
        .where((where) => where.or([where('connections.confirm_before', 'is', null), where('connections.confirm_before', '>', times.now)]));
    const own = owner
        ? hiding.where('connections.confirm_before', 'is', null).where(ofEndUser(owner.id, owner.organization?.id ?? null))
        : hiding;
    return (
        own
            .returningAll('connections')
            .returning('integrations.provider')
            // The statement's snapshot still has the row as it was.
            .returning(
                sql<boolean>`(select before.confirm_before is null from connections as before
                    where before.environment_id = connections.environment_id and before.id = connections.id)`.as('was_confirmed')
            )
            .executeTakeFirst()
    );
}

/** What a connection does with a token: `ended` when it is deleted or its access was revoked. */
export type TokenUse = 'used' | 'revoked_by_freeze' | 'ended';

export async function findTokenUse(db: Db, key: Key, now: Date): Promise<TokenUse> {
    const found = await withIntegration(db)
        .clearSelect()
        .select(({ exists, selectFrom }) => [
            sql<boolean>`connections.auth_state = 'broken' and connections.auth_failure ->> 'cause' = 'access_revoked'`.as('is_revoked'),
            exists(
                selectFrom('freezes')
                    .select('freezes.id')
                    .whereRef('freezes.environment_id', '=', 'connections.environment_id')
                    .where('freezes.revoking_since', 'is not', null)
                    .where('freezes.lifted_at', 'is', null)
                    .where((where) =>
                        where.or([
                            where('freezes.integration_id', 'is', null),
                            where('freezes.integration_id', '=', where.ref('connections.integration_id'))
                        ])
                    )
            ).as('is_revoking')
        ])
        .where('connections.environment_id', '=', key.environment_id)
        .where('connections.id', '=', key.id)
        .where((where) => where.or([where('connections.confirm_before', 'is', null), where('connections.confirm_before', '>', now)]))
        .executeTakeFirst();
    if (found?.is_revoking) return 'revoked_by_freeze';
    return found && !found.is_revoked ? 'used' : 'ended';
}

/** Whether another connection may have the same account. Without one, the end user counts. */
export async function mayShareAccount(
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
    const endUserId = sql`connections.end_user ->> 'id'`;
    const unknown = others
        .where('integrations.provider', '=', provider)
        .$if(endUser !== null, (query) => query.where(endUserId, '=', endUser?.id))
        .$if(endUser === null, (query) => query.where(endUserId, 'is', null))
        .$if(account !== null, (query) => query.where('connections.identity_hash', 'is', null));
    return (await unknown.executeTakeFirst()) !== undefined;
}

type Owner = Pick<ConnectionRow, 'environment_id' | 'integration_id'>;

/** A batch in the order of an index: the table may hold many others. */
function batchOf(db: Db, owner: Owner, limit: number) {
    return db
        .selectFrom('connections')
        .select(['environment_id', 'id'])
        .where('environment_id', '=', owner.environment_id)
        .where('integration_id', '=', owner.integration_id)
        .orderBy('connection_id')
        .limit(limit);
}

/** Hides a batch of a deleted integration's connections, as {@link hideConnection} does. */
export function hideConnectionsOf(db: Db, owner: Owner, times: { now: Date; until: Date }, limit: number): Promise<ConnectionRow[]> {
    const some = batchOf(db, owner, limit)
        .where((where) =>
            where.or([
                where('confirm_before', 'is', null),
                where('confirm_before', '>', times.now),
                where('refresh_lease_until', 'is', null),
                where('refresh_lease_until', '<', times.now)
            ])
        )
        .forUpdate()
        .skipLocked();
    return db
        .updateTable('connections')
        .set({ confirm_before: hidden, refresh_fence: sql<number>`refresh_fence + 1`, refresh_lease_until: times.until })
        .where((where) => where(where.refTuple('environment_id', 'id'), 'in', some.$asTuple('environment_id', 'id')))
        .returningAll()
        .execute();
}

/** Some of a deleted integration's connections, as they are. */
export function findConnectionsOf(db: Db, owner: Owner, limit: number): Promise<Pick<ConnectionRow, 'id' | 'connection_id'>[]> {
    return batchOf(db, owner, limit).select('connection_id').execute();
}

/** @returns how many of them were still there */
export async function deleteConnectionRows(db: Db, environmentId: string, ids: number[]): Promise<number> {
    const result = await db
        .deleteFrom('connections')
        .where('environment_id', '=', environmentId)
        .where('id', '=', sql<number>`any(${ids}::bigint[])`)
        .executeTakeFirst();
    return Number(result.numDeletedRows);
}

/** Hides a connection that must not be confirmed any more; the clean-up deletes it. */
export async function refuseConfirmation(db: Db, key: Key, now: Date): Promise<void> {
    await db
        .updateTable('connections')
        .set({ confirm_before: hidden, updated_at: now })
        .where('environment_id', '=', key.environment_id)
        .where('id', '=', key.id)
        .execute();
}

/** Leases a batch not confirmed in time. After a crash another server claims them. */
export function claimUnconfirmed(db: Db, times: { now: Date; until: Date }, limit: number): Promise<ConnectionRow[]> {
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
        .set({ confirm_before: hidden, refresh_fence: sql<number>`refresh_fence + 1`, refresh_lease_until: times.until })
        .where((where) => where(where.refTuple('environment_id', 'id'), 'in', overdue.$asTuple('environment_id', 'id')))
        .returningAll()
        .execute();
}

/** @returns false when an import has made it usable meanwhile */
export async function deleteHiddenRow(db: Db, key: Key, now: Date): Promise<boolean> {
    const result = await db
        .deleteFrom('connections')
        .where('environment_id', '=', key.environment_id)
        .where('id', '=', key.id)
        .where('confirm_before', '<=', now)
        .executeTakeFirst();
    return result.numDeletedRows > 0n;
}
