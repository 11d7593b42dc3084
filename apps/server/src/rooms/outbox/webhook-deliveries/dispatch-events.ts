import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { sendJob } from '../../../kernel/jobs/send-job.sql.ts';
import { dispatchJob } from '../events/record-event.ts';
import { insertDestinations } from './destinations.sql.ts';
import { findEnvironmentsBehind, insertDeliveries, lockOrderOfEvents, type PlacedEvent, placeEvents } from './dispatch.sql.ts';
import { countEndpoints } from './endpoints.sql.ts';
import { markDue } from './receivers.sql.ts';
import { insertOfConnections } from './rotate-key.ts';

export type DispatchDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'seal' | 'webhookNews'>;
type DispatchResult = 'done' | 'more' | 'busy';
type ManyDeps = DispatchDeps & Pick<Deps, 'log'>;

/** Of one transaction. */
export const batchSize = 512;
/** With many endpoints it takes fewer events, so that it is over soon. */
const mostDeliveries = 5000;
/** Events wait that long for their job, before another server looks after them. */
const jobTakesMs = 5000;
const environmentsPerSweep = 100;
const batchesPerSweep = 20;
/** How often the job looks whether another server is done with an environment. */
const retries = 20;
export const retriesOfReader = 5;
const retryMs = 50;

/**
 * Gives one batch of an environment's new events their places in the list, and makes their
 * deliveries. Where there are more, a job for those is sent, which waits behind other environments.
 * @returns `busy`: another does so at the moment, and may not have seen the newest
 * @race two servers place the same events: advisory lock per environment, one transaction
 */
async function dispatchEvents(deps: DispatchDeps, environmentId: string): Promise<DispatchResult> {
    const { db, clock, webhookNews } = deps;
    const placed = await db.transaction().execute(async (trx) => {
        if (!(await lockOrderOfEvents(trx, environmentId))) return undefined;
        const most = batchFor(await countEndpoints(trx, environmentId));
        const events = await placeEvents(trx, environmentId, most);
        if (events.length > 0) await deliverPlaced(trx, deps, environmentId, events, clock.now());
        if (events.length === most) await sendJob(trx, dispatchJob, { environmentId });
        return { count: events.length, most };
    });
    if (!placed) return 'busy';
    if (placed.count > 0) webhookNews.emit('due');
    return placed.count === placed.most ? 'more' : 'done';
}

async function deliverPlaced(trx: Db, deps: DispatchDeps, environmentId: string, placed: readonly PlacedEvent[], now: Date): Promise<void> {
    const ids = placed.map(({ id }) => id);
    if (placed.some(({ has_url: hasUrl }) => hasUrl)) {
        await insertOfConnections(trx, deps, environmentId, now);
        await insertDestinations(trx, environmentId, ids, now);
    }
    await markDue(trx, 'webhook_endpoints', environmentId, await insertDeliveries(trx, environmentId, ids, now), now);
}

/** A power of two, so that there are few statements. */
function batchFor(endpoints: number): number {
    return Math.max(1, Math.min(batchSize, 2 ** Math.floor(Math.log2(mostDeliveries / Math.max(1, endpoints)))));
}

/**
 * The job: each of the batch stands for an event of its environment. What another server keeps for
 * longer is left to it and to the sweeps, so that it holds up no other environment.
 */
export async function dispatchBatch(deps: ManyDeps, environmentIds: readonly string[], mostRetries = retries): Promise<void> {
    const isBusy = (result: DispatchResult) => result === 'busy';
    let waiting = await dispatchEach(deps, [...new Set(environmentIds)], isBusy);
    for (let retry = 0; waiting.length > 0 && retry < mostRetries; retry += 1) {
        await sleep(retryMs);
        waiting = await dispatchEach(deps, waiting, isBusy);
    }
}

/** Events without a job: those of servers of the release before, and of jobs that failed. */
export async function dispatchForgotten(deps: ManyDeps): Promise<void> {
    const before = new Date(deps.clock.now().getTime() - jobTakesMs);
    let behind = await findEnvironmentsBehind(deps.db, before, environmentsPerSweep);
    for (let batch = 0; behind.length > 0 && batch < batchesPerSweep; batch += 1)
        behind = await dispatchEach(deps, behind, (result) => result === 'more');
}

/**
 * A batch of each: one environment whose events cannot be dispatched holds up no other.
 * @returns those that have to be taken `again`
 */
async function dispatchEach(
    deps: ManyDeps,
    environmentIds: readonly string[],
    again: (result: DispatchResult) => boolean
): Promise<string[]> {
    const left: string[] = [];
    for (const environmentId of environmentIds)
        try {
            if (again(await dispatchEvents(deps, environmentId))) left.push(environmentId);
        } catch (error) {
            // Sweeps retry.
            deps.log.warn('webhook_round_failed: Patchbay will retry automatically', {
                code: 'dispatch',
                environment: environmentId,
                error
            });
        }
    return left;
}
