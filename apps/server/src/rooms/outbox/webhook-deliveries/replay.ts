import { AppError, type ParsedInput, type replayWebhookDeliveries } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { type Place, readProgress, writeProgress } from './cursor.ts';
import { findEndpoint } from './endpoints.sql.ts';
import { markDue } from './receivers.sql.ts';
import { type DeliveryFilter, insertMissedDeliveries, replayDeliveries } from './webhook-deliveries.sql.ts';

/** In one transaction. */
const limit = 5000;
const start: Place = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

/**
 * Makes deliveries pending again, at most {@link limit} at a time.
 * @throws {AppError} `invalid_cursor`; `not_found` for an endpoint that there is not
 * @race a result arrives for what is replayed: it is written only while the attempts are what its
 * sender read, and those never become fewer
 */
export async function replay(
    { db, clock, webhookNews }: Pick<Deps, 'db' | 'clock' | 'webhookNews'>,
    environmentId: string,
    body: ParsedInput<typeof replayWebhookDeliveries>['body']
): Promise<{ replayed: number; next_cursor: string | null }> {
    const { endpoint_id: endpointId, delivery_ids: deliveryIds, event_ids: eventIds } = body;
    const hasIds = deliveryIds !== undefined || eventIds !== undefined;
    const onlyFailed = body.only_failed ?? !hasIds;
    const now = clock.now();
    const { after, startedAt } = body.cursor === undefined ? { after: start, startedAt: now } : readProgress(body.cursor);
    if (endpointId !== undefined && !(await findEndpoint(db, environmentId, endpointId))) throw new AppError('not_found');
    const filter: DeliveryFilter = {
        endpointId,
        deliveryIds,
        eventIds,
        status: onlyFailed ? 'exhausted' : undefined,
        from: body.from === undefined ? undefined : new Date(body.from),
        to: body.to === undefined ? undefined : new Date(body.to)
    };
    // After its start, whatever the clocks of servers say: the next pages do not send it again.
    const createdAt = new Date(Math.max(now.getTime(), startedAt.getTime() + 1));
    const result = await db.transaction().execute(async (trx) => {
        const missed =
            endpointId === undefined || onlyFailed || deliveryIds
                ? 0
                : await insertMissedDeliveries(trx, { environmentId, endpointId }, filter, { limit, now, createdAt });
        const again =
            missed === limit
                ? []
                : await replayDeliveries(trx, environmentId, filter, { after, until: startedAt, limit: limit - missed, now });
        const endpoints = again.flatMap(({ endpoint_id: id, destination_id: destination }) => (destination === null ? [id] : []));
        if (missed > 0 && endpointId !== undefined) endpoints.push(endpointId);
        const destinations = again.map(({ destination_id: id }) => id);
        await markDue(trx, 'webhook_destinations', environmentId, destinations, now);
        await markDue(trx, 'webhook_endpoints', environmentId, endpoints, now);
        return { replayed: missed + again.length, last: latest(again) ?? after };
    });
    if (result.replayed > 0) webhookNews.emit('due');
    return { replayed: result.replayed, next_cursor: result.replayed === limit ? writeProgress({ after: result.last, startedAt }) : null };
}

/** `returning` has no order. */
function latest(rows: readonly { id: string; created_at: Date }[]): Place | undefined {
    return rows
        .map(({ id, created_at: at }) => ({ at, id }))
        .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
        .at(-1);
}
