import { type ConnectionRow, type Db, type NewConnectionRow, prepareRead, type StatementRunner, type StoredEndUser } from '@patchbay/db';
import { sql } from 'kysely';
import { frozenAtInSql } from './health.sql.ts';
import type { HealthRow } from './health.ts';

export type ConnectionWithIntegration = ConnectionRow & {
    integration_key: string;
    provider: string;
    integration_enabled: boolean;
    integration_name: string | null;
    frozen_at?: Date | null;
};

/** How attempts and sessions name a connection. */
export type ConnectionKey = Pick<ConnectionRow, 'environment_id' | 'integration_id' | 'connection_id'>;

/** What a list shows of a connection: nothing sealed is read for it. */
export type ConnectionSummaryRow = Pick<
    ConnectionWithIntegration,
    | 'id'
    | 'integration_id'
    | 'connection_id'
    | 'generation'
    | 'integration_key'
    | 'end_user'
    | 'tags'
    | 'metadata'
    | 'created_at'
    | 'last_fetched_at'
> &
    HealthRow;

/** Connections with their integration; those of a deleted integration are left out. */
export function live(db: Db) {
    return db
        .selectFrom('connections')
        .innerJoin('integrations', (join) =>
            join
                .onRef('integrations.environment_id', '=', 'connections.environment_id')
                .onRef('integrations.id', '=', 'connections.integration_id')
                .on('integrations.deleted_at', 'is', null)
        );
}

export function joined(db: Db) {
    return live(db).select(['integrations.unique_key as integration_key', 'integrations.provider']);
}

export function withIntegration(db: Db) {
    return joined(db)
        .select(['integrations.enabled as integration_enabled', 'integrations.display_name as integration_name'])
        .select(frozenAtInSql.as('frozen_at'))
        .selectAll('connections');
}

/** A usable connection; an unconfirmed one is left out (T-05). */
export function findConnection(db: Db, key: ConnectionKey): Promise<ConnectionWithIntegration | undefined> {
    return withIntegration(db)
        .where('connections.environment_id', '=', key.environment_id)
        .where('connections.integration_id', '=', key.integration_id)
        .where('connections.connection_id', '=', key.connection_id)
        .where('connections.confirm_before', 'is', null)
        .executeTakeFirst();
}

/** How many of these connections are unconfirmed; not those whose deadline has passed. */
export async function countUnconfirmed(
    db: Db,
    args: { environmentId: string; integrationKey: string; connectionIds: string[]; now: Date }
): Promise<number> {
    const { count } = await live(db)
        .select((select) => select.fn.countAll<string>().as('count'))
        .where('connections.environment_id', '=', args.environmentId)
        .where('integrations.unique_key', '=', args.integrationKey)
        .where('connections.connection_id', '=', sql<string>`any(${args.connectionIds})`)
        .where('connections.confirm_before', '>', args.now)
        .executeTakeFirstOrThrow();
    return Number(count);
}

/**
 * Locked until the transaction ends, whether confirmed, unconfirmed or expired: the caller decides
 * under the lock, because each may change while this statement waits.
 */
export function lockConnectionToConfirm(
    db: Db,
    environmentId: string,
    integrationKey: string,
    connectionId: string
): Promise<(ConnectionWithIntegration & { single_account: boolean }) | undefined> {
    return withIntegration(db)
        .select('integrations.single_account')
        .where('connections.environment_id', '=', environmentId)
        .where('integrations.unique_key', '=', integrationKey)
        .where('connections.connection_id', '=', connectionId)
        .forUpdate('connections')
        .executeTakeFirst();
}

export async function markConfirmed(
    db: Db,
    row: Pick<ConnectionRow, 'environment_id' | 'id'>,
    changes: { end_user?: string; tags?: string; updated_at: Date }
): Promise<void> {
    await db
        .updateTable('connections')
        .set({ ...changes, confirm_before: null })
        .where('environment_id', '=', row.environment_id)
        .where('id', '=', row.id)
        .execute();
}

