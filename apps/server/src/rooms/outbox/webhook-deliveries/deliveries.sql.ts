import type { Db, WebhookEndpointRow } from '@patchbay/db';
import { sql } from 'kysely';

export interface Claim {
    now: Date;
    leaseUntil: Date;
    limit: number;
    /** Each of these has as many endpoints in work as one environment may. */
    fullEnvironments: readonly string[];
}

/**
 * Takes endpoints that have something due, the longest due first.
 * @race two servers take the same endpoint: row lock, which others skip
 */
export async function claimEndpoints(db: Db, { now, leaseUntil, limit, fullEnvironments }: Claim): Promise<WebhookEndpointRow[]> {
    const due = db
        .selectFrom('webhook_endpoints')
        .select(['environment_id', 'id'])
        .where('due_at', '<=', now)
        .where('disabled_at', 'is', null)
        .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', now)]))
        .where((where) => where.not(where('environment_id', '=', where.fn.any(where.val([...fullEnvironments])))))
        .orderBy('due_at')
        // A parameter would be planned for a tenth of all endpoints, with a scan of them.
        .limit(sql.lit(limit))
        .forNoKeyUpdate()
        .skipLocked();
    return db
        .with('due', () => due)
        .updateTable('webhook_endpoints')
        .from('due')
        .set((set) => ({ fence: set('fence', '+', 1), lease_until: leaseUntil }))
        .whereRef('webhook_endpoints.environment_id', '=', 'due.environment_id')
        .whereRef('webhook_endpoints.id', '=', 'due.id')
        .returningAll('webhook_endpoints')
        .execute();
}

export type LeasedEndpoint = Pick<WebhookEndpointRow, 'environment_id' | 'id' | 'fence'>;

/** @returns the endpoint as it is now; undefined: another server has it, or nothing may be sent */
export async function renewLease(
    db: Db,
    { environment_id: environmentId, id, fence }: LeasedEndpoint,
    leaseUntil: Date
): Promise<WebhookEndpointRow | undefined> {
    return db
        .updateTable('webhook_endpoints')
        .set({ lease_until: leaseUntil })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('fence', '=', fence)
        .where('disabled_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
}

/**
 * Gives an endpoint back, due when its next delivery is, and not before others that wait: endpoints
 * take turns, however old what they have to deliver is.
 * @race a delivery is made while its endpoint is given back: row lock, taken before the deliveries
 * are read
 */
export async function releaseEndpoint(db: Db, { environment_id: environmentId, id, fence }: LeasedEndpoint, now: Date): Promise<void> {
    await db.transaction().execute(async (trx) => {
        const mine = await trx
            .selectFrom('webhook_endpoints')
            .select('id')
            .where('environment_id', '=', environmentId)
            .where('id', '=', id)
            .where('fence', '=', fence)
            .forNoKeyUpdate()
            .executeTakeFirst();
        if (!mine) return;
        const next = await trx
            .selectFrom('webhook_deliveries')
            .select('due_at')
            .where('environment_id', '=', environmentId)
            .where('endpoint_id', '=', id)
            // Written out, or the prepared statement could not use the index of what is pending.
            .where('status', '=', sql.lit('pending'))
            .orderBy('due_at')
            .limit(1)
            .executeTakeFirst();
        await trx
            .updateTable('webhook_endpoints')
            .set({ lease_until: null, due_at: next?.due_at ? new Date(Math.max(next.due_at.getTime(), now.getTime())) : null })
            .where('environment_id', '=', environmentId)
            .where('id', '=', id)
            .execute();
    });
}

export interface DueDelivery {
    id: string;
    event_id: string;
    attempts: number;
    failures: number;
    payload: Record<string, unknown>;
    webhook_url: string | null;
    webhook_headers: string[] | null;
    trace_context: string | null;
}

/** The deliveries of an endpoint that are due, the longest due first. */
export function findDue(db: Db, endpoint: LeasedEndpoint, now: Date, limit: number): Promise<DueDelivery[]> {
    return db
        .selectFrom('webhook_deliveries')
        .innerJoin('events', (join) =>
            join
                .onRef('events.environment_id', '=', 'webhook_deliveries.environment_id')
                .onRef('events.id', '=', 'webhook_deliveries.event_id')
        )
        .select([
            'webhook_deliveries.id',
            'webhook_deliveries.event_id',
            'webhook_deliveries.attempts',
            'webhook_deliveries.failures',
            'events.payload',
            'events.webhook_url',
            'events.webhook_headers',
            'events.trace_context'
        ])
        .where('webhook_deliveries.environment_id', '=', endpoint.environment_id)
        .where('webhook_deliveries.endpoint_id', '=', endpoint.id)
        .where('webhook_deliveries.status', '=', sql.lit('pending'))
        .where('webhook_deliveries.due_at', '<=', now)
        .orderBy('webhook_deliveries.due_at')
        .limit(limit)
        .execute();
}

export interface AttemptResult {
    status: 'pending' | 'delivered' | 'exhausted';
    dueAt: Date | null;
    responseStatus: number | null;
    failure: string | null;
    now: Date;
}

/** Nothing where another server has made this attempt meanwhile. */
export async function recordAttempt(
    db: Db,
    environmentId: string,
    delivery: Pick<DueDelivery, 'id' | 'attempts' | 'failures'>,
    result: AttemptResult
): Promise<void> {
    await db
        .updateTable('webhook_deliveries')
        .set({
            status: result.status,
            attempts: delivery.attempts + 1,
            failures: delivery.failures + (result.status === 'delivered' ? 0 : 1),
            due_at: result.dueAt,
            response_status: result.responseStatus,
            failure: result.failure,
            attempted_at: result.now
        })
        .where('environment_id', '=', environmentId)
        .where('id', '=', delivery.id)
        .where('status', '=', 'pending')
        .where('attempts', '=', delivery.attempts)
        .execute();
}

/** Beyond it, more make no difference to who looks. */
export const mostCounted = 10_000;

/** How many deliveries are not made yet, at most {@link mostCounted}. */
export async function countPending(db: Db): Promise<number> {
    const due = db.selectFrom('webhook_deliveries').select('id').where('status', '=', 'pending').limit(mostCounted);
    const { count } = await db
        .selectFrom(due.as('due'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    return count;
}
