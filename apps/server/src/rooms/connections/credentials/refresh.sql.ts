import type { ConnectionRow, Db, Schema } from '@patchbay/db';
import { sql, type Updateable } from 'kysely';

type Key = Pick<ConnectionRow, 'environment_id' | 'id'>;

/** The right to ask the provider for one connection's next credentials. */
export interface Lease {
    key: Key;
    /** Of the credentials that are to be replaced. */
    generation: number;
    fence: number;
    until: Date;
}

/** A lease that `claimDue` has acquired. */
export type ClaimedLease = Lease & { integrationId: string };

/** When the background renews credentials, and when it checks those that nothing renews. */
export type DueColumn = 'refresh_due_at' | 'probe_due_at';

/**
 * Acquires the lease, unless another server holds it or has had it since the row was read. Writing
 * it first means: no token is requested that could not be stored, and after a crash the row is due
 * when its lease ends.
 */
export async function acquireLease(
    db: Db,
    row: Key & Pick<ConnectionRow, 'generation' | 'refresh_fence'>,
    times: { now: Date; until: Date },
    column: DueColumn = 'refresh_due_at'
): Promise<Lease | undefined> {
    const taken = await db
        .updateTable('connections')
        .set({ refresh_fence: sql<number>`refresh_fence + 1`, refresh_lease_until: times.until, [column]: times.until })
        .where('environment_id', '=', row.environment_id)
        .where('id', '=', row.id)
        .where('generation', '=', row.generation)
        .where('refresh_fence', '=', row.refresh_fence)
        .where((where) => where.or([where('refresh_lease_until', 'is', null), where('refresh_lease_until', '<', times.now)]))
        .returning('refresh_fence')
        .executeTakeFirst();
    return taken && { key: row, generation: row.generation, fence: taken.refresh_fence, until: times.until };
}

/** Stores the result and releases the lease; undefined, with nothing stored, when it was lost. */
export function releaseLease(db: Db, lease: Lease, changes: Updateable<Schema['connections']>): Promise<ConnectionRow | undefined> {
    return db
        .updateTable('connections')
        .set({ ...changes, refresh_lease_until: null })
        .where('environment_id', '=', lease.key.environment_id)
        .where('id', '=', lease.key.id)
        .where('generation', '=', lease.generation)
        .where('refresh_fence', '=', lease.fence)
        .returningAll()
        .executeTakeFirst();
}

/**
 * Stores a part of the result and keeps the lease for longer; undefined when it was lost. The fence
 * moves on, so that no server that has read the row before acquires the lease after this one.
 */
export async function storeUnderLease(
    db: Db,
    lease: Lease,
    changes: Updateable<Schema['connections']>,
    until: Date
): Promise<Lease | undefined> {
    const stored = await db
        .updateTable('connections')
        .set({ ...changes, refresh_fence: sql<number>`refresh_fence + 1`, refresh_lease_until: until, refresh_due_at: until })
        .where('environment_id', '=', lease.key.environment_id)
        .where('id', '=', lease.key.id)
        .where('generation', '=', lease.generation)
        .where('refresh_fence', '=', lease.fence)
        .returning('refresh_fence')
        .executeTakeFirst();
    return stored && { ...lease, fence: stored.refresh_fence, until };
}

/**
 * Claims due connections of enabled integrations, fairly: of each the most overdue before the
 * second of any. `except` leaves out integrations whose provider hangs. Rows that another server
 * is about to claim are skipped.
 * @param args.column what they are due for @param args.limitEach at most so many per integration
 */
