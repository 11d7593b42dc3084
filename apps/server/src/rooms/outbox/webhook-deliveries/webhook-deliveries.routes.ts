import { AppError, listEvents, listWebhookDeliveries, replayWebhookDeliveries } from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { dispatchBatch, retriesOfReader } from './dispatch-events.ts';
import { replay } from './replay.ts';
import { findDeliveries, findEventsAfter, type ListedDelivery } from './webhook-deliveries.sql.ts';

export const webhookDeliveryRoutes = [
    route(listWebhookDeliveries, async ({ db }, { auth, query }) => {
        const { endpoint_id: endpointId, event_id: eventId, status, from, to, cursor, limit } = query;
        const filter = {
            endpointId,
            eventIds: eventId === undefined ? undefined : [eventId],
            status,
            from: from === undefined ? undefined : new Date(from),
            to: to === undefined ? undefined : new Date(to)
        };
        const before = cursor === undefined ? undefined : readCursor(cursor);
        const found = await findDeliveries(db, auth.environmentId, filter, { before, limit: limit + 1 });
        const shown = found.slice(0, limit);
        const last = shown.at(-1);
        return {
            data: shown.map(describeDelivery),
            next_cursor: found.length > limit && last ? writeCursor({ at: last.created_at, id: last.id }) : null
        };
    }),
    route(replayWebhookDeliveries, async (deps, { auth, body }) => ({ data: await replay(deps, auth.environmentId, body) })),
    /** What was recorded a moment ago may have no place yet: it gets one here, or elsewhere. */
    route(listEvents, async (deps, { auth, query }) => {
        const after = readPosition(query.cursor);
        await dispatchBatch(deps, [auth.environmentId], retriesOfReader);
        const found = await findEventsAfter(deps.db, auth.environmentId, after, query.limit);
        return {
            data: found.map(({ id, payload, created_at: createdAt }) => ({ id, created_at: createdAt.toISOString(), payload })),
            next_cursor: String(found.at(-1)?.position ?? after)
        };
    })
];

function readPosition(cursor = '0'): number {
    if (!/^\d{1,15}$/.test(cursor)) throw new AppError('invalid_cursor');
    return Number(cursor);
}

function describeDelivery(row: ListedDelivery) {
    return {
        id: row.id,
        event_id: row.event_id,
        event_type: row.type,
        endpoint_id: row.endpoint_id,
        status: row.status,
        attempts: row.attempts,
        next_attempt_at: row.due_at?.toISOString() ?? null,
        response_status: row.response_status,
        failure: row.failure,
        attempted_at: row.attempted_at?.toISOString() ?? null,
        created_at: row.created_at.toISOString()
    };
}
