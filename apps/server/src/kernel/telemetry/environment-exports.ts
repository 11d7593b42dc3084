import type { LogRecord } from '@opentelemetry/api';
import { SeverityNumber, SpanKind, TraceFlags } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import { withTimeout } from '../runtime/with-timeout.ts';
import { clientDuration, serverDuration } from './http-metrics.ts';
import { Instruments } from './instruments.ts';
import { openOtlp, type Otlp } from './otlp.ts';
import type { EnvironmentCollector } from './telemetry-config.ts';

/** Per environment and signal; what comes on top is dropped. */
const maxQueueSize = 1024;
const endTimeoutMs = 2000;
/** What a line says to others than the operator: no error of ours, no host, no file. */
const sharedFields: readonly string[] = [
    'request_id',
    'integration_id',
    'connection_id',
    'provider',
    'endpoint_id',
    'delivery_id',
    'attempt_id',
    'method',
    'route',
    'status',
    'duration_ms',
    'code'
];

interface Export {
    otlp: Otlp;
    meters: MeterProvider;
    instruments: Instruments;
    resource: ReturnType<typeof resourceFromAttributes>;
}

/**
 * Gives each environment's own collector what is about that environment, and nothing else: spans by
 * their attribute `patchbay.environment`, with metrics that are made of them, and lines by their
 * field `environment`. Each has its own queues, so that one that hangs holds up no other.
 */
export class EnvironmentExports implements SpanProcessor {
    readonly #exports = new Map<string, Export>();
    readonly #ending = new Set<Promise<void>>();
    readonly #version: string;

    constructor(version: string) {
        this.#version = version;
    }

    get isEmpty(): boolean {
        return this.#exports.size === 0;
    }

    /** Replaces what was there. @param collector undefined: none any more */
    set(environmentId: string, collector: EnvironmentCollector | undefined): void {
        const before = this.#exports.get(environmentId);
        if (collector) this.#exports.set(environmentId, this.#open(environmentId, collector));
        else this.#exports.delete(environmentId);
        // It may hang; other environments' changes do not wait for it.
        if (before) this.#endSoon(before);
    }

    #endSoon(ended: Export): void {
        const ending = end(ended).finally(() => this.#ending.delete(ending));
        this.#ending.add(ending);
    }

    #open(environmentId: string, collector: EnvironmentCollector): Export {
        const resource = resourceFromAttributes({
            'service.name': 'patchbay',
            'service.version': this.#version,
            'patchbay.environment': environmentId
        });
        const otlp = openOtlp(collector, { ...collector, resource, maxQueueSize });
        const meters = new MeterProvider({ resource, readers: otlp.metricReader ? [otlp.metricReader] : [] });
        return { otlp, meters, instruments: new Instruments(meters.getMeter('patchbay', this.#version)), resource };
    }

    onStart(): void {}

    onEnd(span: ReadableSpan): void {
        const { 'patchbay.environment': environmentId } = span.attributes;
        const own = typeof environmentId === 'string' ? this.#exports.get(environmentId) : undefined;
        if (!own) return;
        own.otlp.spans?.onEnd(asSpanOf(span, own.resource));
        const metric = span.kind === SpanKind.CLIENT ? clientDuration : span.kind === SpanKind.SERVER ? serverDuration : undefined;
        const [seconds, nanoseconds] = span.duration;
        if (metric) own.instruments.record(metric, seconds + nanoseconds / 1e9, span.attributes);
    }

    onLine({ attributes = {}, ...record }: LogRecord): void {
        const { environment } = attributes;
        const own = typeof environment === 'string' ? this.#exports.get(environment) : undefined;
        if (!own?.otlp.loggers || (record.severityNumber ?? 0) < SeverityNumber.INFO) return;
        const shared = Object.fromEntries(sharedFields.flatMap((name) => (name in attributes ? [[name, attributes[name]]] : [])));
        own.otlp.loggers.getLogger('patchbay').emit({ ...record, attributes: shared });
    }

    async forceFlush(): Promise<void> {
        await Promise.all([...this.#exports.values()].map(async ({ otlp }) => otlp.spans?.forceFlush()));
    }

    async shutdown(): Promise<void> {
        for (const id of this.#exports.keys()) this.set(id, undefined);
        await Promise.all(this.#ending);
    }
}

async function end({ otlp, meters }: Export): Promise<void> {
    const sent = Promise.allSettled([otlp.spans?.shutdown(), meters.shutdown(), otlp.loggers?.shutdown()]);
    await withTimeout(endTimeoutMs, sent, undefined);
    otlp.abort();
}

/** As it is exported to one environment, whatever the operator's sampler decided. */
function asSpanOf(span: ReadableSpan, resource: ReadableSpan['resource']): ReadableSpan {
    const context = { ...span.spanContext(), traceFlags: TraceFlags.SAMPLED };
    return {
        name: span.name,
        kind: span.kind,
        spanContext: () => context,
        ...(span.parentSpanContext ? { parentSpanContext: span.parentSpanContext } : {}),
        startTime: span.startTime,
        endTime: span.endTime,
        status: span.status,
        attributes: span.attributes,
        links: span.links,
        events: span.events,
        duration: span.duration,
        ended: span.ended,
        resource,
        instrumentationScope: span.instrumentationScope,
        droppedAttributesCount: span.droppedAttributesCount,
        droppedEventsCount: span.droppedEventsCount,
        droppedLinksCount: span.droppedLinksCount
    };
}
