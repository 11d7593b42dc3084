import { type FailureCause, failureCauses } from '@patchbay/contracts';
import {
    addConnections,
    type ConnectionBits,
    countConnections,
    noConnections,
    parseConnections
} from '../traffic-counts/connection-bits.ts';
import { quantile } from '../traffic-counts/latency.ts';
import type { CountedRow } from './integration-status.sql.ts';
import { minCalls, type Tally } from './judge.ts';

/** Counts that can be added. */
export interface Counts {
    calls: number;
    failures: Record<FailureCause, number>;
    latency: readonly number[];
    refreshes: { calls: number; failed: number };
    connections: ConnectionBits;
    failedConnections: ConnectionBits;
}

const nothing: Counts = {
    calls: 0,
    failures: { provider: 0, credentials: 0, rate_limit: 0, platform: 0 },
    latency: [],
    refreshes: { calls: 0, failed: 0 },
    connections: noConnections(),
    failedConnections: noConnections()
};

export function countsOf(row: CountedRow): Counts {
    return {
        calls: row.calls,
        failures: { provider: row.provider, credentials: row.credentials, rate_limit: row.rate_limit, platform: row.platform },
        latency: row.latency,
        refreshes: { calls: row.refreshes, failed: row.failed_refreshes },
        connections: parseConnections(row.connections),
        failedConnections: row.failed_connections === null ? noConnections() : parseConnections(row.failed_connections)
    };
}

export function sumOf(all: readonly Counts[]): Counts {
    const [first, ...others] = all;
    if (!first) return nothing;
    if (others.length === 0) return first;
    const sum = {
        ...first,
        failures: { ...first.failures },
        latency: [...first.latency],
        refreshes: { ...first.refreshes },
        connections: first.connections.slice(),
        failedConnections: first.failedConnections.slice()
    };
    for (const counts of others) add(sum, counts);
    return sum;
}

function add(to: Counts & { latency: number[] }, more: Counts): void {
    to.calls += more.calls;
    for (const cause of failureCauses) to.failures[cause] += more.failures[cause];
    for (const [bucket, count] of more.latency.entries()) to.latency[bucket] = (to.latency[bucket] ?? 0) + count;
    to.refreshes.calls += more.refreshes.calls;
    to.refreshes.failed += more.refreshes.failed;
    addConnections(to.connections, more.connections);
    addConnections(to.failedConnections, more.failedConnections);
}

export function tallyOf({ calls, failures, latency, refreshes, connections, failedConnections }: Counts): Tally {
    const proxied = latency.reduce((sum, count) => sum + count, 0);
    return {
        calls,
        failures,
        refreshes,
        connections: countConnections(connections),
        failedConnections: countConnections(failedConnections),
        p95: proxied < minCalls ? undefined : quantile(latency, 0.95)
    };
}
