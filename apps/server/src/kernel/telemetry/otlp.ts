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
import { type MetricReader, PeriodicExportingMetricReader, type ResourceMetrics } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Egress } from '../egress/egress.ts';
import { OtlpExporter } from './otlp-exporter.ts';
import type { ExportOutcome, OtlpConfig, Signal } from './telemetry-config.ts';

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
    /** Told what became of each batch. */
    onOutcome(signal: Signal, outcome: ExportOutcome): void;
}

/** The pipelines to one collector: of each signal that has an endpoint. */
export function openOtlp(config: OtlpConfig, { resource, egress, maxQueueSize, onOutcome }: OtlpDeps): Otlp {
    const ended = new AbortController();
    const destination = (signal: Signal, url: string) => ({
        ...config,
        url,
        egress,
        ended: ended.signal,
        // The timers of the SDK bear the id of the request that started them.
        onOutcome: AsyncResource.bind((outcome: ExportOutcome) => onOutcome(signal, outcome))
    });
    const isJson = config.encoding === 'http/json';
    const { traces, metrics, logs } = config.endpoints;
    const batches = { maxQueueSize, maxExportBatchSize: Math.min(512, maxQueueSize), exportTimeoutMillis: config.timeoutMs + 1000 };
    const spans =
        traces === undefined
            ? undefined
            : new BatchSpanProcessor({
                  ...batches,
                  exporter: new OtlpExporter(
                      { serializer: isJson ? JsonTraceSerializer : ProtobufTraceSerializer, sizeOf: lengthOf },
                      destination('traces', traces)
                  )
              });
    const metricReader =
        metrics === undefined
            ? undefined
            : new PeriodicExportingMetricReader({
                  exporter: new OtlpExporter(
                      { serializer: isJson ? JsonMetricsSerializer : ProtobufMetricsSerializer, sizeOf: countPoints },
                      destination('metrics', metrics)
                  ),
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
                          exporter: new OtlpExporter(
                              { serializer: isJson ? JsonLogsSerializer : ProtobufLogsSerializer, sizeOf: lengthOf },
                              destination('logs', logs)
                          )
                      })
                  ]
              });
    return { spans, metricReader, loggers, abort: () => ended.abort(new Error('The server stops.')) };
}

function lengthOf({ length }: readonly unknown[]): number {
    return length;
}

function countPoints({ scopeMetrics }: ResourceMetrics): number {
    return scopeMetrics.flatMap(({ metrics }) => metrics).reduce((sum, { dataPoints }) => sum + dataPoints.length, 0);
}
