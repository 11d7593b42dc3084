import type { WebhookEndpointRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { recordEvent } from '../events/record-event.ts';
import { lockEndpoint, updateEndpoint } from './endpoints.sql.ts';

export type Outcome = 'delivered' | 'failed' | 'gone';
type HealthDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>;

const hourMs = 3_600_000;
/** After so long with nothing but failures the customer is told. */
const warnAfterMs = [24 * hourMs, 96 * hourMs];
const disableAfterMs = 120 * hourMs;

/**
 * Writes down how deliveries to an endpoint went; tells the customer of one that has long failed,
 * and disables it in the end, or at once where it says that it is gone.
 * @returns whether it may still be sent to
 * @race the customer enables it while it is disabled; two servers warn, one after its lease: row
 * lock; it is judged by what it is then, and not warned of again
 */
export async function recordHealth(deps: HealthDeps, endpoint: WebhookEndpointRow, outcomes: readonly Outcome[]): Promise<boolean> {
    const hasSucceeded = outcomes.includes('delivered');
    const isFailing = outcomes.some((outcome) => outcome !== 'delivered');
    const since = hasSucceeded ? null : endpoint.failing_since;
    if (!isFailing && endpoint.failing_since === null) return true;
    const now = deps.clock.now();
    if (!isFailing || !since) {
        await updateEndpoint(deps.db, endpoint, { failing_since: isFailing ? now : null, warnings: 0 });
        if (!outcomes.includes('gone')) return true;
    }
    const failedForMs = since ? now.getTime() - since.getTime() : 0;
    const reason = outcomes.includes('gone')
        ? 'It responded with 410 (gone).'
        : failedForMs >= disableAfterMs
          ? 'Every delivery of 5 days failed.'
          : undefined;
    if (reason === undefined && failedForMs < (warnAfterMs[endpoint.warnings] ?? Infinity)) return true;
    await report(deps, endpoint, { reason, now, isGone: outcomes.includes('gone') });
    return reason === undefined;
}

/** It has neither worked since then nor been warned of. */
function isAsRead(row: WebhookEndpointRow, read: WebhookEndpointRow): boolean {
    return row.warnings === read.warnings && row.failing_since?.getTime() === read.failing_since?.getTime();
}

/** In one transaction with its event, so that the customer is told once. */
async function report(
    deps: HealthDeps,
    read: WebhookEndpointRow,
    { reason, now, isGone }: { reason: string | undefined; now: Date; isGone: boolean }
): Promise<void> {
    const { environment_id: environmentId, id } = read;
    const code = reason === undefined ? 'webhook_endpoint_failing' : 'webhook_endpoint_disabled';
    const isTold = await deps.db.transaction().execute(async (trx) => {
        const row = await lockEndpoint(trx, environmentId, id);
        if (!row || row.disabled_at || (!isGone && !isAsRead(row, read))) return false;
        await updateEndpoint(
            trx,
            row,
            reason === undefined ? { warnings: row.warnings + 1 } : { disabled_at: now, disabled_reason: reason }
        );
        const hours = Math.round((now.getTime() - (row.failing_since ?? now).getTime()) / hourMs);
        const message =
            reason === undefined
                ? `Deliveries to ${row.url} have failed for ${hours} hours. After 5 days Patchbay stops sending to it. GET /webhook-deliveries says why they failed.`
                : `Patchbay no longer sends to ${row.url}: ${reason} Enable the endpoint again when it works (PATCH /webhook-endpoints/${id}), then replay what it missed.`;
        const content = { type: 'alert', code, message, subject: { type: 'webhook_endpoint', id } } as const;
        await recordEvent(trx, deps, { environmentId, content });
        return true;
    });
    const about = { environment: environmentId, endpoint_id: id };
    if (!isTold) return;
    if (reason === undefined) deps.log.warn('webhook_endpoint_failing', about);
    else deps.log.warn('webhook_endpoint_disabled', { ...about, reason });
}
