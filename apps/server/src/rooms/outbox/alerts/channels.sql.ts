import type { AlertChannelRow, Db } from '@patchbay/db';
import { sql } from 'kysely';

type Key = Pick<AlertChannelRow, 'environment_id' | 'id'>;

export function findChannels(db: Db, environmentId: string): Promise<AlertChannelRow[]> {
    return db
        .selectFrom('alert_channels')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
}

export function findChannel(db: Db, { environment_id: environmentId, id }: Key): Promise<AlertChannelRow | undefined> {
    return db.selectFrom('alert_channels').selectAll().where('environment_id', '=', environmentId).where('id', '=', id).executeTakeFirst();
}

type NewChannel = Pick<AlertChannelRow, 'environment_id' | 'id' | 'kind' | 'name' | 'secrets' | 'host' | 'rules' | 'created_at'> & {
    thresholds: string;
};

export function insertChannel(db: Db, row: NewChannel): Promise<AlertChannelRow> {
    return db
        .insertInto('alert_channels')
        .values({ ...row, updated_at: row.created_at })
        .returningAll()
        .executeTakeFirstOrThrow();
}

interface ChannelChanges {
    name?: string | undefined;
    secrets?: Buffer;
    host?: string;
    rules?: string[] | undefined;
    thresholds?: string;
    enabled?: boolean | undefined;
    failing_since?: Date | null;
    failure?: string | null;
    failures?: number;
    retry_at?: Date | null;
    updated_at?: Date;
}

/** Of a channel that takes messages again, or may. */
export const noFailures = { failing_since: null, failure: null, failures: 0, retry_at: null } as const satisfies ChannelChanges;

/** @param expectedAt when it was last changed, as the caller has read; undefined: not compared */
export function updateChannel(
    db: Db,
    { environment_id: environmentId, id }: Key,
    changes: ChannelChanges,
    expectedAt?: Date
): Promise<AlertChannelRow | undefined> {
    return db
        .updateTable('alert_channels')
        .set(changes)
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .$if(expectedAt !== undefined, (query) => query.where(sql`date_trunc('milliseconds', updated_at)`, '=', expectedAt ?? null))
        .returningAll()
        .executeTakeFirst();
}

export async function deleteChannel(db: Db, { environment_id: environmentId, id }: Key): Promise<boolean> {
    const result = await db
        .deleteFrom('alert_channels')
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .executeTakeFirst();
    return result.numDeletedRows > 0n;
}

/** A channel that this server alone sends to, until its lease ends. */
export interface LeasedChannel extends Key {
    lease_until: Date;
}

export interface ChannelClaim {
    now: Date;
    leaseUntil: Date;
    limit: number;
    /** Each of these has as many channels in work as one environment may. */
    fullEnvironments: readonly string[];
    /** Those whose last message failed, or those that are well. */
    isFailing: boolean;
}

/**
 * Takes channels that have a message due, the longest due first. Of each channel's messages one
 * index entry is read.
 */
export async function claimChannels(
    db: Db,
    { now, leaseUntil, limit, fullEnvironments, isFailing }: ChannelClaim
): Promise<LeasedChannel[]> {
    const next = sql`select environment_id, channel_id, due_at from alert_messages where due_at is not null`;
    const inOrder = sql`order by environment_id, channel_id, due_at limit 1`;
    const { rows } = await sql<LeasedChannel>`
        with recursive earliest as (
            (${next} ${inOrder})
            union all
            select following.* from earliest
            cross join lateral (
                ${next} and (environment_id, channel_id) > (earliest.environment_id, earliest.channel_id) ${inOrder}
            ) as following
        ), due as (
            select channels.environment_id, channels.id
            from earliest
            join alert_channels as channels on channels.environment_id = earliest.environment_id and channels.id = earliest.channel_id
            where earliest.due_at <= ${now} and (retry_at is null or retry_at <= ${now})
                -- A later end than a lease can have is of a clock that was set back since.
                and (lease_until is null or lease_until <= ${now} or lease_until > ${leaseUntil}::timestamptz + interval '1 minute')
                and failing_since is ${isFailing ? sql`not null` : sql`null`}
                and not (channels.environment_id = any(${[...fullEnvironments]}::uuid[]))
            order by earliest.due_at
            limit ${sql.lit(limit)}
            for no key update of channels skip locked
        )
        update alert_channels as claimed set lease_until = ${leaseUntil}
        from due
        where claimed.environment_id = due.environment_id and claimed.id = due.id
        returning claimed.environment_id, claimed.id, claimed.lease_until`.execute(db);
    return rows;
}

/** Gives a channel back, unless another server has it since. */
export async function releaseChannel(db: Db, { environment_id: environmentId, id, lease_until: until }: LeasedChannel): Promise<void> {
    await db
        .updateTable('alert_channels')
        .set({ lease_until: null })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('lease_until', '=', until)
        .execute();
}
