import { AsyncResource } from 'node:async_hooks';
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
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Egress } from '../egress/egress.ts';
import { OtlpExporter } from './otlp-exporter.ts';
import type { OtlpConfig, Signal } from './telemetry-config.ts';

export interface Otlp {
    spans: SpanProcessor | undefined;
    metricReader: MetricReader | undefined;
    loggers: LoggerProvider | undefined;
    /** Gives up what the collector has not taken yet. */
    abort(): void;
}

interface OtlpDeps {
    resource: Resource;
    egress: Egress;
    /** Spans that wait, and lines; what comes on top is dropped. */
    maxQueueSize: number;
    /** Told what became of each batch. @param failure undefined: it was taken */
    onResult(signal: Signal, failure: string | undefined): void;
}

/** The pipelines to one collector: of each signal that has an endpoint. */
export function openOtlp(config: OtlpConfig, { resource, egress, maxQueueSize, onResult }: OtlpDeps): Otlp {
    const ended = new AbortController();
    const destination = (signal: Signal, url: string) => ({
        ...config,
        url,
        egress,
        ended: ended.signal,
        // The timers of the SDK bear the id of the request that started them.
        onResult: AsyncResource.bind((failure: string | undefined) => onResult(signal, failure))
    });
    const isJson = config.encoding === 'http/json';
    const { traces, metrics, logs } = config.endpoints;
    const batches = { maxQueueSize, maxExportBatchSize: Math.min(512, maxQueueSize), exportTimeoutMillis: config.timeoutMs + 1000 };
    const spans =
        traces === undefined
            ? undefined
            : new BatchSpanProcessor({
                  ...batches,
                  exporter: new OtlpExporter(isJson ? JsonTraceSerializer : ProtobufTraceSerializer, destination('traces', traces))
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
                          ...batches,
                          exporter: new OtlpExporter(isJson ? JsonLogsSerializer : ProtobufLogsSerializer, destination('logs', logs))
                      })
                  ]
              });
    return { spans, metricReader, loggers, abort: () => ended.abort(new Error('The server stops.')) };
}
