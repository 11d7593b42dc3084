import type { RequestListener, ServerResponse } from 'node:http';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import type { MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics';

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
const contentType = 'text/plain; version=0.0.4; charset=utf-8';
const suffixes: Readonly<Record<string, string>> = { s: 'seconds', By: 'bytes' };

/** Metrics in Prometheus' text format: what reads them, and the page that does. */
export function openPrometheus(): { reader: PrometheusExporter; page: RequestListener } {
    const reader = new PrometheusExporter({ preventServerStart: true });
    const serializer = new PrometheusSerializer('', false, undefined, false, true);
    const page: RequestListener = (request, response) => {
        const isHere = /^\/metrics(?:\?|$)/.test(request.url ?? '') && (request.method === 'GET' || request.method === 'HEAD');
        if (!isHere) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('There is only GET /metrics here.\n');
        void reader.collect().then(
            ({ resourceMetrics }) => send(response, 200, serializer.serialize(withUnits(resourceMetrics))),
            () => send(response, 503, '# The metrics could not be read in time.\n')
        );
    };
    return { reader, page };
}

function send(response: ServerResponse, status: number, text: string): void {
    response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
}

/** The names as a collector has them, with their units, which the SDK's serialiser leaves out. */
function withUnits(metrics: ResourceMetrics): ResourceMetrics {
    const named = (metric: MetricData): MetricData => {
        const suffix = suffixes[metric.descriptor.unit];
        return suffix === undefined
            ? metric
            : { ...metric, descriptor: { ...metric.descriptor, name: `${metric.descriptor.name}.${suffix}` } };
    };
    return { ...metrics, scopeMetrics: metrics.scopeMetrics.map((scope) => ({ ...scope, metrics: scope.metrics.map(named) })) };
}
