import { type ConnectionRow, type Db, type IntegrationRow, prepareRead, type Schema } from '@patchbay/db';
import { sql, type Updateable } from 'kysely';
import { type ConnectionWithIntegration, joined } from './connections.sql.ts';

/** What it takes to use a connection, and to renew and revoke what it was granted. Each proxied request reads it: what is only shown is left out. */
const usedColumns = [
    'environment_id',
    'id',
    'integration_id',
    'connection_id',
    'credentials',
    'generation',
    'connection_config',
    'secret_config',
    'identity_hash',
    'end_user',
    'verified_at',
    'refreshed_at',
    'token_issued_at',
    'refresh_fence',
    'refresh_lease_until',
    'auth_state',
    'auth_failure'
] as const satisfies readonly (keyof ConnectionRow)[];

/** A connection that can be used, and its integration, from one statement. */
export type UsableRow = Pick<ConnectionWithIntegration, (typeof usedColumns)[number] | 'integration_key' | 'provider'> & {
    integration: IntegrationRow;
};

/** The same with all that is shown of it. */
export type WholeRow = ConnectionWithIntegration & { integration: IntegrationRow };

function usable(db: Db) {
    return joined(db)
        .select([
            'integrations.display_name as i_display_name',
            'integrations.client_id as i_client_id',
            'integrations.scopes as i_scopes',
            'integrations.forward_webhooks as i_forward_webhooks',
            'integrations.enabled as i_enabled',
            'integrations.allowed_base_urls as i_allowed_base_urls',
            'integrations.secrets as i_secrets',
            'integrations.app_refusal as i_app_refusal',
            'integrations.created_at as i_created_at',
            'integrations.updated_at as i_updated_at'
        ])
        .where('connections.confirm_before', 'is', null);
}

function used(db: Db) {
    return usable(db).select(usedColumns.map((name) => `connections.${name}` as const));
}

function whole(db: Db) {
    return usable(db).selectAll('connections');
}

type Row<Query extends typeof used | typeof whole> = NonNullable<Awaited<ReturnType<ReturnType<Query>['executeTakeFirst']>>>;

/** Onto the row itself: a copy of its many columns would cost as much as to read them. */
function unflatten<Flat extends Row<typeof used>>(flat: Flat | undefined) {
    return (
        flat &&
        Object.assign(flat, {
            integration: {
                environment_id: flat.environment_id,
                id: flat.integration_id,
                unique_key: flat.integration_key,
                provider: flat.provider,
                display_name: flat.i_display_name,
                client_id: flat.i_client_id,
                scopes: flat.i_scopes,
                forward_webhooks: flat.i_forward_webhooks,
                enabled: flat.i_enabled,
                allowed_base_urls: flat.i_allowed_base_urls,
                secrets: flat.i_secrets,
                app_refusal: flat.i_app_refusal,
                // Connections of deleted integrations are not found.
                deleted_at: null,
                revocations: {},
                created_at: flat.i_created_at,
                updated_at: flat.i_updated_at
            }
        })
    );
}

/** Which connection, as a backend names it. */
export interface ConnectionTarget {
    environmentId: string;
    integrationKey: string;
    connectionId: string;
}

const usedByNames = prepareRead<ConnectionTarget, Row<typeof used>>((db, param) =>
    used(db)
        .where('connections.environment_id', '=', param('environmentId'))
        .where('integrations.unique_key', '=', param('integrationKey'))
        .where('connections.connection_id', '=', param('connectionId'))
);

const wholeByNames = prepareRead<ConnectionTarget, Row<typeof whole>>((db, param) =>
    whole(db)
        .where('connections.environment_id', '=', param('environmentId'))
        .where('integrations.unique_key', '=', param('integrationKey'))
        .where('connections.connection_id', '=', param('connectionId'))
);

export async function findUsable(db: Db, target: ConnectionTarget): Promise<UsableRow | undefined> {
    const [row] = await usedByNames(db, target);
    return unflatten(row);
}

export async function findWhole(db: Db, target: ConnectionTarget): Promise<WholeRow | undefined> {
    const [row] = await wholeByNames(db, target);
    return unflatten(row);
}

type Key = Pick<ConnectionRow, 'environment_id' | 'id'>;

export async function findWholeById(db: Db, { environment_id: environmentId, id }: Key): Promise<WholeRow | undefined> {
    return unflatten(
        await whole(db).where('connections.environment_id', '=', environmentId).where('connections.id', '=', id).executeTakeFirst()
    );
}

/** The right to ask the provider for one connection's next credentials. */
export interface Lease {
    key: Key;
    /** Of the credentials that are to be replaced. */
    generation: number;
    fence: number;
    until: Date;
}

