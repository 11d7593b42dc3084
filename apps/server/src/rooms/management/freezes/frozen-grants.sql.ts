import type { AttemptRow, ConnectionRow, Db, FreezeRow, FrozenGrantRow } from '@patchbay/db';
import { sql } from 'kysely';
import type { Lease } from '../../connections/credentials/refresh.sql.ts';

type FreezeKey = Pick<FreezeRow, 'environment_id' | 'id'>;

const listBatch = 1000;

/** The numbers of grants of attempts; a connection's grant has the number of its row. */
const firstOfAttempts = 2 ** 52;

/**
 * Lists the next grants that a freeze holds: those of connections, then those that attempts have
 * parked, also later, when a sign-in that was under way has ended.
 * @returns false when all are listed, or another server lists them
 * @race two servers list the same grants: the freeze's row, `skip locked`
 */
export function listGrants(db: Db, key: FreezeKey, now: Date): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
        const freeze = await trx
            .selectFrom('freezes')
            .selectAll()
            .where('environment_id', '=', key.environment_id)
            .where('id', '=', key.id)
            .forUpdate()
            .skipLocked()
            .executeTakeFirst();
        if (!freeze) return false;
        if (freeze.listed_up_to === null) return listParked(trx, freeze, now);
        const ofIntegration = freeze.integration_id === null ? sql`` : sql`and connections.integration_id = ${freeze.integration_id}`;
        const { rows } = await sql<{ id: number }>`
            insert into frozen_grants (environment_id, freeze_id, connection_row_id, integration_key, connection_id, due_at, updated_at)
            select connections.environment_id, ${key.id}, connections.id, integrations.unique_key, connections.connection_id, ${now}, ${now}
            from connections
            join integrations on integrations.environment_id = connections.environment_id and integrations.id = connections.integration_id
            where connections.environment_id = ${key.environment_id} and connections.id > ${freeze.listed_up_to} ${ofIntegration}
                and integrations.deleted_at is null
            order by connections.id limit ${sql.lit(listBatch)}
            returning connection_row_id as id`.execute(trx);
        const isAll = rows.length < listBatch;
        await trx
            .updateTable('freezes')
            .set({ listed_up_to: isAll ? null : Math.max(...rows.map(({ id }) => id)) })
            .where('environment_id', '=', key.environment_id)
            .where('id', '=', key.id)
            .execute();
        return !isAll || listParked(trx, freeze, now);
    });
}

/** @returns whether there may be more */
async function listParked(trx: Db, freeze: FreezeRow, now: Date): Promise<boolean> {
    const { numAffectedRows: count = 0n } = await sql`
        insert into frozen_grants (environment_id, freeze_id, connection_row_id, attempt_id, integration_key, connection_id, due_at, updated_at)
        select attempts.environment_id, ${freeze.id}, ${lastOfAttempts(freeze)} + row_number() over (order by attempts.id), attempts.id,
            integrations.unique_key, attempts.connection_id, ${now}, ${now}
        from attempts
        join integrations on integrations.environment_id = attempts.environment_id and integrations.id = attempts.integration_id
        where ${ofFreeze(freeze)} and ${isUnlisted(freeze)} and integrations.deleted_at is null
        limit ${sql.lit(listBatch)}`.execute(trx);
    return count === BigInt(listBatch);
}

function ofFreeze({ environment_id: environmentId, integration_id: integrationId }: FreezeRow) {
    const one = integrationId === null ? sql`` : sql`and attempts.integration_id = ${integrationId}`;
    return sql<boolean>`attempts.environment_id = ${environmentId} ${one}`;
}

function grantsOfAttempts({ environment_id: environmentId, id }: FreezeKey) {
    return sql`frozen_grants where frozen_grants.environment_id = ${environmentId} and frozen_grants.freeze_id = ${id}
        and frozen_grants.connection_row_id >= ${sql.lit(firstOfAttempts)}`;
}

function lastOfAttempts(freeze: FreezeKey) {
    return sql`(select coalesce(max(connection_row_id), ${sql.lit(firstOfAttempts)}) from ${grantsOfAttempts(freeze)})`;
}

function isUnlisted(freeze: FreezeKey) {
    return sql<boolean>`attempts.parked is not null
        and attempts.id not in (select attempt_id from ${grantsOfAttempts(freeze)} and attempt_id is not null)`;
}

/** Whether sign-ins of it are under way, or have brought a grant that is not listed. */
export async function hasOpenAttempts(db: Db, freeze: FreezeRow, now: Date): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`
        select exists (
            select from attempts
            join integrations on integrations.environment_id = attempts.environment_id and integrations.id = attempts.integration_id
            where ${ofFreeze(freeze)} and integrations.deleted_at is null
                and ((attempts.status in ('exchanging', 'verifying') and attempts.working_until > ${now}) or (${isUnlisted(freeze)}))
        ) as found`.execute(db);
    return rows[0]?.found === true;
}

/** The attempt that has parked a grant. */
export function findAttemptOf(db: Db, grant: FrozenGrantRow): Promise<AttemptRow | undefined> {
    return db
        .selectFrom('attempts')
        .selectAll()
        .where('environment_id', '=', grant.environment_id)
        .where('id', '=', grant.attempt_id)
        .executeTakeFirst();
}

