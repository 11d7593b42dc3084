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

/** What became of a batch: of its spans, data points or lines. */
export interface ExportOutcome {
    taken: number;
    lost: number;
    /** Why, with a `type` of few values; undefined: none was lost. */
    failure: (Error & { type: string }) | undefined;
}

/** Of one environment: gets what is about it. */
export interface EnvironmentCollector extends OtlpConfig {
    /** Its address is a customer's, so it has to be public. */
    egress: Egress;
    /** Told what became of each batch. */
    onOutcome(signal: Signal, outcome: ExportOutcome): void;
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
    /** Nothing is measured or exported, for environments neither. */
    isDisabled: boolean;
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

/** The variables that it is read from. */
interface TelemetryVariables {
    OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
    OTEL_EXPORTER_OTLP_HEADERS: OtlpConfig['headers'];
    OTEL_EXPORTER_OTLP_PROTOCOL: OtlpConfig['encoding'];
    OTEL_EXPORTER_OTLP_TIMEOUT: number;
    OTEL_TRACES_EXPORTER: 'otlp' | 'none';
    OTEL_METRICS_EXPORTER: 'otlp' | 'none';
    OTEL_LOGS_EXPORTER: 'otlp' | 'none';
    OTEL_METRIC_EXPORT_INTERVAL: number;
    OTEL_TRACES_SAMPLER: TelemetryConfig['sampler']['name'];
    OTEL_TRACES_SAMPLER_ARG: number;
    OTEL_SERVICE_NAME: string;
    OTEL_RESOURCE_ATTRIBUTES: TelemetryConfig['resourceAttributes'];
    OTEL_SDK_DISABLED: boolean;
    PATCHBAY_METRICS_PORT?: number | undefined;
    PATCHBAY_METRICS_HOST: string;
    PATCHBAY_TRUST_TRACE_CONTEXT: boolean;
}

/** Nothing is exported where it is disabled. */
export function telemetryConfigOf(env: TelemetryVariables): TelemetryConfig {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: isOff, PATCHBAY_METRICS_PORT: metricsPort } = env;
    const exporters = { traces: env.OTEL_TRACES_EXPORTER, metrics: env.OTEL_METRICS_EXPORTER, logs: env.OTEL_LOGS_EXPORTER };
    const wanted = Object.entries(exporters).filter(([, exporter]) => exporter === 'otlp');
    return {
        metrics: metricsPort === undefined || isOff ? undefined : { port: metricsPort, host: env.PATCHBAY_METRICS_HOST },
        otlp:
            endpoint === undefined || isOff || wanted.length === 0
                ? undefined
                : {
                      endpoints: Object.fromEntries(wanted.map(([signal]) => [signal, `${endpoint}/v1/${signal}`])),
                      headers: env.OTEL_EXPORTER_OTLP_HEADERS,
                      encoding: env.OTEL_EXPORTER_OTLP_PROTOCOL,
                      timeoutMs: env.OTEL_EXPORTER_OTLP_TIMEOUT,
                      metricIntervalMs: env.OTEL_METRIC_EXPORT_INTERVAL
                  },
        serviceName: env.OTEL_SERVICE_NAME,
        resourceAttributes: env.OTEL_RESOURCE_ATTRIBUTES,
        sampler: { name: env.OTEL_TRACES_SAMPLER, ratio: env.OTEL_TRACES_SAMPLER_ARG },
        trustsTraceContext: env.PATCHBAY_TRUST_TRACE_CONTEXT,
        isDisabled: isOff
    };
}