/**
 * Takes the lease, unless another holds it or has had it since the row was read: what came of that has to be seen first. What it writes is
 * the intent: a database that cannot be written to never lets a token be asked for, and a server that dies leaves a row that is due when
 * its lease ends.
 */
export async function takeLease(
    db: Db,
    row: Key & Pick<ConnectionRow, 'generation' | 'refresh_fence'>,
    times: { now: Date; until: Date }
): Promise<Lease | undefined> {
    const taken = await db
        .updateTable('connections')
        .set({ refresh_fence: sql<number>`refresh_fence + 1`, refresh_lease_until: times.until, refresh_due_at: times.until })
        .where('environment_id', '=', row.environment_id)
        .where('id', '=', row.id)
        .where('generation', '=', row.generation)
        .where('refresh_fence', '=', row.refresh_fence)
        .where((where) => where.or([where('refresh_lease_until', 'is', null), where('refresh_lease_until', '<', times.now)]))
        .returning('refresh_fence')
        .executeTakeFirst();
    return taken && { key: row, generation: row.generation, fence: taken.refresh_fence, until: times.until };
}

/** Writes what came of a lease, and ends it. Undefined when a newer lease was taken or the credentials were replaced: then nothing is written. */
export function endLease(db: Db, lease: Lease, changes: Updateable<Schema['connections']>): Promise<ConnectionRow | undefined> {
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
 * Takes the leases of what is due, fairly over the integrations: of each the most overdue before the second of any. Integrations in `except`
 * are left out, so that one whose provider hangs never holds up the others. Confirmed connections of integrations that are switched on: what piles up behind one that is
 * off is not even looked at. Rows that another server is about to take are left to it.
 */
export async function claimDue(
    db: Db,
    args: { now: Date; until: Date; limit: number; except?: readonly string[] }
): Promise<(Lease & { integrationId: string })[]> {
    // Written into the text: with a parameter PostgreSQL plans for many more rows and reads the whole table.
    const limit = sql.lit(args.limit);
    // Twice, because another server may be at the first ones.
    const limitEach = sql.lit(args.limit * 2);
    const { rows } = await sql<Pick<ConnectionRow, 'environment_id' | 'id' | 'integration_id' | 'generation' | 'refresh_fence'>>`
        with due as (
            select integrations.environment_id, overdue.id
            from integrations
            cross join lateral (
                select connections.id, connections.refresh_due_at, row_number() over (order by connections.refresh_due_at) as turn
                from connections
                where connections.environment_id = integrations.environment_id and connections.integration_id = integrations.id
                    and connections.refresh_due_at <= ${args.now} and connections.confirm_before is null
                order by connections.refresh_due_at
                limit ${limitEach}
            ) as overdue
            where integrations.enabled and integrations.id <> all (${args.except ?? []}::uuid[])
            order by overdue.turn, overdue.refresh_due_at
        ), picked as (
            select free.environment_id, free.id
            from due
            cross join lateral (
                select connections.environment_id, connections.id
                from connections
                where connections.environment_id = due.environment_id and connections.id = due.id
                    and connections.refresh_due_at <= ${args.now}
                    and (connections.refresh_lease_until is null or connections.refresh_lease_until < ${args.now})
                for no key update skip locked
            ) as free
            limit ${limit}
        )
        update connections
        set refresh_fence = refresh_fence + 1, refresh_lease_until = ${args.until}, refresh_due_at = ${args.until}
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

/** Ends every lease, for a server that knows that it is the only one: whoever held them is dead. */
export async function endAllLeases(db: Db, now: Date): Promise<void> {
    await db
        .updateTable('connections')
        .set({ refresh_lease_until: null, refresh_due_at: now })
        .where('refresh_lease_until', 'is not', null)
        .execute();
}

/** Marks connections that are well and have a refresh token, at most `limit`. @returns how many; fewer than the limit when none is left */
export async function markMaybeRotated(db: Db, args: { now: Date; failure: string; exceptOf: string[]; limit: number }): Promise<number> {
    const { numAffectedRows: count = 0n } = await sql`
        update connections
        set auth_state = 'failing', auth_failure = ${args.failure}::jsonb, refresh_due_at = ${args.now}, refresh_lease_until = null
        from (
            select connections.environment_id, connections.id
            from connections
            join integrations on integrations.environment_id = connections.environment_id and integrations.id = connections.integration_id
            where connections.credentials_type = 'OAUTH2' and connections.auth_state = 'ok'
                -- Null where there is nothing to renew with.
                and connections.refresh_due_at is not null and integrations.provider <> all (${args.exceptOf})
            limit ${sql.lit(args.limit)}
        ) as well
        where connections.environment_id = well.environment_id and connections.id = well.id`.execute(db);
    return Number(count);
}
