import { AsyncResource } from 'node:async_hooks';
import type { Tracer } from '@opentelemetry/api';
import {
    JsonLogsSerializer,
    JsonMetricsSerializer,
    JsonTraceSerializer,
    ProtobufLogsSerializer,
    ProtobufMetricsSerializer,
    ProtobufTraceSerializer
} from '@opentelemetry/otlp-transformer';
import type { Resource } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { type MetricReader, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
    AlwaysOffSampler,
    AlwaysOnSampler,
    BatchSpanProcessor,
    ParentBasedSampler,
    type Sampler,
    TraceIdRatioBasedSampler,
    TracerProvider
} from '@opentelemetry/sdk-trace';
import { withTimeout } from '../runtime/with-timeout.ts';
import { OtlpExporter } from './otlp-exporter.ts';
import { sendLines } from './otlp-logs.ts';
import type { OtlpConfig, Signal, TelemetryConfig, TelemetryDeps } from './telemetry-config.ts';

/** Each batch has at most 512 spans or lines, of which a queue keeps four. */
const maxQueueSize = 2048;
const silenceMs = 60_000;
const endTimeoutMs = 500;

export interface Otlp {
    metricReader: MetricReader | undefined;
    tracers: { getTracer(name: string, version: string): Tracer } | undefined;
    /** Sends on what is left. */
    stop(): Promise<void>;
    /** Closes the connections, whatever still runs. */
    close(): Promise<void>;
}

/**
 * The pipelines to one collector.
 * @param deps.createEgress makes the way to it: the operator's collector may be private
 */
export function openOtlp(
    config: OtlpConfig,
    deps: Pick<TelemetryDeps, 'log' | 'createEgress'> & { resource: Resource; sampler: TelemetryConfig['sampler'] }
): Otlp {
    const { resource, log } = deps;
    const egress = deps.createEgress([...new Set(Object.values(config.endpoints).map(hostAndPort))]);
    const ended = new AbortController();
    const destination = (signal: Signal, url: string) => ({
        ...config,
        url,
        egress,
        ended: ended.signal,
        // The timers of the SDK bear the id of the request that started them.
        onDropped: AsyncResource.bind(
            atMostOncePer(silenceMs, (reason, count) =>
                log.warn('telemetry_dropped: the collector of OTEL_EXPORTER_OTLP_ENDPOINT did not take it', { signal, reason, count })
            )
        )
    });
    const isJson = config.encoding === 'http/json';
    const { traces, metrics, logs } = config.endpoints;
    const times = { maxQueueSize, exportTimeoutMillis: config.timeoutMs + 1000 };
    const tracers =
        traces === undefined
            ? undefined
            : new TracerProvider({
                  resource,
                  sampler: samplerOf(deps.sampler),
                  spanProcessors: [
                      new BatchSpanProcessor({
                          ...times,
                          exporter: new OtlpExporter(isJson ? JsonTraceSerializer : ProtobufTraceSerializer, destination('traces', traces))
                      })
                  ]
              });
    const metricReader =
        metrics === undefined
            ? undefined
            : new PeriodicExportingMetricReader({
                  exporter: new OtlpExporter(isJson ? JsonMetricsSerializer : ProtobufMetricsSerializer, destination('metrics', metrics)),
                  exportIntervalMillis: config.metricIntervalMs,
                  exportTimeoutMillis: Math.min(config.metricIntervalMs, config.timeoutMs)
              });
    const loggers =
        logs === undefined
            ? undefined
            : new LoggerProvider({
                  resource,
                  processors: [
                      new BatchLogRecordProcessor({
                          ...times,
                          exporter: new OtlpExporter(isJson ? JsonLogsSerializer : ProtobufLogsSerializer, destination('logs', logs))
                      })
                  ]
              });
    if (loggers) sendLines(log, loggers);
    return {
        metricReader,
        tracers,
        stop: async () => void (await Promise.allSettled([tracers?.shutdown(), loggers?.shutdown()])),
        close() {
            ended.abort(new Error('The server stops.'));
            return withTimeout(endTimeoutMs, egress.close(), undefined);
        }
    };
}

function samplerOf({ name, ratio }: TelemetryConfig['sampler']): Sampler {
    const root = name.endsWith('ratio')
        ? new TraceIdRatioBasedSampler(ratio)
        : name.endsWith('off')
          ? new AlwaysOffSampler()
          : new AlwaysOnSampler();
    return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function hostAndPort(address: string): string {
    const { hostname, port, protocol } = new URL(address);
    return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}

/** Says how often it was called since it was last let through. */
function atMostOncePer(intervalMs: number, tell: (reason: string, count: number) => void): (reason: string) => void {
    let count = 0;
    let toldAt = -Infinity;
    return (reason) => {
        count += 1;
        if (performance.now() - toldAt < intervalMs) return;
        toldAt = performance.now();
        tell(reason, count);
        count = 0;
    };
}
