import type { Db, WebhookEndpointRow } from '@patchbay/db';
import { type RawBuilder, sql } from 'kysely';

/** What takes turns: an endpoint, or one URL of connections. */
export type ReceiverTable = 'webhook_endpoints' | 'webhook_destinations';

/** A receiver that this server may send to, until its lease ends. */
export interface LeasedReceiver {
    table: ReceiverTable;
    environment_id: string;
    id: string;
    fence: number;
    failing_since: Date | null;
    /** Of its URL, with the port; empty where it is not known. */
    host: string;
}

export interface Claim {
    now: Date;
    leaseUntil: Date;
    limit: number;
    /** Each of these has as many receivers in work as one environment may. */
    fullEnvironments: readonly string[];
    /** The same of hosts, each with its environment, as {@link hostKey} has it. */
    fullHosts: readonly string[];
    /** Those whose last delivery failed, or those that are well. */
    isFailing: boolean;
}

/**
 * The host of a URL, with the port where one is named. Not by a regular expression: a claim looks
 * at each receiver that is due, which took five times as long.
 */
export const hostOf = (url: RawBuilder<unknown>) => sql<string | null>`lower(split_part(${url}, '/', 3))`;

/** The receivers of one environment at one host share its turns. */
export const hostKey = ({ environment_id: environmentId, host }: Pick<LeasedReceiver, 'environment_id' | 'host'>) =>
    `${environmentId} ${host}`;

/**
 * Takes receivers that have something due, the longest due first.
 * @race two servers take the same receiver: row lock, which others skip
 */
export async function claimReceivers(
    db: Db,
    table: ReceiverTable,
    { now, leaseUntil, limit, fullEnvironments, fullHosts, isFailing }: Claim
): Promise<LeasedReceiver[]> {
    const from = sql.table(table);
    const host = sql<string>`coalesce(${table === 'webhook_endpoints' ? hostOf(sql`url`) : sql`host`}, '')`;
    // A limit that were a parameter would be planned for a tenth of all rows, with a scan of them.
    const { rows } = await sql<Omit<LeasedReceiver, 'table'>>`
        with due as (
            select environment_id, id, ${host} as host from ${from}
            where due_at <= ${now} and (lease_until is null or lease_until <= ${now})
                and failing_since is ${isFailing ? sql`not null` : sql`null`}
                ${table === 'webhook_endpoints' ? sql`and disabled_at is null` : sql``}
                and not (environment_id = any(${[...fullEnvironments]}::uuid[]))
                ${fullHosts.length > 0 ? sql`and not (environment_id || ' ' || ${host} = any(${[...fullHosts]}::text[]))` : sql``}
            order by due_at
            limit ${sql.lit(limit)}
            for no key update skip locked
        )
        update ${from} as claimed set fence = claimed.fence + 1, lease_until = ${leaseUntil}
        from due
        where claimed.environment_id = due.environment_id and claimed.id = due.id
        returning claimed.environment_id, claimed.id, claimed.fence, claimed.failing_since, due.host`.execute(db);
    return rows.map((row) => ({ ...row, table }));
}

/**
 * @returns the endpoint that signs, as it is now; undefined: another server has the receiver, or
 * nothing may be sent
 */
export async function renewLease(
    db: Db,
    { table, environment_id: environmentId, id, fence }: LeasedReceiver,
    leaseUntil: Date
): Promise<WebhookEndpointRow | undefined> {
    const endpointId = sql.ref(table === 'webhook_endpoints' ? 'receivers.id' : 'receivers.endpoint_id');
    const { rows } = await sql<WebhookEndpointRow>`
        with renewed as (
            update ${sql.table(table)} as receivers set lease_until = ${leaseUntil}
            where environment_id = ${environmentId} and id = ${id} and fence = ${fence}
            returning ${endpointId} as endpoint_id
        )
        select webhook_endpoints.*
        from renewed
        join webhook_endpoints on webhook_endpoints.environment_id = ${environmentId} and webhook_endpoints.id = renewed.endpoint_id
        where webhook_endpoints.disabled_at is null`.execute(db);
    return rows[0];
}

/**
 * Gives a receiver back, due when its next delivery is, and not before others that wait: receivers
 * take turns, however old what they have to deliver is.
 * @race a delivery is made while its receiver is given back: row lock, taken before the deliveries
 * are read
 */
export async function releaseReceiver(db: Db, leased: LeasedReceiver, now: Date): Promise<void> {
    const { environment_id: environmentId, id, fence } = leased;
    const table = sql.table(leased.table);
    await db.transaction().execute(async (trx) => {
        const mine = await sql`
            select from ${table} where environment_id = ${environmentId} and id = ${id} and fence = ${fence} for no key update`.execute(
            trx
        );
        if (mine.rows.length === 0) return;
        // Written out, or the prepared statement could not use the index of what is pending.
        const { rows } = await sql<{ due_at: Date }>`
            select due_at from webhook_deliveries
            where environment_id = ${environmentId} and ${isOf(leased)} and status = 'pending' and ${mayBeSent}
            order by due_at limit 1`.execute(trx);
        const dueAt = rows[0] ? new Date(Math.max(rows[0].due_at.getTime(), now.getTime())) : null;
        await sql`
            update ${table} set lease_until = null, due_at = ${dueAt}::timestamptz
            where environment_id = ${environmentId} and id = ${id}`.execute(trx);
    });
}

/** A disabled endpoint's are due again when it is enabled. */
const mayBeSent = sql`exists (
    select from webhook_endpoints as endpoints
    where endpoints.environment_id = webhook_deliveries.environment_id and endpoints.id = webhook_deliveries.endpoint_id
        and endpoints.disabled_at is null)`;

/** Which deliveries a receiver makes. Those of the previous version have no destination. */
export function isOf({ table, id }: LeasedReceiver) {
    return table === 'webhook_endpoints'
        ? sql<boolean>`webhook_deliveries.endpoint_id = ${id}::uuid and webhook_deliveries.destination_id is null`
        : sql<boolean>`webhook_deliveries.destination_id = ${id}::uuid`;
}

/** @param since the first failure since the last success */
export async function setFailing(db: Db, { table, environment_id: environmentId, id }: LeasedReceiver, since: Date | null): Promise<void> {
    await sql`update ${sql.table(table)} set failing_since = ${since}::timestamptz
        where environment_id = ${environmentId} and id = ${id}`.execute(db);
}

/** These have something to send now. They are locked in one order, so that two calls can wait. */
export async function markDue(
    trx: Db,
    table: ReceiverTable,
    environmentId: string,
    ids: Iterable<string | null>,
    now: Date
): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => id !== null);
    if (wanted.length === 0) return;
    const receivers = sql.table(table);
    await sql`
        with locked as (
            select id from ${receivers}
            where environment_id = ${environmentId} and id = any(${wanted}::uuid[])
            order by id for no key update
        )
        update ${receivers} as receivers set due_at = least(due_at, ${now}::timestamptz)
        from locked
        where receivers.environment_id = ${environmentId} and receivers.id = locked.id`.execute(trx);
}
