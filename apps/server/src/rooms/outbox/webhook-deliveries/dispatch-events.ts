import type { Deps } from '../../../deps.ts';
import { findEnvironmentsBehind, insertDeliveries, lockOrderOfEvents, placeEvents } from './dispatch.sql.ts';
import { countEndpoints, markDue } from './endpoints.sql.ts';
import { insertOfConnections } from './rotate-key.ts';

export type DispatchDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'seal' | 'webhookNews'>;
type ManyDeps = DispatchDeps & Pick<Deps, 'log'>;

export const batchSize = 512;
/** Of one transaction: with many endpoints it takes fewer events. */
const mostDeliveries = 20_000;
/** Events wait that long for their job, before another server looks after them. */
const jobTakesMs = 5000;
const environmentsPerSweep = 100;
/** Of one environment; then others have their turn. */
const batchesPerSweep = 20;

/**
 * Gives an environment's new events their places in the list, and makes their deliveries.
 * @returns how many events it was
 * @race two servers place the same events: advisory lock per environment, one transaction
 */
export async function dispatchEvents(deps: DispatchDeps, environmentId: string): Promise<number> {
    const { db, clock, webhookNews } = deps;
    const count = await db.transaction().execute(async (trx) => {
        await lockOrderOfEvents(trx, environmentId);
        const endpoints = await countEndpoints(trx, environmentId);
        const placed = await placeEvents(trx, environmentId, batchFor(endpoints));
        if (placed.length === 0) return 0;
        const now = clock.now();
        if (placed.some(({ has_url: hasUrl }) => hasUrl)) await insertOfConnections(trx, deps, environmentId, now);
        const ids = placed.map(({ id }) => id);
        await markDue(trx, environmentId, await insertDeliveries(trx, environmentId, ids, now), now);
        return placed.length;
    });
    if (count > 0) webhookNews.emit('due');
    return count;
}

/** A power of two, so that there are few statements. */
function batchFor(endpoints: number): number {
    return Math.min(batchSize, 2 ** Math.floor(Math.log2(mostDeliveries / Math.max(1, endpoints))));
}

/** The job: each of the batch stands for an event of its environment. */
export async function dispatchBatch(deps: ManyDeps, environmentIds: readonly string[]): Promise<void> {
    const wanted = Map.groupBy(environmentIds, (id) => id);
    for (const [environmentId, { length }] of wanted)
        await orReport(deps, environmentId, async () => {
            for (let placed = 0, last = 1; placed < length && last > 0; placed += last) last = await dispatchEvents(deps, environmentId);
        });
}

/** Events without a job: those of servers of the release before, and of jobs that failed. */
export async function dispatchForgotten(deps: ManyDeps): Promise<void> {
    const before = new Date(deps.clock.now().getTime() - jobTakesMs);
    for (const environmentId of await findEnvironmentsBehind(deps.db, before, environmentsPerSweep))
        await orReport(deps, environmentId, async () => {
            for (let batch = 0, last = 1; batch < batchesPerSweep && last > 0; batch += 1) last = await dispatchEvents(deps, environmentId);
        });
}

/** One environment whose events cannot be dispatched holds up no other; sweeps retry. */
async function orReport({ log }: ManyDeps, environmentId: string, work: () => Promise<void>): Promise<void> {
    try {
        await work();
    } catch (error) {
        log.warn('webhook_round_failed: Patchbay will retry automatically', { code: 'dispatch', environment: environmentId, error });
    }
}
