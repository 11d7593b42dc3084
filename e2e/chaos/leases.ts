import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

/**
 * Waits until no refresh of these connections is running. @returns those still leased at the
 * deadline
 */
export async function waitForNoLease(cluster: Cluster, connectionIds: readonly string[], patienceMs: number): Promise<Set<string>> {
    const end = performance.now() + patienceMs;
    for (;;) {
        const leased = (await cluster.stored(connectionIds)).filter(({ refresh_lease_until: until }) => until !== null);
        if (leased.length === 0 || performance.now() > end) return new Set(leased.map(({ connection_id: id }) => id));
        await sleep(100);
    }
}

/** All leases there are, by connection, with their fencing numbers. */
export async function readLeases({ db }: Cluster): Promise<[connectionId: string, fence: number][]> {
    const rows = await db
        .selectFrom('connections')
        .select(['connection_id', 'refresh_fence'])
        .where('refresh_lease_until', 'is not', null)
        .execute();
    return rows.map(({ connection_id: id, refresh_fence: fence }) => [id, fence]);
}