/** By end user and organization; an organization that is not given matches any. */
export function ofEndUser(id: string, organizationId: string | null) {
    const itsOrganization = sql`connections.end_user #>> '{organization,id}'`;
    return sql<boolean>`connections.end_user ->> 'id' = ${id} and coalesce(${itsOrganization} = ${organizationId}::text, true)`;
}

/** Keys of the integrations on which this end user has a connection that can be used. */
export async function findIntegrationsOfEndUser(db: Db, environmentId: string, endUser: StoredEndUser): Promise<string[]> {
    const rows = await live(db)
        .select('integrations.unique_key')
        .distinct()
        .where('connections.environment_id', '=', environmentId)
        .where(ofEndUser(endUser.id, endUser.organization?.id ?? null))
        .where('connections.confirm_before', 'is', null)
        .execute();
    return rows.map(({ unique_key: key }) => key);
}

interface OwnedBy {
    environmentId: string;
    endUserId: string;
    organizationId: string | null;
    integrationKeys: readonly string[];
    perIntegration: number;
}

const connectionsOwnedBy = prepareRead<OwnedBy, ConnectionWithIntegration>((db, param) => {
    const ranked = withIntegration(db)
        .select(sql<number>`row_number() over (partition by connections.integration_id order by connections.id desc)`.as('place'))
        .where('connections.environment_id', '=', param('environmentId'))
        .where(ofEndUser(param('endUserId'), param('organizationId')))
        .where('connections.confirm_before', 'is', null)
        .where('integrations.unique_key', '=', sql<string>`any(${param('integrationKeys')})`);
    return db.selectFrom(ranked.as('own')).selectAll().where('place', '<=', param('perIntegration')).orderBy('id', 'desc');
});

/** This end user's connections that can be used, newest first. */
export function findConnectionsOfEndUser(
    runner: StatementRunner,
    { endUser, ...args }: { environmentId: string; endUser: StoredEndUser; integrationKeys: readonly string[]; perIntegration: number }
): Promise<ConnectionWithIntegration[]> {
    return connectionsOwnedBy(runner, { ...args, endUserId: endUser.id, organizationId: endUser.organization?.id ?? null });
}

/** `state_before` null: it is new. */
export type SavedConnection = ConnectionRow & { is_new: boolean; state_before: ConnectionRow['auth_state'] | null };

/**
 * Inserts, or replaces the credentials of the same ids; a replacement keeps what
 * `kept` names, metadata key by key.
 * @returns undefined when these ids are those of a connection hidden at `now`, which is then locked
 */
export async function upsertConnection(
    trx: Db,
    row: NewConnectionRow,
    kept: { metadata: boolean; endUser: boolean; tags: boolean; webhookUrlOverride: boolean },
    now: Date
): Promise<SavedConnection | undefined> {
    return (
        trx
            .insertInto('connections')
            .values(row)
            .onConflict((conflict) =>
                conflict
                    .columns(['environment_id', 'integration_id', 'connection_id'])
                    .doUpdateSet((excluded) => ({
                        credentials_type: excluded.ref('excluded.credentials_type'),
                        credentials: excluded.ref('excluded.credentials'),
                        generation: sql<number>`connections.generation + 1`,
                        connection_config: excluded.ref('excluded.connection_config'),
                        secret_config: excluded.ref('excluded.secret_config'),
                        identity_hash: excluded.ref('excluded.identity_hash'),
                        identity_label: excluded.ref('excluded.identity_label'),
                        verified_at: excluded.ref('excluded.verified_at'),
                        // An import needs no confirmation.
                        confirm_before: excluded.ref('excluded.confirm_before'),
                        refreshed_at: excluded.ref('excluded.refreshed_at'),
                        token_issued_at: excluded.ref('excluded.token_issued_at'),
                        refresh_due_at: excluded.ref('excluded.refresh_due_at'),
                        probe_due_at: excluded.ref('excluded.probe_due_at'),
                        grant_ends_at: excluded.ref('excluded.grant_ends_at'),
                        asked_scopes: excluded.ref('excluded.asked_scopes'),
                        granted_scopes: excluded.ref('excluded.granted_scopes'),
                        // New credentials: earlier failures and leases do not concern them.
                        auth_state: 'ok',
                        auth_failure: null,
                        refresh_lease_until: null,
                        updated_at: excluded.ref('excluded.updated_at'),
                        metadata: kept.metadata
                            ? sql<string>`coalesce(excluded.metadata || connections.metadata, connections.metadata, excluded.metadata)`
                            : excluded.ref('excluded.metadata'),
                        ...(kept.endUser ? {} : { end_user: excluded.ref('excluded.end_user') }),
                        ...(kept.tags ? {} : { tags: excluded.ref('excluded.tags') }),
                        ...(kept.webhookUrlOverride ? {} : { webhook_url_override: excluded.ref('excluded.webhook_url_override') })
                    }))
                    .where(sql<boolean>`coalesce(connections.confirm_before > ${now}, true)`)
            )
            .returningAll()
            // A row that this statement inserted has never been locked by an update.
            .returning(sql<boolean>`xmax = 0`.as('is_new'))
            // The statement's snapshot still has the row as it was.
            .returning(
                sql<ConnectionRow['auth_state'] | null>`(select before.auth_state from connections as before
                    where before.environment_id = connections.environment_id and before.id = connections.id)`.as('state_before')
            )
            .executeTakeFirst()
    );
}

