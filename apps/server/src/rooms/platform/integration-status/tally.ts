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
    failuresWithoutConnection: number;
    latency: readonly number[];
    refreshes: { calls: number; failed: number; failedConnections: ConnectionBits };
    connections: ConnectionBits;
    failedConnections: ConnectionBits;
}

const nothing: Counts = {
    calls: 0,
    failures: { provider: 0, credentials: 0, rate_limit: 0, platform: 0 },
    failuresWithoutConnection: 0,
    latency: [],
    refreshes: { calls: 0, failed: 0, failedConnections: noConnections() },
    connections: noConnections(),
    failedConnections: noConnections()
};

export function countsOf(row: CountedRow): Counts {
    return {
        calls: row.calls,
        failures: { provider: row.provider, credentials: row.credentials, rate_limit: row.rate_limit, platform: row.platform },
        failuresWithoutConnection: row.failures_without_connection,
        latency: row.latency,
        refreshes: {
            calls: row.refreshes,
            failed: row.failed_refreshes,
            failedConnections: parseConnections(row.unrefreshed_connections ?? '')
        },
        connections: parseConnections(row.connections),
        failedConnections: parseConnections(row.failed_connections ?? '')
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
        refreshes: { ...first.refreshes, failedConnections: first.refreshes.failedConnections.slice() },
        connections: first.connections.slice(),
        failedConnections: first.failedConnections.slice()
    };
    for (const counts of others) add(sum, counts);
    return sum;
}

function add(to: Counts & { latency: number[] }, more: Counts): void {
    to.calls += more.calls;
    for (const cause of failureCauses) to.failures[cause] += more.failures[cause];
    to.failuresWithoutConnection += more.failuresWithoutConnection;
    for (const [bucket, count] of more.latency.entries()) to.latency[bucket] = (to.latency[bucket] ?? 0) + count;
    to.refreshes.calls += more.refreshes.calls;
    to.refreshes.failed += more.refreshes.failed;
    addConnections(to.refreshes.failedConnections, more.refreshes.failedConnections);
    addConnections(to.connections, more.connections);
    addConnections(to.failedConnections, more.failedConnections);
}

export function tallyOf({ latency, refreshes, connections, failedConnections, ...counts }: Counts): Tally {
    const proxied = latency.reduce((sum, count) => sum + count, 0);
    return {
        ...counts,
        refreshes: { ...refreshes, failedConnections: countConnections(refreshes.failedConnections) },
        connections: countConnections(connections),
        failedConnections: countConnections(failedConnections),
        p95: proxied < minCalls ? undefined : quantile(latency, 0.95)
    };
}
