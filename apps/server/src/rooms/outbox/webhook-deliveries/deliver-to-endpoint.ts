import type { WebhookEndpointRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { type DueDelivery, findDue, recordAttempt, releaseEndpoint, renewLease } from './deliveries.sql.ts';
import { type Outcome, recordHealth } from './record-health.ts';
import { deliveryDuration } from './delivery-metrics.ts';
import { nextAttemptAt } from './schedule.ts';
import { sendDelivery } from './send-delivery.ts';
import { openSigningKeys } from './signing-keys.ts';

type DeliverDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'seal' | 'egress' | 'log' | 'draining' | 'telemetry'>;

/** At the same time to one endpoint; fewer while it fails. */
const mostAtOnce = 10;
/** Read at once from an endpoint that is well. */
const chunkSize = 50;
/** Longer than a turn and one delivery take. */
export const leaseMs = 30_000;
/** Then others have their turn. */
const turnMs = 10_000;
const statusGone = 410;

/**
 * Delivers what is due to an endpoint that this server has leased, and gives the endpoint back.
 * @race a server that stood still writes a result after its lease: condition on the attempts so far
 */
export async function deliverToEndpoint(deps: DeliverDeps, leased: WebhookEndpointRow): Promise<void> {
    const { db, clock } = deps;
    const endsAt = clock.now().getTime() + turnMs;
    let atOnce = leased.failing_since === null || leased.url === null ? mostAtOnce : 1;
    while (!deps.draining.aborted && clock.now().getTime() < endsAt) {
        const due = await findDue(db, leased, clock.now(), atOnce === mostAtOnce ? chunkSize : atOnce);
        if (due.length === 0) break;
        const endpoint = await renewLease(db, leased, new Date(clock.now().getTime() + leaseMs));
        if (!endpoint) break;
        const outcomes = await sendChunk(deps, endpoint, due, { atOnce, endsAt });
        // One row stands for the URLs of all connections: one that fails must not slow the others.
        if (endpoint.url === null) continue;
        const isUsable = await recordHealth(deps, endpoint, outcomes);
        if (!isUsable) break;
        atOnce = outcomes.includes('failed') ? Math.max(1, Math.floor(atOnce / 2)) : Math.min(mostAtOnce, atOnce * 2);
    }
    await releaseEndpoint(db, leased, clock.now());
}

/** Stops early at the end of the turn, and at a failure: the rest is still due. */
async function sendChunk(
    deps: DeliverDeps,
    endpoint: WebhookEndpointRow,
    due: readonly DueDelivery[],
    { atOnce, endsAt }: { atOnce: number; endsAt: number }
): Promise<Outcome[]> {
    const keys = openSigningKeys(deps, { environmentId: endpoint.environment_id, endpointId: endpoint.id }, endpoint.signing_keys);
    const waiting = [...due];
    const outcomes: Outcome[] = [];
    const mayGoOn = () =>
        !deps.draining.aborted &&
        deps.clock.now().getTime() < endsAt &&
        (endpoint.url === null || outcomes.every((one) => one === 'delivered'));
    const sender = async () => {
        for (let next = waiting.shift(); next; next = mayGoOn() ? waiting.shift() : undefined)
            outcomes.push(await measured(deps, endpoint, next, keys));
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    return outcomes;
}

async function measured(...[deps, endpoint, delivery, keys]: Parameters<typeof attempt>): Promise<Outcome> {
    const startedAt = performance.now();
    const about = { 'patchbay.environment': endpoint.environment_id };
    const span = { name: 'webhook delivery', about, cause: delivery.trace_context ?? undefined };
    const outcome = await deps.telemetry.trace(span, () => attempt(deps, endpoint, delivery, keys));
    deps.telemetry.record(deliveryDuration, (performance.now() - startedAt) / 1000, { 'patchbay.outcome': outcome });
    return outcome;
}

async function attempt(deps: DeliverDeps, endpoint: WebhookEndpointRow, delivery: DueDelivery, keys: readonly string[]): Promise<Outcome> {
    const { db, clock } = deps;
    const { event_id: eventId, payload, webhook_url: ownUrl, webhook_headers: headers } = delivery;
    const url = endpoint.url ?? ownUrl ?? '';
    const sent = await sendDelivery(deps, { url, eventId, payload, headers }, keys, endpoint.environment_id);
    const now = clock.now();
    const isGone = sent.status === statusGone;
    const isDelivered = sent.failure === null;
    // What an endpoint that is gone has missed is sent when it is enabled again.
    const isOver = isDelivered || (isGone && endpoint.url === null);
    const dueAt = isOver
        ? undefined
        : nextAttemptAt(delivery.failures + 1, { now, random: Math.random(), retryAfterMs: sent.retryAfterMs });
    const status = isDelivered ? 'delivered' : dueAt ? 'pending' : 'exhausted';
    await recordAttempt(db, endpoint.environment_id, delivery, {
        status,
        dueAt: dueAt ?? null,
        responseStatus: sent.status,
        failure: sent.failure,
        now
    });
    if (isDelivered) return 'delivered';
    deps.log.info(status === 'exhausted' ? 'webhook_delivery_exhausted' : 'webhook_delivery_failed: Patchbay will retry automatically', {
        environment: endpoint.environment_id,
        endpoint_id: endpoint.id,
        delivery_id: delivery.id,
        ...(sent.status === null ? {} : { status: sent.status })
    });
    return isGone ? 'gone' : 'failed';
}
