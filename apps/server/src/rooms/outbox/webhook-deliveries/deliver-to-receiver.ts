import type { WebhookEndpointRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { inRequest } from '../../../kernel/log/request-context.ts';
import { openEventSecrets } from '../events/event-secrets.ts';
import { deliveryDuration } from './delivery-metrics.ts';
import { beginAttempt, type DueDelivery, findDue, recordResult } from './deliveries.sql.ts';
import { insertDestinations, setDestinations } from './destinations.sql.ts';
import { tellOfGivenUp } from './give-up.ts';
import { type LeasedReceiver, releaseReceiver, renewLease, setFailing } from './receivers.sql.ts';
import type { SendResult } from './post-json.ts';
import { type Outcome, recordHealth } from './record-health.ts';
import { nextAttemptAt } from './schedule.ts';
import { sendDelivery } from './send-delivery.ts';
import { openSigningKeys } from './signing-keys.ts';

type DeliverDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'seal' | 'egress' | 'log' | 'draining' | 'telemetry' | 'webhookNews'>;

/** At the same time to one receiver; fewer while it fails. */
const mostAtOnce = 10;
/** Read at once from a receiver that is well. */
const chunkSize = 50;
/** Longer than a turn and one delivery take. */
export const leaseMs = 30_000;
/** Then others have their turn. */
const turnMs = 10_000;
const statusGone = 410;
/** What became of an attempt whose server was killed, or whose result could not be stored. */
const cutShort: SendResult = {
    status: null,
    failure: 'Patchbay was interrupted before it could store the response. The receiver may have got it.',
    mayHaveArrived: true
};

/**
 * Delivers what is due to a receiver that this server has leased, and gives the receiver back.
 * @race a server that stood still begins an attempt, or writes its result, after its lease:
 * condition on the attempts so far
 */
export async function deliverToReceiver(deps: DeliverDeps, leased: LeasedReceiver): Promise<void> {
    const { db, clock } = deps;
    const endsAt = clock.now().getTime() + turnMs;
    let atOnce = leased.failing_since === null ? mostAtOnce : 1;
    let failingSince = leased.failing_since;
    while (!deps.draining.aborted && clock.now().getTime() < endsAt) {
        const due = await findDue(db, leased, clock.now(), atOnce === mostAtOnce ? chunkSize : atOnce);
        if (due.length === 0) break;
        const endpoint = await renewLease(db, leased, new Date(clock.now().getTime() + leaseMs));
        if (!endpoint) break;
        if (endpoint.url === null && leased.table === 'webhook_endpoints') {
            await handOver(deps, endpoint, due);
            continue;
        }
        const outcomes = await sendChunk(deps, endpoint, await endCutShort(deps, endpoint, due), { atOnce, endsAt });
        if (outcomes.length === 0) continue;
        if (leased.table === 'webhook_endpoints') {
            if (!(await recordHealth(deps, endpoint, outcomes))) break;
        } else failingSince = await recordHealthOfUrl(deps, { ...leased, failing_since: failingSince }, outcomes);
        atOnce = outcomes.some((one) => one !== 'delivered') ? Math.max(1, Math.floor(atOnce / 2)) : Math.min(mostAtOnce, atOnce * 2);
    }
    await releaseReceiver(db, leased, clock.now());
}

/** Ends attempts that have no result. @returns those that may begin one */
async function endCutShort(deps: DeliverDeps, endpoint: WebhookEndpointRow, due: readonly DueDelivery[]): Promise<DueDelivery[]> {
    const begun = due.filter(({ is_cut_short: isCutShort }) => isCutShort);
    await Promise.all(begun.map((delivery) => writeResult(deps, { endpoint, delivery, url: urlOf(endpoint, delivery), sent: cutShort })));
    return due.filter((delivery) => !begun.includes(delivery));
}

/** Deliveries to URLs of connections that were made without a destination get theirs. */
async function handOver({ db, clock, webhookNews }: DeliverDeps, endpoint: WebhookEndpointRow, due: readonly DueDelivery[]): Promise<void> {
    await db.transaction().execute(async (trx) => {
        const events = due.map(({ event_id: id }) => id);
        await setDestinations(
            trx,
            endpoint.environment_id,
            due.map(({ id }) => id)
        );
        await insertDestinations(trx, endpoint.environment_id, events, clock.now());
    });
    webhookNews.emit('due');
}

/** A URL of connections is never disabled: who failed is only sent to less at once. */
async function recordHealthOfUrl({ db, clock }: DeliverDeps, leased: LeasedReceiver, outcomes: readonly Outcome[]): Promise<Date | null> {
    const isFailing = outcomes.some((outcome) => outcome !== 'delivered');
    const before = outcomes.includes('delivered') ? null : leased.failing_since;
    const since = isFailing ? (before ?? clock.now()) : null;
    if (since?.getTime() !== leased.failing_since?.getTime()) await setFailing(db, leased, since);
    return since;
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
    const mayGoOn = () => !deps.draining.aborted && deps.clock.now().getTime() < endsAt && outcomes.every((one) => one === 'delivered');
    const sender = async () => {
        for (let next = waiting.shift(); next; next = mayGoOn() ? waiting.shift() : undefined)
            if (await beginAttempt(deps.db, endpoint.environment_id, next, deps.clock.now()))
                outcomes.push(await measured(deps, endpoint, next, keys));
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    return outcomes;
}

async function measured(...[deps, endpoint, delivery, keys]: Parameters<typeof attempt>): Promise<Outcome> {
    const startedAt = performance.now();
    const about = { 'patchbay.environment': endpoint.environment_id };
    const span = { name: 'webhook delivery', about, cause: delivery.trace_context ?? undefined };
    // Logged as part of the request that was the reason for the event.
    const outcome = await inRequest(delivery.request_id ?? deps.ids.uuid(), () =>
        deps.telemetry.trace(span, () => attempt(deps, endpoint, delivery, keys))
    );
    deps.telemetry.record(endpoint.environment_id, deliveryDuration, (performance.now() - startedAt) / 1000, {
        'patchbay.outcome': outcome
    });
    return outcome;
}

async function attempt(deps: DeliverDeps, endpoint: WebhookEndpointRow, delivery: DueDelivery, keys: readonly string[]): Promise<Outcome> {
    const { event_id: eventId, webhook_headers: headers } = delivery;
    const url = urlOf(endpoint, delivery);
    const operation = { id: delivery.id, attempts: delivery.attempts };
    const hasSecrets = delivery.type === 'connection.reconnect_link';
    const secrets = hasSecrets ? await openEventSecrets(deps, endpoint.environment_id, eventId) : {};
    const message = { url, eventId, payload: { ...delivery.payload, ...secrets }, secrets: Object.values(secrets), headers, operation };
    const sent = await sendDelivery(deps, message, keys, endpoint.environment_id);
    const begun = { ...delivery, attempts: delivery.attempts + 1 };
    const status = await writeResult(deps, { endpoint, delivery: begun, url, sent });
    if (status === 'delivered') return 'delivered';
    return sent.status === statusGone ? 'gone' : 'failed';
}

const urlOf = (endpoint: WebhookEndpointRow, delivery: DueDelivery): string => endpoint.url ?? delivery.webhook_url ?? '';

async function writeResult(
    deps: DeliverDeps,
    { endpoint, delivery, url, sent }: { endpoint: WebhookEndpointRow; delivery: DueDelivery; url: string; sent: SendResult }
): Promise<'pending' | 'delivered' | 'exhausted'> {
    const { failure } = sent;
    const now = deps.clock.now();
    // What an endpoint that is gone has missed is sent when it is enabled again.
    const isOver = failure === null || (sent.status === statusGone && endpoint.url === null);
    // One is no fault of the receiver's; more in a row may be.
    const isExcused = sent === cutShort && delivery.failure !== cutShort.failure;
    const failures = isExcused ? 1 : delivery.failures + 1;
    const dueAt = isOver ? undefined : nextAttemptAt(failures, { now, random: Math.random(), retryAfterMs: sent.retryAfterMs });
    const status = failure === null ? 'delivered' : dueAt ? 'pending' : 'exhausted';
    const result = { status, dueAt: dueAt ?? null, responseStatus: sent.status, failure, isExcused, now } as const;
    if (failure === null || status !== 'exhausted') await recordResult(deps.db, endpoint.environment_id, delivery, result);
    else
        await deps.db.transaction().execute(async (trx) => {
            const isMine = await recordResult(trx, endpoint.environment_id, delivery, result);
            if (isMine) await tellOfGivenUp(trx, deps, { endpoint, delivery, url, failure });
        });
    if (failure !== null)
        deps.log.info(
            status === 'exhausted' ? 'webhook_delivery_exhausted' : 'webhook_delivery_failed: Patchbay will retry automatically',
            {
                environment: endpoint.environment_id,
                endpoint_id: endpoint.id,
                delivery_id: delivery.id,
                ...(sent.status === null ? {} : { status: sent.status })
            }
        );
    return status;
}
