import { type FailureCause, failureCauses } from '@patchbay/contracts';
import { estimateConnections } from '../traffic-counts/connection-bits.ts';
import { quantile } from '../traffic-counts/latency.ts';
import type { CountedRow } from './integration-status.sql.ts';
import { minCalls, type Tally } from './judge.ts';

/** Counts that can be added. */
export interface Counts {
    calls: number;
    failures: Record<FailureCause, number>;
    latency: readonly number[];
    refreshes: { calls: number; failed: number };
    connections: bigint;
    failedConnections: bigint;
}

const nothing: Counts = {
    calls: 0,
    failures: { provider: 0, credentials: 0, rate_limit: 0, platform: 0 },
    latency: [],
    refreshes: { calls: 0, failed: 0 },
    connections: 0n,
    failedConnections: 0n
};

export function countsOf(row: CountedRow): Counts {
    return {
        calls: row.calls,
        failures: { provider: row.provider, credentials: row.credentials, rate_limit: row.rate_limit, platform: row.platform },
        latency: row.latency,
        refreshes: { calls: row.refreshes, failed: row.failed_refreshes },
        connections: BigInt(`0b${row.connections}`),
        failedConnections: row.failed_connections === null ? 0n : BigInt(`0b${row.failed_connections}`)
    };
}

export function sumOf(all: readonly Counts[]): Counts {
    const [first = nothing, ...others] = all;
    return others.reduce(add, first);
}

function add(one: Counts, other: Counts): Counts {
    const [failures, more] = [{ ...one.failures }, other.failures];
    for (const cause of failureCauses) failures[cause] += more[cause];
    return {
        calls: one.calls + other.calls,
        failures,
        latency: one.latency.map((count, bucket) => count + (other.latency[bucket] ?? 0)),
        refreshes: { calls: one.refreshes.calls + other.refreshes.calls, failed: one.refreshes.failed + other.refreshes.failed },
        connections: one.connections | other.connections,
        failedConnections: one.failedConnections | other.failedConnections
    };
}

export function tallyOf({ calls, failures, latency, refreshes, connections, failedConnections }: Counts): Tally {
    const proxied = latency.reduce((sum, count) => sum + count, 0);
    return {
        calls,
        failures,
        refreshes,
        connections: estimateConnections(bitsSet(connections)),
        failedConnections: estimateConnections(bitsSet(failedConnections)),
        p95: proxied < minCalls ? undefined : quantile(latency, 0.95)
    };
}

function bitsSet(bits: bigint): number {
    return bits === 0n ? 0 : bits.toString(2).replaceAll('0', '').length;
}