export async function claimDue(
    db: Db,
    args: { now: Date; until: Date; limit: number; except?: readonly string[]; column?: DueColumn; limitEach?: number }
): Promise<ClaimedLease[]> {
    const { column = 'refresh_due_at' } = args;
    const due = sql.ref(`connections.${column}`);
    // As the partial index has it: what is renewed is not checked.
    const isDue = sql`${due} <= ${args.now} and ${column === 'probe_due_at' ? sql`connections.refresh_due_at is null` : sql`true`}`;
    // A literal: with a parameter PostgreSQL plans for more rows and reads the whole table.
    const limit = sql.lit(args.limit);
    // Twice, because another server may hold the first ones.
    const limitEach = sql.lit(args.limitEach ?? args.limit * 2);
    const { rows } = await sql<Pick<ConnectionRow, 'environment_id' | 'id' | 'integration_id' | 'generation' | 'refresh_fence'>>`
        with due as (
            select integrations.environment_id, overdue.id
            from integrations
            cross join lateral (
                select connections.id, ${due} as due_at, row_number() over (order by ${due}) as turn
                from connections
                where connections.environment_id = integrations.environment_id and connections.integration_id = integrations.id
                    and ${isDue} and connections.confirm_before is null
                order by ${due}
                limit ${limitEach}
            ) as overdue
            where integrations.enabled and integrations.id <> all (${args.except ?? []}::uuid[])
            order by overdue.turn, overdue.due_at
        ), picked as (
            select free.environment_id, free.id
            from due
            cross join lateral (
                select connections.environment_id, connections.id
                from connections
                where connections.environment_id = due.environment_id and connections.id = due.id
                    and ${isDue}
                    and (connections.refresh_lease_until is null or connections.refresh_lease_until < ${args.now})
                for no key update skip locked
            ) as free
            limit ${limit}
        )
        update connections
        set refresh_fence = refresh_fence + 1, refresh_lease_until = ${args.until}, ${sql.ref(column)} = ${args.until}
        from picked
        where connections.environment_id = picked.environment_id and connections.id = picked.id
        returning connections.environment_id, connections.id, connections.integration_id, connections.generation, connections.refresh_fence`.execute(
        db
    );
    return rows.map(({ environment_id, id, integration_id: integrationId, generation, refresh_fence: fence }) => ({
        key: { environment_id, id },
        integrationId,
        generation,
        fence,
        until: args.until
    }));
}

/** Releases every lease, for a server that knows that it is the only one. */
export async function releaseAllLeases(db: Db, now: Date): Promise<void> {
    await db
        .updateTable('connections')
        .set({
            refresh_lease_until: null,
            // Leases to check credentials leave them unrenewed.
            refresh_due_at: sql<Date | null>`case when refresh_due_at is not null then ${now}::timestamptz end`
        })
        .where('refresh_lease_until', 'is not', null)
        .execute();
}

/** Makes a healthy connection due for a check, unless it is due or was accepted lately. */
export async function markProbeDue(
    db: Db,
    row: Key & Pick<ConnectionRow, 'generation'>,
    { now, acceptedBefore }: { now: Date; acceptedBefore: Date }
): Promise<void> {
    await db
        .updateTable('connections')
        .set({ probe_due_at: now })
        .where('environment_id', '=', row.environment_id)
        .where('id', '=', row.id)
        .where('generation', '=', row.generation)
        .where('auth_state', '=', 'ok')
        .where('probe_due_at', '>', now)
        .where('refresh_lease_until', 'is', null)
        .where((where) => where.or([where('verified_at', 'is', null), where('verified_at', '<', acceptedBefore)]))
        .execute();
}

/** Marks at most `limit` healthy connections with a refresh token. @returns how many */
export async function markMaybeRotated(
    db: Db,
    args: { now: Date; failure: string; types: readonly string[]; exceptOf: string[]; limit: number }
): Promise<number> {
    const { numAffectedRows: count = 0n } = await sql`
        update connections
        set auth_state = 'failing', auth_failure = ${args.failure}::jsonb, refresh_due_at = ${args.now}, refresh_lease_until = null
        from (
            select connections.environment_id, connections.id
            from connections
            join integrations on integrations.environment_id = connections.environment_id and integrations.id = connections.integration_id
            where connections.credentials_type = any (${args.types}) and connections.auth_state = 'ok'
                -- Null where there is nothing to renew with.
                and connections.refresh_due_at is not null and integrations.provider <> all (${args.exceptOf})
            limit ${sql.lit(args.limit)}
        ) as well
        where connections.environment_id = well.environment_id and connections.id = well.id`.execute(db);
    return Number(count);
}

export interface MarkedConnection {
    environment: string;
    integration: string;
    connection: string;
    end_user_id: string | null;
    refreshed_at: Date | null;
}

/** Connections whose refresh token may have been rotated since a backup, after a position. */
export async function findMarked(db: Db, after: number, limit: number): Promise<(MarkedConnection & { id: number })[]> {
    const { rows } = await sql<MarkedConnection & { id: number }>`
        select connections.id, environments.name as environment, integrations.unique_key as integration,
            connections.connection_id as connection, connections.end_user ->> 'id' as end_user_id, connections.refreshed_at
        from connections
        join environments on environments.id = connections.environment_id
        join integrations on integrations.environment_id = connections.environment_id and integrations.id = connections.integration_id
        where connections.auth_failure ->> 'cause' = 'database_restored' and connections.id > ${after}
        order by connections.id limit ${sql.lit(limit)}`.execute(db);
    return rows;
}
