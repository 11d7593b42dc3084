import type { Egress } from '../egress/egress.ts';
import type { Log } from '../log/log.ts';

export type Signal = 'traces' | 'metrics' | 'logs';

export const samplerNames = [
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio'
] as const;

export interface OtlpConfig {
    /** Of each signal that is exported. */
    endpoints: Readonly<Partial<Record<Signal, string>>>;
    /** They may hold secrets. */
    headers: Readonly<Record<string, string>>;
    encoding: 'http/protobuf' | 'http/json';
    /** For one export with its retries. */
    timeoutMs: number;
    metricIntervalMs: number;
}

export interface TelemetryConfig {
    /** Where `/metrics` is served; undefined: nowhere. */
    metrics: { port: number; host: string } | undefined;
    /** The operator's collector; undefined: none. */
    otlp: OtlpConfig | undefined;
    serviceName: string;
    resourceAttributes: Readonly<Record<string, string>>;
    sampler: { name: (typeof samplerNames)[number]; ratio: number };
    /** Whether a caller's `traceparent` is continued, or a new trace only links to it. */
    trustsTraceContext: boolean;
}

export interface TelemetryDeps {
    log: Log;
    /** Of this server. */
    version: string;
    /** Makes the way to a collector, which may be private. */
    createEgress(allowPrivateHosts: readonly string[]): Egress;
}

/** `name=value,…` with percent-encoded values, as W3C Baggage has them; undefined: it is not. */
export function parsePairs(text: string): Readonly<Record<string, string>> | undefined {
    const items = text.split(',').filter((item) => item.trim() !== '');
    const entries = items.map((item) => {
        const at = item.indexOf('=');
        return [item.slice(0, at).trim(), decodeOrKeep(item.slice(at + 1).trim())] as const;
    });
    return entries.some(([name], index) => name === '' || !items[index]?.includes('=')) ? undefined : Object.fromEntries(entries);
}

function decodeOrKeep(value: string): string {
    try {
        return decodeURIComponent(value);
    } catch {
        return value;
    }
}