/** Integrations with grants that are due, for a pace of its own each. */
export async function integrationsWithGrants(db: Db, key: FreezeKey): Promise<string[]> {
    const rows = await pendingOf(db, key).select('integration_key').distinct().execute();
    return rows.map(({ integration_key: integrationKey }) => integrationKey);
}

function pendingOf(db: Db, { environment_id, id }: FreezeKey) {
    return db
        .selectFrom('frozen_grants')
        .where('environment_id', '=', environment_id)
        .where('freeze_id', '=', id)
        .where('status', '=', 'pending');
}

/**
 * Takes some grants that are due; a server that dies leaves them due again after `until`.
 * @race two servers revoke one grant: `for update skip locked`, a lease per row
 */
export async function claimGrants(
    db: Db,
    key: FreezeKey,
    args: { integrationKey: string; now: Date; until: Date; limit: number }
): Promise<FrozenGrantRow[]> {
    const next = pendingOf(db, key)
        .select(['environment_id', 'freeze_id', 'connection_row_id'])
        .where('integration_key', '=', args.integrationKey)
        .where('due_at', '<=', args.now)
        .orderBy('due_at')
        .limit(args.limit)
        .forUpdate()
        .skipLocked();
    const keyColumns = ['environment_id', 'freeze_id', 'connection_row_id'] as const;
    return db
        .updateTable('frozen_grants')
        .set(({ eb }) => ({ due_at: args.until, tries: eb('tries', '+', 1) }))
        .where((where) => where(where.refTuple(...keyColumns), 'in', next.$asTuple(...keyColumns)))
        .returningAll()
        .execute();
}

type Settled = Pick<FrozenGrantRow, 'status' | 'reason' | 'due_at' | 'updated_at'>;

export async function settleGrant(db: Db, grant: FrozenGrantRow, settled: Settled): Promise<void> {
    await db
        .updateTable('frozen_grants')
        .set(settled)
        .where('environment_id', '=', grant.environment_id)
        .where('freeze_id', '=', grant.freeze_id)
        .where('connection_row_id', '=', grant.connection_row_id)
        .where('status', '=', 'pending')
        .where('tries', '=', grant.tries)
        .execute();
}

/** Gives back a grant that could not be tried. */
export async function postponeGrant(db: Db, grant: FrozenGrantRow, dueAt: Date): Promise<void> {
    await db
        .updateTable('frozen_grants')
        .set({ due_at: dueAt, tries: grant.tries - 1 })
        .where('environment_id', '=', grant.environment_id)
        .where('freeze_id', '=', grant.freeze_id)
        .where('connection_row_id', '=', grant.connection_row_id)
        .where('tries', '=', grant.tries)
        .execute();
}

type ConnectionKey = Pick<ConnectionRow, 'environment_id' | 'id'>;

/** Also one that waits for its confirmation. */
export function findConnectionById(db: Db, key: ConnectionKey): Promise<ConnectionRow | undefined> {
    return db
        .selectFrom('connections')
        .selectAll()
        .where('environment_id', '=', key.environment_id)
        .where('id', '=', key.id)
        .executeTakeFirst();
}

/**
 * Leases a connection, confirmed or not; what others that had a lease bring from now on is refused.
 * @returns undefined when it is gone, or another server has a lease
 */
export async function leaseConnection(
    db: Db,
    key: ConnectionKey,
    { now, until }: { now: Date; until: Date }
): Promise<{ row: ConnectionRow; lease: Lease } | undefined> {
    const row = await db
        .updateTable('connections')
        .set({ refresh_fence: sql<number>`refresh_fence + 1`, refresh_lease_until: until })
        .where('environment_id', '=', key.environment_id)
        .where('id', '=', key.id)
        .where((where) => where.or([where('refresh_lease_until', 'is', null), where('refresh_lease_until', '<', now)]))
        .returningAll()
        .executeTakeFirst();
    return row && { row, lease: { key: row, generation: row.generation, fence: row.refresh_fence, until } };
}

export type GrantCount = Pick<FrozenGrantRow, 'freeze_id' | 'status'> & { count: number };

export async function countGrants(db: Db, environmentId: string, freezeIds: string[]): Promise<GrantCount[]> {
    return db
        .selectFrom('frozen_grants')
        .select(({ fn }) => ['freeze_id', 'status', fn.countAll<number>().as('count')])
        .where('environment_id', '=', environmentId)
        .where('freeze_id', '=', sql<string>`any(${freezeIds})`)
        .groupBy(['freeze_id', 'status'])
        .execute();
}

export function findGrants(
    db: Db,
    key: FreezeKey,
    page: { status: FrozenGrantRow['status'] | undefined; after: number; limit: number }
): Promise<FrozenGrantRow[]> {
    const { status } = page;
    const all = db
        .selectFrom('frozen_grants')
        .selectAll()
        .where('environment_id', '=', key.environment_id)
        .where('freeze_id', '=', key.id)
        .where('connection_row_id', '>', page.after);
    return (status === undefined ? all : all.where('status', '=', status)).orderBy('connection_row_id').limit(page.limit).execute();
}