/** Removes a hidden connection of the same id; the new one is another. */
export async function deleteHidden(trx: Db, key: ConnectionKey, now: Date): Promise<void> {
    await trx
        .deleteFrom('connections')
        .where('environment_id', '=', key.environment_id)
        .where('integration_id', '=', key.integration_id)
        .where('connection_id', '=', key.connection_id)
        .where('confirm_before', '<=', now)
        .execute();
}

/** Held until the transaction ends, against changes and deletion. */
export function lockUsableConnection(
    trx: Db,
    target: { environmentId: string; integrationKey: string; connectionId: string }
): Promise<ConnectionWithIntegration | undefined> {
    return withIntegration(trx)
        .where('connections.environment_id', '=', target.environmentId)
        .where('integrations.unique_key', '=', target.integrationKey)
        .where('connections.connection_id', '=', target.connectionId)
        .where('connections.confirm_before', 'is', null)
        .forNoKeyUpdate('connections')
        .executeTakeFirst();
}

export async function updateConnectionRow(
    db: Db,
    row: Pick<ConnectionRow, 'environment_id' | 'id'>,
    changes: { end_user?: string | null; tags?: string; metadata?: string; webhook_url_override?: string | null; updated_at: Date }
): Promise<void> {
    await db.updateTable('connections').set(changes).where('environment_id', '=', row.environment_id).where('id', '=', row.id).execute();
}

/**
 * Stores when connections were last used. Skips locked rows: a batch must not wait for a row, nor
 * two batches for each other.
 */
export async function writeLastUsed(db: Db, fetched: readonly { environmentId: string; id: number; at: Date }[]): Promise<void> {
    const environments = fetched.map(({ environmentId }) => environmentId);
    const ids = fetched.map(({ id }) => id);
    const times = fetched.map(({ at }) => at);
    await sql`
        with fetched as (
            select connections.environment_id, connections.id, given.at
            from connections
            join unnest(${environments}::uuid[], ${ids}::bigint[], ${times}::timestamptz[]) as given (environment_id, id, at)
                on given.environment_id = connections.environment_id and given.id = connections.id
            for no key update of connections skip locked
        )
        update connections set last_fetched_at = fetched.at from fetched
        where connections.environment_id = fetched.environment_id and connections.id = fetched.id
            and (connections.last_fetched_at is null or connections.last_fetched_at < fetched.at)`.execute(db);
}

/** Runs that were made before the connection was stored are its own from now on. */
export async function attachRuns(
    trx: Db,
    { environment_id: environmentId, id }: Pick<ConnectionRow, 'environment_id' | 'id'>,
    runIds: readonly string[]
): Promise<void> {
    await trx
        .updateTable('function_runs')
        .set({ connection_row_id: id, integration_id: null, connection_id: null })
        .where('environment_id', '=', environmentId)
        .where('id', 'in', runIds)
        .execute();
}
