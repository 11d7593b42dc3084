import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import { type Attributes, type Link, ROOT_CONTEXT, SpanKind, trace, type Tracer } from '@opentelemetry/api';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import { currentSpan, inSpan } from '../log/request-context.ts';
import { withTimeout } from '../runtime/with-timeout.ts';
import { EnvironmentExports } from './environment-exports.ts';
import { beginExchange, endExchange } from './exchange-span.ts';
import { recordOutcome } from './export-outcome.ts';
import { knownMethod, serverDuration } from './http-metrics.ts';
import { linksTo, readTraceContext } from './incoming-context.ts';
import { Instruments } from './instruments.ts';
import type { Metric } from './metric.ts';
import { openOperatorOtlp } from './operator-otlp.ts';
import { recordOf } from './otlp-logs.ts';
import { processGauges } from './process-metrics.ts';
import { openPrometheus } from './prometheus-page.ts';
import { samplerOf } from './sampler.ts';
import type { ServedRequest, SpanToTrace, Telemetry } from './telemetry.ts';
import type { TelemetryConfig, TelemetryDeps } from './telemetry-config.ts';
import { TracedSpan } from './traced-span.ts';

const stopTimeoutMs = 3000;
const scope = 'patchbay';

/** Starts OpenTelemetry's SDK, with what is configured of it. Nothing is registered globally. */
export function startSdk(config: TelemetryConfig, deps: TelemetryDeps): Telemetry {
    const { version } = deps;
    const resource = resourceOf(config, version);
    const otlp =
        config.otlp &&
        openOperatorOtlp(config.otlp, {
            ...deps,
            resource,
            onOutcome: (signal, outcome) => recordOutcome(instruments, signal, outcome)
        });
    const exports = new EnvironmentExports(version);
    const prometheus = config.metrics && openPrometheus();
    const readers = [prometheus?.reader, otlp?.metricReader].filter((reader) => reader !== undefined);
    const meters = new MeterProvider({ resource, readers });
    const instruments = new Instruments(meters.getMeter(scope, version));
    const process = readers.length > 0 ? processGauges() : undefined;
    for (const gauge of process?.gauges ?? []) instruments.addGauge(gauge);
    const operators = otlp?.spans;
    const tracers = new TracerProvider({
        resource,
        sampler: samplerOf(operators ? config.sampler : { name: 'always_off', ratio: 0 }, () => !exports.isEmpty),
        spanProcessors: operators ? [operators, exports] : [exports]
    });
    const whenTraced = tracers.getTracer(scope, version);
    const tracer = () => (operators || !exports.isEmpty ? whenTraced : undefined);
    const logger = otlp?.loggers?.getLogger(scope);
    const listen = () =>
        deps.log.listen((line) => {
            if (!logger && exports.isEmpty) return;
            const record = recordOf(line);
            logger?.emit(record);
            exports.onLine(record);
        });
    if (logger) listen();
    const served = new WeakMap<ServerResponse, ServedRequest>();
    let stopping: Promise<void> | undefined;
    const stop = async () => {
        process?.stop();
        await withTimeout(stopTimeoutMs, Promise.allSettled([meters.shutdown(), tracers.shutdown(), otlp?.loggers?.shutdown()]), undefined);
        await otlp?.close();
    };
    /** @param environmentId undefined: not known, so that only the operator sees it */
    const record: RecordMetric = (environmentId, metric, value, attributes) => {
        instruments.record(metric, value, attributes);
        if (environmentId !== undefined) exports.record(environmentId, metric, value, attributes);
    };
    return {
        record,
        addGauges(gauges) {
            for (const gauge of gauges()) {
                instruments.addGauge(gauge);
                exports.addGauge(gauge);
            }
        },
        serving: (app) => observed(app, { config, tracer, record, served }),
        servedRequest: (response) => served.get(response),
        exchangeBegun(exchange, operation) {
            const current = tracer();
            return current && beginExchange(exchange, operation, current);
        },
        exchangeEnded: (exchange, about) => endExchange(exchange, about, record),
        trace(span, work) {
            const current = tracer();
            return current ? inNewSpan(current, span, work) : work();
        },
        async exportTo(environmentId, collector) {
            if (!logger) listen();
            exports.set(environmentId, collector);
        },
        metricsPage: prometheus?.page,
        stop: () => (stopping ??= stop())
    };
}

function resourceOf({ serviceName, resourceAttributes }: TelemetryConfig, version: string): Resource {
    return resourceFromAttributes({
        'service.instance.id': randomUUID(),
        'host.name': hostname(),
        ...resourceAttributes,
        'service.name': serviceName,
        'service.version': version
    });
}

type RecordMetric = (environmentId: string | undefined, metric: Metric, value: number, attributes: Attributes) => void;

interface Observing {
    config: TelemetryConfig;
    tracer: () => Tracer | undefined;
    record: RecordMetric;
    served: WeakMap<ServerResponse, ServedRequest>;
}

function observed(app: RequestListener, { config, tracer, record, served }: Observing): RequestListener {
    return (request, response) => {
        const startedAt = performance.now();
        const method = knownMethod(request.method);
        const current = tracer();
        const about: ServedRequest = { span: current && startServerSpan(current, request, method, config.trustsTraceContext) };
        served.set(response, about);
        response.once('close', () => {
            const status = response.headersSent ? response.statusCode : undefined;
            const errorType = response.writableFinished
                ? status !== undefined && status >= 500
                    ? String(status)
                    : undefined
                : 'client_gone';
            const attributes = {
                'http.request.method': method,
                ...(about.route === undefined ? {} : { 'http.route': about.route }),
                ...(status === undefined ? {} : { 'http.response.status_code': status }),
                ...(errorType === undefined ? {} : { 'error.type': errorType })
            };
            record(about.environment, serverDuration, (performance.now() - startedAt) / 1000, attributes);
            endServerSpan(about, method, attributes, errorType);
        });
        app(request, response);
    };
}

function startServerSpan(tracer: Tracer, request: IncomingMessage, method: string, isTrusted: boolean): TracedSpan {
    const { parent, links } = readTraceContext(request, isTrusted);
    return new TracedSpan(tracer.startSpan(method, { kind: SpanKind.SERVER, links }, parent));
}

function endServerSpan(
    { span, route, environment }: ServedRequest,
    method: string,
    attributes: object,
    errorType: string | undefined
): void {
    if (!span) return;
    if (route !== undefined) span.rename(`${method} ${route}`);
    span.set({ ...attributes, ...(environment === undefined ? {} : { 'patchbay.environment': environment }) });
    span.end(errorType);
}

async function inNewSpan<T>(tracer: Tracer, { name, about, cause }: SpanToTrace, work: () => Promise<T>): Promise<T> {
    const parent = currentSpan();
    const links: Link[] = cause === undefined ? [] : linksTo(cause);
    const span = new TracedSpan(tracer.startSpan(name, { links }, parent ? trace.setSpan(ROOT_CONTEXT, parent.otel) : ROOT_CONTEXT));
    span.set(about);
    let errorType: string | undefined;
    try {
        return await inSpan(span, work);
    } catch (error) {
        errorType = error instanceof Error ? error.name : 'Error';
        throw error;
    } finally {
        span.end(errorType);
    }
}
