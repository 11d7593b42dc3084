import { performance } from 'node:perf_hooks';
import { ROOT_CONTEXT, SpanKind, trace, type Tracer } from '@opentelemetry/api';
import { EgressError, type Exchange } from '../egress/egress.ts';
import { clientDuration, knownMethod } from './http-metrics.ts';
import type { Telemetry } from './telemetry.ts';
import { type SpanAttributes, TracedSpan } from './traced-span.ts';

/** Starts the span of a request to another host, below the one that it begins in. */
export function beginExchange(
    { method, startedAt, request }: Pick<Exchange, 'method' | 'startedAt' | 'request'>,
    operation: string,
    tracer: Tracer
): TracedSpan {
    const parent = request?.span ? trace.setSpan(ROOT_CONTEXT, request.span.otel) : ROOT_CONTEXT;
    const name = `${knownMethod(method)} ${operation}`;
    return new TracedSpan(tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: performance.timeOrigin + startedAt }, parent));
}

/** Measures a request to another host, and ends its span. */
export function endExchange(
    { method: given, url, status, error, startedAt, endedAt, span }: Exchange,
    about: SpanAttributes & { 'patchbay.environment': string },
    record: Telemetry['record']
): void {
    const method = knownMethod(given);
    const errorType = error ? codeOf(error) : status !== undefined && status >= 400 ? String(status) : undefined;
    const attributes = {
        ...about,
        'http.request.method': method,
        ...(status === undefined ? {} : { 'http.response.status_code': status }),
        ...(errorType === undefined ? {} : { 'error.type': errorType })
    };
    record(about['patchbay.environment'], clientDuration, (endedAt - startedAt) / 1000, attributes);
    if (!span) return;
    const { hostname, port } = URL.parse(url) ?? { hostname: '', port: '' };
    span.set({ ...attributes, 'server.address': hostname, ...(port === '' ? {} : { 'server.port': Number(port) }) });
    span.end(errorType, performance.timeOrigin + endedAt);
}

/** A message may quote what a third party sent. */
function codeOf(error: Error): string {
    return error instanceof EgressError ? error.code : 'cancelled';
}
