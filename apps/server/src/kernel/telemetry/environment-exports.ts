import { randomUUID } from 'node:crypto';
import type { Attributes, LogRecord } from '@opentelemetry/api';
import { SeverityNumber, TraceFlags } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import { withTimeout } from '../runtime/with-timeout.ts';
import { recordOutcome } from './export-outcome.ts';
import { Instruments } from './instruments.ts';
import type { Gauge, Metric } from './metric.ts';
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
    'ref',
    'freeze_id',
    'channel_id',
    'secret_key_id',
    'outcome',
    'count',
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
 * their attribute `patchbay.environment`, lines by their field `environment`, and metrics. Each has
 * its own queues, so that one that hangs holds up no other.
 */
export class EnvironmentExports implements SpanProcessor {
    readonly #exports = new Map<string, Export>();
    readonly #ending = new Set<Promise<void>>();
    readonly #gauges: Gauge[] = [];
    readonly #version: string;
    /** Tells servers apart, whose metrics would else be taken for one; says nothing of the host. */
    readonly #instanceId = randomUUID();

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
            'service.instance.id': this.#instanceId,
            'patchbay.environment': environmentId
        });
        const otlp = openOtlp(collector, {
            ...collector,
            resource,
            maxQueueSize,
            onOutcome(signal, outcome) {
                recordOutcome(instruments, signal, outcome);
                collector.onOutcome(signal, outcome);
            }
        });
        const meters = new MeterProvider({ resource, readers: otlp.metricReader ? [otlp.metricReader] : [] });
        const instruments = new Instruments(meters.getMeter('patchbay', this.#version));
        for (const gauge of this.#gauges) addGauge(instruments, gauge, environmentId);
        return { otlp, meters, instruments, resource };
    }

    addGauge(gauge: Gauge): void {
        this.#gauges.push(gauge);
        for (const [environmentId, { instruments }] of this.#exports) addGauge(instruments, gauge, environmentId);
    }

    record(environmentId: string, metric: Metric, value: number, attributes: Attributes): void {
        this.#exports.get(environmentId)?.instruments.record(metric, value, attributes);
    }

    onStart(): void {}

    onEnd(span: ReadableSpan): void {
        const { 'patchbay.environment': environmentId } = span.attributes;
        const own = typeof environmentId === 'string' ? this.#exports.get(environmentId) : undefined;
        own?.otlp.spans?.onEnd(asSpanOf(span, own.resource));
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

function addGauge(instruments: Instruments, { metric, readOf }: Gauge, environmentId: string): void {
    if (readOf) instruments.addGauge({ metric, read: () => readOf(environmentId) });
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
