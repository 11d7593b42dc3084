import type { FailureCause, RequestKind } from '@patchbay/contracts';
import { addConnection, addConnections, bitText, type ConnectionBits, noConnections } from './connection-bits.ts';
import { bucketOf, latencyBuckets } from './latency.ts';
import type { Failure } from './outcome.ts';

/** What happened to the requests of one kind of one integration in one minute or hour. */
export interface TrafficSum {
    environmentId: string;
    integrationKey: string;
    kind: RequestKind;
    /** Milliseconds since 1970. */
    at: number;
    calls: number;
    failures: Record<FailureCause, number>;
    /** How many of them were of no connection, such as those of sign-ins. */
    failuresWithoutConnection: number;
    /** By status or error code. */
    failedWith: Map<string, number>;
    latency: number[];
    connections: ConnectionBits;
    failedConnections: ConnectionBits;
}

type Group = Pick<TrafficSum, 'environmentId' | 'integrationKey' | 'kind' | 'at'>;

export function emptySum({ environmentId, integrationKey, kind, at }: Group): TrafficSum {
    return {
        environmentId,
        integrationKey,
        kind,
        at,
        calls: 0,
        failures: { provider: 0, credentials: 0, rate_limit: 0, platform: 0 },
        failuresWithoutConnection: 0,
        failedWith: new Map(),
        latency: Array.from({ length: latencyBuckets }, () => 0),
        connections: noConnections(),
        failedConnections: noConnections()
    };
}

export function addCall(sum: TrafficSum, connectionId: string | undefined, failure: Failure | null): void {
    sum.calls += 1;
    const id = connectionId === undefined ? undefined : `${sum.integrationKey}/${connectionId}`;
    if (id !== undefined) addConnection(sum.connections, id);
    if (!failure) return;
    sum.failures[failure.cause] += 1;
    sum.failedWith.set(failure.code, (sum.failedWith.get(failure.code) ?? 0) + 1);
    if (id === undefined) sum.failuresWithoutConnection += 1;
    else addConnection(sum.failedConnections, id);
}

/** Of a request that was sent: until the headers of its response, or its end. */
export function addLatency(sum: TrafficSum, ms: number): void {
    sum.latency[bucketOf(ms)]! += 1;
}

export function addSum(to: TrafficSum, more: TrafficSum): void {
    to.calls += more.calls;
    to.failures.provider += more.failures.provider;
    to.failures.credentials += more.failures.credentials;
    to.failures.rate_limit += more.failures.rate_limit;
    to.failures.platform += more.failures.platform;
    to.failuresWithoutConnection += more.failuresWithoutConnection;
    for (const [code, count] of more.failedWith) to.failedWith.set(code, (to.failedWith.get(code) ?? 0) + count);
    for (const [bucket, count] of more.latency.entries()) to.latency[bucket]! += count;
    addConnections(to.connections, more.connections);
    addConnections(to.failedConnections, more.failedConnections);
}

/** In the form that `addTraffic` takes. */
export function rowOf(sum: TrafficSum) {
    return {
        environment_id: sum.environmentId,
        integration_key: sum.integrationKey,
        at: new Date(sum.at),
        kind: sum.kind,
        calls: sum.calls,
        provider_failures: sum.failures.provider,
        credentials_failures: sum.failures.credentials,
        rate_limit_failures: sum.failures.rate_limit,
        platform_failures: sum.failures.platform,
        failures_without_connection: sum.failuresWithoutConnection,
        failed_with: Object.fromEntries(sum.failedWith),
        latency: sum.latency,
        connections: bitText(sum.connections),
        failed_connections: bitText(sum.failedConnections)
    };
}

export type TrafficRow = ReturnType<typeof rowOf>;
